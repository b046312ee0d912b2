// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatError.h"
#include "CoreMinimal.h"

// Whether the native library is the one that the plugin was compiled for.
namespace VibeUE
{
/** The build of the headers, or of the native library. */
struct FCoreVersion
{
	/** The release: major, minor and patch in 16 bits each. */
	uint64 Release = 0;

	/** The interface, a hash of its declarations: only sides with the same one understand each other. */
	uint64 Interface = 0;

	/** What the plugin was compiled with. */
	static FCoreVersion OfHeaders();

	/** What it was linked with. */
	static FCoreVersion OfLibrary();

	/** Both for the user: `0.1.0 (interface 0001fc404789dccd)`. */
	FString ToString() const;
};

/** Compares the two; if they differ, the error names both and says what to do. */
FVibeUEError CompareVersions(const FCoreVersion& Headers, const FCoreVersion& Library);

/** Why the native library must not be called; an error of kind None if it may. */
const FVibeUEError& GetCoreProblem();

/** Whether the native library may be called. */
bool IsCoreUsable();
} // namespace VibeUE
