// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"

/** What has to be set before anybody can chat. */
struct FChatSetup
{
	/** Says what is missing and what to do about it, without asking a server; a kind of None when nothing is. */
	static FVibeUEError FindProblem(const FVibeUEModelChoice& Model);
};
