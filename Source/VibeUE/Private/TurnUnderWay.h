// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Containers/Map.h"
#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"

/** What is in progress in a session, and not in its history yet. */
struct FTurnUnderWay
{
	/** The turn that began last and has not ended; 0 for none. One that only waited may end meanwhile. */
	uint64 Turn = 0;

	/** Texts that were submitted and are not messages yet, by their turns. */
	TMap<uint64, FString> Submitted;

	/** Calls of this turn that the settings allowed: hosts were asked to run them, and are not notified of the approval. */
	TArray<FString> AllowedCalls;

	/** Calls that wait for the user's answer. */
	TArray<FVibeUEToolCall> AskedCalls;

	/** The part of the next message that has arrived. */
	FString Answer;

	/** What the model has thought before it. */
	FString Reasoning;

	/** Forgets what had arrived: it is a message now, or was retracted. */
	void DropAnswer()
	{
		Answer.Empty();
		Reasoning.Empty();
	}

	/** Notes that a call no longer waits. */
	void DropCall(const FString& CallId)
	{
		AskedCalls.RemoveAll([&CallId](const FVibeUEToolCall& Call) { return Call.CallId.Equals(CallId); });
	}
};
