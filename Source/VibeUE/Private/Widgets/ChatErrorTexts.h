// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatError.h"
#include "CoreMinimal.h"

/** What an error says in the editor's language, whatever reported it and in whichever words. */
struct FChatErrorTexts
{
	/** Returns the heading of an error: that it is one, and of which kind. */
	static FText Heading(EVibeUEFailure Kind);

	/** Returns where the cause is fixed; empty if it is temporary, or there is nothing to fix. */
	static FText Place(EVibeUEFixedIn FixedIn);

private:
	/** Returns what happened, by its kind; empty if the kind says nothing. */
	static FText Describe(EVibeUEFailure Kind);
};
