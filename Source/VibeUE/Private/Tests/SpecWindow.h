// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "SAIChatWindow.h"
#include "Templates/SharedPointer.h"
#include "Tests/SpecSandbox.h"

// The windows of a real editor cannot be looked at and clicked from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Slate.h"

class SDockTab;

/** The chat's tab as the user has it before them: what it shows, and what can be done to it. Waits are for states, never for frames. */
class FSpecWindow : public TSharedFromThis<FSpecWindow>
{
public:
	explicit FSpecWindow(FAutomationTestBase& InTest);

	/** Closes the tab. */
	~FSpecWindow();

	/** Opens the tab, in a window of this size, in pixels, if one is given, on a screen of this scale; false, with an error, when there is none. */
	bool Open(float Width = 0.0f, float Height = 0.0f, float Scale = 1.0f);

	/**
	 * Opens the tab for a picture: in a window of this size, unless VIBEUE_LOOKS_SIZE asks for another one. The wall clock
	 * does not move until the sandbox is left.
	 */
	bool OpenScene(float Width, float Height);

	/** Opens the tab in a window of this size with the specs' server; the message box has the keyboard. */
	bool OpenToWrite(int32 ContextWindow, float Width, float Height);

	/** Closes the tab, and waits until its window is gone. */
	void Close();

	/** Leaves the tab as it is: the editor's exit is what is tested. */
	void LeaveOpen();

	TSharedRef<SAIChatWindow> Get() const
	{
		return Window.ToSharedRef();
	}

	UChatSession* GetSession() const
	{
		return Window->GetSession();
	}

	/** Returns the first widget of a kind. */
	template <typename T>
	TSharedRef<T> Part() const
	{
		return StandIn::Find<T>(Get()).ToSharedRef();
	}

	/** The keys that are held for most chords of the window. */
	static FModifierKeysState ControlAndShift();

	/** Counts the turns and the applied summarizations of the conversation that is shown now, from 0. */
	void Follow();

	/** Lets frames pass until something is so; adds an error that shows the window when it does not come. */
	bool Until(const TCHAR* What, TFunction<bool()> Condition);

	/** Waits until words can be seen. */
	bool UntilSeen(const TCHAR* Words);

	/** Waits until words are no longer visible. */
	bool UntilGone(const TCHAR* Words);

	/** Waits until nothing is in progress and the rows have come to rest. */
	bool Settle();

	/** Submits a message, and waits for the end of its turn and of everything that follows from it. */
	bool Say(const FString& Text);

	/** Types a message and sends it by Enter. */
	void Type(const FString& Text);

	/** Types without sending. */
	void Write(const FString& Text);

	/** Returns what is written and not sent. */
	FString Written() const;

	/** Returns whether the list of completions has these words. */
	bool Lists(const TCHAR* Words) const;

	/** Clicks the button with these words, once it is there. */
	bool Click(const TCHAR* Label);

	/** Clicks the first button whose tool tip begins so, once it is there. */
	bool ClickIcon(const TCHAR* ToolTip);

	/** Scrolls the talk until a widget can be clicked. */
	void ScrollTo(const TSharedPtr<SWidget>& Widget);

	/** Scrolls to words in the messages, once they are there. */
	void ScrollToWords(const TCHAR* Words);

	/** Returns everything that can be read. */
	FString Read() const;

	bool Sees(const TCHAR* Words) const;

	/** Returns how often words can be seen. */
	int32 Count(const TCHAR* Words) const;

	/** Tests that everything that can be seen lies within the window from left to right. */
	void TestNothingIsCutOff() const;

	/** Turns that have ended. */
	int32 Ends = 0;

	/** Summarizations that were applied. */
	int32 Applied = 0;

	/** Summarizations that were not. */
	int32 Failed = 0;

private:
	void HandleTurnEnded(int64 Turn, EVibeUETurnEnd End);
	void HandleSummarized(bool bSuccess, const FString& Summary);

	FAutomationTestBase& Test;
	TSharedPtr<SAIChatWindow> Window;
	TSharedPtr<SDockTab> Tab;
};

#endif
