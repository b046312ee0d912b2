// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Math/IntPoint.h"
#include "VibeUEChatMessage.h"

namespace VibeUE
{
/**
 * Makes a picture for a model of what was read from the screen, no side longer than what models look at.
 *
 * @param Pixels As many as the size says, row by row.
 * @param OutShown The picture's size.
 * @return Why there is none; empty if there is one.
 */
FString MakeShownPicture(const TArray<FColor>& Pixels, const FIntPoint& Size, FVibeUEImage& OutImage, FIntPoint& OutShown);
} // namespace VibeUE
