// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatSession.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "UObject/StrongObjectPtr.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/KeptKeyboard.h"
#include "Widgets/SCompoundWidget.h"

class SButton;
class SContextBar;
class SScrollBox;
class STextBlock;
class SVerticalBox;
class SWrapBox;

/** The user wants to see a message, by its id. */
DECLARE_DELEGATE_OneParam(FOnVibeUEMessageShown, int64);

/** The user wants a preview of a summary up to a message, by its id. */
DECLARE_DELEGATE_OneParam(FOnVibeUEPreviewUpToAsked, int64);

/** The user wants the report as a file. */
DECLARE_DELEGATE_OneParam(FOnVibeUEContextExported, EVibeUEContextFormat);

/**
 * What the context of a conversation holds: by kind, by its heaviest messages and by its summaries; when it is summarized
 * next and what that would bring; and a lever for each.
 */
class SContextPanel : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SContextPanel)
	{
	}
	/** The user wants the conversation again. */
	SLATE_EVENT(FSimpleDelegate, OnClosed)
	/** The user wants a preview of a summary, which the conversation shows. */
	SLATE_EVENT(FSimpleDelegate, OnPreviewAsked)
	/** The same, of a summary that ends with a message. */
	SLATE_EVENT(FOnVibeUEPreviewUpToAsked, OnPreviewUpToAsked)
	/** The same, of a summary that is made from the originals behind the earlier ones. */
	SLATE_EVENT(FSimpleDelegate, OnPreviewOriginalsAsked)
	/** The user wants to see a message. */
	SLATE_EVENT(FOnVibeUEMessageShown, OnMessageShown)
	/** The user wants to see the messages behind the lines of the summary that has a row in the conversation. */
	SLATE_EVENT(FSimpleDelegate, OnSourcesAsked)
	/** The user wants to correct that summary. */
	SLATE_EVENT(FSimpleDelegate, OnEditAsked)
	/** The user wants to see the settings. */
	SLATE_EVENT(FSimpleDelegate, OnSettingsAsked)
	/** The user wants the report as a file. */
	SLATE_EVENT(FOnVibeUEContextExported, OnExported)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	virtual ~SContextPanel() override;

	/** The most of the heaviest messages that are shown. */
	static constexpr int32 MostHeavy = 5;

	/** Shows the context of this session from now on. */
	void SetSession(UChatSession* InSession);

	/** Scrolls to what keeps models from writing summaries. */
	void ScrollToBreakers();

	/** Has the keyboard when it opens, for Escape. */
	virtual bool SupportsKeyboardFocus() const override
	{
		return true;
	}

private:
	virtual FReply OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	void UnbindSession();
	TSharedRef<SWidget> MakeHeader();
	TSharedRef<SWidget> MakeBody();
	TSharedRef<SWidget> MakeNext();
	TSharedRef<SWidget> MakeHeavyRow(const FVibeUEHeavyMessage& Message);
	TSharedRef<SWidget> MakeSummaryRow(const FVibeUESummaryRow& Row);

	/** Adds the levers of the summary that has a row in the conversation. */
	void AddTalkLevers(SWrapBox& Levers, int64 MessageId);
	TSharedRef<SWidget> MakeCompared(const TSharedRef<SWidget>& Card, int64 Compaction) const;

	/** Makes the text of a summary that has no row in the conversation, line by line with the messages behind it. */
	TSharedRef<SWidget> MakeRead(const TSharedRef<SWidget>& Card, int64 MessageId);
	TSharedRef<SWidget> MakeBreakerRow(const FVibeUEBreaker& Breaker);

	void HandleOpened(bool bSuccess);
	void HandleStateChanged(EVibeUEChatState State);
	void HandleUsageChanged(const FVibeUETokenUsage& Usage);
	void HandleMessageAdded(const FVibeUEMessage& Message);
	void HandleHistoryChanged();
	void HandleSummarizationEnded(const FVibeUESummarization& Summarization);

	/** Reads the report again soon: once for all changes at about the same time, and only while it is visible. */
	void Invalidate();
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	void Refresh();
	void ShowHeaviest(const FVibeUEContextReport& Now);
	void ShowSummaries(const FVibeUEContextReport& Now);
	void ShowBreakers(const FVibeUEContextReport& Now);

	/** A box of rows, and where in it the keyboard was when they are made again. */
	struct FKeptRows
	{
		TSharedPtr<SVerticalBox> Box;
		TArray<FNamedRow> Rows;
		FKeptKeyboard Keyboard;
	};

	/** Takes the rows away, and sees to it that the keyboard comes back to those that are added then. */
	void ClearRows(FKeptRows& Kept);
	void AddNamedRow(FKeptRows& Kept, const FString& Name, const TSharedRef<SWidget>& Row);
	EActiveTimerReturnType HandleKeyboard(double CurrentTime, float DeltaTime);

	/** Scrolls to what a lever has just opened below a summary: it can be below the edge. */
	void ScrollToOpened();
	void ScrollTo(const TSharedPtr<SWidget>& Widget);
	EActiveTimerReturnType HandleScrolling(double CurrentTime, float DeltaTime);
	void HandleUserScrolled(float Offset);

	FReply HandleCloseClicked();
	FReply HandleExportClicked(EVibeUEContextFormat Format);
	FReply HandleSummarizeClicked();
	FReply HandlePreviewClicked();
	FReply HandlePinClicked(int64 MessageId, bool bPinned);
	FReply HandleShortenClicked(int64 MessageId);
	FReply HandleRestoreClicked(int64 MessageId);
	FReply HandleUpToClicked(int64 MessageId);
	FReply HandleOriginalsClicked();
	FReply HandleShowClicked(int64 MessageId);
	FReply HandleSourcesClicked();
	FReply HandleEditClicked();
	FReply HandleSettingsClicked();
	FReply HandleUndoClicked(int64 Compaction);
	FReply HandleRedoClicked(int64 Compaction);
	FReply HandleChangesClicked(int64 Compaction);
	FReply HandleReadClicked(int64 Compaction);
	FReply HandleUndoEditClicked(int64 MessageId);
	FReply HandleRedoEditClicked(int64 MessageId);
	FReply HandleLeverClicked(EVibeUEBreakerLever Lever);
	bool CanSummarize() const;

	FSimpleDelegate OnClosed;
	FSimpleDelegate OnPreviewAsked;
	FOnVibeUEPreviewUpToAsked OnPreviewUpToAsked;
	FSimpleDelegate OnPreviewOriginalsAsked;
	FOnVibeUEMessageShown OnMessageShown;
	FSimpleDelegate OnSourcesAsked;
	FSimpleDelegate OnEditAsked;
	FSimpleDelegate OnSettingsAsked;
	FOnVibeUEContextExported OnExported;
	TStrongObjectPtr<UChatSession> Session;

	/** What is shown. */
	FVibeUEContextReport Report;
	/** The summary that has a row in the conversation: the newest in force; 0 for none. */
	int64 InTalk = 0;
	/** The summary whose versions are compared below its row; 0 for none. */
	int64 Compared = 0;
	/** The summary without a row in the conversation whose text is below its row here; 0 for none. */
	int64 TextOf = 0;
	/** Other parts than before are to be below the rows. */
	bool bShowsOther = false;
	bool bTimerRuns = false;

	/** The tag of what the user has just opened below a summary; none once it was made. */
	FName Opening;
	/** What is scrolled to while its height becomes known. */
	TWeakPtr<SWidget> ScrolledTo;
	int32 FramesToScroll = 0;
	bool bScrollTimerRuns = false;

	TSharedPtr<SScrollBox> ScrollBox;
	TSharedPtr<SContextBar> Bar;
	TSharedPtr<STextBlock> Fill;
	TSharedPtr<STextBlock> Line;
	TSharedPtr<STextBlock> Window;
	TSharedPtr<STextBlock> Forecast;
	TSharedPtr<STextBlock> Gain;
	TSharedPtr<SButton> Summarize;
	FKeptRows Breakers;
	FKeptRows Heaviest;
	FKeptRows Summaries;
	bool bKeyboardTimerRuns = false;
};
