// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Math/IntPoint.h"
#include "VibeUEChatMessage.h"

/** What the active viewport shows: that of the game while it plays, else the level's. */
class FViewportPicture
{
public:
	/** Takes it, no side longer than what models look at. Called on the game thread. */
	static FViewportPicture Take();

	/** Why there is none, for the model and for the user; empty if there is one. */
	FString Problem;

	/** The same for the user. */
	FText ProblemText;
	FVibeUEImage Image;
	/** The viewport's size, and the one of the picture. */
	FIntPoint Size;
	FIntPoint Shown;
};
