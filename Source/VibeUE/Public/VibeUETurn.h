// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "UObject/ObjectMacros.h"
#include "VibeUETurn.generated.h"

class UChatSession;

/** The turn that is under way in a session, for a view that is opened in the middle of it. */
UCLASS()
class VIBEUE_API UVibeUETurn : public UObject
{
	GENERATED_BODY()

public:
	/** Returns the part of the answer that has arrived and is not a message yet; may be empty. What follows comes by OnTextDelta. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static FString GetAnswer(const UChatSession* Session);

	/** Returns the model's reasoning before that, if its provider reports it. What follows comes by OnReasoningDelta. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static FString GetReasoning(const UChatSession* Session);

	/** Returns the calls that wait for the user's answer, as OnToolCallRequested reported them. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static TArray<FVibeUEToolCall> GetAskedCalls(const UChatSession* Session);
};
