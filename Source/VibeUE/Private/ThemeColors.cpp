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
	static const FCodeColor Sign = FCodeColors::GetAll()[0];
	const FLinearColor Ground = FStyleColors::Input.GetSpecifiedColor();
	const FLinearColor Wanted = FCodeColors::Choose(Sign, Ground);
	const bool bIsLight = Wanted == FLinearColor(Sign.OnLight);
	if (&FVibeUEStyle::Get() == &FAppStyle::Get())
	{
		return bIsLight;
	}
	// Code and subdued words have backgrounds of their own: a theme may make one light and the other dark.
	if (!(FVibeUEStyle::GetText(Sign.Tag)->ColorAndOpacity == FSlateColor(Wanted)))
	{
		for (const FCodeColor& Look : FCodeColors::GetAll())
		{
			ThemeColorsPrivate::SetColor(Look.Tag, FCodeColors::Choose(Look, Ground));
		}
	}
	const FSlateColor Quiet = FWordColors::GetQuiet();
	if (!(FVibeUEStyle::GetText("VibeUE.Text.Subdued")->ColorAndOpacity == Quiet))
	{
		ThemeColorsPrivate::SetColor("VibeUE.Text.Subdued", Quiet);
		ThemeColorsPrivate::SetColor("VibeUE.Text.Thought", Quiet);
	}
	return bIsLight;
}
