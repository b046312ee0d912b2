// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatMessage.h"
#include "CoreMinimal.h"
#include "UObject/WeakObjectPtr.h"

class UChatSession;

/** The arguments of a call, parsed and validated against the tool's schema before the tool is called. */
class VIBEUE_API FVibeUEToolArguments
{
public:
	/** Returns whether an argument was given. */
	bool Has(const FString& Name) const;

	/** Returns an argument as text: a string as it is, everything else as JSON. */
	FString GetText(const FString& Name, const FString& Default = FString()) const;

	/** Returns the entries of a list. */
	TArray<FString> GetTexts(const FString& Name) const;

	/** Returns a whole number. */
	int64 GetInteger(const FString& Name, int64 Default = 0) const;

	/** Returns a Boolean. */
	bool GetFlag(const FString& Name, bool bDefault = false) const;

	/** Adds an argument; of one that is not a list, the only value. */
	void Add(const FString& Name, const TArray<FString>& Values);

private:
	const TArray<FString>* Find(const FString& Name) const;

	TArray<TPair<FString, TArray<FString>>> List;
};

/**
 * One call of a tool that runs. The tool answers it, at once or later, with one of the functions below; a second answer, and
 * one that comes after the call was ended from outside, does nothing. For the game thread.
 */
class VIBEUE_API FVibeUEToolRun : public TSharedFromThis<FVibeUEToolRun>
{
public:
	/** Receives the call's end; returns false if it cannot be accepted. */
	using FOnFinished = TFunction<bool(const FString&, EVibeUEToolEnd, FString&&, const TArray<FVibeUEImage>&)>;

	FVibeUEToolRun(UChatSession& InSession, const FVibeUEToolCall& InCall, const FVibeUEToolArguments& InArguments);

	/** A call that no conversation makes. */
	FVibeUEToolRun(FOnFinished InOnFinished, const FVibeUEToolCall& InCall, const FVibeUEToolArguments& InArguments);

	/** Returns the call. */
	const FVibeUEToolCall& GetCall() const
	{
		return Call;
	}

	/** Returns the call's arguments. */
	const FVibeUEToolArguments& GetArguments() const
	{
		return Arguments;
	}

	/** Returns the calling conversation; null if it is gone or another program is calling. */
	UChatSession* GetSession() const;

	/** Returns whether an answer is still expected. */
	bool IsOpen() const
	{
		return bIsOpen;
	}

	/** The call succeeded; with the text for the model. A long text is moved into it, here and below, and not copied. */
	void Done(FString Text);

	/** The call succeeded, with pictures. */
	void DoneWithImages(FString Text, const TArray<FVibeUEImage>& Images);

	/** The call failed; with the reason, for the model. */
	void Fail(FString Reason);

	/** Ends the call in any way. */
	void End(EVibeUEToolEnd End, FString Text, const TArray<FVibeUEImage>& Images = TArray<FVibeUEImage>());

	/** Fires once a frame while the call is open: for a tool that waits for something. */
	FSimpleMulticastDelegate& OnFrame()
	{
		return Frame;
	}

	/** Fires when the call is ended from outside (the turn was cancelled, the time is up): stop what is under way. */
	FSimpleMulticastDelegate& OnStopped()
	{
		return Stopped;
	}

	/** Ends the call from outside: the tool is notified, and its answer no longer counts. */
	void Stop(EVibeUEToolEnd End, const FString& Text);

	/** The call was ended elsewhere, for example by the user stopping the turn: the tool is notified, and its answer no longer counts. */
	void Abandon();

private:
	/** Passes the call's end to its listener; returns false if it cannot be accepted. */
	bool Finish(EVibeUEToolEnd End, FString&& Text, const TArray<FVibeUEImage>& Images, FString& OutWhyNot);

	TWeakObjectPtr<UChatSession> Session;
	FOnFinished OnFinished;
	FVibeUEToolCall Call;
	FVibeUEToolArguments Arguments;
	FSimpleMulticastDelegate Frame;
	FSimpleMulticastDelegate Stopped;
	bool bIsOpen = true;
};
