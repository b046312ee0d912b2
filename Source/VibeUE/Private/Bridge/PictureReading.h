// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

/** A picture as pixels. */
struct FShownPicture
{
	/** How many pixels a row has; 0 if there is nothing to show. */
	int32 Width = 0;
	/** How many rows there are. */
	int32 Height = 0;
	/** Blue, green, red and alpha of each pixel, from the top. */
	TArray<uint8> Pixels;
	/** Why it cannot be shown. */
	FString Problem;
};

/** A PNG or JPEG file that is decoded on a thread of the core. Needs a usable core. */
class FPictureReading
{
public:
	/** Begins to read a file, to be shown with at most this many pixels a side. */
	FPictureReading(const FString& Path, int32 Most);

	/** Returns whether it is read, or cannot be. */
	bool IsFinished() const;

	/** Returns what was read. */
	FShownPicture Get() const;

private:
	rust::Box<vibeue::PictureReading> Reading;
};
