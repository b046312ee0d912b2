// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/PreviewConversions.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"

namespace VibeUE
{
static EVibeUEPreviewStrategy FromCore(vibeue::PreviewStrategy Strategy)
{
	switch (Strategy)
	{
	case vibeue::PreviewStrategy::Rules:
		return EVibeUEPreviewStrategy::Rules;
	case vibeue::PreviewStrategy::Model:
		return EVibeUEPreviewStrategy::Model;
	case vibeue::PreviewStrategy::Hybrid:
		return EVibeUEPreviewStrategy::Hybrid;
	case vibeue::PreviewStrategy::Native:
		return EVibeUEPreviewStrategy::Native;
	default:
		return EVibeUEPreviewStrategy::Settings;
	}
}

static vibeue::PreviewStrategy ToCore(EVibeUEPreviewStrategy Strategy)
{
	switch (Strategy)
	{
	case EVibeUEPreviewStrategy::Rules:
		return vibeue::PreviewStrategy::Rules;
	case EVibeUEPreviewStrategy::Model:
		return vibeue::PreviewStrategy::Model;
	case EVibeUEPreviewStrategy::Hybrid:
		return vibeue::PreviewStrategy::Hybrid;
	case EVibeUEPreviewStrategy::Native:
		return vibeue::PreviewStrategy::Native;
	case EVibeUEPreviewStrategy::Settings:
		break;
	}
	return vibeue::PreviewStrategy::Settings;
}

static EVibeUEStayReason FromCore(vibeue::StayReason Reason)
{
	switch (Reason)
	{
	case vibeue::StayReason::System:
		return EVibeUEStayReason::System;
	case vibeue::StayReason::Pinned:
		return EVibeUEStayReason::Pinned;
	case vibeue::StayReason::NewestRequest:
		return EVibeUEStayReason::NewestRequest;
	case vibeue::StayReason::Waiting:
		return EVibeUEStayReason::Waiting;
	case vibeue::StayReason::Recent:
		return EVibeUEStayReason::Recent;
	default:
		return EVibeUEStayReason::None;
	}
}

static EVibeUEPreviewPart FromCore(vibeue::PreviewPart Part)
{
	switch (Part)
	{
	case vibeue::PreviewPart::Goes:
		return EVibeUEPreviewPart::Goes;
	case vibeue::PreviewPart::Shortened:
		return EVibeUEPreviewPart::Shortened;
	default:
		return EVibeUEPreviewPart::Stays;
	}
}

FVibeUEPreviewOptions FromCore(const vibeue::PreviewOptions& Options)
{
	FVibeUEPreviewOptions Result;
	Result.Instructions = FromCore(Options.instructions);
	Result.UpTo = FromCore(static_cast<uint64>(Options.up_to));
	Result.Strategy = FromCore(Options.strategy);
	Result.Target = Options.target;
	Result.Threshold = Options.threshold;
	Result.bOriginals = Options.originals;
	for (const uint64_t Id : Options.keep)
	{
		Result.Keep.Add(FromCore(static_cast<uint64>(Id)));
	}
	return Result;
}

vibeue::PreviewOptions ToCore(const FVibeUEPreviewOptions& Options)
{
	vibeue::PreviewOptions Result{};
	Result.instructions = ToCore(Options.Instructions);
	Result.up_to = ToCore(Options.UpTo);
	Result.strategy = ToCore(Options.Strategy);
	Result.target = Options.Target;
	Result.threshold = Options.Threshold;
	Result.originals = Options.bOriginals;
	for (const int64 Id : Options.Keep)
	{
		Result.keep.push_back(ToCore(Id));
	}
	return Result;
}

FVibeUEPreviewMessage FromCore(const vibeue::PreviewMessage& Message)
{
	FVibeUEPreviewMessage Result;
	Result.Id = FromCore(static_cast<uint64>(Message.id));
	Result.Role = FromCore(Message.role);
	Result.bIsSummary = Message.is_summary;
	for (const rust::String& Tool : Message.tools)
	{
		Result.Tools.Add(FromCore(Tool));
	}
	Result.FirstWords = FromCore(Message.first_words);
	Result.Part = FromCore(Message.part);
	Result.Reason = FromCore(Message.reason);
	Result.TokensBefore = FromCore(static_cast<uint64>(Message.tokens_before));
	Result.TokensAfter = FromCore(static_cast<uint64>(Message.tokens_after));
	Result.bKept = Message.kept;
	Result.bCanBeKept = Message.can_be_kept;
	return Result;
}

static FVibeUEPreviewOffer FromCore(const vibeue::PreviewOffer& Offer)
{
	FVibeUEPreviewOffer Result;
	Result.Strategy = FromCore(Offer.strategy);
	Result.Model = FromCore(Offer.model);
	Result.bHasDollars = Offer.has_dollars;
	Result.Dollars = Offer.dollars;
	Result.Obstacle = FCoreSentences::FromCore(Offer.obstacle);
	return Result;
}

void AddTried(FVibeUESummaryPreview& Result, const vibeue::SummaryPreview& Preview)
{
	Result.Id = FromCore(static_cast<uint64>(Preview.summary));
	Result.Dollars = Preview.dollars;
	Result.Options = FromCore(Preview.options);
	Result.Strategy = FromCore(Preview.strategy);
	Result.Target = Preview.target;
	Result.Threshold = Preview.threshold;
	Result.NextAt = FromCore(static_cast<uint64>(Preview.next_at));
	Result.NextIn = FromCore(static_cast<uint64>(Preview.next_in));
	Result.bHasOriginals = Preview.has_originals;
	Result.TokensNow = FromCore(static_cast<uint64>(Preview.tokens_now));
	Result.bHasRequestDollars = Preview.has_request_dollars;
	Result.RequestDollarsBefore = Preview.request_dollars_before;
	Result.RequestDollarsAfter = Preview.request_dollars_after;
	Result.Sums.Goes = FromCore(static_cast<uint64>(Preview.tokens_gone));
	Result.Sums.ShortenedBefore = FromCore(static_cast<uint64>(Preview.tokens_long));
	Result.Sums.ShortenedAfter = FromCore(static_cast<uint64>(Preview.tokens_short));
	Result.Sums.Stays = FromCore(static_cast<uint64>(Preview.tokens_stay));
	Result.Sums.Summary = FromCore(static_cast<uint64>(Preview.tokens_summary));
	Result.Sums.OtherBefore = FromCore(static_cast<uint64>(Preview.tokens_other_before));
	Result.Sums.OtherAfter = FromCore(static_cast<uint64>(Preview.tokens_other_after));
	Result.Sums.ToolAfter = FromCore(static_cast<uint64>(Preview.tokens_tool_after));
	for (const vibeue::PreviewOffer& Offer : Preview.offers)
	{
		Result.Offers.Add(FromCore(Offer));
	}
}
} // namespace VibeUE
