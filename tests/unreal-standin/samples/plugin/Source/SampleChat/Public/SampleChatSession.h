// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "SampleChatLine.h"
#include "Containers/Ticker.h"
#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "SampleChatSession.generated.h"

class UChatSession;

/** What a session is doing. */
UENUM(BlueprintType)
enum class ESampleChatState : uint8
{
	Idle,
	Waiting,
	Failed,
};

DECLARE_MULTICAST_DELEGATE_OneParam(FOnSampleChatLineAdded, const FSampleChatLine&);

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnSampleChatLineAddedDynamic, const FSampleChatLine&, Line);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FOnSampleChatSummarizationCompleteDynamic, bool, bSuccess, const FString&, Summary);
DECLARE_DYNAMIC_DELEGATE_RetVal_OneParam(bool, FSampleChatFilterDynamic, const FString&, Text);

/** A conversation that a person keeps for hours. */
UCLASS(BlueprintType)
class SAMPLECHAT_API UChatSession : public UObject
{
	GENERATED_BODY()

public:
	UChatSession();

	/** Sends what the person wrote; false if there is nothing to send. */
	UFUNCTION(BlueprintCallable, Category = "Chat")
	bool SubmitUserMessage(const FString& Text, ESampleChatSpeaker Speaker = ESampleChatSpeaker::User);

	/** How much of the context window is in use, from 0 to 1. */
	UFUNCTION(BlueprintPure, Category = "Chat", meta = (DisplayName = "Token usage (%)"))
	float GetTokenUsagePercent() const;

	/** All lines, oldest first. */
	UFUNCTION(BlueprintPure, Category = "Chat")
	TArray<FSampleChatLine> GetLines() const;

	/** What it is doing. */
	UFUNCTION(BlueprintPure, Category = "Chat")
	ESampleChatState GetState() const
	{
		return State;
	}

	/** For C++ and widgets. */
	FOnSampleChatLineAdded& OnLineAdded()
	{
		return LineAdded;
	}

	/** For Blueprint. */
	UPROPERTY(BlueprintAssignable, Category = "Chat")
	FOnSampleChatLineAddedDynamic OnLineAddedDynamic;

	/** For Blueprint. */
	UPROPERTY(BlueprintAssignable, Category = "Chat")
	FOnSampleChatSummarizationCompleteDynamic OnSummarizationComplete;

	virtual void BeginDestroy() override;

protected:
	/** Asked before anything is sent. */
	UPROPERTY()
	FSampleChatFilterDynamic Filter;

private:
	UFUNCTION()
	void HandleSummarizationComplete(bool bSuccess, const FString& Summary);

	bool Tick(float DeltaTime);

	UPROPERTY()
	TArray<FSampleChatLine> Lines;

	/** Sessions that this one was forked into, by name. */
	UPROPERTY()
	TMap<FName, TObjectPtr<UChatSession>> Forks;

	UPROPERTY(Transient)
	ESampleChatState State = ESampleChatState::Idle;

#if WITH_EDITORONLY_DATA
	UPROPERTY(Transient)
	FString LastError;
#endif

	TWeakObjectPtr<UObject> Focus;

	/** How long it has been open, in seconds. */
	double Age = 0.0;

	FOnSampleChatLineAdded LineAdded;
	FTSTicker::FDelegateHandle TickHandle;
};
