#pragma once

#include "Styling/SlateColor.h"

// The theme's colours. Epic: SlateCore/FStyleColors, SlateCore/EStyleColor; AA UnrealAiEditorStyle.cpp; US CSNewProjectWizard.cpp.
// The values are the stand-in's own; a dark theme.
#define STANDIN_STYLE_COLORS(Do) \
	Do(Black, 0x000000) Do(Background, 0x151515) Do(Title, 0x151515) Do(WindowBorder, 0x0f0f0f) Do(Foldout, 0x1a1a1a) Do(Input, 0x0f0f0f) \
	Do(InputOutline, 0x383838) Do(Recessed, 0x1a1a1a) Do(Panel, 0x242424) Do(Header, 0x2f2f2f) Do(Dropdown, 0x383838) \
	Do(DropdownOutline, 0x4c4c4c) Do(Hover, 0x575757) Do(Hover2, 0x808080) Do(White, 0xffffff) Do(White25, 0xd0d0d0) \
	Do(Highlight, 0x0a5fb8) Do(Primary, 0x0b6fd8) Do(PrimaryHover, 0x1f86f0) Do(PrimaryPress, 0x0758ad) Do(Secondary, 0x383838) \
	Do(Foreground, 0xc0c0c0) Do(ForegroundHover, 0xffffff) Do(ForegroundInverted, 0x1a1a1a) Do(ForegroundHeader, 0xc8c8c8) \
	Do(Select, 0x0b6fd8) Do(SelectInactive, 0x40576f) Do(SelectParent, 0x2c323a) Do(SelectHover, 0x242424) Do(Notifications, 0x464b50) \
	Do(AccentBlue, 0x26bbff) Do(AccentPurple, 0xa139bf) Do(AccentPink, 0xff729c) Do(AccentRed, 0xff4040) Do(AccentOrange, 0xfe9b07) \
	Do(AccentYellow, 0xffdc1a) Do(AccentGreen, 0x8bc24a) Do(AccentBrown, 0x804d39) Do(AccentBlack, 0x242424) Do(AccentGray, 0x808080) \
	Do(AccentWhite, 0xffffff) Do(AccentFolder, 0xb68f55) Do(Warning, 0xffb800) Do(Error, 0xef3535) Do(Success, 0x1fe44b)

struct FStyleColors
{
#define STANDIN_DECLARE_COLOR(Name, Hex) static const FSlateColor Name;
	STANDIN_STYLE_COLORS(STANDIN_DECLARE_COLOR)
#undef STANDIN_DECLARE_COLOR
};
