// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEAgent.h"
#include "VibeUEChatSession.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "PanelMemory.h"
#include "Types/SlateStructs.h"
#include "UObject/StrongObjectPtr.h"
#include "Widgets/ChatLabels.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

enum class EConversationForm : uint8;

namespace vibeue
{
struct TypedLine;
}

class FBugReport;
class FConversationExport;
class FDraftKeeper;
class FPromptHistory;
class FUICommandList;
class FMentionReading;
struct FWaitingMessage;
class SAgentBar;
class SChatInput;
class SChatMessageList;
class SChatQueue;
class SContextPanel;
class SConversationList;
class SFindBar;
class SModelPicker;
class SStatusLine;
class SSummaryBadge;
class SSummaryPreview;
class STokenBar;
class SToolServerList;

/** The chat: a conversation's messages, what is in progress, how full the budget is, and where the user writes. */
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

	/** Lets the user write, or use what is shown in the conversation's place, once the window was laid out. */
	void TakeKeyboard()
	{
		GiveKeyboardBack();
	}

private:
	void OpenConversation(const FString& ConversationId);
	void UnbindSession();
	TSharedRef<SWidget> MakeConversation();
	TSharedRef<SWidget> MakeFoot();
	TSharedRef<SWidget> MakeFootTop();
	TSharedRef<SWidget> MakeFootParts();
	TSharedRef<SWidget> MakeFootLevers();
	TSharedRef<SWidget> MakeStatus();
	EVisibility GetStatusVisibility() const;

	/** Returns whether the dock is too narrow for the words of the badge. */
	bool IsBadgeShort() const;

	/** Returns how high what is above the field may be, and the list of models: field and bar stay in view in a low dock. */
	FOptionalSize GetFootRoom() const;
	FOptionalSize GetModelsRoom() const;

	/** Returns how high the field and what is above it may be, in Slate units; 0 before it is known. */
	float GetFieldRoom() const;

	/** Returns how high the field with its list may be: a line of what is above it stays; 0 before it is known. */
	float GetInputRoom() const;

	/** Returns what is left next to them; 0 before it is known. */
	float GetRoomBesideField() const;
	TSharedRef<SWidget> MakeContext();
	TSharedRef<SWidget> MakeServers();
	TSharedRef<SWidget> MakePreview();
	TSharedRef<SWidget> MakeFindBar();
	void HandleFindAsked();

	/** Says which chord does what. */
	void BindKeys();
	virtual FReply OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	bool IsTalkShown() const;
	bool CanSummarize() const;
	bool HasContext() const;
	void HandleSelectingAsked();
	void HandleScrolled(float Way);
	TSharedRef<SWidget> MakeWaitingBar();
	bool IsAnythingAsked() const;
	EVisibility GetWaitingVisibility() const;
	FReply HandleWaitingClicked();

	/** Shows the conversation, whatever is shown instead; false if that would lose what the user wrote. */
	bool ShowTalk();
	void HandlePreviousQuestion();
	void HandleNextQuestion();
	void HandleAskingShown();
	void HandleAskingAnswered(EVibeUEToolApproval Approval);

	/** Gives a part of the window the keyboard, once it was laid out. */
	void GiveKeyboardTo(const TSharedPtr<SWidget>& Part);

	/** Lets the user continue writing after something that was open was closed. */
	void GiveKeyboardBack();
	EActiveTimerReturnType HandleKeyboardGiven(double CurrentTime, float DeltaTime);

	/** Looks whether what had the keyboard is gone or hidden, such as a button that was pressed. */
	bool HasLostKeyboard();

	/** Remembers what in the window has it. */
	void NoteKeyboard();

	/** Returns whether a widget is in the window and can be seen. */
	bool IsShownHere(const TSharedPtr<SWidget>& Widget) const;
	EActiveTimerReturnType HandleKeyboardTime(double CurrentTime, float DeltaTime);
	TSharedRef<SWidget> MakeQuestionButtons();
	FReply HandleQuestionClicked(int32 By);
	TArray<FVibeUEFoundMessage> HandleWordsSought(const FString& Words, bool bMatchCase);
	void HandleFoundShown(int64 MessageId);
	TSharedRef<SWidget> MakeServersButton();
	TSharedRef<SWidget> MakeAgent();
	TSharedRef<SWidget> MakeAgentPicker();

	void HandleNewAsked();
	void HandleHistoryAsked();
	void HandleSummaryAsked();
	void HandlePreviewAsked();
	void HandleUndoAsked();
	void HandleExportAsked();
	void HandleReportAsked();
	EActiveTimerReturnType HandleReportTime(double CurrentTime, float DeltaTime);
	void HandleSettingsAsked();
	void HandleContextAsked();

	/** Shows in the context what keeps models from writing summaries. */
	void HandleBreakersAsked();
	void HandleContextExportAsked(EVibeUEContextFormat Format);
	void HandlePreviewUpToAsked(int64 MessageId);
	void HandlePreviewOriginalsAsked();

	/** Opens the preview instead of everything else. */
	void OpenPreview(const FVibeUEPreviewOptions& Options);
	void ClosePreview();

	/** Closes the preview, unless that would lose what the user wrote: then it stays, and says so. */
	bool LeavePreview();
	void HandlePreviewClosed();
	bool ObeyPreview(const vibeue::TypedLine& Typed);
	EVisibility GetPreviewVisibility() const;
	void HandleMessageShown(int64 MessageId);
	void HandleSummarySourcesAsked();
	void HandleSummaryEditAsked();
	void HandleConversationChosen(const FString& ConversationId);
	FVibeUEError HandleConversationDeleted(const FString& ConversationId);
	FVibeUEError HandleConversationRestored(const FString& ConversationId);
	FVibeUEError HandleConversationRenamed(const FString& ConversationId, const FString& Title);
	void HandleConversationExported(const FString& ConversationId, const FText& Title, EConversationForm Form);
	EActiveTimerReturnType HandleExportTime(double CurrentTime, float DeltaTime);
	void HandleRenamed(const FString& Title);
	FText GetPictureProblem() const;
	bool HandleTextSent(const FString& Text, const TSharedPtr<FMentionReading>& Read);

	TSharedRef<SWidget> MakeQueue();
	EActiveTimerReturnType HandleQueueTime(double CurrentTime, float DeltaTime);
	void HandleQueuedEdited(const FWaitingMessage& Message);
	void HandleQueuedRemoved(const FWaitingMessage& Message);
	void HandleQueuedMovedUp(const FWaitingMessage& Message);
	void HandleQueuedSentNow(const FWaitingMessage& Message);
	void HandleQueueSent();

	/** Lists what waits, or takes out the message at a place, from 1. */
	bool ObeyQueue(int64 Place);

	/** Shows what was being written in the conversation in view; a new one takes over what was written when no conversation was created. */
	void TakeUpDraft(bool bBegins);

	/** Brings what is being written onto the disk; nothing more of it is kept. */
	void LeaveDraft();
	void HandleDraftChanged(const FString& Text);
	TSharedPtr<FPromptHistory> HandlePromptsAsked();

	/** Does what the user typed after a slash; false, with the reason below the field's list, if it cannot be done. */
	bool Obey(const vibeue::TypedLine& Typed);
	bool ObeySummary(const vibeue::TypedLine& Typed);
	bool ObeyMessage(const vibeue::TypedLine& Typed);
	bool ObeyBranches(const vibeue::TypedLine& Typed);

	/** Sends a message again in other words; false, with the reason below the field's list, if that is impossible. */
	bool SendChanged(int64 MessageId, const FString& Text, const FMentionReading* Read);

	/** Returns a message of the user; its id is 0 if there is none. */
	FVibeUEMessage FindRequest(int64 MessageId) const;
	TSharedRef<SWidget> MakeEditBar();
	EVisibility GetEditBarVisibility() const;
	void HandleEditAsked(int64 MessageId);
	void HandleEditCancelled();
	void ObeyModel(const FString& Name);
	TSharedRef<SWidget> MakeTokenBar();

	/** Lists the models that can be chosen. */
	void OpenModels();
	void HandleModelsAsked();
	void HandleModelChosen(const FString& Id);
	void HandleModelsClosed();
	void ShowStatusText(const FText& Text);
	void ShowCommands();
	void ShowSummary(bool bChanges);
	void ShowTools();
	void ShowEdits();
	void ShowHistoryText(int32 Count);
	void HandleStopped();
	void HandlePlanChanged(ECheckBoxState State);
	ECheckBoxState GetPlanState() const;
	TSharedRef<SWidget> MakeModes();
	void HandleDryRunChanged(ECheckBoxState State);
	ECheckBoxState GetDryRunState() const;
	EVisibility GetDryRunVisibility() const;
	void HandleSummaryCancelled();
	FReply HandleRestoreAsked();

	void HandleOpened(bool bSuccess);
	void HandleStateChanged(EVibeUEChatState State);
	void HandleUsageChanged(const FVibeUETokenUsage& Usage);
	void HandleSummarizationStarted(const FString& Reason);
	void HandlePreviewStarted();
	void HandlePreview(const FVibeUESummaryPreview& Shown);
	void HandlePreviewFailed(const FVibeUEError& Error);
	void HandleSummarizationEnded(const FVibeUESummarization& Summarization);
	void HandleHistoryChanged();
	void HandleExported(const FString& Path, const FVibeUEError& Error);
	void HandleToolEnded(const FString& CallId, EVibeUEToolEnd End);
	void HandleFilesRestored(const FVibeUEFilesRestored& Report);
	void HandleToolServersChanged();
	void HandleServerAllowed(const FString& Name);
	void HandleServerRestarted(const FString& Name);
	void HandleEngineServerStarted(const FString& Name);
	void HandleServerSignIn(const FString& Name);
	void HandleServerSignOut(const FString& Name);
	void HandleServerListUsed(const FString& File);
	void HandleServersReloaded();
	FReply HandleServersAsked();
	void HandleAgentChanged();
	void HandleAgentAllowed();
	void HandleAgentChosen(const FString& Command);
	void HandleMessageAdded(const FVibeUEMessage& Message);
	void HandleMessageReturned(const FString& Text);

	bool IsBusy() const;
	bool CanUndo() const;
	bool HasMessages() const;
	FText GetTitle() const;
	FText GetModel() const;
	FString GetConversationId() const;
	EVisibility GetConversationVisibility() const;
	EVisibility GetHistoryVisibility() const;
	EVisibility GetContextVisibility() const;

	/** The panel is next to the conversation if there is room for both, else in its place. */
	bool HasRoomForContext() const;
	FOptionalSize GetContextWidth() const;
	float GetPanelWidth() const;
	EVisibility GetGripVisibility() const;
	void HandleContextResized(float Width);
	void HandleContextReleased();

	/** Keeps what is shown, for the next start of the editor; only the tab's own window does. */
	void KeepPlace() const;

	/** Shows what was shown when the editor was closed. */
	void TakePlace();
	EActiveTimerReturnType HandlePlaceTaken(double CurrentTime, float DeltaTime);
	EVisibility GetRestoreVisibility() const;
	FText GetRestoreTip() const;
	FText GetServersText() const;
	EVisibility GetServersVisibility() const;
	EVisibility GetServersButtonVisibility() const;
	FString GetAgentCommand() const;
	bool CanChooseAgent() const;
	bool IsAgentAnswering() const;
	void RefreshUsage();

	/** Looks who answers, and what it does. */
	void RefreshAgent();

	/** Looks which edits of the agent can be undone. */
	void RefreshEdits();

	/** Looks what the tool servers do. */
	void RefreshServers();

	/** Returns what the status line says while nothing is in progress. */
	FText GetIdleText() const;
	bool IsAsking() const;

	/** Says again what the session is doing, after something that was shown instead. */
	void RefreshStatus();

	TStrongObjectPtr<UChatSession> Session;
	TSharedPtr<FUICommandList> Keys;

	/** What gets the keyboard next. */
	TWeakPtr<SWidget> KeyboardFor;
	bool bGivesKeyboard = false;

	/** Whether something in the window had it at the last look, what it was, and how many times in a row it was missing since. */
	bool bHadKeyboard = false;
	TWeakPtr<SWidget> HadKeyboard;
	int32 TimesMissed = 0;

	/** The conversation with its field: what is shown in turn with the history. */
	TSharedPtr<SWidget> Talk;
	TSharedPtr<SChatMessageList> MessageList;
	TSharedPtr<SConversationList> History;
	TSharedPtr<SFindBar> FindBar;
	TSharedPtr<SStatusLine> StatusLine;
	TSharedPtr<SSummaryBadge> Badge;
	TSharedPtr<STokenBar> TokenBar;
	TSharedPtr<SModelPicker> Models;
	TSharedPtr<SContextPanel> Context;
	TSharedPtr<SSummaryPreview> Preview;
	TSharedPtr<SToolServerList> Servers;
	TSharedPtr<SAgentBar> AgentBar;
	TSharedPtr<SChatInput> Input;
	FText SummaryOutcome;

	/** The message that is being changed in the field; 0 if none is. */
	int64 ChangedMessage = 0;

	/** Who answers instead of a model, as last reported. */
	FVibeUEAgent Agent;

	/** The text about all tool servers; empty if there are none. */
	FText ServersText;

	/** The text about one that failed; empty if none did. */
	FText ServerFailure;

	/** The newest edits that can be undone; without files when there are none. */
	FVibeUEFileChanges Edits;

	/** A bug report that is being written. */
	TSharedPtr<FBugReport> BugReport;

	/** Conversations of the history that are being written to files. */
	TArray<TSharedRef<FConversationExport>> ConversationExports;

	TSharedPtr<SChatQueue> Queue;

	/** What waits was shown as it was then. */
	int64 QueueRevision = -1;

	/** Keeps what is being written, by conversation. */
	TSharedPtr<FDraftKeeper> Drafts;

	/** The conversation whose draft is in the field; empty if none is. */
	FString DraftOf;

	/** What was written here and is not a message yet: it comes back when it cannot be one. */
	TArray<FString> Sent;

	/** What toolbar and bar ask for in each frame. */
	mutable FChatLabels Labels;
	bool bOwnsSession = false;
	bool bCanUndo = false;
	bool bShowsHistory = false;
	bool bShowsContext = false;

	/** The context's width next to the conversation, as the user wants it. */
	float ContextWidth = FPanelMemory::UsualWidth;

	/** The message to which the conversation that is being opened is to be scrolled; 0 for its end. */
	int64 TopMessage = 0;
	bool bKeepsPlace = false;

	/** The context was shown before the preview took its place. */
	bool bShowedContext = false;
	bool bShowsServers = false;
};
