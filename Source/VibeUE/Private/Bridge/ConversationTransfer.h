// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"

/** What a conversation of the history is written to a file as. */
enum class EConversationForm : uint8
{
	/** For people; credentials are masked. */
	Markdown,
	/** A request with all messages, which other programs read; credentials are masked. */
	Transcript,
	/** The journal as it is, with every event and every credential in it. */
	Journal
};

/**
 * A conversation of the history that is written to a file in the background, completely even if this is destroyed
 * before. Needs a usable core.
 */
class FConversationExport
{
public:
	/** Begins to write; never over a file that exists. Somebody may have the conversation open. */
	FConversationExport(const FString& Folder, const FString& Id, const FString& Path, EConversationForm Form);

	/** Returns what the names of such files end with, without the dot. */
	static FString GetExtension(EConversationForm Form);

	/** Returns whether it is written, or could not be. */
	bool IsFinished() const;

	/** Returns why it could not be written; a kind of None when it was. */
	FVibeUEError GetProblem() const;

	/** Returns its file, with the extension that was missing. */
	FString GetPath() const;

	/** Returns how many credentials were masked. */
	int64 GetMasked() const;

	/** Returns which long results of tools are lost. */
	TArray<FString> GetLost() const;

private:
	rust::Box<vibeue::ConversationExport> Writing;
};

/** The outcome of a file that was to become a conversation. */
struct FImportedConversation
{
	/** The file's name, without its folders. */
	FString Name;
	/** The conversation's id; empty if it did not become one. */
	FString Id;
	/** Messages that were ever said in it. */
	int64 Messages = 0;
	/** What had to be repaired. */
	TArray<FString> Repairs;
	/** Why it did not become one; a kind of None when it did. */
	FVibeUEError Problem;
};

/** Files that become conversations, on a thread of the core; destroying it leaves out what is not read yet. Needs a usable core. */
class FConversationImport
{
public:
	/** Begins to import files: journals as they are, and transcripts. The files stay. */
	FConversationImport(const FString& Folder, const TArray<FString>& Files);

	/** Returns whether all are imported or refused. */
	bool IsFinished() const;

	/** Leaves out what is not begun; what is read now is finished. */
	void Cancel();

	/** Returns the outcome of each file, in their order. */
	TArray<FImportedConversation> GetFiles() const;

private:
	rust::Box<vibeue::ConversationImport> Reading;
};
