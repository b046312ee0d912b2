// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUESummarySource.h"
#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "UObject/ObjectMacros.h"
#include "VibeUESummaries.generated.h"

class UChatSession;

/** The sources of a conversation's summaries, and their edits. */
UCLASS()
class VIBEUE_API UVibeUESummaries : public UObject
{
	GENERATED_BODY()

public:
	/**
	 * Returns the lines of a summary, by its message, each with the condensed messages that it comes from; also of one that was undone or that
	 * was merged into a later one. None if there is no such summary, or it has no text. Takes time proportional to the messages that the summary
	 * replaces.
	 */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static TArray<FVibeUESourcedLine> GetSources(UChatSession* Session, int64 MessageId);

	/** Returns the messages that a summary, by its message, stands for and has no line for. Takes as long as GetSources. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static FVibeUEMessagesWithoutLine GetMessagesWithoutLine(UChatSession* Session, int64 MessageId);

	/** Undoes the last edit of a summary, by its message; an error event reports if there is none. The history changes once it is on disk. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static bool UndoEdit(UChatSession* Session, int64 MessageId);

	/** Redoes the last undone edit of a summary, until the summary is edited again. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static bool RedoEdit(UChatSession* Session, int64 MessageId);
};
