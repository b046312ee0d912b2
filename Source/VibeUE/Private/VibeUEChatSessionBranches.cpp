// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Earlier messages in other words, and the ways that a conversation went.

#include "VibeUEChatSession.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"

bool UChatSession::ChangeMessage(int64 MessageId, const FString& Text, const TArray<FString>& Parts)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const TArray<rust::String> Sent = VibeUE::ToCore(Parts);
	const rust::Slice<const rust::String> Slice(Sent.GetData(), static_cast<std::size_t>(Sent.Num()));
	const vibeue::Submitted Submitted = Core->Session->change_request(VibeUE::ToCore(MessageId), VibeUE::ToCore(Text), Slice);
	return HandleSubmitted(Submitted.turn, VibeUE::FromCore(Submitted.status), Text);
}

bool UChatSession::ShowBranch(int64 Branch)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->show_branch(VibeUE::ToCore(Branch)))) : RefuseClosed();
}

TArray<FVibeUEBranch> UChatSession::GetBranches() const
{
	TArray<FVibeUEBranch> Branches;
	if (Core.IsValid())
	{
		for (const vibeue::BranchRow& Row : Core->Session->branches())
		{
			FVibeUEBranch& Branch = Branches.AddDefaulted_GetRef();
			Branch.Branch = VibeUE::FromCore(static_cast<uint64>(Row.branch));
			Branch.From = VibeUE::FromCore(static_cast<uint64>(Row.from));
			Branch.MessageId = VibeUE::FromCore(static_cast<uint64>(Row.request));
			Branch.Words = VibeUE::FromCore(Row.words);
			Branch.Messages = VibeUE::FromCore(static_cast<uint64>(Row.messages));
			Branch.bShown = Row.shown;
		}
	}
	return Branches;
}

TArray<FVibeUEWording> UChatSession::GetWordings() const
{
	TArray<FVibeUEWording> Wordings;
	if (Core.IsValid())
	{
		for (const vibeue::Wording& CoreWording : Core->Session->wordings())
		{
			FVibeUEWording& Wording = Wordings.AddDefaulted_GetRef();
			Wording.MessageId = VibeUE::FromCore(static_cast<uint64>(CoreWording.message));
			Wording.Number = VibeUE::FromCore(static_cast<uint64>(CoreWording.number));
			Wording.Count = VibeUE::FromCore(static_cast<uint64>(CoreWording.count));
			Wording.Previous = VibeUE::FromCore(static_cast<uint64>(CoreWording.previous));
			Wording.Next = VibeUE::FromCore(static_cast<uint64>(CoreWording.next));
		}
	}
	return Wordings;
}
