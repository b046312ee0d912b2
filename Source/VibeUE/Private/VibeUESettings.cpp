// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUESettings.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "CoreGlobals.h"
#include "HAL/FileManager.h"
#include "Misc/Paths.h"
#include "UObject/UnrealType.h"
#include "VibeUELog.h"

#define LOCTEXT_NAMESPACE "VibeUESettings"

namespace VibeUESettingsPrivate
{
/** Numbers of files may be anything; not-a-number has no nearest value, so it becomes the default. */
static double Clamped(double Value, double Smallest, double Largest, double Default)
{
	return FMath::IsFinite(Value) ? FMath::Clamp(Value, Smallest, Largest) : Default;
}

static FString Text(bool bValue)
{
	return bValue ? FString(TEXT("true")) : FString(TEXT("false"));
}

static FString Text(double Value)
{
	return FString::SanitizeFloat(Value);
}

static FString Text(int32 Value)
{
	return FString::FromInt(Value);
}

static FString Text(EVibeUESummarizationMode Mode)
{
	switch (Mode)
	{
	case EVibeUESummarizationMode::Rules:
		return TEXT("rules");
	case EVibeUESummarizationMode::Llm:
		return TEXT("llm");
	case EVibeUESummarizationMode::Native:
		return TEXT("native");
	case EVibeUESummarizationMode::Hybrid:
		break;
	}
	return TEXT("hybrid");
}

/** The most models that may be named, and the longest addition to the prompt, as the core takes them. */
static constexpr int32 MostModels = static_cast<int32>(VIBEUE_MAX_SUMMARY_MODELS);
static constexpr int32 LongestPrompt = static_cast<int32>(VIBEUE_MAX_CUSTOM_PROMPT);

/** The most phrases to keep, and their characters together, as the core takes them. */
static constexpr int32 MostPhrases = 64;
static constexpr int32 LongestPhrases = static_cast<int32>(VIBEUE_MAX_KEEP);
} // namespace VibeUESettingsPrivate

UVibeUESettings::UVibeUESettings()
{
	ResetToDefaults();
}

void UVibeUESettings::ResetToDefaults()
{
	Provider.Empty();
	Model.Empty();
	BaseUrl.Empty();
	Protocol.Empty();
	ApiKeyVariable.Empty();
	ApiKey.Empty();
	Headers.Empty();
	bAllowInsecure = false;
	ContextWindow = 0;
	InputLimit = 0;
	MaxOutputTokens = 0;
	bSetTemperature = false;
	Temperature = 1.0;
	ReasoningEffort.Empty();
	InputPrice = 0.0;
	OutputPrice = 0.0;
	SystemPrompt.Empty();
	PinnedRules.Empty();
	bLearnReserveTokens = true;
	ReserveTokens = 0;
	SummarizationMode = EVibeUESummarizationMode::Hybrid;
	SummarizationModels.Empty();
	CustomSummarizationPrompt.Empty();
	KeepPhrases.Empty();
	bOfferEditorTools = true;
	bOfferFileTools = true;
	bAskBeforeReading = false;
	AllowedConsoleCommands = {TEXT("stat"), TEXT("obj list"), TEXT("memreport"), TEXT("showflag.")};
	bAskBeforeToolsRun = true;
	AlwaysAllowedTools.Empty();
	bReopenLastConversation = true;
	bSyncEachEvent = false;
	// What the core has a setting for has the core's default.
	bAutoSummarize = VIBEUE_DEFAULT_ENABLED;
	SummarizationThreshold = VIBEUE_DEFAULT_THRESHOLD;
	SummarizationResetRatio = VIBEUE_DEFAULT_RESET_RATIO;
	EmergencySummarizationRatio = VIBEUE_DEFAULT_EMERGENCY_RATIO;
	SummarizationTargetRatio = VIBEUE_DEFAULT_TARGET_RATIO;
	SummarizationCooldownMessages = static_cast<int32>(VIBEUE_DEFAULT_COOLDOWN_MESSAGES);
	MinimumMessagesToSummarize = static_cast<int32>(VIBEUE_DEFAULT_MINIMUM_MESSAGES);
	RecentMessagesToKeep = static_cast<int32>(VIBEUE_DEFAULT_RECENT_MESSAGES_TO_KEEP);
	MinimumRecentMessages = static_cast<int32>(VIBEUE_DEFAULT_MINIMUM_RECENT_MESSAGES);
	RefreshEveryMessages = static_cast<int32>(VIBEUE_DEFAULT_REFRESH_EVERY_MESSAGES);
	NoProgressLimit = static_cast<int32>(VIBEUE_DEFAULT_NO_PROGRESS_LIMIT);
	bAbortOnSummarizationFailure = VIBEUE_DEFAULT_ABORT_ON_FAILURE;
	MaxSummaryTokens = static_cast<int32>(VIBEUE_DEFAULT_SUMMARY_MAX_TOKENS);
	SummaryShare = VIBEUE_DEFAULT_SUMMARY_SHARE;
	LedgerShare = VIBEUE_DEFAULT_LEDGER_SHARE;
	SummaryChunkTokens = static_cast<int32>(VIBEUE_DEFAULT_SUMMARY_CHUNK_TOKENS);
	MaxSummaryChainDepth = static_cast<int32>(VIBEUE_DEFAULT_MAX_CHAIN_DEPTH);
	SummaryWaitSeconds = VIBEUE_DEFAULT_SUMMARY_WAIT_SECONDS;
	BackgroundSummarySeconds = VIBEUE_DEFAULT_BACKGROUND_SUMMARY_SECONDS;
	bPreserveErrorDetails = VIBEUE_DEFAULT_PRESERVE_ERROR_DETAILS;
	bShowTokenCount = VIBEUE_DEFAULT_SHOW_TOKEN_COUNT;
	NoticeSeconds = VIBEUE_DEFAULT_NOTICE_SECONDS;
}

void UVibeUESettings::ClampValues()
{
	// By the core's own limits.
#define VIBEUE_CLAMP_RATIO(Property, Name) \
	Property = VibeUESettingsPrivate::Clamped(Property, VIBEUE_MIN_##Name, VIBEUE_MAX_##Name, VIBEUE_DEFAULT_##Name)
#define VIBEUE_CLAMP_WHOLE(Property, Name) \
	Property = FMath::Clamp(Property, static_cast<int32>(VIBEUE_MIN_##Name), static_cast<int32>(VIBEUE_MAX_##Name))
	VIBEUE_CLAMP_RATIO(SummarizationThreshold, THRESHOLD);
	VIBEUE_CLAMP_RATIO(SummarizationResetRatio, RESET_RATIO);
	VIBEUE_CLAMP_RATIO(EmergencySummarizationRatio, EMERGENCY_RATIO);
	VIBEUE_CLAMP_RATIO(SummarizationTargetRatio, TARGET_RATIO);
	VIBEUE_CLAMP_WHOLE(ReserveTokens, RESERVE_TOKENS);
	VIBEUE_CLAMP_WHOLE(SummarizationCooldownMessages, COOLDOWN_MESSAGES);
	VIBEUE_CLAMP_WHOLE(MinimumMessagesToSummarize, MINIMUM_MESSAGES);
	VIBEUE_CLAMP_WHOLE(RecentMessagesToKeep, RECENT_MESSAGES_TO_KEEP);
	VIBEUE_CLAMP_WHOLE(MinimumRecentMessages, MINIMUM_RECENT_MESSAGES);
	VIBEUE_CLAMP_WHOLE(RefreshEveryMessages, REFRESH_EVERY_MESSAGES);
	VIBEUE_CLAMP_WHOLE(NoProgressLimit, NO_PROGRESS_LIMIT);
	VIBEUE_CLAMP_WHOLE(MaxSummaryTokens, SUMMARY_MAX_TOKENS);
	VIBEUE_CLAMP_RATIO(SummaryShare, SUMMARY_SHARE);
	VIBEUE_CLAMP_RATIO(LedgerShare, LEDGER_SHARE);
	VIBEUE_CLAMP_WHOLE(SummaryChunkTokens, SUMMARY_CHUNK_TOKENS);
	VIBEUE_CLAMP_WHOLE(MaxSummaryChainDepth, MAX_CHAIN_DEPTH);
	VIBEUE_CLAMP_RATIO(SummaryWaitSeconds, SUMMARY_WAIT_SECONDS);
	VIBEUE_CLAMP_RATIO(BackgroundSummarySeconds, BACKGROUND_SUMMARY_SECONDS);
	VIBEUE_CLAMP_RATIO(NoticeSeconds, NOTICE_SECONDS);
#undef VIBEUE_CLAMP_RATIO
#undef VIBEUE_CLAMP_WHOLE
	ContextWindow = FMath::Clamp(ContextWindow, 0, 100000000);
	InputLimit = FMath::Clamp(InputLimit, 0, 100000000);
	MaxOutputTokens = FMath::Clamp(MaxOutputTokens, 0, 10000000);
	Temperature = VibeUESettingsPrivate::Clamped(Temperature, 0.0, 2.0, 1.0);
	InputPrice = VibeUESettingsPrivate::Clamped(InputPrice, 0.0, 10000.0, 0.0);
	OutputPrice = VibeUESettingsPrivate::Clamped(OutputPrice, 0.0, 10000.0, 0.0);
	if (CustomSummarizationPrompt.Len() > VibeUESettingsPrivate::LongestPrompt)
	{
		CustomSummarizationPrompt.LeftInline(VibeUESettingsPrivate::LongestPrompt);
	}
	while (SummarizationModels.Num() > VibeUESettingsPrivate::MostModels)
	{
		SummarizationModels.Pop();
	}
	// As the core counts: each phrase with the break behind it.
	int32 Characters = 0;
	for (int32 Index = 0; Index < KeepPhrases.Num(); ++Index)
	{
		Characters += KeepPhrases[Index].Len() + 1;
		if (Index == VibeUESettingsPrivate::MostPhrases || Characters > VibeUESettingsPrivate::LongestPhrases)
		{
			KeepPhrases.SetNum(Index);
		}
	}
}

TMap<FString, FString> UVibeUESettings::GetCoreSettings() const
{
	using VibeUESettingsPrivate::Text;
	TMap<FString, FString> Values;
	Values.Add(TEXT("bAutoSummarize"), Text(bAutoSummarize));
	Values.Add(TEXT("SummarizationThreshold"), Text(SummarizationThreshold));
	Values.Add(TEXT("SummarizationResetRatio"), Text(SummarizationResetRatio));
	Values.Add(TEXT("EmergencySummarizationRatio"), Text(EmergencySummarizationRatio));
	Values.Add(TEXT("SummarizationTargetRatio"), Text(SummarizationTargetRatio));
	Values.Add(TEXT("ReserveTokens"), bLearnReserveTokens ? FString(TEXT("auto")) : Text(ReserveTokens));
	Values.Add(TEXT("SummarizationCooldownMessages"), Text(SummarizationCooldownMessages));
	Values.Add(TEXT("MinimumMessagesToSummarize"), Text(MinimumMessagesToSummarize));
	Values.Add(TEXT("RecentMessagesToKeep"), Text(RecentMessagesToKeep));
	Values.Add(TEXT("MinimumRecentMessages"), Text(MinimumRecentMessages));
	Values.Add(TEXT("RefreshEveryMessages"), Text(RefreshEveryMessages));
	Values.Add(TEXT("NoProgressLimit"), Text(NoProgressLimit));
	Values.Add(TEXT("bAbortOnSummarizationFailure"), Text(bAbortOnSummarizationFailure));
	Values.Add(TEXT("SummarizationMode"), Text(SummarizationMode));
	Values.Add(TEXT("SummarizationModels"), FString::Join(SummarizationModels, TEXT(",")));
	Values.Add(TEXT("MaxSummaryTokens"), Text(MaxSummaryTokens));
	Values.Add(TEXT("SummaryShare"), Text(SummaryShare));
	Values.Add(TEXT("LedgerShare"), Text(LedgerShare));
	Values.Add(TEXT("SummaryChunkTokens"), Text(SummaryChunkTokens));
	Values.Add(TEXT("MaxSummaryChainDepth"), Text(MaxSummaryChainDepth));
	Values.Add(TEXT("SummaryWaitSeconds"), Text(SummaryWaitSeconds));
	Values.Add(TEXT("BackgroundSummarySeconds"), Text(BackgroundSummarySeconds));
	Values.Add(TEXT("bPreserveErrorDetails"), Text(bPreserveErrorDetails));
	Values.Add(TEXT("CustomSummarizationPrompt"), CustomSummarizationPrompt);
	Values.Add(TEXT("KeepPhrases"), FString::Join(KeepPhrases, TEXT("\n")));
	Values.Add(TEXT("bShowTokenCount"), Text(bShowTokenCount));
	Values.Add(TEXT("NoticeSeconds"), Text(NoticeSeconds));
	return Values;
}

FVibeUEModelChoice UVibeUESettings::GetModelChoice() const
{
	FVibeUEModelChoice Choice;
	Choice.Provider = Provider;
	Choice.Protocol = Protocol;
	Choice.BaseUrl = BaseUrl;
	Choice.Model = Model;
	Choice.ApiKeyVariable = ApiKeyVariable;
	Choice.ApiKey = ApiKey;
	Choice.Headers = Headers;
	Choice.bAllowInsecure = bAllowInsecure;
	Choice.bSetTemperature = bSetTemperature;
	Choice.Temperature = Temperature;
	Choice.ReasoningEffort = ReasoningEffort;
	Choice.MaxOutputTokens = MaxOutputTokens;
	Choice.ContextWindow = ContextWindow;
	Choice.InputLimit = InputLimit;
	Choice.InputPrice = InputPrice;
	Choice.OutputPrice = OutputPrice;
	return Choice;
}

TArray<FString> UVibeUESettings::FindProblems() const
{
	if (!VibeUE::IsCoreUsable())
	{
		return {VibeUE::GetCoreProblem().Message};
	}
	const rust::Vec<vibeue::NameValue> Values = VibeUE::ToCore(GetCoreSettings());
	const rust::Vec<vibeue::SettingProblem> Problems = vibeue::validate_settings(
		rust::Slice<const vibeue::NameValue>(Values.data(), Values.size()), VibeUE::ToCore(static_cast<int64>(ContextWindow)));
	TArray<FString> Sentences;
	for (const vibeue::SettingProblem& Problem : Problems)
	{
		Sentences.Add(FString::Printf(TEXT("%s: %s (%s)"), *VibeUE::FromCore(Problem.name), *VibeUE::FromCore(Problem.message),
			*VibeUE::FromCore(Problem.fix)));
	}
	return Sentences;
}

TArray<FString> UVibeUESettings::GetProviderNames() const
{
	TArray<FString> Names;
	Names.Add(FString());
	if (!VibeUE::IsCoreUsable())
	{
		return Names;
	}
	for (const vibeue::PresetInfo& Preset : vibeue::list_presets())
	{
		Names.Add(VibeUE::FromCore(Preset.name));
	}
	return Names;
}

TArray<FString> UVibeUESettings::GetProtocolNames() const
{
	return {FString(), TEXT("openai"), TEXT("responses"), TEXT("anthropic"), TEXT("gemini"), TEXT("ollama")};
}

void UVibeUESettings::SaveAndNotify()
{
	ClampValues();
	SaveConfig();
	// The engine says nothing when it cannot write the file.
	IFileManager& Files = IFileManager::Get();
	if (Files.IsReadOnly(*GEditorPerProjectIni) || Files.DirectoryExists(*GEditorPerProjectIni))
	{
		UE_LOG(LogVibeUE, Warning, TEXT("The settings hold until the editor ends, but could not be saved: '%s' cannot be written. Make it writable, or delete it."),
			*FPaths::ConvertRelativePathToFull(GEditorPerProjectIni));
	}
	FPropertyChangedEvent Event(nullptr);
	OnSettingChanged().Broadcast(this, Event);
}

FName UVibeUESettings::GetContainerName() const
{
	return TEXT("Project");
}

FName UVibeUESettings::GetCategoryName() const
{
	return TEXT("Plugins");
}

void UVibeUESettings::PostInitProperties()
{
	Super::PostInitProperties();
	// What the panel clamps, a file does not.
	ClampValues();
}

#if WITH_EDITOR
FText UVibeUESettings::GetSectionText() const
{
	return LOCTEXT("SectionText", "VibeUE");
}

void UVibeUESettings::PostEditChangeProperty(FPropertyChangedEvent& Event)
{
	ClampValues();
	Super::PostEditChangeProperty(Event);
	for (const FString& Problem : FindProblems())
	{
		UE_LOG(LogVibeUE, Warning, TEXT("The settings contradict each other: %s"), *Problem);
	}
}
#endif

#undef LOCTEXT_NAMESPACE
