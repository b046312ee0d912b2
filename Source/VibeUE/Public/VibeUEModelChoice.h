// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEModelChoice.generated.h"

/** Which model answers, and where it runs. Numbers that are 0 and texts that are empty leave the choice to the core. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEModelChoice
{
	GENERATED_BODY()

	/** A provider by name: openai, anthropic, gemini, ollama, lmstudio and others. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString Provider;

	/** openai, responses, anthropic, gemini or ollama; the provider's own if empty. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString Protocol;

	/** The server's base address; the provider's own if empty. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString BaseUrl;

	/** The model's id as its server knows it. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString Model;

	/** The environment variable that holds the key. Wins over ApiKey. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString ApiKeyVariable;

	/** The key. Never saved with the object. */
	UPROPERTY(BlueprintReadWrite, Transient, Category = "VibeUE")
	FString ApiKey;

	/** The key is in the system's credential store, unless one of the fields above provides it; the store is asked before the first request. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	bool bKeyInCredentialStore = false;

	/** Further headers, for gateways. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	TMap<FString, FString> Headers;

	/** Allows http to other machines. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	bool bAllowInsecure = false;

	/** Whether Temperature counts. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	bool bSetTemperature = false;

	/** How varied the model's answers are, from 0 to 2. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	double Temperature = 1.0;

	/** low, medium, high or another value that the server accepts. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString ReasoningEffort;

	/** The maximum number of tokens of one answer. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	int64 MaxOutputTokens = 0;

	/** The context window in tokens, if set by the user. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	int64 ContextWindow = 0;

	/** The limit on a request in tokens, if the user knows better. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	int64 InputLimit = 0;

	/** US dollars per million tokens of requests; 0 if unknown. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	double InputPrice = 0.0;

	/** US dollars per million tokens of answers; 0 if unknown. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	double OutputPrice = 0.0;
};
