// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Tests/SpecContextPanel.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The levers of the context panel in the course of a day, each where the user would pull it; false, with an error, where one did not do what it says. */
class FSpecDayLevers
{
public:
	FSpecDayLevers(FAutomationTestBase& InTest, const TSharedRef<FSpecWindow>& InWindow, const TSharedRef<FSpecContextPanel>& InPanel);

	/** Lets a tool answer at length, goes to its result by the panel, shortens it, and takes that back. The panel is open. */
	bool ShortenAResult();

	/** Adds a sentence to the summary that the conversation shows, and undoes that. */
	bool EditASummary();

	/** Writes the report as a table. */
	bool WriteReport();

	/** Summarizes up to the heaviest message, by the preview. */
	bool SummarizeToHere();

	/** Makes one summary of the originals, which the panel offers where summaries of summaries are at their limit. */
	bool SummarizeFromOriginals();

private:
	/** Whether the text that the model reads has these words. */
	bool Reads(const TCHAR* Words) const;

	/** Returns how many of these messages the model reads as they were said. */
	int32 CountRead(const TArray<int64>& Ids) const;

	FAutomationTestBase& Test;
	TSharedRef<FSpecWindow> Window;
	TSharedRef<FSpecContextPanel> Panel;
};

#endif
