// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"
#include "SampleSession.h"

#include "SampleSettings.generated.h"

/** Knobs of the sample. */
UCLASS(Config = EditorPerProjectUserSettings, meta = (DisplayName = "Sample"))
class SAMPLE_API USampleSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	USampleSettings();

	virtual void PostInitProperties() override;
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) override;

	/** Share of the budget at which something happens. */
	UPROPERTY(Config, EditAnywhere, Category = "Sample", meta = (ClampMin = "0.5", ClampMax = "0.95"))
	float Threshold = 0.8f;

	/** Whether it happens by itself. */
	UPROPERTY(Config, EditAnywhere, Category = "Sample")
	bool bAutomatic = true;

	/** A text with everything that ini files dislike. */
	UPROPERTY(Config, EditAnywhere, Category = "Sample", meta = (MultiLine = true))
	FString Prompt;

	/** Several. */
	UPROPERTY(Config, EditAnywhere, Category = "Sample")
	TArray<FString> Models;

	/** A struct. */
	UPROPERTY(Config, EditAnywhere, Category = "Sample")
	TArray<FSampleLine> Lines;

	/** An enum. */
	UPROPERTY(Config, EditAnywhere, Category = "Sample")
	ESampleState Mode = ESampleState::Idle;

	/** Not saved. */
	UPROPERTY(Transient)
	int32 Changes = 0;
};
