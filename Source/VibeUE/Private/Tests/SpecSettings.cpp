// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/SpecSettings.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "HAL/PlatformMisc.h"
#include "UObject/UnrealType.h"

FSpecSettings::FSpecSettings()
{
	UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
	Choice = Settings->GetModelChoice();
	SystemPrompt = Settings->SystemPrompt;
	PinnedRules = Settings->PinnedRules;
	SummarizationModels = Settings->SummarizationModels;
	SummarizationMode = Settings->SummarizationMode;
	SummarizationThreshold = Settings->SummarizationThreshold;
	SummarizationResetRatio = Settings->SummarizationResetRatio;
	SummarizationTargetRatio = Settings->SummarizationTargetRatio;
	SummaryShare = Settings->SummaryShare;
	LedgerShare = Settings->LedgerShare;
	ReserveTokens = Settings->ReserveTokens;
	SummarizationCooldownMessages = Settings->SummarizationCooldownMessages;
	MinimumMessagesToSummarize = Settings->MinimumMessagesToSummarize;
	RecentMessagesToKeep = Settings->RecentMessagesToKeep;
	MinimumRecentMessages = Settings->MinimumRecentMessages;
	RefreshEveryMessages = Settings->RefreshEveryMessages;
	bAutoSummarize = Settings->bAutoSummarize;
	bLearnReserveTokens = Settings->bLearnReserveTokens;
	bAskBeforeToolsRun = Settings->bAskBeforeToolsRun;

	Settings->Provider.Empty();
	Settings->Protocol = TEXT("openai");
	Settings->BaseUrl = GetServer() + TEXT("/v1");
	Settings->Model = TEXT("gpt-4o");
	Settings->ApiKeyVariable.Empty();
	Settings->ApiKey = TEXT("sk-spec");
	Settings->Headers.Empty();
	Settings->bAllowInsecure = false;
	Settings->bSetTemperature = false;
	Settings->ReasoningEffort.Empty();
	Settings->ContextWindow = 8000;
	Settings->InputLimit = 0;
	Settings->MaxOutputTokens = 0;
	Settings->SystemPrompt = TEXT("You help with a level.");
	Settings->PinnedRules.Empty();
	Settings->SummarizationModels.Empty();
	Settings->SummarizationMode = EVibeUESummarizationMode::Rules;
	Settings->SummarizationThreshold = 0.8;
	Settings->SummarizationResetRatio = 0.7;
	Settings->SummarizationTargetRatio = 0.5;
	Settings->bLearnReserveTokens = false;
	Settings->ReserveTokens = 500;
	Settings->SummarizationCooldownMessages = 0;
	Settings->MinimumMessagesToSummarize = 4;
	Settings->RecentMessagesToKeep = 4;
	Settings->MinimumRecentMessages = 2;
	Settings->RefreshEveryMessages = 0;
	Settings->bAutoSummarize = true;
	Settings->bAskBeforeToolsRun = true;
}

FSpecSettings::~FSpecSettings()
{
	UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
	Settings->Provider = Choice.Provider;
	Settings->Protocol = Choice.Protocol;
	Settings->BaseUrl = Choice.BaseUrl;
	Settings->Model = Choice.Model;
	Settings->ApiKeyVariable = Choice.ApiKeyVariable;
	Settings->ApiKey = Choice.ApiKey;
	Settings->Headers = Choice.Headers;
	Settings->bAllowInsecure = Choice.bAllowInsecure;
	Settings->bSetTemperature = Choice.bSetTemperature;
	Settings->ReasoningEffort = Choice.ReasoningEffort;
	Settings->ContextWindow = static_cast<int32>(Choice.ContextWindow);
	Settings->InputLimit = static_cast<int32>(Choice.InputLimit);
	Settings->MaxOutputTokens = static_cast<int32>(Choice.MaxOutputTokens);
	Settings->SystemPrompt = SystemPrompt;
	Settings->PinnedRules = PinnedRules;
	Settings->SummarizationModels = SummarizationModels;
	Settings->SummarizationMode = SummarizationMode;
	Settings->SummarizationThreshold = SummarizationThreshold;
	Settings->SummarizationResetRatio = SummarizationResetRatio;
	Settings->SummarizationTargetRatio = SummarizationTargetRatio;
	Settings->SummaryShare = SummaryShare;
	Settings->LedgerShare = LedgerShare;
	Settings->ReserveTokens = ReserveTokens;
	Settings->SummarizationCooldownMessages = SummarizationCooldownMessages;
	Settings->MinimumMessagesToSummarize = MinimumMessagesToSummarize;
	Settings->RecentMessagesToKeep = RecentMessagesToKeep;
	Settings->MinimumRecentMessages = MinimumRecentMessages;
	Settings->RefreshEveryMessages = RefreshEveryMessages;
	Settings->bAutoSummarize = bAutoSummarize;
	Settings->bLearnReserveTokens = bLearnReserveTokens;
	Settings->bAskBeforeToolsRun = bAskBeforeToolsRun;
}

FString FSpecSettings::GetServer()
{
	return FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_SERVER"));
}

void FSpecSettings::Notify()
{
	UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
	FPropertyChangedEvent Event(nullptr);
	Settings->OnSettingChanged().Broadcast(Settings, Event);
}

#endif
