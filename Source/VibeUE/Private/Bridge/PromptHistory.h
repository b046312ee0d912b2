// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

class UChatSession;

/** What was said before or after a text. */
struct FRecalledPrompt
{
	/** As the user types it; empty if the field is to be empty again. */
	FString Text;

	/** There is something. */
	bool bFound = false;

	/** There may be something: other conversations are being read. */
	bool bPending = false;
};

/** What the user said lately, in this conversation and in the project's others, as a field goes through it. Needs a usable core. */
class FPromptHistory
{
public:
	/** Begins with what was said in a conversation; the others of the folder are read in the background. */
	FPromptHistory(const UChatSession& Session, const FString& Conversations);

	/** Returns what was said before the text in the field: only if that is empty or was recalled, never if it is the user's own. */
	FRecalledPrompt FindOlder(const FString& Text) const;

	/** Returns what was said after the text in the field, if that was recalled. */
	FRecalledPrompt FindNewer(const FString& Text) const;

private:
	rust::Box<vibeue::PromptHistory> History;
};
