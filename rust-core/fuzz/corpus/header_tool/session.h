// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.
#pragma once

#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "Fuzz0.generated.h"

DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FFuzzDone, bool, bSuccess, const FString&, Summary);

/** A state. */
UENUM(BlueprintType)
enum class EFuzzState : uint8
{
	Idle UMETA(DisplayName = "Idle"),
	Busy,
};

USTRUCT(BlueprintType)
struct FFuzzLine
{
	GENERATED_BODY()

	/** The text. */
	UPROPERTY(BlueprintReadOnly, Category = "Fuzz")
	FString Text;

	UPROPERTY()
	TMap<FName, int32> Counts;
};

UCLASS(BlueprintType, Config = Editor)
class FUZZ_API UFuzzSession : public UObject
{
	GENERATED_BODY()

public:
	/** Sends. */
	UFUNCTION(BlueprintCallable, Category = "Fuzz", meta = (ToolTip = "x"))
	bool Send(const FString& Text, TArray<FFuzzLine>& OutLines, int32 Count = 3);

	UPROPERTY(BlueprintAssignable, Category = "Fuzz")
	FFuzzDone OnDone;

#if WITH_EDITORONLY_DATA
	UPROPERTY(EditAnywhere, Config, Category = "Fuzz", meta = (ClampMin = "0.0", ClampMax = "1.0"))
	float Threshold = 0.8f;
#endif

private:
	TObjectPtr<UFuzzSession> Other;
};
