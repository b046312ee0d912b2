// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatError.h"
#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEFileChanges.generated.h"

/** What one turn of the agent edited in the project's text files. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEFileChanges
{
	GENERATED_BODY()

	/** Its number, for RestoreFiles; the same after the editor was closed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Id = 0;

	/** The turn; 0 if it was in an earlier session of the conversation. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Turn = 0;

	/** When the last of it was written, in milliseconds since 1970. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TimeMs = 0;

	/** The files, relative to the project's folder. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> Files;

	/** It was undone. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bRestored = false;
};

/** The outcome of undoing a turn's edits. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEFilesRestored
{
	GENERATED_BODY()

	/** Why nothing was undone; its kind is None if it was. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FVibeUEError Error;

	/** Files that were restored to their previous content. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> Restored;

	/** Files that the turn created and that were removed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> Removed;

	/** Files that stay as they are, each with the reason: changed since, or locked. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> Left;
};
