// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SChatTitle.h"
#include "Widgets/SCompoundWidget.h"

class SHorizontalBox;
class SWrapBox;

/** The row above a conversation: its name, and what can be done with it. */
class SChatToolbar : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatToolbar)
		: _CanUndo(false)
		, _HasMessages(false)
		, _AgentAnswers(false)
	{
	}
	/** The conversation's name. */
	SLATE_ATTRIBUTE(FText, Title)
	/** Whether there is a summarization to undo. */
	SLATE_ATTRIBUTE(bool, CanUndo)
	/** Whether there is something to summarize and to write to a file. */
	SLATE_ATTRIBUTE(bool, HasMessages)
	/** Whether another agent answers, which keeps its own context. */
	SLATE_ATTRIBUTE(bool, AgentAnswers)
	/** A new conversation is wanted. */
	SLATE_EVENT(FSimpleDelegate, OnNewAsked)
	/** The list of conversations is wanted, or the conversation again. */
	SLATE_EVENT(FSimpleDelegate, OnHistoryAsked)
	/** The user gave the conversation another name. */
	SLATE_EVENT(FOnVibeUEChatRenamed, OnRenamed)
	/** The user named it, or gave up, by a key. */
	SLATE_EVENT(FSimpleDelegate, OnNamingLeft)
	/** A summary is wanted now. */
	SLATE_EVENT(FSimpleDelegate, OnSummaryAsked)
	/** A preview of a summary is wanted. */
	SLATE_EVENT(FSimpleDelegate, OnPreviewAsked)
	/** The user wants to undo the last summarization. */
	SLATE_EVENT(FSimpleDelegate, OnUndoAsked)
	/** What the context holds is wanted, or the conversation again. */
	SLATE_EVENT(FSimpleDelegate, OnContextAsked)
	/** The conversation is wanted as a file. */
	SLATE_EVENT(FSimpleDelegate, OnExportAsked)
	/** A bug report is wanted as a file. */
	SLATE_EVENT(FSimpleDelegate, OnReportAsked)
	/** The settings are wanted. */
	SLATE_EVENT(FSimpleDelegate, OnSettingsAsked)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	// SWidget
	virtual void Tick(const FGeometry& AllottedGeometry, const double InCurrentTime, const float InDeltaTime) override;

private:
	void AddButton(const FName& Icon, const FText& Label, const TAttribute<FText>& Tip, const FSimpleDelegate& OnAsked, const TAttribute<bool>& IsEnabled = true);
	void AddAction(const FName& Icon, const FText& Label, const TAttribute<FText>& Tip, const FSimpleDelegate& OnAsked, const TAttribute<bool>& IsEnabled = true);
	TSharedRef<SWidget> MakeButton(const FName& Icon, const FText& Label, const TAttribute<FText>& Tip, const FSimpleDelegate& OnAsked, const TAttribute<bool>& IsEnabled);
	FReply HandleClicked(FSimpleDelegate OnAsked);
	EVisibility GetLabelVisibility() const;

	/** Returns how wide a line of what can be done may be, in Slate units. */
	float GetRoomForActions() const;
	bool CanSummarize() const;
	bool HasContext() const;
	FText GetSummarizeTip() const;
	FText GetPreviewTip() const;
	FText GetContextTip() const;

	TSharedPtr<SHorizontalBox> Buttons;

	/** What can be done with the conversation, in several lines if the dock is very narrow. */
	TSharedPtr<SWrapBox> Actions;

	/** Everything but the name, in the order of the row. */
	TArray<TSharedRef<SWidget>> Parts;

	/** What the buttons take with their words, in Slate units, as last seen, and about that before; languages and scales differ. */
	float WidthWithLabels = 340.0f;

	bool bHasRoomForLabels = false;

	/** How wide the toolbar is, in Slate units; 0 before the first layout. */
	float Width = 0.0f;
	TAttribute<bool> HasMessages;
	TAttribute<bool> AgentAnswers;
};
