// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "ChatSession.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "UObject/StrongObjectPtr.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SChatInput;
class SChatMessageList;
class SStatusLine;
class SSummaryBadge;
class STokenBar;

/** The chat: a conversation's messages, what goes on, how full the budget is, and where a person writes. */
class SAIChatWindow : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SAIChatWindow)
		: _Session(nullptr)
	{
	}
	/** The conversation; without one, a new one is opened, or the last one again as the settings say. */
	SLATE_ARGUMENT(UChatSession*, Session)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	virtual ~SAIChatWindow() override;

	/** Returns the conversation that is shown. */
	UChatSession* GetSession() const
	{
		return Session.Get();
	}

	/** Shows another conversation; closes the one that this window opened. */
	void SetSession(UChatSession* InSession);

private:
	void OpenConversation(const FString& ConversationId);
	void UnbindSession();
	TSharedRef<SWidget> MakeToolbar();
	TSharedRef<SWidget> MakeButton(const FName& Icon, const FText& Label, const FText& Tip, FReply (SAIChatWindow::*Handler)());

	FReply HandleNewClicked();
	FReply HandleSummarizeClicked();
	FReply HandlePreviewClicked();
	FReply HandleUndoClicked();
	FReply HandleSettingsClicked();
	TSharedRef<SWidget> MakeHistoryMenu();
	bool HandleTextSent(const FString& Text);
	void HandleStopped();
	void HandleSummaryCancelled();

	void HandleOpened(bool bSuccess);
	void HandleStateChanged(EVibeUEChatState State);
	void HandleUsageChanged(const FVibeUETokenUsage& Usage);
	void HandleSummarizationStarted(const FString& Reason);
	void HandleSummarizationEnded(const FVibeUESummarization& Summarization);
	void HandleHistoryChanged();

	bool IsBusy() const;
	bool CanUndo() const;
	FText GetTitle() const;
	void RefreshUsage();

	TStrongObjectPtr<UChatSession> Session;
	TSharedPtr<SChatMessageList> MessageList;
	TSharedPtr<SStatusLine> StatusLine;
	TSharedPtr<SSummaryBadge> Badge;
	TSharedPtr<STokenBar> TokenBar;
	TSharedPtr<SChatInput> Input;
	FText SummaryOutcome;
	bool bOwnsSession = false;
	bool bCanUndo = false;
};
