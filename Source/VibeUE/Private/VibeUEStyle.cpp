// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUEStyle.h"

#include "Brushes/SlateImageBrush.h"
#include "Brushes/SlateNoResource.h"
#include "Brushes/SlateRoundedBoxBrush.h"
#include "CodeColors.h"
#include "Fonts/SlateFontInfo.h"
#include "Interfaces/IPluginManager.h"
#include "Layout/Margin.h"
#include "Math/Vector2D.h"
#include "Misc/Paths.h"
#include "Styling/AppStyle.h"
#include "Styling/CoreStyle.h"
#include "Styling/SlateStyle.h"
#include "Styling/SlateStyleRegistry.h"
#include "Styling/SlateTypes.h"
#include "Styling/StyleColors.h"
#include "Widgets/FocusOutline.h"
#include "WordColors.h"

TSharedPtr<FSlateStyleSet> FVibeUEStyle::StyleSet;

void FVibeUEStyle::Register()
{
	if (StyleSet.IsValid())
	{
		return;
	}
	StyleSet = MakeShared<FSlateStyleSet>(GetStyleSetName());
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("VibeUE"));
	const FString Folder = Plugin.IsValid() ? Plugin->GetBaseDir() / TEXT("Resources") : FString();
	StyleSet->SetContentRoot(Folder);
	AddIcons(Folder);
	AddBoxes();
	AddTexts();
	FSlateStyleRegistry::RegisterSlateStyle(*StyleSet);
}

void FVibeUEStyle::AddIcons(const FString& Folder)
{
	const TCHAR* const Icons[] = {TEXT("Camera"), TEXT("ChatTab"), TEXT("Check"), TEXT("Close"), TEXT("Context"), TEXT("Copy"), TEXT("Delete"), TEXT("Down"), TEXT("Edit"), TEXT("Error"),
		TEXT("Export"), TEXT("History"), TEXT("Import"), TEXT("Link"), TEXT("New"), TEXT("Next"), TEXT("Picture"), TEXT("Pin"), TEXT("Preview"), TEXT("Previous"), TEXT("Report"), TEXT("Retry"), TEXT("Send"), TEXT("Settings"), TEXT("Stop"),
		TEXT("Summarize"), TEXT("Tool"), TEXT("Undo"), TEXT("Up"), TEXT("Warning")};
	for (const TCHAR* Icon : Icons)
	{
		const FString File = Folder / (FString(Icon) + TEXT(".svg"));
		const FString Name = FString(TEXT("VibeUE.")) + Icon;
		StyleSet->Set(FName(*Name), new FSlateVectorImageBrush(File, FVector2D(16.0, 16.0)));
		StyleSet->Set(FName(*(Name + TEXT(".Small"))), new FSlateVectorImageBrush(File, FVector2D(12.0, 12.0)));
	}
	StyleSet->Set("VibeUE.ChatTab.Large", new FSlateVectorImageBrush(Folder / TEXT("ChatTab.svg"), FVector2D(40.0, 40.0)));
}

void FVibeUEStyle::AddBoxes()
{
	const FSlateColor None(FLinearColor::Transparent);
	StyleSet->Set("VibeUE.Box.Ground", new FSlateRoundedBoxBrush(None, 0.0f));
	StyleSet->Set("VibeUE.Box.Question", new FSlateRoundedBoxBrush(FStyleColors::Header, 6.0f, FStyleColors::InputOutline, 1.0f));
	StyleSet->Set("VibeUE.Box.Card", new FSlateRoundedBoxBrush(FStyleColors::Recessed, 6.0f, FStyleColors::InputOutline, 1.0f));
	StyleSet->Set("VibeUE.Box.Code", new FSlateRoundedBoxBrush(FStyleColors::Input, 4.0f, FStyleColors::InputOutline, 1.0f));
	StyleSet->Set("VibeUE.Box.Asking", new FSlateRoundedBoxBrush(FStyleColors::Recessed, 6.0f, FStyleColors::Primary, 1.0f));
	StyleSet->Set("VibeUE.Box.Warning", new FSlateRoundedBoxBrush(FStyleColors::Recessed, 6.0f, FStyleColors::InputOutline, 1.0f));
	StyleSet->Set("VibeUE.Box.Error", new FSlateRoundedBoxBrush(FStyleColors::Recessed, 6.0f, FStyleColors::Error, 1.0f));
	StyleSet->Set("VibeUE.Box.Summary", new FSlateRoundedBoxBrush(FStyleColors::Recessed, 6.0f, FStyleColors::AccentGreen, 1.0f));
	StyleSet->Set("VibeUE.Box.Found", new FSlateRoundedBoxBrush(FStyleColors::Recessed, 6.0f, FStyleColors::AccentYellow, 2.0f));
	StyleSet->Set("VibeUE.Box.Badge", new FSlateRoundedBoxBrush(FStyleColors::Recessed, 11.0f, FStyleColors::AccentGreen, 1.0f));
	StyleSet->Set("VibeUE.Box.Chosen", new FSlateRoundedBoxBrush(FStyleColors::SelectParent, 4.0f, FStyleColors::Primary, 1.0f));
	StyleSet->Set("VibeUE.Box.Fill", new FSlateRoundedBoxBrush(FLinearColor::White, 0.0f));
	StyleSet->Set("VibeUE.Focus.OnDark", new FSlateRoundedBoxBrush(None, 4.0f, FLinearColor(FFocusOutline::GetColor(false)), 2.0f));
	StyleSet->Set("VibeUE.Focus.OnLight", new FSlateRoundedBoxBrush(None, 4.0f, FLinearColor(FFocusOutline::GetColor(true)), 2.0f));
	StyleSet->Set("VibeUE.Box.Quote", new FSlateRoundedBoxBrush(FStyleColors::InputOutline, 1.0f, None, 0.0f));
}

void FVibeUEStyle::AddTexts()
{
	const auto Add = [](const ANSICHAR* Name, const ANSICHAR* Typeface, float Size, const FSlateColor& Color)
	{
		StyleSet->Set(FName(Name), FTextBlockStyle().SetFont(FCoreStyle::GetDefaultFontStyle(Typeface, Size)).SetColorAndOpacity(Color));
	};
	const FSlateColor Plain = FSlateColor::UseForeground();
	const FSlateColor Subdued = FWordColors::GetQuiet();
	Add("VibeUE.Text", "Regular", 10.0f, Plain);
	Add("VibeUE.Text.Bold", "Bold", 10.0f, Plain);
	Add("VibeUE.Text.Small", "Regular", 9.0f, Plain);
	Add("VibeUE.Text.SmallBold", "Bold", 9.0f, FStyleColors::ForegroundHover);
	Add("VibeUE.Text.Subdued", "Regular", 9.0f, Subdued);
	Add("VibeUE.Text.Thought", "Italic", 9.0f, Subdued);
	Add("VibeUE.Text.Code", "Mono", 9.0f, Plain);
	Add("VibeUE.Text.OnColor", "Bold", 8.0f, FStyleColors::ForegroundInverted);
	Add("VibeUE.Text.Title", "Bold", 14.0f, FStyleColors::ForegroundHover);
	Add("VibeUE.Text.Heading1", "Bold", 13.0f, FStyleColors::ForegroundHover);
	Add("VibeUE.Text.Heading2", "Bold", 11.0f, FStyleColors::ForegroundHover);
	Add("VibeUE.Text.Heading3", "Bold", 10.0f, FStyleColors::ForegroundHover);
	// What the tags of rich texts are called.
	Add("Strong", "Bold", 10.0f, FStyleColors::ForegroundHover);
	Add("Emphasis", "Italic", 10.0f, Plain);
	Add("Mono", "Mono", 9.5f, FStyleColors::AccentBlue);
	for (const FCodeColor& Look : FCodeColors::GetAll())
	{
		Add(Look.Tag, "Mono", 9.0f, FCodeColors::Choose(Look, FStyleColors::Input.GetSpecifiedColor()));
	}
	const FButtonStyle Bare = FButtonStyle()
		.SetNormal(FSlateNoResource())
		.SetHovered(FSlateRoundedBoxBrush(FStyleColors::Hover, 2.0f))
		.SetPressed(FSlateNoResource())
		.SetNormalPadding(FMargin(0.0f))
		.SetPressedPadding(FMargin(0.0f));
	StyleSet->Set("Hyperlink", FHyperlinkStyle()
		.SetUnderlineStyle(Bare)
		.SetTextStyle(FTextBlockStyle().SetFont(FCoreStyle::GetDefaultFontStyle("Regular", 10.0f)).SetColorAndOpacity(FStyleColors::AccentBlue))
		.SetPadding(FMargin(0.0f)));
}

void FVibeUEStyle::Unregister()
{
	if (StyleSet.IsValid())
	{
		FSlateStyleRegistry::UnRegisterSlateStyle(*StyleSet);
		StyleSet.Reset();
	}
}

FName FVibeUEStyle::GetStyleSetName()
{
	return TEXT("VibeUEStyle");
}

const ISlateStyle& FVibeUEStyle::Get()
{
	if (StyleSet.IsValid())
	{
		return *StyleSet;
	}
	return FAppStyle::Get();
}

const FSlateBrush* FVibeUEStyle::GetBrush(const FName& Name)
{
	return StyleSet.IsValid() ? StyleSet->GetBrush(Name) : FAppStyle::GetBrush("NoBrush");
}

const FTextBlockStyle* FVibeUEStyle::GetText(const FName& Name)
{
	return StyleSet.IsValid() ? &StyleSet->GetWidgetStyle<FTextBlockStyle>(Name) : &FAppStyle::Get().GetWidgetStyle<FTextBlockStyle>("NormalText");
}
