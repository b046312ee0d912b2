#pragma once

#include "UObject/NameTypes.h"

// Typeface and size. AX SAutonomixChatView.cpp (`Info.Size = n`); CES ScreenCreditsWidget.cpp; EF ExtendedAtlassianStyle.cpp
struct FSlateFontInfo
{
	FSlateFontInfo() = default;
	FSlateFontInfo(const FName InTypeface, float InSize)
		: Size(InSize)
		, TypefaceFontName(InTypeface)
	{
	}
	bool operator==(const FSlateFontInfo&) const = default;
	float Size = 10.0f; // points
	FName TypefaceFontName;
};
