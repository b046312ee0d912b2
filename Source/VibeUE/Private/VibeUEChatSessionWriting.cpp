// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What the user's field sends, and what commands ask of a session.

#include "VibeUEChatSession.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "Bridge/MentionReading.h"
#include "Bridge/ToolBridge.h"
#include "VibeUETool.h"

bool UChatSession::SubmitUserMessageWithMentions(const FString& Text, const FMentionReading& Reading, int64 ChangedMessage)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const vibeue::Submitted Submitted = ChangedMessage == 0 ? Core->Session->submit_with_mentions(VibeUE::ToCore(Text), Reading.Get())
		: Core->Session->change_request_with_mentions(VibeUE::ToCore(ChangedMessage), VibeUE::ToCore(Text), Reading.Get());
	return HandleSubmitted(Submitted.turn, VibeUE::FromCore(Submitted.status), Text);
}

TArray<FVibeUEToolInfo> UChatSession::GetOfferedTools() const
{
	TArray<FVibeUEToolInfo> Tools;
	if (Core.IsValid())
	{
		for (const vibeue::ToolDeclaration& Offered : Core->Session->offered_tools())
		{
			FVibeUEToolInfo Tool;
			Tool.Name = VibeUE::FromCore(Offered.name);
			Tool.Description = VibeUE::FromCore(Offered.description);
			Tool.Schema = VibeUE::FromCore(Offered.schema_json);
			Tool.Access = VibeUE::FromCore(Offered.access);
			Tools.Add(MoveTemp(Tool));
		}
	}
	return Tools;
}

int64 UChatSession::GetLastRequest() const
{
	return Core.IsValid() ? VibeUE::FromCore(static_cast<uint64>(Core->Session->last_request())) : 0;
}

FVibeUEMessage UChatSession::GetSummaryInView() const
{
	if (Core.IsValid())
	{
		for (const vibeue::Message& Message : Core->Session->summary_in_view())
		{
			return VibeUE::FromCore(Message);
		}
	}
	return FVibeUEMessage();
}
