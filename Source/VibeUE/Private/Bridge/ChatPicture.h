// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** A picture that is kept beside the conversations, among the newest hundred, whether sent or not. Needs a usable core. */
struct FChatPicture
{
	/** What a text names it by, with the @; empty where it is not kept. */
	FString Mention;
	/** Why it is not kept. */
	FString Problem;

	/** Keeps the content of a file, under a name like this. */
	static FChatPicture Keep(const FString& Conversations, const FString& Name, const TArray<uint8>& Content);

	/** Keeps a file. */
	static FChatPicture KeepFile(const FString& Conversations, const FString& File);
};
