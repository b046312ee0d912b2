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

/** A person wants something of a server, by its name, or of a list, by its file. */
DECLARE_DELEGATE_OneParam(FOnVibeUEToolServerAsked, const FString&);

/** What came of the person's word that the editor should start its own server. */
enum class EToolServerStart : uint8
{
	/** Nobody said so, or it answers. */
	NotAsked,
	/** The editor does not know the command. */
	NotKnown,
	/** The editor ran it. */
	Asked,
};

/** The servers of tools of a conversation: what each does, and the levers to allow it and to start it again. */
class SToolServerList : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SToolServerList)
	{
	}
	/** A person allows a server as it is shown. */
	SLATE_EVENT(FOnVibeUEToolServerAsked, OnAllowed)
	/** A person wants a list used that another program keeps, by its file. */
	SLATE_EVENT(FOnVibeUEToolServerAsked, OnListUsed)
	/** A person wants a server started again. */
	SLATE_EVENT(FOnVibeUEToolServerAsked, OnRestarted)
	/** A person wants the editor to start its own server. */
	SLATE_EVENT(FOnVibeUEToolServerAsked, OnStarted)
	/** A person wants to sign in at a server. */
	SLATE_EVENT(FOnVibeUEToolServerAsked, OnSignIn)
	/** A person wants a sign-in forgotten. */
	SLATE_EVENT(FOnVibeUEToolServerAsked, OnSignOut)
	/** A person wants the lists read again. */
	SLATE_EVENT(FSimpleDelegate, OnReloaded)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Says what came of starting the editor's own server; shown with the next servers until it answers. */
	void SetStart(EToolServerStart InStart)
	{
		Start = InStart;
	}

	/** Shows these servers. */
	void SetServers(const TArray<FVibeUEToolServer>& Servers);

	/** Returns what is said of all servers on a button; empty where there are none. */
	static FText Describe(const TArray<FVibeUEToolServer>& Servers);

	/** Returns what is said of the first server that failed, on one line; empty where none did. */
	static FText DescribeFailure(const TArray<FVibeUEToolServer>& Servers);

private:
	TSharedRef<SWidget> MakeRow(const FVibeUEToolServer& Server);
	EActiveTimerReturnType HandleKeyboard(double CurrentTime, float DeltaTime);
	TSharedRef<SWidget> MakeHeader(const FVibeUEToolServer& Server);
	void AddLevers(SWrapBox& Header, const FVibeUEToolServer& Server);
	void AddPage(SVerticalBox& Box, const FString& Page);
	void AddWords(SVerticalBox& Box, const FText& Words, bool bIsWrong);
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
