// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ButtonPair.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Styling/SlateTypes.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"

TSharedRef<SWidget> FButtonPair::Make(const FButtonOfPair& Main, const FButtonOfPair& Other, const TAttribute<bool>& IsEnabled,
	TSharedPtr<SButton>* OutMain)
{
	const TSharedRef<SButton> MainButton = SNew(SChatButton)
		.ButtonStyle(FAppStyle::Get(), "PrimaryButton")
		.ContentPadding(FMargin(10.0f, 3.0f))
		.Text(Main.Label)
		.ToolTipText(Main.Tip)
		.IsEnabled(IsEnabled)
		.OnClicked(Main.OnClicked);
	if (OutMain)
	{
		*OutMain = MainButton;
	}
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.Padding(0.0f, 0.0f, 6.0f, 0.0f)
		[
			MainButton
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SChatButton)
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(Other.Label)
			.ToolTipText(Other.Tip)
			.IsEnabled(IsEnabled)
			.OnClicked(Other.OnClicked)
		];
}

void FButtonPair::SetStandsOut(SButton& Button, bool bStandsOut)
{
	Button.SetButtonStyle(&FAppStyle::Get().GetWidgetStyle<FButtonStyle>(bStandsOut ? "PrimaryButton" : "Button"));
}
