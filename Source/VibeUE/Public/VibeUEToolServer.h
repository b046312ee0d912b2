// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEToolServer.generated.h"

class UChatSession;

/** The state of a tool server. */
UENUM(BlueprintType)
enum class EVibeUEToolServerState : uint8
{
	/** It has not been allowed as listed, so it was not started. */
	NeedsPermission,
	/** Its entry, or the whole list, cannot be used. */
	Unusable,
	/** It is starting, or is being looked for. */
	Starting,
	/** It answers. */
	Ready,
	/** It could not be started, or ended without being asked to. */
	Failed,
	/** It was ended. */
	Stopped,
	/** It requires a sign-in. */
	NeedsSignIn,
	/** The user is signing in at the moment. */
	SigningIn,
	/** It is a list that another program keeps for the user, and is not used here: the name is the program's. */
	Elsewhere,
	/** As Elsewhere, for a list that is part of the project. */
	ElsewhereInProject,
};

/** A tool server (Model Context Protocol) of a conversation, a list of servers that cannot be read, or one that another program keeps. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEToolServer
{
	GENERATED_BODY()

	/** Its name; empty for a list that cannot be read, and the other program's name for a list that is elsewhere. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Name;

	/** Its command line or its address; may be empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Origin;

	/** The file with the list in which it is; empty for the engine's own. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString File;

	/** The line of that file, from 1 on; 0 if none is known. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int32 Line = 0;

	/** What it does. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEToolServerState State = EVibeUEToolServerState::NeedsPermission;

	/** Why it is not running, with the end of its standard error, or which server answers, or the servers of a list that is elsewhere; may be empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Words;

	/** The names of its tools, as the model knows them. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> Tools;

	/** The names of the variables or headers that its entry sets. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> Variables;

	/** The folder in which its entry lets it run; may be empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Folder;

	/** Its entry trusts its claims about which tools are read-only. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bTrustsHints = false;

	/** It is the engine's own. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bIsEngine = false;

	/** The user has signed in there. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bIsSignedIn = false;

	/** The page for the user's browser, during a sign-in; empty until it is known. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString SignInPage;

	/** The outcome of signing out, if the user did and has not signed in again; may be empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString SignOut;
};

/** Lists of tool servers that other programs keep. Scripts and Blueprints cannot reach it: call it only when the user clicks. */
struct VIBEUE_API FVibeUEToolServerLists
{
	/** Also reads a list, only in this conversation: its servers wait to be allowed like all others. */
	static bool Use(UChatSession& Session, const FString& File);
};
