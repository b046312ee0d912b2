// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

/** A file that was read to be sent as a picture. */
struct FKeptPicture
{
	/** The file's name, without its folders. */
	FString Name;
	/** What a text names the picture by, with the @; empty if it is not attached. */
	FString Mention;
	/** Why it is not attached. */
	FString Problem;
};

/**
 * Pictures that are read and kept next to the conversations, on a thread of the core: the newest hundred, whether sent
 * or not. Destroying it leaves out what is not read yet. Needs a usable core.
 */
class FPictureKeeping
{
public:
	/** Begins to keep as many of the files as a message with this text still takes; the others are not opened. */
	FPictureKeeping(const FString& Conversations, const FString& Text, const TArray<FString>& InFiles);

	/** Begins to keep the content of a file, under a name like this. */
	FPictureKeeping(const FString& Conversations, const FString& Name, const TArray<uint8>& Content);

	/**
	 * Begins to keep what was copied elsewhere: files, as many as a message with this text still takes, or a picture. Where the clipboard has text, only
	 * files that it lists.
	 */
	FPictureKeeping(const FString& Conversations, const FString& Text, const FString& InCopiedText);

	/** Returns whether files that were copied may be meant by a text on the clipboard. */
	static bool MayBeMeantBy(const FString& CopiedText);

	/** Returns whether all is kept or refused. */
	bool IsFinished() const;

	/** Returns the files that were read, in their order. */
	TArray<FKeptPicture> GetPictures() const;

	/** Returns the names of the files that were not, because the message takes no more. */
	TArray<FString> GetLeftOut() const;

	/** Returns the names of what is kept; none if it was copied, and what it is turns out as it is read. */
	const TArray<FString>& GetNames() const
	{
		return Names;
	}

	/** Returns the text that is pasted, if it does not list copied files; empty otherwise, or if that is not known yet. */
	FString GetTextInstead() const;

private:
	TArray<FString> Names;
	FString CopiedText;
	rust::Box<vibeue::PictureKeeping> Keeping;
};
