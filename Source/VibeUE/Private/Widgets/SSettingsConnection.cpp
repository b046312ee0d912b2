// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SSettingsConnection.h"

#include "Layout/Margin.h"
#include "VibeUESettings.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SConnectionCheck.h"
#include "Widgets/SSetupOffers.h"

#define LOCTEXT_NAMESPACE "SSettingsConnection"

void SSettingsConnection::Construct(const FArguments&)
{
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 2.0f)
		[
			SNew(SConnectionCheck)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.HAlign(HAlign_Left)
		.Padding(0.0f, 2.0f)
		[
			SNew(SChatButton)
			.Visibility(this, &SSettingsConnection::GetLookVisibility)
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(LOCTEXT("Look", "Find servers, keys and agents"))
			.ToolTipText(LOCTEXT("LookTip", "Looks for model servers on this machine, keys in the environment and agents, each of which can be used with one click. Nothing leaves this machine."))
			.OnClicked(this, &SSettingsConnection::HandleLookClicked)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 2.0f)
		[
			SAssignNew(Offers, SSetupOffers)
			.Visibility(this, &SSettingsConnection::GetOffersVisibility)
			.OnAgentChosen(this, &SSettingsConnection::HandleAgentChosen)
		]
	];
}

FReply SSettingsConnection::HandleLookClicked()
{
	Offers->LookOnce();
	return FReply::Handled();
}

void SSettingsConnection::HandleAgentChosen(const FString& Command)
{
	UVibeUESettings* const Settings = GetMutableDefault<UVibeUESettings>();
	Settings->AgentCommand = Command;
	Settings->SaveAndNotify();
}

EVisibility SSettingsConnection::GetOffersVisibility() const
{
	return Offers->HasLooked() ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SSettingsConnection::GetLookVisibility() const
{
	return Offers->HasLooked() ? EVisibility::Collapsed : EVisibility::Visible;
}

#undef LOCTEXT_NAMESPACE
