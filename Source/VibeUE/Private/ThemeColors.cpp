// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ThemeColors.h"

#include "CodeColors.h"
#include "Styling/AppStyle.h"
#include "Styling/SlateTypes.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "WordColors.h"

namespace ThemeColorsPrivate
{
/** In place: widgets point at the looks that they were made with. */
static void SetColor(const FName& Look, const FSlateColor& Color)
{
	const_cast<FTextBlockStyle*>(FVibeUEStyle::GetText(Look))->SetColorAndOpacity(Color);
}
} // namespace ThemeColorsPrivate

bool FThemeColors::Follow()
{
	static const FCodeColor Sign{"", FColor::Black, FColor::White};
	const FLinearColor Ground = FStyleColors::Input.GetSpecifiedColor();
	const bool bIsLight = FCodeColors::Choose(Sign, Ground) == FLinearColor(FColor::White);
	const FSlateColor Quiet = FWordColors::GetQuiet();
	if (FVibeUEStyle::GetText("VibeUE.Text.Subdued")->ColorAndOpacity == Quiet || &FVibeUEStyle::Get() == &FAppStyle::Get())
	{
		return bIsLight;
	}
	for (const FCodeColor& Look : FCodeColors::GetAll())
	{
		ThemeColorsPrivate::SetColor(Look.Tag, FCodeColors::Choose(Look, Ground));
	}
	ThemeColorsPrivate::SetColor("VibeUE.Text.Subdued", Quiet);
	ThemeColorsPrivate::SetColor("VibeUE.Text.Thought", Quiet);
	return bIsLight;
}
