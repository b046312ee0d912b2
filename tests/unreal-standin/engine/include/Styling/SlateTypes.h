#pragma once

#include "Fonts/SlateFontInfo.h"
#include "Math/Vector2D.h"
#include "Styling/SlateBrush.h"
#include "Types/SlateEnums.h"

// The looks of widgets: values with setters that can be chained. Epic: SlateCore/FTextBlockStyle/SetFont; CX CortexRichTextStyle.cpp;
// PX PCGExDetailsCustomization.cpp; EF SBacklotStylePrimitives.cpp. A setter takes a brush by reference, never by pointer.
#define STANDIN_STYLE_FIELD(Type, Name, Default) \
	Type Name = Default; \
	STANDIN_STYLE_SELF& Set##Name(const Type& Value) \
	{ \
		Name = Value; \
		return *this; \
	}

struct FTextBlockStyle
{
#define STANDIN_STYLE_SELF FTextBlockStyle
	STANDIN_STYLE_FIELD(FSlateFontInfo, Font, FSlateFontInfo())
	STANDIN_STYLE_FIELD(FSlateColor, ColorAndOpacity, FSlateColor::UseForeground())
	STANDIN_STYLE_FIELD(FVector2D, ShadowOffset, FVector2D())
	STANDIN_STYLE_FIELD(FLinearColor, ShadowColorAndOpacity, FLinearColor())
	STANDIN_STYLE_FIELD(FSlateColor, SelectedBackgroundColor, FSlateColor::UseForeground())
	FTextBlockStyle& SetFontSize(float Size)
	{
		Font.Size = Size;
		return *this;
	}
#undef STANDIN_STYLE_SELF
};

struct FButtonStyle
{
#define STANDIN_STYLE_SELF FButtonStyle
	STANDIN_STYLE_FIELD(FSlateBrush, Normal, FSlateBrush())
	STANDIN_STYLE_FIELD(FSlateBrush, Hovered, FSlateBrush())
	STANDIN_STYLE_FIELD(FSlateBrush, Pressed, FSlateBrush())
	STANDIN_STYLE_FIELD(FSlateBrush, Disabled, FSlateBrush())
	STANDIN_STYLE_FIELD(FSlateColor, NormalForeground, FSlateColor::UseForeground())
	STANDIN_STYLE_FIELD(FSlateColor, HoveredForeground, FSlateColor::UseForeground())
	STANDIN_STYLE_FIELD(FSlateColor, PressedForeground, FSlateColor::UseForeground())
	STANDIN_STYLE_FIELD(FSlateColor, DisabledForeground, FSlateColor::UseSubduedForeground())
	STANDIN_STYLE_FIELD(FMargin, NormalPadding, FMargin(4.0f, 2.0f))
	STANDIN_STYLE_FIELD(FMargin, PressedPadding, FMargin(4.0f, 2.0f))
#undef STANDIN_STYLE_SELF
};

struct FEditableTextBoxStyle
{
#define STANDIN_STYLE_SELF FEditableTextBoxStyle
	STANDIN_STYLE_FIELD(FTextBlockStyle, TextStyle, FTextBlockStyle())
	STANDIN_STYLE_FIELD(FSlateBrush, BackgroundImageNormal, FSlateBrush())
	STANDIN_STYLE_FIELD(FSlateBrush, BackgroundImageHovered, FSlateBrush())
	STANDIN_STYLE_FIELD(FSlateBrush, BackgroundImageFocused, FSlateBrush())
	STANDIN_STYLE_FIELD(FSlateBrush, BackgroundImageReadOnly, FSlateBrush())
	STANDIN_STYLE_FIELD(FMargin, Padding, FMargin(8.0f, 4.0f))
	STANDIN_STYLE_FIELD(FSlateColor, ForegroundColor, FSlateColor::UseForeground())
	STANDIN_STYLE_FIELD(FSlateColor, BackgroundColor, FSlateColor(FLinearColor::White))
#undef STANDIN_STYLE_SELF
};

struct FCheckBoxStyle
{
#define STANDIN_STYLE_SELF FCheckBoxStyle
	STANDIN_STYLE_FIELD(FMargin, Padding, FMargin(4.0f, 0.0f))
	STANDIN_STYLE_FIELD(FSlateColor, ForegroundColor, FSlateColor::UseForeground())
	bool bStandInIsRound = false; // one of many
#undef STANDIN_STYLE_SELF
};

struct FHyperlinkStyle
{
#define STANDIN_STYLE_SELF FHyperlinkStyle
	STANDIN_STYLE_FIELD(FButtonStyle, UnderlineStyle, FButtonStyle())
	STANDIN_STYLE_FIELD(FTextBlockStyle, TextStyle, FTextBlockStyle())
	STANDIN_STYLE_FIELD(FMargin, Padding, FMargin())
#undef STANDIN_STYLE_SELF
};

struct FScrollBarStyle
{
#define STANDIN_STYLE_SELF FScrollBarStyle
	STANDIN_STYLE_FIELD(FSlateBrush, NormalThumbImage, FSlateBrush())
	STANDIN_STYLE_FIELD(FSlateBrush, HoveredThumbImage, FSlateBrush())
#undef STANDIN_STYLE_SELF
};

struct FScrollBoxStyle
{
#define STANDIN_STYLE_SELF FScrollBoxStyle
	STANDIN_STYLE_FIELD(float, BarThickness, 9.0f)
#undef STANDIN_STYLE_SELF
};

struct FTableRowStyle
{
#define STANDIN_STYLE_SELF FTableRowStyle
	STANDIN_STYLE_FIELD(FSlateBrush, EvenRowBackgroundBrush, FSlateBrush())
	STANDIN_STYLE_FIELD(FSlateBrush, OddRowBackgroundBrush, FSlateBrush())
	STANDIN_STYLE_FIELD(FSlateBrush, ActiveBrush, FSlateBrush())
	STANDIN_STYLE_FIELD(FSlateColor, TextColor, FSlateColor::UseForeground())
#undef STANDIN_STYLE_SELF
};

struct FProgressBarStyle
{
#define STANDIN_STYLE_SELF FProgressBarStyle
	STANDIN_STYLE_FIELD(FSlateBrush, BackgroundImage, FSlateBrush())
	STANDIN_STYLE_FIELD(FSlateBrush, FillImage, FSlateBrush())
	STANDIN_STYLE_FIELD(FSlateBrush, MarqueeImage, FSlateBrush())
#undef STANDIN_STYLE_SELF
};

struct FComboButtonStyle
{
#define STANDIN_STYLE_SELF FComboButtonStyle
	STANDIN_STYLE_FIELD(FButtonStyle, ButtonStyle, FButtonStyle())
#undef STANDIN_STYLE_SELF
};
