// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Tools/ModalLoop.h"
#include "Tools/ToolHost.h"
#include "VibeUEChatTypes.h"
#include "Containers/Ticker.h"
#include "CoreMinimal.h"
#include "Templates/UniquePtr.h"

struct FServedToolsCore;

/** A call of another program that the user has to allow. */
struct FServedQuestion
{
	/** What the program calls itself; nobody checked it. */
	FString Caller;
	FVibeUEToolCall Call;
};

/**
 * The tools of this editor for other programs on this machine, while the setting Serve Tools To Other Programs is on.
 *
 * The core decides which calls run and which the user is asked for; what runs, runs as the calls of a conversation do.
 */
class FServedTools : public TSharedFromThis<FServedTools>
{
public:
	FServedTools();
	~FServedTools();

	/** Returns the only one; null before the editor has started it, and after it has ended. */
	static TSharedPtr<FServedTools> Get();

	/** Follows the setting from now on. */
	void Start();

	/** Ends all calls, and closes the port, until it is started again. */
	void Pause();

	/** Ends all calls, closes the port, and stops following anything. */
	void End();

	/** Returns whether the tools are served. */
	bool IsServing() const
	{
		return !Url.IsEmpty();
	}

	/** Returns the address; empty while nothing is served. */
	const FString& GetUrl() const
	{
		return Url;
	}

	/** Returns what other programs take: an "mcpServers" object with the token in it. */
	const FString& GetEntry() const
	{
		return Entry;
	}

	/** Returns the header "Authorization" that a program has to show. */
	const FString& GetAuthorization() const
	{
		return Authorization;
	}

	/** Returns why nothing is served although it should; empty if all is well. */
	const FString& GetProblem() const
	{
		return Problem;
	}

	/** Returns whether a conversation is in plan mode: no call changes anything then. */
	bool IsPlanMode() const
	{
		return bIsPlanMode;
	}

	/** Returns the calls that the user has to allow, the oldest first. */
	const TArray<FServedQuestion>& GetQuestions() const
	{
		return Questions;
	}

	/** Returns the calls that were in progress when the previous editor ended, the oldest first. */
	const TArray<FServedQuestion>& GetCutOff() const
	{
		return CutOff;
	}

	/** Answers one of them; with the reason of a denial. */
	void Answer(const FString& CallId, EVibeUEToolApproval Approval, const FString& Reason);

	/** Fires when anything of this changed. */
	FSimpleMulticastDelegate& OnChanged()
	{
		return Changed;
	}

private:
	bool Tick(float DeltaTime);
	void TickBehindDialog();
	void Begin();
	void Finish();
	void Offer();
	void TakeEvents();
	void DoCheckOuts();
	bool EndCall(const FString& CallId, EVibeUEToolEnd HowItEnded, FString&& Text, const TArray<FVibeUEImage>& Images);

	TUniquePtr<FServedToolsCore> Core;
	TSharedPtr<FToolHost> Host;
	TArray<FServedQuestion> Questions;
	TArray<FServedQuestion> CutOff;
	FString Url;
	FString Entry;
	FString Authorization;
	FString Problem;
	FSimpleMulticastDelegate Changed;
	FTSTicker::FDelegateHandle TickHandle;
	FModalLoop ModalLoop;
	bool bIsTelling = false;
	bool bOffersEditorTools = false;
	bool bIsPlanMode = false;
	bool bIsPaused = false;
};
