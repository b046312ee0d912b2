// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/**
 * Keeps a script from deciding what the user is asked, while it lives: what allows calls or ends a mode refuses, and the
 * settings about asking get back the values that they had. Game thread.
 */
class FAskingGuard
{
public:
	FAskingGuard();
	~FAskingGuard();
	FAskingGuard(const FAskingGuard&) = delete;
	FAskingGuard& operator=(const FAskingGuard&) = delete;

	/** Returns whether a script is running, so that this is not the user's decision; notes what was tried, in a few words for the model. */
	static bool Refuses(const TCHAR* What);

	/** Sets the settings about asking back, and notifies their listeners if one was changed. */
	void Restore();

	/** What the script tried in vain, each once. */
	const TArray<FString>& GetRefused() const
	{
		return Refused;
	}

private:
	/** The guard of the script that runs now; null if none does. */
	static FAskingGuard* Innermost;

	FAskingGuard* Outer = nullptr;
	TArray<FString> Refused;
	TArray<FString> AllowedConsoleCommands;
	TArray<FString> AlwaysAllowedTools;
	FString AgentMode;
	bool bAskBeforeToolsRun = true;
	bool bAskBeforeReading = false;
};
