// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

class FAskingGuard;
class FAssetWatch;
class FSaveGuard;

/** What a script did beyond its step of the undo history, in words for the model and the user. */
namespace VibeUE
{
/** Returns what the user should know before a script runs that, by its words, renames or deletes assets, leaves the level, uses this plugin or leaves code to run later; empty for others. */
FString FindScriptCaution(const FString& Script);

/** Returns a line for each thing that the user has to hear of: what was refused, not saved, saved all the same, renamed, deleted, and the undo history that is gone. */
TArray<FString> ReportScript(const FSaveGuard& Guard, const FAskingGuard& Asking, const FAssetWatch& Watch, bool bHistoryEmptied);
} // namespace VibeUE
