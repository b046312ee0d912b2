// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEToolServer.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Types/SlateStructs.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/KeptKeyboard.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SCompoundWidget.h"

class SVerticalBox;
class SWrapBox;

/** The user wants something of a server, by its name, or of a list, by its file. */
DECLARE_DELEGATE_OneParam(FOnVibeUEToolServerAsked, const FString&);

/** The outcome of the user's request that the editor start its own server. */
enum class EToolServerStart : uint8
{
	/** It was not asked to start, or it answers. */
	NotAsked,
	/** The editor does not know the command. */
	NotKnown,
	/** The editor ran it. */
	Asked,
};

/** The tool servers of a conversation: what each does, and the buttons to allow it and to start it again. */
class SToolServerList : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SToolServerList)
	{
	}
	/** The user allows a server as it is shown. */
	SLATE_EVENT(FOnVibeUEToolServerAsked, OnAllowed)
	/** The user wants a list used that another program keeps, by its file. */
	SLATE_EVENT(FOnVibeUEToolServerAsked, OnListUsed)
	/** The user wants a server started again. */
	SLATE_EVENT(FOnVibeUEToolServerAsked, OnRestarted)
	/** The user wants the editor to start its own server. */
	SLATE_EVENT(FOnVibeUEToolServerAsked, OnStarted)
	/** The user wants to sign in at a server. */
	SLATE_EVENT(FOnVibeUEToolServerAsked, OnSignIn)
	/** The user wants a sign-in forgotten. */
	SLATE_EVENT(FOnVibeUEToolServerAsked, OnSignOut)
	/** The user wants the lists read again. */
	SLATE_EVENT(FSimpleDelegate, OnReloaded)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Says the outcome of starting the editor's own server; shown with the next servers until it answers. */
	void SetStart(EToolServerStart InStart)
	{
		Start = InStart;
	}

	/** Shows these servers. */
	void SetServers(const TArray<FVibeUEToolServer>& Servers);

	/** Returns the text about all servers on a button; empty if there are none. */
	static FText Describe(const TArray<FVibeUEToolServer>& Servers);

	/** Returns the text about the first server that failed, on one line; empty if none did. */
	static FText DescribeFailure(const TArray<FVibeUEToolServer>& Servers);

private:
	TSharedRef<SWidget> MakeRow(const FVibeUEToolServer& Server);
	EActiveTimerReturnType HandleKeyboard(double CurrentTime, float DeltaTime);
	TSharedRef<SWidget> MakeHeader(const FVibeUEToolServer& Server);
	void AddLevers(SWrapBox& Header, const FVibeUEToolServer& Server);
	void AddPage(SVerticalBox& Box, const FString& Page);
	static void AddButton(SWrapBox& Header, const FText& Label, const FText& Tip, const FOnClicked& OnClicked, bool bIsPrimary);

	/** Returns how wide the name of a server may be: as its row. */
	FOptionalSize GetTitleWidth() const;
	FReply HandleAllowClicked(FString Name);
	FReply HandleListClicked(FString File);
	FReply HandleRestartClicked(FString Name);
	FReply HandleStartClicked(FString Name);
	FReply HandleSignInClicked(FString Name);
	FReply HandleSignOutClicked(FString Name);
	FReply HandleReloadClicked();

	FOnVibeUEToolServerAsked OnAllowed;
	FOnVibeUEToolServerAsked OnListUsed;
	FOnVibeUEToolServerAsked OnRestarted;
	FOnVibeUEToolServerAsked OnStarted;
	FOnVibeUEToolServerAsked OnSignIn;
	FOnVibeUEToolServerAsked OnSignOut;
	FSimpleDelegate OnReloaded;
	TSharedPtr<SVerticalBox> Rows;

	/** The rows by their servers: the keyboard stays in the same one when they are made again. */
	TArray<FNamedRow> NamedRows;
	FKeptKeyboard Keyboard;
	EToolServerStart Start = EToolServerStart::NotAsked;
};
