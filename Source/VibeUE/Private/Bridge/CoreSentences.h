// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

/** What the core says to the user, in the editor's language. */
struct FCoreSentences
{
	/**
	 * Returns a text of the core in the editor's language: an error, a hint, a warning, why a setting is refused. Settings have
	 * the names of the settings page. What is none of the core's sentences, such as the words of a server, stays as it is.
	 */
	static FText Say(const FString& Text);

	/** The same, of a text as the core hands it over. */
	static FString FromCore(rust::Str Text);

private:
	/** The same, within this many other sentences. */
	static FString Say(const FString& Text, int32 Depth);

	/** Returns what is put into a sentence: a number, a setting, another sentence, or something else. */
	static FText SayArgument(const FString& Argument, int32 Depth);

	/** Returns the sentence of a key; the English one if no such key is known. */
	static FText Find(const FString& Key, const FString& English);

	/** The same of one table, from a generated source; empty if it has no such key. */
	static FText FindInConversations(const FString& Key);
	static FText FindInConnections(const FString& Key);
	static FText FindInSettings(const FString& Key);
	static FText FindInFiles(const FString& Key);
	static FText FindInWriting(const FString& Key);
	static FText FindInRepairs(const FString& Key);
	static FText FindInPages(const FString& Key);
};
