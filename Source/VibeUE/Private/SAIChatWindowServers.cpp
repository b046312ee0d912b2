// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The window's list of tool servers: when it is shown, and what it asks for.

#include "SAIChatWindow.h"

#include "Layout/Margin.h"
#include "Misc/Paths.h"
#include "Tools/EngineServer.h"
#include "VibeUESettings.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SStatusLine.h"
#include "Widgets/SSummaryBadge.h"
#include "Widgets/SToolServerList.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

TSharedRef<SWidget> SAIChatWindow::MakeServers()
{
	return SNew(SBox)
		.Visibility(this, &SAIChatWindow::GetServersVisibility)
		[
			SAssignNew(Servers, SToolServerList)
			.OnAllowed(this, &SAIChatWindow::HandleServerAllowed)
			.OnListUsed(this, &SAIChatWindow::HandleServerListUsed)
			.OnRestarted(this, &SAIChatWindow::HandleServerRestarted)
			.OnStarted(this, &SAIChatWindow::HandleEngineServerStarted)
			.OnSignIn(this, &SAIChatWindow::HandleServerSignIn)
			.OnSignOut(this, &SAIChatWindow::HandleServerSignOut)
			.OnReloaded(this, &SAIChatWindow::HandleServersReloaded)
		];
}

TSharedRef<SWidget> SAIChatWindow::MakeServersButton()
{
	return SNew(SChatButton)
		.Visibility(this, &SAIChatWindow::GetServersButtonVisibility)
		.ContentPadding(FMargin(6.0f, 1.0f))
		.Text(this, &SAIChatWindow::GetServersText)
		.ToolTipText(LOCTEXT("ServersTip", "Show or hide the tool servers: what each is doing, and what it is allowed to do."))
		.OnClicked(this, &SAIChatWindow::HandleServersAsked);
}

void SAIChatWindow::RefreshServers()
{
	const TArray<FVibeUEToolServer> Known = Session.IsValid() ? Session->GetToolServers() : TArray<FVibeUEToolServer>();
	Servers->SetServers(Known);
	ServersText = SToolServerList::Describe(Known);
	ServerFailure = SToolServerList::DescribeFailure(Known);
	bShowsServers = bShowsServers && Known.Num() > 0;
}

void SAIChatWindow::HandleToolServersChanged()
{
	const bool bWasWrong = !ServerFailure.IsEmpty();
	RefreshServers();
	// What is in progress is shown first.
	if ((bWasWrong || !ServerFailure.IsEmpty()) && Session.IsValid() && Session->GetState() == EVibeUEChatState::Idle && !Session->IsSummarizing())
	{
		StatusLine->SetIdle(GetIdleText());
	}
}

FText SAIChatWindow::GetIdleText() const
{
	// The outcome of a summarization is read as long as its notice is shown.
	return Badge->IsShown() ? SummaryOutcome : ServerFailure;
}

void SAIChatWindow::HandleServerAllowed(const FString& Name)
{
	if (Session.IsValid())
	{
		Session->AllowToolServer(Name);
	}
}

void SAIChatWindow::HandleServerListUsed(const FString& File)
{
	if (!Session.IsValid() || !FVibeUEToolServerLists::Use(*Session, File))
	{
		return;
	}
	UVibeUESettings* const Settings = GetMutableDefault<UVibeUESettings>();
	Settings->ToolServerFiles.RemoveAll([](const FString& Named) { return Named.TrimStartAndEnd().IsEmpty(); });
	if (Settings->ToolServerFiles.IsEmpty())
	{
		// Lists that are named take the place of the project's own.
		Settings->ToolServerFiles.Add(TEXT(".mcp.json"));
	}
	// A list of the project moves with it.
	FString Saved = File;
	const FString Project = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir());
	if (FPaths::IsUnderDirectory(Saved, Project))
	{
		FPaths::MakePathRelativeTo(Saved, *(Project / TEXT("")));
	}
	Settings->ToolServerFiles.AddUnique(Saved);
	Settings->Save();
}

void SAIChatWindow::HandleServerRestarted(const FString& Name)
{
	if (Session.IsValid())
	{
		Session->RestartToolServer(Name);
	}
}

void SAIChatWindow::HandleEngineServerStarted(const FString& Name)
{
	const bool bIsKnown = VibeUE::StartEngineServer();
	Servers->SetStart(bIsKnown ? EToolServerStart::Asked : EToolServerStart::NotKnown);
	if (bIsKnown)
	{
		HandleServerRestarted(Name);
	}
	RefreshServers();
}

void SAIChatWindow::HandleServerSignIn(const FString& Name)
{
	if (Session.IsValid())
	{
		Session->SignInAtToolServer(Name);
	}
}

void SAIChatWindow::HandleServerSignOut(const FString& Name)
{
	if (Session.IsValid())
	{
		Session->SignOutOfToolServer(Name);
	}
}

void SAIChatWindow::HandleServersReloaded()
{
	if (Session.IsValid())
	{
		Session->ReloadToolServers();
	}
}

FReply SAIChatWindow::HandleServersAsked()
{
	bShowsServers = !bShowsServers;
	return FReply::Handled();
}

FText SAIChatWindow::GetServersText() const
{
	return ServersText;
}

EVisibility SAIChatWindow::GetServersVisibility() const
{
	return bShowsServers ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SAIChatWindow::GetServersButtonVisibility() const
{
	return ServersText.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible;
}

#undef LOCTEXT_NAMESPACE
