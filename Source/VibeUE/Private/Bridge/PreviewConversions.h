// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUESummarization.h"
#include "CoreMinimal.h"

// What is tried in previews, from the core's words into the editor's, and back.
namespace VibeUE
{
FVibeUEPreviewOptions FromCore(const vibeue::PreviewOptions& Options);
FVibeUEPreviewMessage FromCore(const vibeue::PreviewMessage& Message);
vibeue::PreviewOptions ToCore(const FVibeUEPreviewOptions& Options);

/** Adds to a preview what was tried, and how its numbers add up. */
void AddTried(FVibeUESummaryPreview& Result, const vibeue::SummaryPreview& Preview);
} // namespace VibeUE
