// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEToolRun.h"
#include "CoreMinimal.h"
#include "UObject/WeakObjectPtr.h"

class UChatSession;

/**
 * Runs the calls of one conversation that the editor's tools answer: one a frame, each within its time.
 *
 * The core decides whether a call may run; what it holds back never gets here.
 */
class FToolHost : public TSharedFromThis<FToolHost>
{
public:
	/** Hears how a call ended; false if nobody waits for it. */
	using FOnFinished = TFunction<bool(const FString&, EVibeUEToolEnd, FString&&, const TArray<FVibeUEImage>&)>;

	explicit FToolHost(UChatSession& InSession);

	/** Runs calls that no conversation makes. */
	explicit FToolHost(FOnFinished InOnFinished);

	~FToolHost();

	/** Listens to the registry, and offers its tools; call once, when it is shared. */
	void Start();

	/** Offers the tools as they and the settings are now. */
	void Offer();

	/** Takes a call of one of these tools: it runs with the next frames, or waits until it is approved. */
	void Take(const FVibeUEToolCall& Call);

	/** Adds what the call would do, for the user who is asked. */
	void AddPreview(FVibeUEToolCall& Call) const;

	/** The user allowed a call; returns whether it is one of these. */
	bool Approve(const FString& CallId);

	/** The core ended a call without us, or heard our answer: it is not run, and a tool that runs it is notified. */
	void Forget(const FString& CallId);

	/** A turn begins: its calls run, unless it was stopped before anybody heard of it. */
	void BeginTurn(uint64 Turn);

	/** Returns the turn that stopping would end now; 0 for none. Ask before the core stops: it may continue with the next turn at once. */
	uint64 FindTurn() const;

	/** Ends all calls: the user stopped this turn; 0 does nothing. What the core hands out of it before it hears of that is not run either. */
	void Stop(uint64 Turn);

	/** Ends all calls: the current turn is over. */
	void EndTurn();

	/** As EndTurn, while garbage is collected: the tools are notified with the next frame, because they may make and find objects. */
	void EndTurnLater();

	/** Goes on by one frame: what is open, what is late, and the next call that waits. */
	void Tick();

	/** Ticks while a modal dialog is open, whose loop stops everything else: nothing runs, and those who wait are told about the dialog. */
	void TickBehindDialog();

private:
	struct FOpenRun
	{
		TSharedRef<FVibeUEToolRun> Run;
		double Deadline = 0.0;
		double Limit = 0.0;
	};

	void HandleRegistryChanged();

	/** Adds the time without frames to the deadlines: a dialog or a long step of the editor is not the tools' fault. */
	void PassOverPause();
	void EndLate();
	void RunNext();
	void Run(const FVibeUEToolCall& Call);

	/** Ends a call that came while a dialog is open. */
	void RefuseBehind(const FVibeUEToolCall& Call, const FString& Dialog);

	/** Ends a call that was not run. */
	void Refuse(const FVibeUEToolCall& Call, EVibeUEToolEnd End, FString Text);

	TWeakObjectPtr<UChatSession> Session;

	/** Hears of ends in place of the conversation. */
	FOnFinished OnFinished;

	/** Wait for the user. */
	TArray<FVibeUEToolCall> Asked;

	/** Wait for a frame. */
	TArray<FVibeUEToolCall> Waiting;

	TArray<FOpenRun> Open;

	/** When the last frame was, in the seconds of FPlatformTime; 0 before the first. */
	double LastFrame = 0.0;

	/** The turn that the user stopped last; 0 for none. Its calls no longer run. */
	uint64 StoppedTurn = 0;
};
