// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/DrawnBar.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Misc/CString.h"
#include "StandIn/Slate.h"

namespace DrawnBarPrivate
{
/** What the user calls a colour, of what is painted. */
static FString NameColor(int32 Red, int32 Green, int32 Blue)
{
	if (Red > Green + 70 && Red > Blue + 70 && Red - Green > 110)
	{
		return TEXT("red");
	}
	if (Red > Blue + 70 && Green > Blue + 70)
	{
		return TEXT("yellow");
	}
	return Green > Red + 30 && Green > Blue + 30 ? FString(TEXT("green")) : FString::Printf(TEXT("rgb %d %d %d"), Red, Green, Blue);
}
} // namespace DrawnBarPrivate

FDrawnBar FDrawnBar::Read()
{
	// The page is what is painted: the filled part of the bar, its width and its colour.
	FDrawnBar Bar;
	const FString Page = StandIn::RenderHtml();
	const int32 At = Page.Find(TEXT("data-type=\"SProgressBar\""), ESearchCase::CaseSensitive);
	const FString Fill = At == INDEX_NONE ? FString() : Page.Mid(Page.Find(TEXT("<div style="), ESearchCase::CaseSensitive, ESearchDir::FromStart, At), 400);
	const int32 Width = Fill.Find(TEXT(";width:"), ESearchCase::CaseSensitive);
	const int32 Color = Fill.Find(TEXT("background:rgba("), ESearchCase::CaseSensitive);
	if (Width == INDEX_NONE || Color == INDEX_NONE)
	{
		return Bar;
	}
	LexFromString(Bar.Percent, *Fill.Mid(Width + 7, Fill.Find(TEXT("%"), ESearchCase::CaseSensitive, ESearchDir::FromStart, Width) - Width - 7));
	TArray<FString> Parts;
	Fill.Mid(Color + 16, 40).ParseIntoArray(Parts, TEXT(","));
	if (Parts.Num() >= 3)
	{
		Bar.Color = DrawnBarPrivate::NameColor(FCString::Atoi(*Parts[0]), FCString::Atoi(*Parts[1]), FCString::Atoi(*Parts[2]));
	}
	return Bar;
}

#endif
