#pragma once

#include "UObject/NameTypes.h"

// UC UnrealClaudeModule.cpp; COR CortexBPToolbarExtension.cpp: a style set's name and a key in it.
struct FSlateIcon
{
	FSlateIcon() = default;
	FSlateIcon(const FName& InStyleSetName, const FName& InStyleName)
		: StyleSetName(InStyleSetName)
		, StyleName(InStyleName)
	{
	}
	const FName& GetStyleSetName() const
	{
		return StyleSetName;
	}
	const FName& GetStyleName() const
	{
		return StyleName;
	}
	bool IsSet() const
	{
		return !StyleName.IsNone();
	}

private:
	FName StyleSetName;
	FName StyleName;
};
