// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The window's models: which ones there are, and which one answers.

#include "SAIChatWindow.h"

#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SModelPicker.h"
#include "Widgets/STokenBar.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

TSharedRef<SWidget> SAIChatWindow::MakeTokenBar()
{
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(SBox)
			.MaxDesiredHeight(this, &SAIChatWindow::GetModelsRoom)
			[
				SNew(SScrollBox)
				.Orientation(Orient_Vertical)
				.ScrollWhenFocusChanges(EScrollWhenFocusChanges::InstantScroll)
				+ SScrollBox::Slot()
				[
					SAssignNew(Models, SModelPicker)
					.OnChosen(this, &SAIChatWindow::HandleModelChosen)
					.OnClosed(this, &SAIChatWindow::HandleModelsClosed)
				]
			]
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SAssignNew(TokenBar, STokenBar)
			.Model(this, &SAIChatWindow::GetModel)
			.OnModelsAsked(this, &SAIChatWindow::HandleModelsAsked)
		];
}

void SAIChatWindow::OpenModels()
{
	// An agent has models of its own, and a session that is not open has none.
	const bool bCanChoose = Session.IsValid() && !Agent.bIsUsed && Session->GetState() != EVibeUEChatState::Failed && Session->GetState() != EVibeUEChatState::Closed;
	if (bCanChoose)
	{
		Models->Open(*Session);
	}
	else
	{
		Input->ShowProblem(LOCTEXT("NoModels", "There is no model to choose: another agent answers, or the conversation is not open."));
	}
}

void SAIChatWindow::HandleModelsAsked()
{
	if (Models->IsOpen())
	{
		Models->Close();
		return;
	}
	OpenModels();
}

void SAIChatWindow::HandleModelChosen(const FString& Id)
{
	if (Session.IsValid())
	{
		ObeyModel(Id);
	}
}

void SAIChatWindow::HandleModelsClosed()
{
	GiveKeyboardBack();
}

#undef LOCTEXT_NAMESPACE
