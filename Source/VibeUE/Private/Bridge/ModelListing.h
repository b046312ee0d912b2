// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "VibeUEModelChoice.h"

class UChatSession;

/** A model that the user may choose. Texts are empty if nobody says. */
struct FModelRow
{
	/** How it came into the list. */
	enum class EOrigin : uint8
	{
		/** The server lists it. */
		Server,
		/** The table of models has it, and the server did not list it. */
		Table,
		/** Neither has it: it answers now. */
		Current,
	};

	/** What is known of a question that is answered by yes or no. */
	enum class EAnswer : uint8
	{
		Unknown,
		Yes,
		No,
	};

	FString Id;
	EOrigin Origin = EOrigin::Server;
	bool bIsCurrent = false;
	/** Tokens, as 200K. */
	FString Window;
	FString LongestAnswer;
	/** US dollars per million tokens. */
	FString InputPrice;
	FString OutputPrice;
	EAnswer Tools = EAnswer::Unknown;
	EAnswer Images = EAnswer::Unknown;
	EAnswer Reasoning = EAnswer::Unknown;
	/** The day on which it leaves service, as 2026-11-30. */
	FString Retires;
	bool bIsRetired = false;
	/** The conversation would be summarized before it answers. */
	bool bSummarizesFirst = false;
};

/** The models that the user may choose from. */
struct FModelTable
{
	/** Why the server did not list its models; a kind of None when it did, or is still asked. */
	FVibeUEError Problem;
	/** Those that fit what was typed. */
	TArray<FModelRow> Rows;
	/** How many there are, fitting or not. */
	int64 All = 0;
	/** Tokens of the conversation's next request, as 45K. */
	FString Used;
};

/** The models of one server, which it is asked for in the background; destroying it cancels the question. Needs a usable core. */
class FModelListing
{
public:
	/** Begins to ask the server of a connection. */
	explicit FModelListing(const FVibeUEModelChoice& Connection);

	/** Returns whether the server has answered, or failed to. */
	bool IsFinished() const;

	/** Returns whether it is of a connection's server, fresh enough, and did not fail. */
	bool Serves(const FVibeUEModelChoice& Connection) const;

	/** Returns the models whose names fit what was typed, for a conversation as it is. */
	FModelTable Find(const UChatSession& Session, const FString& Words) const;

private:
	rust::Box<vibeue::ModelListing> Listing;
};
