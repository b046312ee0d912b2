// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

class SScrollBox;
class SVerticalBox;
class SWidget;

/** Small words below or between the rows of a list. */
struct FQuietWords
{
	/** Returns words that wrap; words about something wrong have the colour of an error. */
	static TSharedRef<SWidget> Make(const FText& Words, bool bIsWrong);

	/** Adds a line about a row to its others; none if there are no words. */
	static void AddLine(SVerticalBox& Lines, const FText& Words, bool bIsWrong);

	/** Adds what is said of a list as a whole, such as why it has no rows. */
	static void AddNote(SScrollBox& Rows, const FText& Words);
};
