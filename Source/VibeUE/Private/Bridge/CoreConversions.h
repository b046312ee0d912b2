// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"

// From the core's words into the editor's, and back.
namespace VibeUE
{
EVibeUEFailure FromCore(vibeue::StatusCode Code);

/** Returns a failure of this kind with what the core says that follows from it, and no words yet. */
FVibeUEError MakeFailure(EVibeUEFailure Kind);

EVibeUEFailure FromCore(vibeue::FailureKind Kind);
EVibeUEResultOrigin FromCore(vibeue::ResultOrigin Origin);
EVibeUERole FromCore(vibeue::Role Role);
EVibeUETurnEnd FromCore(vibeue::TurnEnd End);
EVibeUESummaryEnd FromCore(vibeue::SummaryEnd End);
EVibeUESummaryStrategy FromCore(vibeue::SummaryStrategy Strategy);
FVibeUEError FromCore(const vibeue::Status& Status);
FVibeUEError FromCore(const vibeue::Failure& Failure);
FVibeUEMessage FromCore(const vibeue::Message& Message);
FVibeUEToolCall FromCore(const vibeue::ToolRequest& Request);
FVibeUETokenUsage FromCore(const vibeue::UsageReport& Usage);
FVibeUETrigger FromCore(const vibeue::TriggerReport& Trigger);
FVibeUESummaryAccount FromCore(const vibeue::SummaryAccount& Account);
FVibeUESummarization FromCore(const vibeue::SummarizationComplete& Complete);
FVibeUESummaryPreview FromCore(const vibeue::SummaryPreview& Preview);
FVibeUESummaryRow FromCore(const vibeue::SummaryRow& Row);
FVibeUECosts FromCore(const vibeue::CostReport& Costs);
FVibeUEContextReport FromCore(const vibeue::ContextReport& Report);

vibeue::Approval ToCore(EVibeUEToolApproval Approval);
vibeue::HistoryKind ToCore(EVibeUEHistory History);
vibeue::PreviewPart ToCore(EVibeUEPreviewPart Part);
vibeue::ModelConfig ToCore(const FVibeUEModelChoice& Model);
vibeue::ContextForm ToCore(EVibeUEContextFormat Format);
rust::Vec<vibeue::NameValue> ToCore(const TMap<FString, FString>& Values);
} // namespace VibeUE
