// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUESummarySource.h"
#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "UObject/ObjectMacros.h"
#include "VibeUESummaries.generated.h"

class UChatSession;

/** What is behind the summaries of a conversation, and what their edits were. */
UCLASS()
class VIBEUE_API UVibeUESummaries : public UObject
{
	GENERATED_BODY()

public:
	/**
	 * Returns the lines of a summary, by its message, each with the condensed messages that it comes from; also of one that was undone or that
	 * a later one took up. None where there is no such summary, or it has no text. Takes time proportional to the messages that the summary
	 * replaces.
	 */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static TArray<FVibeUESourcedLine> GetSources(UChatSession* Session, int64 MessageId);

	/** Undoes the last edit of a summary, by its message; an error event says where there is none. The history changes once it is on disk. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static bool UndoEdit(UChatSession* Session, int64 MessageId);

	/** Redoes the last undone edit of a summary, until the summary is edited again. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static bool RedoEdit(UChatSession* Session, int64 MessageId);
};
