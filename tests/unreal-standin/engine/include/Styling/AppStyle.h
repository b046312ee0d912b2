#pragma once

#include "Styling/ISlateStyle.h"

// The editor's own looks. Epic: SlateCore/FAppStyle; CX SCortexStatusBarWidget.cpp; PLS SPlasticSourceControlSettings.cpp.
// Knows the keys that public plugins use; any other key ends the run.
class FAppStyle
{
public:
	static const ISlateStyle& Get();
	static const FSlateBrush* GetBrush(const FName Key, const ANSICHAR* Specifier = nullptr)
	{
		return Get().GetBrush(Key, Specifier);
	}
	static FSlateFontInfo GetFontStyle(const FName Key, const ANSICHAR* Specifier = nullptr)
	{
		return Get().GetFontStyle(Key, Specifier);
	}
	static FSlateColor GetSlateColor(const FName Key, const ANSICHAR* Specifier = nullptr)
	{
		return Get().GetSlateColor(Key, Specifier);
	}
	static FLinearColor GetColor(const FName Key, const ANSICHAR* Specifier = nullptr)
	{
		return Get().GetColor(Key, Specifier);
	}
	static const FName GetAppStyleSetName()
	{
		return Get().GetStyleSetName();
	}
};
