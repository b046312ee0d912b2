// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Framework/Commands/Commands.h"

/** What the user can do by a menu or a key chord, to be changed under Editor Preferences, Keyboard Shortcuts. */
class FVibeUECommands : public TCommands<FVibeUECommands>
{
public:
	FVibeUECommands();

	virtual void RegisterCommands() override;

	/** Opens the chat. */
	TSharedPtr<FUICommandInfo> OpenChat;
};

/** What the user can do by the keyboard within the chat's tab, to be changed in the same place. */
class FVibeUEChatCommands : public TCommands<FVibeUEChatCommands>
{
public:
	FVibeUEChatCommands();

	virtual void RegisterCommands() override;

	/** Returns a tool tip with the chord that does the same, if there is one. */
	static FText Tip(const FText& Words, const TSharedPtr<FUICommandInfo>& Command);

	/** Finds words in the conversation. */
	TSharedPtr<FUICommandInfo> Find;
	/** Selects messages. */
	TSharedPtr<FUICommandInfo> SelectMessages;
	/** Lists the models. */
	TSharedPtr<FUICommandInfo> ChooseModel;
	/** Starts a new conversation. */
	TSharedPtr<FUICommandInfo> NewConversation;
	/** Shows the conversations, or this one again. */
	TSharedPtr<FUICommandInfo> History;
	/** Shows the context, or the conversation again. */
	TSharedPtr<FUICommandInfo> Context;
	/** Previews a summary. */
	TSharedPtr<FUICommandInfo> PreviewSummary;
	/** Summarizes now. */
	TSharedPtr<FUICommandInfo> SummarizeNow;
	/** Shows the question before the one in view. */
	TSharedPtr<FUICommandInfo> PreviousQuestion;
	/** Shows the question after the one in view. */
	TSharedPtr<FUICommandInfo> NextQuestion;
	/** Scrolls the conversation by a view. */
	TSharedPtr<FUICommandInfo> ScrollUp;
	TSharedPtr<FUICommandInfo> ScrollDown;
	/** Shows the call that waits for the user. */
	TSharedPtr<FUICommandInfo> ShowAsking;
	/** Allows it once. */
	TSharedPtr<FUICommandInfo> AllowOnce;
	/** Denies it. */
	TSharedPtr<FUICommandInfo> Deny;
	/** Goes to the box in which messages are written. */
	TSharedPtr<FUICommandInfo> WriteMessage;
	/** Stops the answer. */
	TSharedPtr<FUICommandInfo> Stop;
};
