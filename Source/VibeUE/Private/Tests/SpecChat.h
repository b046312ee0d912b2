// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatSession.h"
#include "Containers/Ticker.h"
#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecSandbox.h"
#include "UObject/StrongObjectPtr.h"

#if WITH_DEV_AUTOMATION_TESTS

/**
 * A conversation in a spec: steps that are taken one after the other, frame by frame, and everything that its session
 * reported.
 *
 * It talks to the scripted model server whose address is in VIBEUE_TEST_SERVER; the server is started with the script
 * tests/scripts/plugin-specs.json, which says what it answers to which message.
 */
class FSpecChat : public TSharedFromThis<FSpecChat>
{
public:
	explicit FSpecChat(FAutomationTestBase& InTest);
	~FSpecChat();

	/** Opens a conversation in a session of its own, now; empty for a new one. */
	void Open(const FString& ConversationId = FString());

	/** Listens to a session that exists already. */
	void Follow(UChatSession* InSession);

	/** Closes the session and releases it, now. What it reported is kept. */
	void Close();

	/** Lets go of the session without closing it, as a careless host does. */
	void LetGo();

	/** Forgets what was reported. */
	void Forget();

	FSpecSandbox& GetSandbox() const
	{
		return *Sandbox;
	}

	UChatSession* Get() const
	{
		return Session.Get();
	}

	UChatSession* operator->() const
	{
		return Session.Get();
	}

	/** A step that does something. */
	void Do(TFunction<void()> Action);

	/** A step that waits until something is so; gives up after a while and says what it waited for. */
	void Wait(const FString& What, TFunction<bool()> Condition);

	/** Steps that say something and wait until the turn ends as it should. */
	void Say(const FString& Text, EVibeUETurnEnd End = EVibeUETurnEnd::Completed);

	/** Steps through a round of tools, in which something is done before the result is given. */
	void SayWithTool(const FString& Text, TFunction<void()> Meanwhile, const FString& Result);

	/** Steps that talk for a while: this many turns with this many words each, all different. */
	void Talk(int32 Turns, int32 Words);

	/** Steps that close the session and open its conversation again in a new one. */
	void Reopen();

	/** A step that waits until the session is open, or could not be opened. */
	void WaitUntilOpened();

	/** A step that waits until this many summarizations have ended. */
	void WaitUntilSummarized(int32 Count = 1);

	/** Takes the steps, one a frame, and says when they are through. */
	void Run(const FDoneDelegate& InDone);

	/** Returns all messages of a history as lines, with role and id. */
	FString Describe(EVibeUEHistory History) const;

	/** Returns the texts of all messages of a history in one. */
	FString TextOf(EVibeUEHistory History) const;

	/** Tests that each result of a tool has its call before it, and each call its result after it. */
	void TestPairs(const TCHAR* What, EVibeUEHistory History);

	/** Tests that exactly one thing failed, of this kind, with these words, and with advice. */
	void TestOneError(const TCHAR* What, EVibeUEFailure Kind, const TCHAR* Words);

	/**
	 * Opens a conversation that cannot be opened, tests what is said about it and that fixing it is enough, and runs
	 * the steps. Spoil breaks something, Repair fixes it.
	 */
	void TestRefusedOpening(const FDoneDelegate& Done, EVibeUEFailure Kind, const FString& Words, TFunction<void()> Spoil, TFunction<void()> Repair);

	/** Returns this many different words. */
	static FString Words(int32 Count, int32 Seed);

	TArray<bool> Openings;
	TArray<FVibeUEMessage> Messages;
	TArray<FVibeUEToolCall> ToolCalls;
	TArray<EVibeUEToolEnd> ToolEnds;
	TArray<FString> Reasons;
	TArray<FVibeUESummarization> Summarizations;
	TArray<EVibeUETurnEnd> TurnEnds;
	TArray<FVibeUEError> Errors;
	TArray<FString> Warnings;
	FString Streamed;
	int32 StateChanges = 0;
	int32 UsageChanges = 0;
	int32 HistoryChanges = 0;
	int32 Previews = 0;

private:
	struct FStep
	{
		FString What;
		TFunction<bool()> Take;
	};

	bool Tick(float DeltaTime);
	void HandleOpened(bool bSuccess);
	void HandleState(EVibeUEChatState State);
	void HandleText(const FString& Text);
	void HandleMessage(const FVibeUEMessage& Message);
	void HandleToolCall(const FVibeUEToolCall& Call);
	void HandleToolEnded(const FString& CallId, EVibeUEToolEnd End);
	void HandleUsage(const FVibeUETokenUsage& Usage);
	void HandleStarted(const FString& Reason);
	void HandleEnded(const FVibeUESummarization& Summarization);
	void HandlePreview(const FVibeUESummaryPreview& Preview);
	void HandleHistory();
	void HandleWarning(const FString& Text);
	void HandleError(const FVibeUEError& Error);
	void HandleTurnEnded(int64 Turn, EVibeUETurnEnd End);

	FAutomationTestBase& Test;
	TSharedRef<FSpecSandbox> Sandbox;
	TStrongObjectPtr<UChatSession> Session;
	TArray<FStep> Steps;
	FDoneDelegate Done;
	FTSTicker::FDelegateHandle TickHandle;
	int32 NextStep = 0;
	int32 Talked = 0;
	double Deadline = 0.0;
};

#endif
