// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The window's agent: who answers, what it does, and what the user allows.

#include "SAIChatWindow.h"

#include "VibeUESettings.h"
#include "Widgets/SAgentBar.h"
#include "Widgets/SAgentPicker.h"
#include "Widgets/STokenBar.h"

TSharedRef<SWidget> SAIChatWindow::MakeAgent()
{
	return SAssignNew(AgentBar, SAgentBar).OnAllowed(this, &SAIChatWindow::HandleAgentAllowed);
}

TSharedRef<SWidget> SAIChatWindow::MakeAgentPicker()
{
	return SNew(SAgentPicker)
		.Current(this, &SAIChatWindow::GetAgentCommand)
		.IsEnabled(this, &SAIChatWindow::CanChooseAgent)
		.OnChosen(this, &SAIChatWindow::HandleAgentChosen)
		.OnSettingsAsked(this, &SAIChatWindow::HandleSettingsAsked);
}

void SAIChatWindow::RefreshAgent()
{
	Agent = Session.IsValid() ? Session->GetAgent() : FVibeUEAgent();
	AgentBar->SetAgent(Agent);
	TokenBar->SetAgent(Agent);
	// Its name comes with its greeting.
	Labels.Reset();
	bShowsContext = bShowsContext && !Agent.bIsUsed;
}

void SAIChatWindow::HandleAgentChanged()
{
	RefreshAgent();
	RefreshUsage();
}

void SAIChatWindow::HandleAgentAllowed()
{
	if (Session.IsValid())
	{
		Session->AllowAgent();
	}
}

void SAIChatWindow::HandleAgentChosen(const FString& Command)
{
	UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
	Settings->AgentCommand = Command;
	Settings->SaveAndNotify();
	// The conversation continues with whoever answers now.
	OpenConversation(GetConversationId());
}

FString SAIChatWindow::GetAgentCommand() const
{
	return Agent.bIsUsed ? Agent.Command : FString();
}

bool SAIChatWindow::CanChooseAgent() const
{
	// A session that somebody else opened is theirs to open again.
	return bOwnsSession && !IsBusy();
}

bool SAIChatWindow::IsAgentAnswering() const
{
	return Agent.bIsUsed;
}
