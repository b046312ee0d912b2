// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What can be asked of a session.

#include "VibeUEChatSession.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "Bridge/SummaryChanges.h"
#include "VibeUESettings.h"

int64 UChatSession::EstimateTokenCount(const FString& Text) const
{
	if (!VibeUE::IsCoreUsable())
	{
		return 0;
	}
	const vibeue::TokenEstimate Estimate = Core.IsValid()
		? Core->Session->estimate_text(VibeUE::ToCore(Text))
		: vibeue::estimate_text(VibeUE::ToCore(GetDefault<UVibeUESettings>()->Model), VibeUE::ToCore(Text));
	return VibeUE::FromCore(static_cast<uint64>(Estimate.tokens));
}

int64 UChatSession::EstimateConversationTokens() const
{
	return GetTokenBreakdown().Used;
}

int64 UChatSession::GetTokenBudget() const
{
	return GetTokenBreakdown().Available;
}

double UChatSession::GetTokenUsagePercent() const
{
	return GetTokenBreakdown().Percent;
}

FVibeUETokenUsage UChatSession::GetTokenBreakdown() const
{
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->usage()) : LastUsage;
}

bool UChatSession::IsNearContextLimit(double Share) const
{
	if (!(Share > 0.0))
	{
		return GetTrigger().bNearLimit;
	}
	const FVibeUETokenUsage Usage = GetTokenBreakdown();
	return Usage.Available > 0 && static_cast<double>(Usage.Used) >= Share * static_cast<double>(Usage.Available);
}

FVibeUETrigger UChatSession::GetTrigger() const
{
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->trigger()) : FVibeUETrigger();
}

FVibeUECosts UChatSession::GetCosts() const
{
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->costs()) : FVibeUECosts();
}

FVibeUEContextReport UChatSession::GetContextReport() const
{
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->context()) : FVibeUEContextReport();
}

TArray<FString> UChatSession::GetBreakers() const
{
	TArray<FString> Sentences;
	if (Core.IsValid())
	{
		for (const rust::String& Sentence : Core->Session->breakers())
		{
			Sentences.Add(FCoreSentences::FromCore(Sentence));
		}
	}
	return Sentences;
}

TArray<int64> UChatSession::GetPreviewMessages(EVibeUEPreviewPart Part, int64 First, int32 Count) const
{
	TArray<int64> Ids;
	// A page of the core has a limit of its own.
	while (Core.IsValid() && Ids.Num() < Count)
	{
		const int64 Begin = FMath::Max<int64>(First, 0) + Ids.Num();
		const rust::Vec<uint64_t> Page =
			Core->Session->preview_messages(VibeUE::ToCore(Part), VibeUE::ToCore(Begin), static_cast<uint32>(Count - Ids.Num()));
		if (Page.empty())
		{
			break;
		}
		for (const uint64_t Id : Page)
		{
			Ids.Add(VibeUE::FromCore(static_cast<uint64>(Id)));
		}
	}
	return Ids;
}

int64 UChatSession::GetToolCallTime(const FString& CallId) const
{
	return Core.IsValid() ? static_cast<int64>(Core->Session->tool_runs_for(VibeUE::ToCore(CallId))) : -1;
}

int64 UChatSession::GetMessageCount(EVibeUEHistory History) const
{
	return Core.IsValid() ? VibeUE::FromCore(static_cast<uint64>(Core->Session->message_count(VibeUE::ToCore(History)))) : 0;
}

TArray<FVibeUEMessage> UChatSession::GetMessages(int64 First, int32 Count, EVibeUEHistory History, bool bBeginnings) const
{
	TArray<FVibeUEMessage> Messages;
	// A page of the core has a limit of its own.
	while (Core.IsValid() && Messages.Num() < Count)
	{
		const int64 Begin = FMath::Max<int64>(First, 0) + Messages.Num();
		const uint32 Left = static_cast<uint32>(Count - Messages.Num());
		const vibeue::HistoryPage Page = bBeginnings ? Core->Session->shown_page(VibeUE::ToCore(History), VibeUE::ToCore(Begin), Left)
													 : Core->Session->history_page(VibeUE::ToCore(History), VibeUE::ToCore(Begin), Left);
		if (Page.messages.empty())
		{
			break;
		}
		for (const vibeue::Message& Message : Page.messages)
		{
			Messages.Add(VibeUE::FromCore(Message));
		}
	}
	return Messages;
}

TArray<FVibeUEFoundMessage> UChatSession::FindMessages(const FString& Words, bool bMatchCase) const
{
	TArray<FVibeUEFoundMessage> Messages;
	if (Core.IsValid())
	{
		for (const vibeue::FoundMessage& Found : Core->Session->find_messages(VibeUE::ToCore(Words), bMatchCase))
		{
			FVibeUEFoundMessage Message;
			Message.Id = VibeUE::FromCore(static_cast<uint64>(Found.id));
			Message.Times = static_cast<int32>(FMath::Min<uint32>(Found.times, MAX_int32));
			Message.Before = VibeUE::FromCore(Found.before);
			Message.Found = VibeUE::FromCore(Found.found);
			Message.After = VibeUE::FromCore(Found.after);
			Messages.Add(MoveTemp(Message));
		}
	}
	return Messages;
}

TArray<FVibeUESummaryRow> UChatSession::GetSummaries() const
{
	TArray<FVibeUESummaryRow> Rows;
	if (Core.IsValid())
	{
		for (const vibeue::SummaryRow& Row : Core->Session->summaries())
		{
			Rows.Add(VibeUE::FromCore(Row));
		}
	}
	return Rows;
}

FString UChatSession::GetSummaryChanges(int64 Compaction) const
{
	return Core.IsValid() ? FSummaryChanges::Describe(Core->Session->summary_versions(VibeUE::ToCore(Compaction))) : FString();
}

EVibeUEChatState UChatSession::GetState() const
{
	if (!Core.IsValid())
	{
		return EVibeUEChatState::Closed;
	}
	switch (Core->Session->stage())
	{
	case vibeue::Stage::Opening:
		return EVibeUEChatState::Opening;
	case vibeue::Stage::Failed:
		return EVibeUEChatState::Failed;
	case vibeue::Stage::Closed:
		return EVibeUEChatState::Closed;
	case vibeue::Stage::Open:
		break;
	}
	switch (Core->Session->state().phase)
	{
	case vibeue::Phase::Preparing:
		return EVibeUEChatState::Preparing;
	case vibeue::Phase::Compacting:
		return EVibeUEChatState::Compacting;
	case vibeue::Phase::Streaming:
		return EVibeUEChatState::Streaming;
	case vibeue::Phase::Tools:
		return EVibeUEChatState::WaitingForTools;
	case vibeue::Phase::Idle:
		break;
	}
	return EVibeUEChatState::Idle;
}

bool UChatSession::IsSummarizing() const
{
	return Core.IsValid() && Core->Session->state().summary != 0;
}

int64 UChatSession::GetRevision() const
{
	return Core.IsValid() ? VibeUE::FromCore(static_cast<uint64>(Core->Session->revision())) : 0;
}

FString UChatSession::GetTitle() const
{
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->title()) : FString();
}

FString UChatSession::GetFirstWords() const
{
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->first_words()) : FString();
}

FString UChatSession::GetPictureProblem() const
{
	return Core.IsValid() ? FCoreSentences::FromCore(Core->Session->picture_problem()) : FString();
}

FString UChatSession::GetModelId() const
{
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->model_id()) : FString();
}

FString UChatSession::GetConversationId() const
{
	return ConversationId;
}

FVibeUEError UChatSession::GetLastError() const
{
	return LastError;
}
