// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreConversions.h"

#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"
#include "Bridge/PreviewConversions.h"
#include "Bridge/ToolBridge.h"

namespace VibeUE
{
/** What Blueprint can count: it knows no unsigned numbers. */
static int32 FromCoreCount(uint32 Count)
{
	return static_cast<int32>(FMath::Min<uint32>(Count, 1000000));
}

EVibeUEResultOrigin FromCore(vibeue::ResultOrigin Origin)
{
	switch (Origin)
	{
	case vibeue::ResultOrigin::Interrupted:
		return EVibeUEResultOrigin::Interrupted;
	case vibeue::ResultOrigin::CutOff:
		return EVibeUEResultOrigin::CutOff;
	case vibeue::ResultOrigin::NeverBegan:
		return EVibeUEResultOrigin::NeverBegan;
	case vibeue::ResultOrigin::Given:
		break;
	}
	return EVibeUEResultOrigin::Given;
}

EVibeUERole FromCore(vibeue::Role Role)
{
	switch (Role)
	{
	case vibeue::Role::System:
		return EVibeUERole::System;
	case vibeue::Role::Assistant:
		return EVibeUERole::Assistant;
	case vibeue::Role::Tool:
		return EVibeUERole::Tool;
	case vibeue::Role::User:
		break;
	}
	return EVibeUERole::User;
}

EVibeUETurnEnd FromCore(vibeue::TurnEnd End)
{
	switch (End)
	{
	case vibeue::TurnEnd::Completed:
		return EVibeUETurnEnd::Completed;
	case vibeue::TurnEnd::Cancelled:
		return EVibeUETurnEnd::Cancelled;
	case vibeue::TurnEnd::Failed:
		break;
	}
	return EVibeUETurnEnd::Failed;
}

EVibeUESummaryEnd FromCore(vibeue::SummaryEnd End)
{
	switch (End)
	{
	case vibeue::SummaryEnd::Applied:
		return EVibeUESummaryEnd::Applied;
	case vibeue::SummaryEnd::Cancelled:
		return EVibeUESummaryEnd::Cancelled;
	case vibeue::SummaryEnd::Failed:
		break;
	}
	return EVibeUESummaryEnd::Failed;
}

EVibeUESummaryStrategy FromCore(vibeue::SummaryStrategy Strategy)
{
	switch (Strategy)
	{
	case vibeue::SummaryStrategy::Rules:
		return EVibeUESummaryStrategy::Rules;
	case vibeue::SummaryStrategy::Llm:
		return EVibeUESummaryStrategy::Model;
	case vibeue::SummaryStrategy::Hybrid:
		return EVibeUESummaryStrategy::Hybrid;
	case vibeue::SummaryStrategy::Native:
		return EVibeUESummaryStrategy::Native;
	case vibeue::SummaryStrategy::None:
		break;
	}
	return EVibeUESummaryStrategy::None;
}

FVibeUEMessage FromCore(const vibeue::Message& Message)
{
	FVibeUEMessage Result;
	Result.Id = FromCore(Message.id);
	Result.Role = FromCore(Message.role);
	Result.bIsSummary = Message.is_summary;
	Result.bPinned = Message.pinned;
	Result.bCondensed = Message.condensed;
	Result.bInterrupted = Message.interrupted;
	Result.Text = FromCore(Message.text);
	Result.Shown = FromCore(Message.shown);
	Result.Images = FromCoreCount(Message.images);
	Result.Reasoning = FromCore(Message.reasoning);
	Result.ReasoningMilliseconds = Message.reasoning_ms;
	for (const vibeue::AttachmentRow& Attachment : Message.attachments)
	{
		Result.Attachments.Add(FVibeUEAttachment{FromCore(Attachment.name), FromCore(Attachment.detail), Attachment.kind == vibeue::AttachmentKind::Picture});
	}
	for (const vibeue::ToolCall& Call : Message.tool_calls)
	{
		FVibeUEToolCall& Added = Result.ToolCalls.AddDefaulted_GetRef();
		Added.CallId = FromCore(Call.call_id);
		Added.Name = FromCore(Call.name);
		Added.Arguments = FromCore(Call.arguments);
	}
	for (const vibeue::ToolResult& ToolResult : Message.tool_results)
	{
		FVibeUEToolResult& Added = Result.ToolResults.AddDefaulted_GetRef();
		Added.CallId = FromCore(ToolResult.call_id);
		Added.Name = FromCore(ToolResult.name);
		Added.Text = FromCore(ToolResult.text);
		Added.Bytes = FromCore(ToolResult.bytes);
		Added.bIsError = ToolResult.is_error;
		Added.Origin = FromCore(ToolResult.origin);
		Added.Milliseconds = ToolResult.ran_ms;
		Added.Tokens = ToolResult.tokens;
		Added.bTokensExact = ToolResult.tokens_are_exact;
		Added.bShortened = ToolResult.is_shortened;
	}
	return Result;
}

FVibeUEToolCall FromCore(const vibeue::ToolRequest& Request)
{
	FVibeUEToolCall Call;
	Call.CallId = FromCore(Request.call_id);
	Call.Name = FromCore(Request.name);
	Call.Arguments = FromCore(Request.arguments);
	Call.bNeedsApproval = Request.needs_approval;
	Call.bDryRun = Request.dry_run;
	Call.Access = FromCore(Request.access);
	Call.bRunsItself = Request.runs_inside || Request.is_offered;
	Call.Preview = FromCore(Request.preview);
	return Call;
}

FVibeUETokenUsage FromCore(const vibeue::UsageReport& Usage)
{
	FVibeUETokenUsage Result;
	Result.Used = FromCore(Usage.used);
	Result.Available = FromCore(Usage.available);
	Result.Percent = Usage.percent;
	Result.bExact = Usage.exact;
	Result.ErrorBound = Usage.error_bound;
	Result.Window = FromCore(Usage.window);
	Result.bWindowAssumed = Usage.window_assumed;
	Result.Reserve = FromCore(Usage.reserve);
	Result.InputLimit = FromCore(Usage.input_limit);
	Result.System = FromCore(Usage.system);
	Result.Tools = FromCore(Usage.tools);
	Result.Summary = FromCore(Usage.summary);
	Result.User = FromCore(Usage.user);
	Result.Assistant = FromCore(Usage.assistant);
	Result.ToolCalls = FromCore(Usage.tool_calls);
	Result.ToolResults = FromCore(Usage.tool_results);
	Result.Images = FromCore(Usage.images);
	Result.Overhead = FromCore(Usage.overhead);
	return Result;
}

FVibeUETrigger FromCore(const vibeue::TriggerReport& Trigger)
{
	FVibeUETrigger Result;
	Result.bWouldStart = Trigger.start != vibeue::StartReason::None;
	Result.bNearLimit = Trigger.near_limit;
	Result.bOverBudget = Trigger.over_budget;
	Result.ThresholdTokens = FromCore(Trigger.threshold_tokens);
	Result.ResetTokens = FromCore(Trigger.reset_tokens);
	Result.Explanation = FromCore(Trigger.explanation);
	return Result;
}

FVibeUESummaryAccount FromCore(const vibeue::SummaryAccount& Account)
{
	FVibeUESummaryAccount Result;
	Result.TokensAvailable = FromCore(Account.budget);
	Result.FactsFound = FromCore(Account.facts_found);
	Result.FactsKept = FromCore(Account.facts_kept);
	Result.StoryFound = FromCore(Account.story_found);
	Result.StoryKept = FromCore(Account.story_kept);
	Result.ModelCalls = FromCore(Account.model_calls);
	Result.bHasDollars = Account.has_dollars;
	Result.Dollars = Account.dollars;
	Result.Seconds = static_cast<double>(Account.duration_ms) / 1000.0;
	return Result;
}

FVibeUESummarization FromCore(const vibeue::SummarizationComplete& Complete)
{
	FVibeUESummarization Result;
	Result.End = FromCore(Complete.end);
	if (Result.End == EVibeUESummaryEnd::Failed)
	{
		Result.Failure = FromCore(Complete.failure);
	}
	Result.Compaction = FromCore(Complete.compaction);
	Result.Summary = FromCore(Complete.text);
	Result.TokensBefore = FromCore(Complete.tokens_before);
	Result.TokensAfter = FromCore(Complete.tokens_after);
	Result.Ratio = Complete.ratio;
	Result.Strategy = FromCore(Complete.strategy);
	Result.Depth = FromCoreCount(Complete.depth);
	Result.MessagesSummarized = FromCore(Complete.messages_summarized);
	Result.ResultsPruned = FromCore(Complete.results_pruned);
	Result.MessagesTrimmed = FromCore(Complete.messages_trimmed);
	Result.MessagesTotal = FromCore(Complete.messages_total);
	Result.Account = FromCore(Complete.account);
	for (const rust::String& Warning : Complete.warnings)
	{
		Result.Warnings.Add(FCoreSentences::FromCore(Warning));
	}
	return Result;
}

FVibeUESummaryPreview FromCore(const vibeue::SummaryPreview& Preview)
{
	FVibeUESummaryPreview Result;
	Result.Goes = FromCore(Preview.goes);
	Result.Shortened = FromCore(Preview.shortened);
	Result.Stays = FromCore(Preview.stays);
	Result.Summary = FromCore(Preview.text);
	Result.ResultsPruned = FromCore(Preview.results_pruned);
	Result.MessagesTrimmed = FromCore(Preview.messages_trimmed);
	for (const rust::String& Warning : Preview.warnings)
	{
		Result.Warnings.Add(FCoreSentences::FromCore(Warning));
	}
	Result.TokensBefore = FromCore(Preview.tokens_before);
	Result.TokensAfter = FromCore(Preview.tokens_after);
	AddTried(Result, Preview);
	return Result;
}

FVibeUESummaryRow FromCore(const vibeue::SummaryRow& Row)
{
	FVibeUESummaryRow Result;
	Result.Compaction = FromCore(Row.compaction);
	Result.MessageId = FromCore(Row.message);
	Result.Reason = FromCore(Row.reason);
	Result.Strategy = FromCore(Row.strategy);
	Result.Writer = FromCore(Row.writer);
	Result.Depth = FromCoreCount(Row.depth);
	Result.Messages = FromCore(Row.messages);
	Result.ResultsPruned = FromCore(Row.results_pruned);
	Result.MessagesTrimmed = FromCore(Row.messages_trimmed);
	Result.TokensBefore = FromCore(Row.tokens_before);
	Result.TokensAfter = FromCore(Row.tokens_after);
	Result.Ratio = Row.ratio;
	Result.Account = FromCore(Row.account);
	Result.bInForce = Row.in_force;
	Result.bEdited = Row.edited;
	Result.bCanUndoEdit = Row.can_undo_edit;
	Result.bCanRedoEdit = Row.can_redo_edit;
	Result.Versions = FromCore(Row.versions);
	return Result;
}

FVibeUECosts FromCore(const vibeue::CostReport& Costs)
{
	FVibeUECosts Result;
	for (const vibeue::CostLine* Line : {&Costs.chat, &Costs.summaries, &Costs.counts})
	{
		Result.Input += FromCore(Line->input);
		Result.Cached += FromCore(Line->cached);
		Result.Output += FromCore(Line->output);
	}
	Result.Dollars = Costs.dollars;
	Result.SummaryDollars = Costs.summaries.dollars;
	return Result;
}

vibeue::Approval ToCore(EVibeUEToolApproval Approval)
{
	switch (Approval)
	{
	case EVibeUEToolApproval::Allow:
		return vibeue::Approval::Allow;
	case EVibeUEToolApproval::AllowAlways:
		return vibeue::Approval::AllowAlways;
	case EVibeUEToolApproval::AllowProject:
		return vibeue::Approval::AllowProject;
	case EVibeUEToolApproval::Deny:
		break;
	}
	return vibeue::Approval::Deny;
}

vibeue::HistoryKind ToCore(EVibeUEHistory History)
{
	return History == EVibeUEHistory::View ? vibeue::HistoryKind::View : vibeue::HistoryKind::Transcript;
}

vibeue::PreviewPart ToCore(EVibeUEPreviewPart Part)
{
	switch (Part)
	{
	case EVibeUEPreviewPart::Goes:
		return vibeue::PreviewPart::Goes;
	case EVibeUEPreviewPart::Shortened:
		return vibeue::PreviewPart::Shortened;
	case EVibeUEPreviewPart::Stays:
		break;
	}
	return vibeue::PreviewPart::Stays;
}

vibeue::ModelConfig ToCore(const FVibeUEModelChoice& Model)
{
	vibeue::ModelConfig Config{};
	Config.preset = ToCore(Model.Provider);
	Config.protocol = ToCore(Model.Protocol);
	Config.base_url = ToCore(Model.BaseUrl);
	Config.key_variable = ToCore(Model.ApiKeyVariable);
	Config.key = ToCore(Model.ApiKey);
	Config.key_is_kept = Model.bKeyInCredentialStore;
	Config.headers = ToCore(Model.Headers);
	Config.allow_insecure = Model.bAllowInsecure;
	Config.model = ToCore(Model.Model);
	Config.has_temperature = Model.bSetTemperature;
	Config.temperature = Model.Temperature;
	Config.reasoning_effort = ToCore(Model.ReasoningEffort);
	Config.max_output_tokens = ToCore(Model.MaxOutputTokens);
	Config.window = ToCore(Model.ContextWindow);
	Config.input_limit = ToCore(Model.InputLimit);
	Config.price_input = Model.InputPrice;
	Config.price_output = Model.OutputPrice;
	return Config;
}

rust::Vec<vibeue::NameValue> ToCore(const TMap<FString, FString>& Values)
{
	rust::Vec<vibeue::NameValue> Result;
	for (const TPair<FString, FString>& Pair : Values)
	{
		vibeue::NameValue Value{};
		Value.name = ToCore(Pair.Key);
		Value.value = ToCore(Pair.Value);
		Result.push_back(std::move(Value));
	}
	return Result;
}
} // namespace VibeUE
