// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"

/** Something that this machine offers to begin with. */
struct FSetupOffer
{
	/** What it is. */
	enum class EKind : uint8
	{
		/** A model server that answers on this machine. */
		Server,
		/** A service whose key is in the environment, or was pasted. */
		Key,
		/** Another agent that is installed. */
		Agent,
		/** The engine's own tool server. */
		EngineTools,
	};

	EKind Kind = EKind::Server;
	FString Title;
	/** For servers and keys: the provider as the settings name it. */
	FString Provider;
	/** For servers: the address for the settings; empty if it is the provider's own. */
	FString BaseUrl;
	/** Where it is: an address, the name of a variable or a command. */
	FString Place;
	/** For servers and keys: models to choose from. */
	TArray<FString> Models;
	/** The windows of the models, in tokens; 0 if the server does not say. */
	TArray<int64> Windows;
	/** For agents: the command that starts it. */
	FString Command;

	/** Returns the service whose keys look like this one; without a provider if several use that form. */
	static FSetupOffer OfKey(const FString& Key);
};

/** A search for what this machine offers, in the background; destroying it cancels it. Nothing leaves this machine. */
class FSetupSearch
{
public:
	/** Begins to look. */
	FSetupSearch();

	/** Returns whether everything is known. */
	bool IsFinished() const;

	/** Returns why servers could not be looked for; of kind None if they could. */
	FVibeUEError GetProblem() const;

	/** Returns what was found: servers, keys, agents, the engine's tools. */
	TArray<FSetupOffer> GetOffers() const;

private:
	rust::Box<vibeue::SetupSearch> Search;
};
