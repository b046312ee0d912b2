// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The report of the context from the core's words into the editor's.

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"

namespace VibeUE
{
static EVibeUEContextKind FromCore(vibeue::ContextKind Kind)
{
	switch (Kind)
	{
	case vibeue::ContextKind::System:
		return EVibeUEContextKind::System;
	case vibeue::ContextKind::Tools:
		return EVibeUEContextKind::Tools;
	case vibeue::ContextKind::Summary:
		return EVibeUEContextKind::Summary;
	case vibeue::ContextKind::User:
		return EVibeUEContextKind::User;
	case vibeue::ContextKind::Assistant:
		return EVibeUEContextKind::Assistant;
	case vibeue::ContextKind::ToolCalls:
		return EVibeUEContextKind::ToolCalls;
	case vibeue::ContextKind::ToolResults:
		return EVibeUEContextKind::ToolResults;
	case vibeue::ContextKind::Images:
		return EVibeUEContextKind::Images;
	case vibeue::ContextKind::Overhead:
		break;
	}
	return EVibeUEContextKind::Overhead;
}

static EVibeUEForecast FromCore(vibeue::Forecast Forecast)
{
	switch (Forecast)
	{
	case vibeue::Forecast::Off:
		return EVibeUEForecast::Off;
	case vibeue::Forecast::Due:
		return EVibeUEForecast::Due;
	case vibeue::Forecast::Held:
		return EVibeUEForecast::Held;
	case vibeue::Forecast::InTurns:
		return EVibeUEForecast::InTurns;
	case vibeue::Forecast::Unknown:
		break;
	}
	return EVibeUEForecast::Unknown;
}

static EVibeUEBreakerLever FromCore(vibeue::BreakerLever Lever)
{
	switch (Lever)
	{
	case vibeue::BreakerLever::Summarize:
		return EVibeUEBreakerLever::Summarize;
	case vibeue::BreakerLever::SummarizeOriginals:
		return EVibeUEBreakerLever::SummarizeFromOriginals;
	case vibeue::BreakerLever::None:
		break;
	}
	return EVibeUEBreakerLever::None;
}

static FVibeUEHeavyMessage FromCore(const vibeue::HeavyMessage& Message)
{
	FVibeUEHeavyMessage Result;
	Result.Id = FromCore(Message.id);
	Result.Role = FromCore(Message.role);
	for (const rust::String& Tool : Message.tools)
	{
		Result.Tools.Add(FromCore(Tool));
	}
	Result.bIsToolResult = Message.is_tool_result;
	Result.Tokens = FromCore(Message.tokens);
	Result.TurnsAgo = FromCore(Message.turns_ago);
	Result.FirstWords = FromCore(Message.first_words);
	Result.bPinned = Message.pinned;
	Result.bCanShorten = Message.can_shorten;
	Result.bShortened = Message.shortened;
	return Result;
}

static FVibeUENextSummary FromCore(const vibeue::NextSummary& Next)
{
	FVibeUENextSummary Result;
	Result.Line = FromCore(Next.line);
	Result.LinePercent = Next.line_percent;
	Result.Left = FromCore(Next.left);
	Result.Forecast = FromCore(Next.forecast);
	Result.Turns = FromCore(Next.turns);
	Result.TurnTokens = FromCore(Next.turn_tokens);
	Result.bIsNear = Next.is_near;
	Result.bHasGain = Next.has_gain;
	Result.Messages = FromCore(Next.messages);
	Result.Frees = FromCore(Next.frees);
	Result.After = FromCore(Next.after);
	Result.bHasPrice = Next.has_price;
	Result.Dollars = Next.dollars;
	Result.Writer = FromCore(Next.writer);
	Result.Explanation = FromCore(Next.explanation);
	return Result;
}

static FVibeUEBreaker FromCore(const vibeue::OpenBreaker& Breaker)
{
	FVibeUEBreaker Result;
	Result.Explanation = FCoreSentences::FromCore(Breaker.explanation);
	Result.Fix = FCoreSentences::FromCore(Breaker.fix);
	Result.Lever = FromCore(Breaker.lever);
	return Result;
}

static void AddLists(FVibeUEContextReport& Result, const vibeue::ContextReport& Report)
{
	for (const vibeue::ContextPart& Part : Report.parts)
	{
		FVibeUEContextPart& Added = Result.Parts.AddDefaulted_GetRef();
		Added.Kind = FromCore(Part.kind);
		Added.Tokens = FromCore(Part.tokens);
		Added.Percent = Part.percent;
	}
	for (const vibeue::HeavyMessage& Message : Report.heaviest)
	{
		Result.Heaviest.Add(FromCore(Message));
	}
	for (const vibeue::SummaryRow& Row : Report.summaries)
	{
		Result.Summaries.Add(FromCore(Row));
	}
	for (const uint64_t Compaction : Report.redoable)
	{
		Result.Redoable.Add(FromCore(static_cast<uint64>(Compaction)));
	}
	for (const vibeue::OpenBreaker& Breaker : Report.breakers)
	{
		Result.Breakers.Add(FromCore(Breaker));
	}
}

FVibeUEContextReport FromCore(const vibeue::ContextReport& Report)
{
	FVibeUEContextReport Result;
	Result.Used = FromCore(Report.used);
	Result.Available = FromCore(Report.available);
	Result.Percent = Report.percent;
	Result.bExact = Report.exact;
	Result.ErrorBound = Report.error_bound;
	Result.Free = FromCore(Report.free);
	Result.Over = FromCore(Report.over);
	Result.Window = FromCore(Report.window);
	Result.bWindowAssumed = Report.window_assumed;
	Result.Reserve = FromCore(Report.reserve);
	Result.Margin = FromCore(Report.margin);
	Result.Next = FromCore(Report.next);
	Result.Messages = FromCore(Report.messages);
	Result.Condensed = FromCore(Report.condensed);
	AddLists(Result, Report);
	return Result;
}

vibeue::ContextForm ToCore(EVibeUEContextFormat Format)
{
	return Format == EVibeUEContextFormat::Csv ? vibeue::ContextForm::Csv : vibeue::ContextForm::Json;
}
} // namespace VibeUE
