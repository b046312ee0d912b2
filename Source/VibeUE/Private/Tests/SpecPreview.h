// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Tests/SpecContextPanel.h"
#include "VibeUEPreviews.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

class SSummaryPreview;

/** The preview of a summary as the user uses it, and what the session says of it. */
class FSpecPreview
{
public:
	FSpecPreview(const TSharedRef<FSpecWindow>& InWindow, const TSharedRef<FSpecContextPanel>& InPanel);

	/** Opens an empty conversation in a window of this size, and listens to it. */
	bool OpenEmpty(float Width, float Height);

	/** Opens a conversation in which there is something to summarize. */
	bool OpenTalk(float Width, float Height);

	/** Opens the preview by its button, and waits for its first draft. */
	bool Open();

	/** Waits until as many drafts have come, and the page shows the last one. */
	bool UntilDraft(int32 Count);

	/** Clicks on a button of the page as soon as it can be. */
	void Choose(const TCHAR* Label);

	/** The page. */
	TSharedRef<SSummaryPreview> GetPage() const;

	/** The drafts that have come, the newest one last. */
	TArray<FVibeUESummaryPreview> Drafts;

	/** What the session reported. */
	TArray<FVibeUEError> Errors;

private:
	TSharedRef<FSpecWindow> Window;
	TSharedRef<FSpecContextPanel> Panel;
};

#endif
