// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"

/** Where the conversations of a project are kept: one file each, Saved/VibeUE/<id>.jsonl. */
struct FConversationFiles
{
	/** Returns the folder; it may not exist yet. */
	static FString GetFolder();

	/** Keeps conversations elsewhere from now on, for specs; in the project's folder again if the text is empty. Returns the previous folder. */
	static FString UseFolder(const FString& Folder);

	/** Returns the user's file of what is permanently allowed, which is not in the project. */
	static FString GetPermissionsPath();

	/** The path of the user's file of sign-ins at tool servers, next to the permissions. */
	static FString GetSignInsPath();

	/** Returns whether a text can be an id: short, and nothing that leads out of the folder. */
	static bool IsId(const FString& Text);

	/** Returns whether two ids name the same conversation: to the letter, but for systems whose files ignore the case of letters. */
	static bool IsSameId(const FString& One, const FString& Other);

	/** Makes an id that no conversation has. */
	static FString MakeId();

	/** Returns the file of a conversation. */
	static FString GetPath(const FString& Id);

	/**
	 * Returns a file for an export that does not exist yet: Saved/VibeUE/Exports/<title> <time>.<extension>. Writing it
	 * fails if the folder cannot be created.
	 */
	static FString MakeExportPath(const FString& Title, const FString& Extension = TEXT("md"));

	/** Permanently deletes a conversation's file; says why when it cannot be, as where another program has it open. */
	static FVibeUEError Delete(const FString& Id);

	/**
	 * Moves a conversation to the trash, from which it can be restored for thirty days; no session may have it open.
	 * Returns why it could not be.
	 */
	static FVibeUEError Discard(const FString& Id);

	/** Brings a conversation back from the trash; of several with this id the one that was deleted last. */
	static FVibeUEError Restore(const FString& Id);

	/** Brings the conversation back that was deleted then, in milliseconds since 1970, as a list of the trash says. */
	static FVibeUEError RestoreDeleted(const FString& Id, int64 DeletedMs);

	/** Names a conversation that no session has open. */
	static FVibeUEError Rename(const FString& Id, const FString& Title);

	/** Puts a conversation before the others in a list, or among them again. */
	static FVibeUEError Pin(const FString& Id, bool bPinned);

	/** Puts these tags on a conversation and no others: words between blanks or commas. */
	static FVibeUEError SetTags(const FString& Id, const FString& Words);

	/** Returns the ids of all conversations, the one changed last first. */
	static TArray<FString> FindIds();
};
