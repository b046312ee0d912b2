#pragma once

#include "Internationalization/Text.h"
#include "Templates/SharedPointer.h"

// A group in the Window menu. UC UnrealClaudeModule.cpp; AA UnrealAiEditorModule.cpp
class FWorkspaceItem : public TSharedFromThis<FWorkspaceItem>
{
public:
	explicit FWorkspaceItem(const FText& InDisplayName)
		: DisplayName(InDisplayName)
	{
	}
	const FText& GetDisplayName() const
	{
		return DisplayName;
	}

private:
	FText DisplayName;
};
