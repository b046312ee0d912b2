// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "Bridge/TextCompletion.h"
#include "CoreMinimal.h"

/** What words may become that the user types in one field; remembers what there is that can be named. Needs a usable core. */
class FTextCompleter
{
public:
	/** For a project's folder and the one of its conversations. */
	FTextCompleter(const FString& Project, const FString& Conversations);

	/** Looks what the word at a place may become; without rows if there is nothing to complete. */
	FTextCompletion Find(const FString& Text, int32 Line, int32 Column) const;

	/** Returns what the core knows it by, for the listing of what the editor has. */
	const vibeue::Completer& GetCore() const
	{
		return *Completer;
	}

private:
	rust::Box<vibeue::Completer> Completer;
};
