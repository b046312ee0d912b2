// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUEFileChanges.h"
#include "VibeUETool.h"
#include "VibeUEToolServer.h"
#include "CoreMinimal.h"

namespace VibeUE
{
/** Reads the arguments of a call for the user: each with its name and its value, of a list each entry; false if they are not readable. */
bool ReadAnyArguments(const FString& Json, TArray<TPair<FString, TArray<FString>>>& OutArguments);

/** Reads the arguments of a call as a schema says; returns what is wrong with them, for the model, or nothing. */
FString ReadToolArguments(const FString& Schema, const FString& Json, FVibeUEToolArguments& OutArguments);

/** Returns why no provider would take a tool, or nothing. */
FString FindToolFault(const FVibeUEToolInfo& Tool);

/** Tools as the core reads them. */
TArray<vibeue::ToolDeclaration> ToCore(const TArray<FVibeUEToolInfo>& Tools);

FVibeUEToolPreview FromCore(const vibeue::CallPreview& Preview);
vibeue::CallPreview ToCore(const FVibeUEToolPreview& Preview);
FVibeUEFileChanges FromCore(const vibeue::FileChanges& Changes);
FVibeUEToolServer FromCore(const vibeue::ToolServer& Server);
FVibeUEFilesRestored FromCore(const vibeue::FileRestoreReport& Report);
EVibeUEToolAccess FromCore(vibeue::ToolAccess Access);
vibeue::ToolAccess ToCore(EVibeUEToolAccess Access);
EVibeUEToolEnd FromCore(vibeue::ToolEnd End);
vibeue::ToolEnd ToCore(EVibeUEToolEnd End);
} // namespace VibeUE
