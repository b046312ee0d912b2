// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** Something that a text names by @. */
struct FChatMention
{
	/** The name as it was typed, without the @. */
	FString Name;
	/** What the user knows it by: a path, a title. */
	FString Label;
	/** Size, hash and the like. */
	FString Detail;
	/** Why it is not attached; empty if it is. */
	FString Problem;
	/** It is a picture. */
	bool bIsPicture = false;
	/** It is still being read. */
	bool bIsRead = true;

	/** Takes a name out of a text, with its @, wherever it occurs. */
	static FString Remove(const FString& Text, const FString& Name);
};
