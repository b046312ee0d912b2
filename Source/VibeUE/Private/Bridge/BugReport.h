// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"

/**
 * A bug report that is written in the background: versions, settings, the newest lines of the log and the shape of a
 * conversation; no key and no word of what was said. Destroying it waits for nothing: the file is still written
 * completely.
 */
class FBugReport
{
public:
	/**
	 * Begins to write.
	 * @param InPath  A file that does not exist yet.
	 * @param ConversationId  The conversation whose shape is described; empty for none.
	 */
	FBugReport(const FString& InPath, const FString& ConversationId);

	/** Returns whether it is written, or could not be. */
	bool IsFinished() const;

	/** Returns why it could not be written; a kind of None when it was. */
	FVibeUEError GetProblem() const;

	/** Returns its file. */
	const FString& GetPath() const
	{
		return Path;
	}

private:
	FString Path;
	rust::Box<vibeue::FileWriting> Writing;
};
