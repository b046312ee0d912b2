// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"

/** One operation on a key in the system's credential store, which runs in the background; destroying it withdraws the request. */
class FKeyKeeping
{
public:
	/** What is done. */
	enum class EErrand : uint8
	{
		/** Look whether the store has the key of the server. */
		Find,
		/** Keep the key that is chosen, and read it back. */
		Keep,
		/** Remove the key of the server. */
		Remove,
	};

	/** Begins. */
	FKeyKeeping(const FVibeUEModelChoice& Model, EErrand Errand);

	/** Returns whether it is done, or failed. */
	bool IsFinished() const;

	/** Returns why it was not done; a kind of None when it was. */
	FVibeUEError GetProblem() const;

	/** Returns whether the store has a key of the server afterwards. */
	bool HasKey() const;

	/** Returns the server, as an address without a path. */
	FString GetServer() const;

private:
	rust::Box<vibeue::KeyKeeping> Keeping;
};
