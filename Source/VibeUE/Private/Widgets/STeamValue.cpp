// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/STeamValue.h"

#include "Layout/Margin.h"
#include "SettingNotes.h"
#include "Styling/StyleColors.h"
#include "TeamSettings.h"
#include "VibeUESettings.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "STeamValue"

void STeamValue::Construct(const FArguments&, const TSharedRef<FSettingNotes>& InNotes, FName InProperty)
{
	Notes = InNotes;
	Property = InProperty;
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(STextBlock)
			.AutoWrapText(true)
			.ColorAndOpacity(FStyleColors::Foreground)
			.Text(this, &STeamValue::GetText)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.HAlign(HAlign_Left)
		.Padding(0.0f, 2.0f)
		[
			SNew(SChatButton)
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(LOCTEXT("Restore", "Use the project's value"))
			.ToolTipText(LOCTEXT("RestoreTip", "Replaces your own value with the one that the project shares."))
			.OnClicked(this, &STeamValue::HandleClicked)
		]
	];
}

FText STeamValue::GetText() const
{
	return FText::Format(LOCTEXT("Other", "Shared by the project: {0}. Your own value is used instead."), Notes->GetTeamValue(Property));
}

FReply STeamValue::HandleClicked()
{
	FTeamSettings::Restore(*GetMutableDefault<UVibeUESettings>(), Property.ToString());
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
