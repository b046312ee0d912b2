// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatSession.h"
#include "VibeUESummarySource.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Layout/ArrangedWidget.h"
#include "UObject/StrongObjectPtr.h"
#include "Widgets/AnswerSpeaker.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SAgentPicker.h"
#include "Widgets/SChatWordings.h"
#include "Widgets/SCompoundWidget.h"
#include "Widgets/ShownPages.h"

class SChatMessageRow;
class SChatSelectionBar;
class SChatSummaryRow;
class SChatWelcome;
class SFollowingScrollBox;
class SNoticeActions;
class SSummaryPreviewRow;
class SThoughtRow;
class SToolCallRow;
enum class EChatRowKind : uint8;

/**
 * The conversation as rows: the newest messages, older ones that the user looked for, the answer as it comes, tool
 * calls, errors. Follows the newest row only while the user is at the end.
 */
class SChatMessageList : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatMessageList)
	{
	}
	/** The user wants to see the settings. */
	SLATE_EVENT(FSimpleDelegate, OnSettingsAsked)
	/** The user wants to see in the context why summaries are restricted. */
	SLATE_EVENT(FSimpleDelegate, OnContextAsked)
	/** An agent that was found is to answer. */
	SLATE_EVENT(FOnVibeUEAgentChosen, OnAgentChosen)
	/** The user wants to send a message again in other words. */
	SLATE_EVENT(FOnVibeUEChatNumberAsked, OnEditAsked)
	/** The user has stopped selecting messages. */
	SLATE_EVENT(FSimpleDelegate, OnSelectingEnded)
	/** What had the keyboard is gone. */
	SLATE_EVENT(FSimpleDelegate, OnKeyboardLost)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	virtual ~SChatMessageList() override;

	/** Shows the conversation of this session from now on. */
	void SetSession(UChatSession* InSession);

	/** Adds a row that is not a message; what failed decides which buttons it has. It is announced unless that was done elsewhere. */
	void AddNotice(EChatRowKind Kind, const FString& Text, const FString& Hint, const FVibeUEError& Error = FVibeUEError(), bool bAnnounce = true);

	/** Returns how many rows there are. */
	int32 GetRowCount() const
	{
		return RowCount;
	}

	/** Scrolls to a message, or to the summary that the model reads, which it opens; reads older messages if it is one of them. */
	void ShowMessage(int64 MessageId);

	/** Returns the message at the top of the view; 0 while the user is at the end, and INDEX_NONE while no message is in view. */
	int64 FindTopMessage() const;

	/** Scrolls to a message and marks its row until another one is marked; 0 marks none. */
	void MarkMessage(int64 MessageId);

	/** Shows the messages behind the lines of the summary that the model reads, and returns what may have the keyboard then; null if there is none. */
	TSharedPtr<SWidget> ShowSummarySources();

	/** Opens the summary that the model reads to be corrected, and returns the field; null if there is none. */
	TSharedPtr<SWidget> EditSummary();

	/** Scrolls to the question before the one in view (-1) or after it (1); the end comes after the last one. */
	void ShowQuestion(int32 By);

	/** Scrolls to the end, and stays there while more comes. */
	void ShowEnd();

	/** Stops reading the answer out: the user moves on to something newer. */
	void StopReading();

	/** Scrolls by most of a view: up (-1) or down (1). */
	void Scroll(float Way);

	/** Scrolls to the call that waits for the user, and returns its row; null if none does. */
	TSharedPtr<SWidget> ShowAsking();

	/** Lets the user select messages: each has a box for that. */
	void BeginSelecting();

	/** Clears the selection. */
	void EndSelecting();

	/** Returns whether the user is selecting messages. */
	bool IsSelecting() const
	{
		return bIsSelecting;
	}

	/** Answers the call that waits for the user; one that cannot be seen is shown instead. */
	void AnswerAsking(EVibeUEToolApproval Approval);

	/** Returns whether the rows stand still: the end is not being followed at the moment, or nobody sees them. */
	bool IsAtRest() const;

	/** Returns whether the user has to decide on a call. */
	bool IsAsking() const
	{
		return !AskedCalls.IsEmpty();
	}

	/** Whether previews get a row; not while they are shown elsewhere. */
	void SetShowsPreviews(bool bShows)
	{
		bShowsPreviews = bShows;
	}

private:
	virtual FReply OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	TSharedRef<SWidget> MakeSelectionBar();
	void SelectAll();
	void CopySelected();
	void HandleSelected(int64 MessageId, bool bSelected);
	bool IsMessageSelected(int64 MessageId) const;
	int32 CountSelected() const;
	EVisibility GetSelectionVisibility() const;
	void BindSession();
	void UnbindSession();
	void HandleOpened(bool bSuccess);
	void HandleMessageAdded(const FVibeUEMessage& Message);
	void HandleTextDelta(const FString& Text);
	void HandleReasoningDelta(const FString& Text);

	/** Says the rest of an answer, now or once the last announcement was read out. */
	void FinishSpeaking();

	/** Says what is left of the answer, now or once there is time for it. */
	void KeepSpeaking();
	EActiveTimerReturnType HandleSpeechTime(double CurrentTime, float DeltaTime);
	void HandleAnswerRetracted(const FString& Reason);
	void HandleToolCall(const FVibeUEToolCall& Call);
	void HandleToolApproved(const FString& CallId);
	void HandleToolEnded(const FString& CallId, EVibeUEToolEnd End);
	void HandleHistoryChanged();
	void HandleWarning(const FString& Text);
	void HandleSessionError(const FVibeUEError& Error);
	void HandleTurnEnded(int64 Turn, EVibeUETurnEnd End);
	void HandlePreview(const FVibeUESummaryPreview& Preview);
	void HandleSummarizationEnded(const FVibeUESummarization& Summarization);
	bool HandlePreviewAccepted(const FString& EditedSummary);
	void HandleToolAnswered(const FString& CallId, EVibeUEToolApproval Approval, const FString& Reason);
	int64 HandleToolTimed(const FString& CallId) const;
	void HandlePinned(int64 MessageId, bool bPinned);
	void HandleHeadingAsked(const TSharedRef<SWidget>& Heading);
	void HandleContentsOpened(bool bOpen, int64 MessageId);
	void HandleUnfolded(int32 Characters, int64 MessageId);
	bool HandleSummaryEdited(int64 MessageId, const FString& Text);
	TArray<FVibeUESourcedLine> HandleSourcesAsked(int64 MessageId);
	FVibeUEMessagesWithoutLine HandleWithoutLineAsked(int64 MessageId);
	void HandleSettingsAsked();
	void HandleContextAsked();
	void HandleRetryAsked();
	FReply HandleEarlierClicked();
	FReply HandleLaterClicked();
	void HandleBranchAsked(int64 Branch);

	/** Looks which messages have several wordings, and whether messages can be changed. */
	void RefreshWordings();
	bool HasError() const;
	EVisibility GetWelcomeVisibility() const;
	EVisibility GetRowsVisibility() const;

	/** Reads the newest messages again. What the user is writing in a row stays. */
	void Reload();
	void AddKnownRows();

	void AddPageButton(const TCHAR* Name, const FText& Label, FReply (SChatMessageList::*HandleClicked)());
	static int32 FindLastCondensed(const TArray<FVibeUEMessage>& Messages);

	/** Adds messages with the notices between them, and the summary after one of them; counts the notices that have their row. */
	void AddMessages(const TArray<FVibeUEMessage>& Messages, int32 SummaryAfter, int32& NextNotice);

	/** Reads the rows again and continues at a message. */
	void ReloadAround(int64 MessageId);

	/** Removes rows that are far from the end, where the user is. */
	void TrimRows();

	/** Reports what the user had written into a summary that is no longer in force. */
	void ReportLostCorrection();
	void ReportLost(const FString& Correction);

	/** Keeps what the user is writing into a summary until its conversation is shown again, in this tab or in another. */
	void SetCorrectionAside();

	/** Puts what was set aside into the row of its summary, or reports it if another summary is in its place. */
	void TakeUpCorrection();

	void AddPreviewRow(const TSharedRef<SSummaryPreviewRow>& Row);

	/** Adds the rows of previews that wait for the user. */
	void AddPreviewRows();

	/** Keeps the previews that the user has edited until their conversation is shown again. */
	void SetPreviewsAside();
	void TakeUpPreviews();

	/** Adds the row that says where the conversation was summarized, if it was. */
	void AddSummary();

	/** Takes the button away that asks again: something else happened since. */
	void DropRetry();
	void AddMessage(const FVibeUEMessage& Message);

	/** Adds the calls of a message, and shows its results in the rows of their calls. */
	void AddCalls(const FVibeUEMessage& Message);
	void AddToolRow(const FVibeUEToolCall& Call, int64 MessageId);

	/** Says of calls that have no result that none will come. */
	void EndOpenCalls();

	/** Adds a row at the end; its name is the same whenever it is made again. */
	void AddRow(const TSharedRef<SWidget>& Row, const FString& Name = FString(), const TAttribute<bool>& IsWide = TAttribute<bool>());

	/** Returns the uppermost call that waits for the user. */
	TSharedPtr<SToolCallRow> FindAsking() const;

	/** Where rows are, in view or not. */
	using FPlaces = TMap<TSharedRef<SWidget>, FArrangedWidget>;

	/** Returns where the rows of messages and calls are. Takes time proportional to what all rows hold: for the user's actions, not for each frame. */
	FPlaces FindPlaces() const;

	/** Returns whether a place is in the part of the list that is seen: all of it, or some. */
	bool IsInView(const FGeometry& Its, bool bWholly) const;

	/** Returns how wide rows are, in Slate units, before they are painted, too. */
	float GetRowWidth() const;

	/** Marks the row of a message, or takes its mark away. */
	void SetMark(int64 MessageId, bool bMarked);

	/** Returns the place of a message in the conversation; INDEX_NONE if it has none. */
	int64 FindPlace(int64 MessageId) const;
	void DropStreaming();

	/** Shows the part of the answer that arrived before this list was there. */
	void ShowWhatHasCome();

	TStrongObjectPtr<UChatSession> Session;
	TSharedPtr<SFollowingScrollBox> Rows;
	TSharedPtr<SChatMessageRow> Streaming;
	TSharedPtr<SThoughtRow> Thinking;
	FAnswerSpeaker Speaker;
	bool bSpeechTimerRuns = false;
	/** The row of each message that has one, or is shown in one. */
	TMap<int64, TWeakPtr<SWidget>> MessageRows;

	/** All rows of calls, by their message and their id in it: a server may use an id again in each turn. */
	TMap<FString, TSharedPtr<SToolCallRow>> ToolRows;

	/** The newest row of each id: results and approvals name no more than that. */
	TMap<FString, TSharedPtr<SToolCallRow>> NewestToolRows;

	/** What the model thought before each message that has a row for that. */
	TMap<int64, TSharedPtr<SThoughtRow>> ThoughtRows;
	TSharedPtr<SChatSummaryRow> SummaryRow;

	/** The newest preview, after those that the user has edited. */
	TArray<TSharedPtr<SSummaryPreviewRow>> PreviewRows;

	/** Edited previews of conversations that are not shown, by conversation. */
	TMap<FString, TArray<TSharedPtr<SSummaryPreviewRow>>> PreviewsAside;
	bool bShowsPreviews = true;

	/** Rows from before the history was read again, while that is in progress: what the user opened or writes in stays. */
	TMap<FString, TSharedPtr<SToolCallRow>> KeptToolRows;
	TMap<int64, TSharedPtr<SThoughtRow>> KeptThoughtRows;
	TSharedPtr<SChatSummaryRow> KeptSummaryRow;

	/** Calls that the user has not decided on yet: no message says that they wait. */
	TMap<FString, FVibeUEToolCall> AskedCalls;

	/** Errors and notes since the conversation was opened: they are not messages, and stay when the messages are read again. */
	struct FNotice
	{
		EChatRowKind Kind;
		FString Text;
		FString Hint;
		bool bCanRetry;
		bool bFixedInSettings;
		/** The message that was the newest then; 0 for none. */
		int64 AfterMessage;
		/** Asking again continues a turn that reached a limit. */
		bool bGoesOn = false;
		/** The server's address has to be checked. */
		bool bIsAddress = false;
		/** What kind of failure an error is. */
		EVibeUEFailure Failure = EVibeUEFailure::None;
		/** What a model thought that gave no answer then; its row stays as the user opened it. */
		TSharedPtr<SThoughtRow> Thought{};
		/** The context says why, and what helps. */
		bool bInContext = false;
	};
	TArray<FNotice> Notices;
	void AddNoticeRow(const FNotice& Notice);

	/** Adds a note that summaries are restricted: the context has the reasons in full. */
	void AddContextNotice();
	void KeepNotice(const FNotice& Notice);

	/** Leaves what was thought where it is: the answer comes after it, and keeps it; null if none comes. */
	void KeepThought(const FVibeUEMessage* Answer);

	/** Adds what the model thought before a message, folded, unless it is shown already. */
	void AddThought(const FVibeUEMessage& Message);

	FSimpleDelegate OnSettingsAsked;
	FSimpleDelegate OnContextAsked;
	FOnVibeUEChatNumberAsked OnEditAsked;

	/** Messages that have several wordings, when the history was read last. */
	TMap<int64, FVibeUEWording> Wordings;
	bool bCanChange = false;
	TSharedPtr<SChatWelcome> Welcome;
	TWeakPtr<SNoticeActions> RetryActions;
	/** How much of long messages the user unfolded: it stays when the rows are made again. */
	TMap<int64, int32> Unfolded;
	/** The answers whose headings the user opened; the same. */
	TSet<int64> OpenContents;
	int64 NewestMessage = 0;
	int64 MarkedMessage = 0;

	/** The user's messages that have rows, in their order, and the one that was gone to. */
	TArray<int64> Questions;
	int64 ShownQuestion = 0;

	/** The messages that have rows and can be selected, in their order; those that are; and the one that was chosen last. */
	TArray<int64> Selectable;
	TSet<int64> Selected;
	int64 LastSelected = 0;
	bool bIsSelecting = false;
	TSharedPtr<SChatSelectionBar> SelectionBar;
	FSimpleDelegate OnSelectingEnded;
	FSimpleDelegate OnKeyboardLost;
	bool bTurnFailed = false;

	/** Which messages have rows. */
	FShownPages Pages;
	/** The newest message before the gap; 0 if there is none. */
	int64 LastPastMessage = 0;
	int32 RowCount = 0;
};
