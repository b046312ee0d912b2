// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "Templates/SharedPointer.h"

// The windows of a real editor cannot be looked at and typed into from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

class SButton;
class SWidget;

/** Walks through everything that can be clicked or written into, as somebody does who has no mouse, or does not see it. */
class FSpecReach
{
public:
	explicit FSpecReach(FAutomationTestBase& InTest);

	/** Tests that each control that is seen and enabled takes the keyboard and has a name, and returns how many there are. */
	int32 TestAll(const TSharedRef<SWidget>& Root, const TCHAR* State);

	/** Tests that all controls below a widget that are scrolled out of view come into view with the keyboard; returns how many those are. */
	int32 TestScrolls(const TSharedRef<SWidget>& Root, const TCHAR* State);

	/** Returns what is read out of a control: its own words, its hint, or the words in it. */
	static FString NameOf(const TSharedRef<SWidget>& Control);

private:
	static bool IsControl(const SWidget& Widget);

	/** Tests a button that does not take the keyboard itself: a row around it folds by it, or a field chooses by the arrows. */
	void TestElsewhere(const TSharedRef<SWidget>& Button, const FString& What);

	/** Tests that a row around the head of an area opens and closes it by the keyboard. */
	void TestFolds(const TSharedRef<SWidget>& Area, const FString& What);

	FAutomationTestBase& Test;
};

#endif
