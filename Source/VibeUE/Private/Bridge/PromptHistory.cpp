// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/PromptHistory.h"

#include "Bridge/ChatWriting.h"
#include "Bridge/CoreText.h"
#include "Bridge/ToolBridge.h"
#include "VibeUEChatSession.h"

namespace PromptHistoryPrivate
{
static rust::Box<vibeue::PromptHistory> Open(const UChatSession& Session, const FString& Conversations)
{
	const TArray<rust::String> Own = VibeUE::ToCore(FChatWriting::GetPrompts(Session));
	const rust::Slice<const rust::String> Slice(Own.GetData(), static_cast<std::size_t>(Own.Num()));
	return vibeue::open_prompt_history(Slice, VibeUE::ToCore(Conversations), VibeUE::ToCore(Session.GetConversationId()));
}

static FRecalledPrompt FromCore(const vibeue::RecalledPrompt& Recalled)
{
	FRecalledPrompt Prompt;
	Prompt.Text = VibeUE::FromCore(Recalled.text);
	Prompt.bFound = Recalled.found;
	Prompt.bPending = Recalled.pending;
	return Prompt;
}
} // namespace PromptHistoryPrivate

FPromptHistory::FPromptHistory(const UChatSession& Session, const FString& Conversations)
	: History(PromptHistoryPrivate::Open(Session, Conversations))
{
}

FRecalledPrompt FPromptHistory::FindOlder(const FString& Text) const
{
	return PromptHistoryPrivate::FromCore(History->older(VibeUE::ToCore(Text)));
}

FRecalledPrompt FPromptHistory::FindNewer(const FString& Text) const
{
	return PromptHistoryPrivate::FromCore(History->newer(VibeUE::ToCore(Text)));
}
