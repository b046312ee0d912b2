#pragma once

#include "Styling/SlateColor.h"

// The theme's colours. Epic: SlateCore/FStyleColors, SlateCore/EStyleColor; AA UnrealAiEditorStyle.cpp; US CSNewProjectWizard.cpp.
// The values are the stand-in's own: a dark theme, and a light one (name, dark, light).
#define STANDIN_STYLE_COLORS(Do) \
	Do(Black, 0x000000, 0xffffff) Do(Background, 0x151515, 0xe4e4e4) Do(Title, 0x151515, 0xdcdcdc) Do(WindowBorder, 0x0f0f0f, 0xb8b8b8) Do(Foldout, 0x1a1a1a, 0xe8e8e8) Do(Input, 0x0f0f0f, 0xffffff) \
	Do(InputOutline, 0x383838, 0xa8a8a8) Do(Recessed, 0x1a1a1a, 0xececec) Do(Panel, 0x242424, 0xf5f5f5) Do(Header, 0x2f2f2f, 0xe2e2e2) Do(Dropdown, 0x383838, 0xf0f0f0) \
	Do(DropdownOutline, 0x4c4c4c, 0xa8a8a8) Do(Hover, 0x575757, 0xd2d2d2) Do(Hover2, 0x808080, 0xbcbcbc) Do(White, 0xffffff, 0xffffff) Do(White25, 0xd0d0d0, 0x404040) \
	Do(Highlight, 0x0a5fb8, 0x1070d0) Do(Primary, 0x0b6fd8, 0x0b63c2) Do(PrimaryHover, 0x1f86f0, 0x0a56a8) Do(PrimaryPress, 0x0758ad, 0x084888) Do(Secondary, 0x383838, 0xdadada) \
	Do(Foreground, 0xc0c0c0, 0x2a2a2a) Do(ForegroundHover, 0xffffff, 0x000000) Do(ForegroundInverted, 0x1a1a1a, 0xffffff) Do(ForegroundHeader, 0xc8c8c8, 0x202020) \
	Do(Select, 0x0b6fd8, 0x0b63c2) Do(SelectInactive, 0x40576f, 0xb9c7d6) Do(SelectParent, 0x2c323a, 0xdce6f1) Do(SelectHover, 0x242424, 0xececec) Do(Notifications, 0x464b50, 0x464b50) \
	Do(AccentBlue, 0x26bbff, 0x005fa8) Do(AccentPurple, 0xa139bf, 0x7a1f96) Do(AccentPink, 0xff729c, 0xb01e50) Do(AccentRed, 0xff4040, 0xb81414) Do(AccentOrange, 0xfe9b07, 0x8a4a00) \
	Do(AccentYellow, 0xffdc1a, 0x6b5400) Do(AccentGreen, 0x8bc24a, 0x2e6b10) Do(AccentBrown, 0x804d39, 0x6a3d2c) Do(AccentBlack, 0x242424, 0xf0f0f0) Do(AccentGray, 0x808080, 0x606060) \
	Do(AccentWhite, 0xffffff, 0x000000) Do(AccentFolder, 0xb68f55, 0x7a5a20) Do(Warning, 0xffb800, 0x7a5000) Do(Error, 0xef3535, 0xb81c1c) Do(Success, 0x1fe44b, 0x0a6b24)

struct FStyleColors
{
#define STANDIN_DECLARE_COLOR(Name, Dark, Light) static const FSlateColor Name;
	STANDIN_STYLE_COLORS(STANDIN_DECLARE_COLOR)
#undef STANDIN_DECLARE_COLOR
};
