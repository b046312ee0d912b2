// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Tests/SpecWindow.h"
#include "VibeUEContext.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

class SContextPanel;

/** The context panel of a window as the user uses it. */
class FSpecContextPanel
{
public:
	FSpecContextPanel(FAutomationTestBase& InTest, const TSharedRef<FSpecWindow>& InWindow);

	/** Opens a conversation in a window of this size; rules write its summaries. */
	bool OpenTalk(float Width, float Height, int32 ContextWindow);

	/** Says some things of about one size. */
	void Talk(int32 Turns, int32 Words);

	/** Asks this many questions as the user of an editor does, for what is looked at. */
	void TalkPlainly(int32 Turns);

	/** Asks about the door. A tool reads three Blueprints for it: the door with this many nodes, the others with fewer. */
	void AskAboutTheDoor(int32 Nodes);

	/** The panel that is shown. */
	TSharedRef<SContextPanel> GetPanel() const;

	/** Opens it by its button. */
	void OpenPanel();

	/** Waits until the panel shows what the session says now, whole. */
	void TestShowsReport(const TCHAR* When);

	/** The texts of the report that the panel does not show. */
	TArray<FString> FindMissing(const FVibeUEContextReport& Report) const;

	/** Waits until a lever of the panel can be pulled, the first of this name, and scrolls to it; false if none comes. */
	bool ScrollToLever(const TCHAR* Lever);

	/** Clicks a lever of the panel, the first of this name, wherever it is scrolled to. */
	void Pull(const TCHAR* Lever);

	/** Whether it has a lever of this name. */
	bool HasLever(const TCHAR* Lever) const;

	/** Tests that no part of it is cut off by the edges of the window. */
	void TestNothingIsCutOff();

private:
	FAutomationTestBase& Test;
	TSharedRef<FSpecWindow> Window;
	/** How many questions were asked. */
	int32 Talked = 0;
};

#endif
