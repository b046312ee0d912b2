#pragma once

#include "Delegates/Delegate.h"
#include "Types/SlateEnums.h"

// CES CesiumEditor/Private/CesiumPanel.cpp; PDU ProceduralDungeonEdModeToolkit.cpp; Autonomix AutonomixUIModule.cpp
DECLARE_DELEGATE(FExecuteAction);
DECLARE_DELEGATE_RetVal(bool, FCanExecuteAction);
// VIB AIChatCommands.cpp; AA UnrealAiBlueprintFormatEditorRegistration.cpp; HO SHoudiniToolsPanel.cpp
DECLARE_DELEGATE_RetVal(bool, FIsActionChecked);
DECLARE_DELEGATE_RetVal(ECheckBoxState, FGetActionCheckState);

struct FUIAction
{
	FUIAction() = default;
	FUIAction(FExecuteAction InExecute)
		: ExecuteAction(MoveTemp(InExecute))
	{
	}
	FUIAction(FExecuteAction InExecute, FCanExecuteAction InCanExecute)
		: ExecuteAction(MoveTemp(InExecute))
		, CanExecuteAction(MoveTemp(InCanExecute))
	{
	}
	FUIAction(FExecuteAction InExecute, FCanExecuteAction InCanExecute, FIsActionChecked InIsChecked)
		: ExecuteAction(MoveTemp(InExecute))
		, CanExecuteAction(MoveTemp(InCanExecute))
		, IsCheckedAction(MoveTemp(InIsChecked))
	{
	}
	FUIAction(FExecuteAction InExecute, FCanExecuteAction InCanExecute, FGetActionCheckState InCheckState)
		: ExecuteAction(MoveTemp(InExecute))
		, CanExecuteAction(MoveTemp(InCanExecute))
		, GetActionCheckState(MoveTemp(InCheckState))
	{
	}
	bool CanExecute() const
	{
		return !CanExecuteAction.IsBound() || CanExecuteAction.Execute();
	}
	bool Execute() const
	{
		return CanExecute() && ExecuteAction.ExecuteIfBound();
	}
	bool IsBound() const
	{
		return ExecuteAction.IsBound();
	}
	ECheckBoxState GetCheckState() const
	{
		if (GetActionCheckState.IsBound())
		{
			return GetActionCheckState.Execute();
		}
		return IsCheckedAction.IsBound() && IsCheckedAction.Execute() ? ECheckBoxState::Checked : ECheckBoxState::Unchecked;
	}
	FExecuteAction ExecuteAction;
	FCanExecuteAction CanExecuteAction;
	FIsActionChecked IsCheckedAction;
	FGetActionCheckState GetActionCheckState;
};
