#pragma once

#include "Containers/Array.h"
#include "Framework/Commands/UIAction.h"
#include "Framework/Commands/UICommandInfo.h"
#include "Input/Events.h"

// What commands do. Epic: Slate/FUICommandList/MapAction, ProcessCommandBindings; UC UnrealClaudeModule.cpp; CES CesiumEditor.cpp
class FUICommandList : public TSharedFromThis<FUICommandList>
{
public:
	void MapAction(const TSharedPtr<const FUICommandInfo> Command, FExecuteAction Execute)
	{
		MapAction(Command, FUIAction(MoveTemp(Execute)));
	}
	void MapAction(const TSharedPtr<const FUICommandInfo> Command, FExecuteAction Execute, FCanExecuteAction CanExecute)
	{
		MapAction(Command, FUIAction(MoveTemp(Execute), MoveTemp(CanExecute)));
	}
	void MapAction(const TSharedPtr<const FUICommandInfo> Command, FExecuteAction Execute, FCanExecuteAction CanExecute, FIsActionChecked IsChecked)
	{
		MapAction(Command, FUIAction(MoveTemp(Execute), MoveTemp(CanExecute), MoveTemp(IsChecked)));
	}
	void MapAction(const TSharedPtr<const FUICommandInfo> Command, const FUIAction& Action);
	void UnmapAction(const TSharedPtr<const FUICommandInfo> Command);
	bool IsActionMapped(const TSharedPtr<const FUICommandInfo> Command) const
	{
		return GetActionForCommand(Command) != nullptr;
	}
	// Runs the command whose chord this is, if it can be run.
	bool ProcessCommandBindings(const FKeyEvent& KeyEvent) const;
	// Another list's commands count as its own from now on. CES CesiumEditor.cpp
	void Append(const TSharedRef<FUICommandList>& CommandsToAppend);
	bool ExecuteAction(const TSharedRef<const FUICommandInfo> Command) const;
	bool CanExecuteAction(const TSharedRef<const FUICommandInfo> Command) const;
	const FUIAction* GetActionForCommand(const TSharedPtr<const FUICommandInfo> Command) const;

private:
	struct FMapped
	{
		TSharedPtr<const FUICommandInfo> Command;
		FUIAction Action;
	};
	TArray<FMapped> Mapped;
	TArray<TWeakPtr<FUICommandList>> Appended;
};
