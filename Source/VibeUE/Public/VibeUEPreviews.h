// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEPreview.h"
#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "UObject/ObjectMacros.h"
#include "VibeUESummarization.h"
#include "VibeUEPreviews.generated.h"

class UChatSession;

/**
 * Summaries that are tried before one is applied. UChatSession's events OnPreviewStarted, OnSummaryPreview and OnPreviewFailed
 * report the outcome of a try; OnSessionError reports what is refused, such as an invalid target, or a try while a summary is being applied.
 */
UCLASS()
class VIBEUE_API UVibeUEPreviews : public UObject
{
	GENERATED_BODY()

public:
	/**
	 * Begins to work out what a summary with these options would do. Conversation and settings stay as they are. A try
	 * still in progress ends as cancelled, and its late result is discarded.
	 * @return False, with an error, if the session is closed.
	 */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static bool TryPreview(UChatSession* Session, const FVibeUEPreviewOptions& Options);

	/** Returns what happens to the messages of the last preview, those of one part, oldest first; fewer than asked for if the list ends. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static TArray<FVibeUEPreviewMessage> GetPreviewRows(UChatSession* Session, EVibeUEPreviewPart Part, int64 First, int32 Count);

	/**
	 * Applies this preview, by its id. If another one has been made since, for example by another window of the same
	 * session, an error says so and nothing is done. A text that is not empty replaces its summary.
	 */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static bool ApplyPreview(UChatSession* Session, int64 Preview, const FString& EditedSummary);

	/** Returns a preview with the numbers that it has when its summary is applied with this text. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static FVibeUESummaryPreview WithText(const UChatSession* Session, const FVibeUESummaryPreview& Preview, const FString& Text);

	/** Discards the last preview, and cancels one in progress. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static bool DiscardPreview(UChatSession* Session);
};
