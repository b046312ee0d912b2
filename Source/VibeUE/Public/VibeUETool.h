// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEToolRun.h"
#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUETool.generated.h"

/** What a tool is. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEToolInfo
{
	GENERATED_BODY()

	/** The name by which the model calls it: letters, digits, _ and -, at most 64. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "VibeUE")
	FString Name;

	/** What it does and when to use it, for the model. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "VibeUE")
	FString Description;

	/** The JSON schema of its arguments, an object; empty for a tool without arguments. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "VibeUE")
	FString Schema;

	/** What it may touch: the user is asked before anything but reading. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "VibeUE")
	EVibeUEToolAccess Access = EVibeUEToolAccess::Control;

	/** How many seconds a call may take. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "VibeUE")
	double TimeLimit = 120.0;
};

/** A tool that the model may call, registered with FVibeUEToolRegistry. All functions are called on the game thread. */
class VIBEUE_API IVibeUETool
{
public:
	virtual ~IVibeUETool() = default;

	/** Returns what it is; asked once, when it is registered. */
	virtual FVibeUEToolInfo Describe() const = 0;

	/** Does what is asked and answers at once, or keeps the run and answers later. The call is allowed, and the arguments match the schema. */
	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) = 0;

	/** Returns what a call would do, without doing it. */
	virtual FVibeUEToolPreview Preview(const FVibeUEToolArguments&) const
	{
		return FVibeUEToolPreview();
	}
};
