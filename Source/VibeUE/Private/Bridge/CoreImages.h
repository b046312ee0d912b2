// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"

/** Images as the core reads them: their bytes stay where they are, so the images must outlive this. */
class FCoreImages
{
public:
	explicit FCoreImages(const TArray<FVibeUEImage>& Images);

	/** Not copied: what the core reads points into it. */
	FCoreImages(const FCoreImages&) = delete;
	FCoreImages& operator=(const FCoreImages&) = delete;

	/** Returns what a call takes. */
	rust::Slice<const vibeue::ImageData> ToSlice() const;

private:
	TArray<rust::String> MediaTypes;
	TArray<vibeue::ImageData> Data;
};
