// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatSession.h"
#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "UObject/StrongObjectPtr.h"

#if WITH_DEV_AUTOMATION_TESTS

/**
 * A session that talks to the scripted server of the repository, and what it reported. The server's address is in the
 * environment variable VIBEUE_TEST_SERVER; its answers depend on what is said to it.
 */
class FTestConversation
{
public:
	/** Points the settings at the server, within the case's sandbox; false, with an error in the test, when there is none. */
	static bool UseServer(FAutomationTestBase& Test, int32 ContextWindow);

	/** The same with a model that users know by name, for what is looked at. */
	static bool UseKnownModel(FAutomationTestBase& Test, int32 ContextWindow);

	/** Sets what a million tokens cost. */
	static void SetPrices(double Input, double Output);

	/** What the history says of tokens and dollars. */
	static FString DescribeSpent(int64 Tokens, double Dollars);

	/** Opens a conversation and waits until it is open. */
	bool Open(FAutomationTestBase& Test, const FString& ConversationId = FString());

	/** Closes it. */
	void Close();

	/** Lets frames pass until something holds; false when it does not for a long time. */
	bool WaitUntil(TFunction<bool()> Condition);

	/** Submits a message and waits for the end of its turn. */
	bool Say(const FString& Text);

	/** A question about the station that the scripted server answers in about that many words, as the user would read them. */
	static FString Ask(int32 Turn, int32 Words);

	/** A question as the user of an editor types it, for what is looked at; the scripted server answers each in some seventy words. */
	static FString AskPlainly(int32 Turn);

	/** Starts to listen. */
	void Listen();

	/** The session. */
	TStrongObjectPtr<UChatSession> Session;

	/** What was reported, one line for each event, in order. */
	TArray<FString> Told;

	/** The answer, as the words came. */
	FString Words;

	/** Errors that were reported. */
	TArray<FVibeUEError> Errors;

	/** Summarizations that ended. */
	TArray<FVibeUESummarization> Summarizations;

	/** Tool calls that were asked for. */
	TArray<FVibeUEToolCall> Calls;

	/** How turns ended. */
	TArray<EVibeUETurnEnd> Ends;

	/** The last preview. */
	TOptional<FVibeUESummaryPreview> Preview;

	/** Summarizations that began. */
	int32 Started = 0;
};

#endif
