// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The boxes that say how far tools may go.

#include "SAIChatWindow.h"

#include "VibeUEChatSession.h"
#include "VibeUEStyle.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

TSharedRef<SWidget> SAIChatWindow::MakeModes()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SCheckBox)
			.IsChecked(this, &SAIChatWindow::GetPlanState)
			.OnCheckStateChanged(this, &SAIChatWindow::HandlePlanChanged)
			.ToolTipText(LOCTEXT("PlanTip", "Plan mode: the agent may look, but none of its calls may change anything, whatever was allowed."))
			[
				SNew(STextBlock)
				.Text(LOCTEXT("Plan", "Plan only"))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			]
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(6.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(SCheckBox)
			.Visibility(this, &SAIChatWindow::GetDryRunVisibility)
			.IsChecked(this, &SAIChatWindow::GetDryRunState)
			.OnCheckStateChanged(this, &SAIChatWindow::HandleDryRunChanged)
			.ToolTipText(LOCTEXT("DryRunTip", "Dry run: what the model's calls would change is shown here but not done, whatever was allowed."))
			[
				SNew(STextBlock)
				.Text(LOCTEXT("DryRun", "Dry run"))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			]
		];
}

ECheckBoxState SAIChatWindow::GetPlanState() const
{
	return Session.IsValid() && Session->IsPlanMode() ? ECheckBoxState::Checked : ECheckBoxState::Unchecked;
}

void SAIChatWindow::HandlePlanChanged(ECheckBoxState State)
{
	if (Session.IsValid())
	{
		Session->SetPlanMode(State == ECheckBoxState::Checked);
	}
}

ECheckBoxState SAIChatWindow::GetDryRunState() const
{
	return Session.IsValid() && Session->IsDryRun() ? ECheckBoxState::Checked : ECheckBoxState::Unchecked;
}

void SAIChatWindow::HandleDryRunChanged(ECheckBoxState State)
{
	if (Session.IsValid())
	{
		Session->SetDryRun(State == ECheckBoxState::Checked);
	}
}

EVisibility SAIChatWindow::GetDryRunVisibility() const
{
	return Agent.bIsUsed ? EVisibility::Collapsed : EVisibility::Visible;
}

#undef LOCTEXT_NAMESPACE
