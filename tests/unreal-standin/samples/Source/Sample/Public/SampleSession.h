// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

#include "SampleSession.generated.h"

DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FOnSampleLineDynamic, const FString&, Text, int32, Number);
DECLARE_MULTICAST_DELEGATE_TwoParams(FOnSampleLine, const FString&, int32);

/** What a session is doing. */
UENUM(BlueprintType)
enum class ESampleState : uint8
{
	Idle UMETA(DisplayName = "Idle"),
	Busy UMETA(DisplayName = "At work"),
};

/** One line of a conversation. */
USTRUCT(BlueprintType)
struct SAMPLE_API FSampleLine
{
	GENERATED_BODY()

	/** What was said. */
	UPROPERTY()
	FString Text;

	/** How often. */
	UPROPERTY()
	int32 Count = 0;
};

/** Says lines, natively and to Blueprint, and keeps a child. */
UCLASS(BlueprintType)
class SAMPLE_API USampleSession : public UObject
{
	GENERATED_BODY()

public:
	virtual void BeginDestroy() override;

	/** Says a line to everybody. */
	UFUNCTION(BlueprintCallable, Category = "Sample")
	void Say(const FString& Text);

	/** Hears a line of another session. */
	UFUNCTION()
	void HearLine(const FString& Text, int32 Number);

	/** Adds two numbers. */
	UFUNCTION(BlueprintPure, Category = "Sample")
	int32 Sum(int32 A, int32 B) const;

	void NotAFunctionOfReflection(const FString& Text, int32 Number);

	/** For Blueprint. */
	UPROPERTY(BlueprintAssignable, Category = "Sample")
	FOnSampleLineDynamic OnLineDynamic;

	FOnSampleLine& OnLine()
	{
		return LineEvent;
	}

	/** Kept by this session. */
	UPROPERTY()
	TObjectPtr<USampleSession> Child;

	/** Kept as well. */
	UPROPERTY()
	TArray<TObjectPtr<USampleSession>> Children;

	/** What it is doing. */
	UPROPERTY()
	ESampleState State = ESampleState::Idle;

	USampleSession* NotKept = nullptr;

	TArray<FString> Heard;

	static int32 Destroyed;

private:
	FOnSampleLine LineEvent;
	int32 Said = 0;
};
