// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "VibeUESettings.h"

#if WITH_DEV_AUTOMATION_TESTS

/**
 * Points the settings at the model server of the specs, and puts back what a person had set.
 * Nothing is saved.
 */
class FSpecSettings
{
public:
	/** A small window, so that few words fill it; rules write the summaries. */
	FSpecSettings();
	~FSpecSettings();

	FSpecSettings(const FSpecSettings&) = delete;
	FSpecSettings& operator=(const FSpecSettings&) = delete;

	/** Returns the server's address; empty when the environment variable VIBEUE_TEST_SERVER is not set. */
	static FString GetServer();

	/** Tells the open sessions that the settings changed, as the panel does. */
	static void Notify();

private:
	FVibeUEModelChoice Choice;
	FString SystemPrompt;
	TArray<FString> PinnedRules;
	TArray<FString> SummarizationModels;
	EVibeUESummarizationMode SummarizationMode;
	double SummarizationThreshold;
	double SummarizationResetRatio;
	double SummarizationTargetRatio;
	double SummaryShare;
	double LedgerShare;
	int32 ReserveTokens;
	int32 SummarizationCooldownMessages;
	int32 MinimumMessagesToSummarize;
	int32 RecentMessagesToKeep;
	int32 MinimumRecentMessages;
	int32 RefreshEveryMessages;
	bool bAutoSummarize;
	bool bLearnReserveTokens;
	bool bAskBeforeToolsRun;
};

#endif
