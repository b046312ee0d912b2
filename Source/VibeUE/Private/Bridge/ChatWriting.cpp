// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ChatWriting.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "Tools/ToolHost.h"
#include "TurnUnderWay.h"
#include "VibeUEChatSession.h"

TArray<FString> FChatWriting::GetPrompts(const UChatSession& Session)
{
	TArray<FString> Prompts;
	if (Session.Core.IsValid())
	{
		for (const rust::String& Words : Session.Core->Session->prompts())
		{
			Prompts.Add(VibeUE::FromCore(Words));
		}
	}
	return Prompts;
}

TArray<FWaitingMessage> FChatWriting::GetWaiting(const UChatSession& Session)
{
	TArray<FWaitingMessage> Messages;
	if (Session.Core.IsValid())
	{
		for (const vibeue::WaitingRow& Row : Session.Core->Session->waiting())
		{
			FWaitingMessage Message;
			Message.Submit = VibeUE::FromCore(static_cast<uint64>(Row.submit));
			Message.Text = VibeUE::FromCore(Row.text);
			Message.Attachments = static_cast<int32>(Row.attachments);
			Message.Images = static_cast<int32>(Row.images);
			Message.bIsHeld = Row.held;
			Messages.Add(MoveTemp(Message));
		}
	}
	return Messages;
}

bool FChatWriting::Withdraw(UChatSession& Session, int64 Submit)
{
	return Session.Core.IsValid() ? Session.Check(VibeUE::FromCore(Session.Core->Session->withdraw(VibeUE::ToCore(Submit)))) : Session.RefuseClosed();
}

bool FChatWriting::SendNow(UChatSession& Session, int64 Submit)
{
	const bool bWaits = GetWaiting(Session).ContainsByPredicate([Submit](const FWaitingMessage& Message) { return Message.Submit == Submit; });
	const uint64 Turn = bWaits && Session.ToolHost.IsValid() ? Session.ToolHost->FindTurn() : 0;
	const bool bSent = Session.Core.IsValid() ? Session.Check(VibeUE::FromCore(Session.Core->Session->send_now(VibeUE::ToCore(Submit)))) : Session.RefuseClosed();
	if (bSent && Session.ToolHost.IsValid())
	{
		// For a message that no longer waits the core stops nothing.
		Session.ToolHost->Stop(Turn);
	}
	return bSent;
}

bool FChatWriting::HasTurn(const UChatSession& Session)
{
	return Session.UnderWay.IsValid() && Session.UnderWay->Turn != 0;
}

bool FChatWriting::MoveUp(UChatSession& Session, int64 Submit)
{
	return Session.Core.IsValid() ? Session.Check(VibeUE::FromCore(Session.Core->Session->move_waiting(VibeUE::ToCore(Submit), true))) : Session.RefuseClosed();
}

bool FChatWriting::Stop(UChatSession& Session)
{
	const uint64 Turn = Session.ToolHost.IsValid() ? Session.ToolHost->FindTurn() : 0;
	const bool bSent = Session.Core.IsValid() ? Session.Check(VibeUE::FromCore(Session.Core->Session->stop())) : Session.RefuseClosed();
	if (bSent && Session.ToolHost.IsValid())
	{
		// After the core was notified: running calls hear of it at once, and waiting ones no longer begin.
		Session.ToolHost->Stop(Turn);
	}
	return bSent;
}

bool FChatWriting::FindModels(const UChatSession& Session, const vibeue::ModelListing& Listing, const FString& Words, vibeue::ModelTable& OutTable)
{
	if (!Session.Core.IsValid())
	{
		return false;
	}
	OutTable = Session.Core->Session->models_to_choose(Listing, VibeUE::ToCore(Words));
	return true;
}
