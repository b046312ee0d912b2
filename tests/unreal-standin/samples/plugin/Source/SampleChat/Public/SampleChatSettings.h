// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"
#include "SampleChatSettings.generated.h"

/** What a person sets for all conversations. */
UCLASS(Config = EditorPerProjectUserSettings, meta = (DisplayName = "Sample Chat"))
class SAMPLECHAT_API USampleChatSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	USampleChatSettings();

	/** Whether long conversations are summarized by themselves. */
	UPROPERTY(Config, EditAnywhere, Category = "Summaries")
	bool bAutoSummarize = true;

	/** The part of the context window at which a summary is made. */
	UPROPERTY(Config, EditAnywhere, Category = "Summaries",
		meta = (ClampMin = "0.1", ClampMax = "0.95", UIMin = "0.5", UIMax = "0.95", EditCondition = "bAutoSummarize"))
	float SummarizationThreshold = 0.8f;

	/** How many of the newest messages are never summarized. */
	UPROPERTY(Config, EditAnywhere, AdvancedDisplay, Category = "Summaries",
		meta = (ClampMin = "2", ClampMax = "100", EditCondition = "bAutoSummarize"))
	int32 RecentMessagesToKeep = 10;

	/** The size of the model's context window, in tokens. */
	UPROPERTY(Config, EditAnywhere, Category = "Model", meta = (ClampMin = "1024", ClampMax = "10000000"))
	int32 ContextWindow = 128000;

	/** The model that answers. */
	UPROPERTY(Config, EditAnywhere, Category = "Model", meta = (GetOptions = "GetModelNames"))
	FString Model;

	/** The key of the provider, if it is not in the environment. */
	UPROPERTY(Config, EditAnywhere, Category = "Model", meta = (PasswordField = true))
	FString ApiKey;

	/** The models to choose from. */
	UFUNCTION()
	TArray<FString> GetModelNames() const;

	virtual FName GetCategoryName() const override;

#if WITH_EDITOR
	virtual FText GetSectionText() const override;
	virtual void PostEditChangeProperty(FPropertyChangedEvent& Event) override;
#endif
};
