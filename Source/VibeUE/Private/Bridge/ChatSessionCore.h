// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ChatEventSink.h"
#include "Bridge/CoreHeaders.h"

/** A file that is being written. Destroying it waits for nothing: the file is written to its end, and nobody hears of that. */
struct FChatExport
{
	FString Path;
	rust::Box<vibeue::FileWriting> Job;
};

/** Edits of a turn that are being undone. */
struct FFileRestore
{
	rust::Box<vibeue::FileRestore> Job;
};

/** A session of the core, and who hears of it. */
struct FChatSessionCore
{
	FChatSessionCore(rust::Box<vibeue::Session> InSession, UChatSession& Owner)
		: Session(std::move(InSession))
		, Sink(Owner)
	{
	}

	rust::Box<vibeue::Session> Session;
	FChatEventSink Sink;

	/** Those that are being written; each gives up its session's snapshot when it ends. */
	TArray<TUniquePtr<FChatExport>> Exports;

	/** Edits that are being undone. */
	TArray<TUniquePtr<FFileRestore>> Restores;
};
