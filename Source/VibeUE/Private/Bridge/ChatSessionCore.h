// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ChatEventSink.h"
#include "Bridge/CoreHeaders.h"

/** A file that is being written. */
struct FChatExport
{
	FString Path;
	rust::Box<vibeue::FileWriting> Job;

	/** Lets one go on of which nobody hears any more: destroying it would wait until the file is written. */
	static void Leave(TUniquePtr<FChatExport>&& Export);

	/** Waits for those that were left: their threads must not outlive the code that they run. */
	static void AwaitLeft();
};

/** Edits of a turn that are being taken back. */
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

	/** Edits that are being taken back. */
	TArray<TUniquePtr<FFileRestore>> Restores;
};
