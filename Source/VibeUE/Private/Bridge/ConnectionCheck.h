// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"

/** One step of a test of a connection. */
struct FConnectionStep
{
	/** The outcome. */
	enum class EOutcome : uint8
	{
		Passed,
		Warned,
		Failed,
		Skipped,
	};

	FString Title;
	EOutcome Outcome = EOutcome::Skipped;
	FString Detail;
	FString Hint;
};

/** A test of a connection that runs in the background; destroying it cancels it. */
class FConnectionCheck
{
public:
	/** Begins to test. */
	explicit FConnectionCheck(const FVibeUEModelChoice& Model);

	/** Returns whether everything is known. */
	bool IsFinished() const;

	/** Returns why the test could not be made; a kind of None when it could. */
	FVibeUEError GetProblem() const;

	/** Returns whether the connection can be used. */
	bool Works() const;

	/** Returns the steps, in their order. */
	TArray<FConnectionStep> GetSteps() const;

private:
	rust::Box<vibeue::ConnectionTest> Test;
};
