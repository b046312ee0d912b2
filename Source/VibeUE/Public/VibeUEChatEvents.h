// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "VibeUEChatEvents.generated.h"

class FChatEventSink;
class UChatSession;

DECLARE_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatOpened, bool);
DECLARE_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatStateChanged, EVibeUEChatState);
DECLARE_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatTurnStarted, int64);
DECLARE_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatText, const FString&);
DECLARE_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatMessageAdded, const FVibeUEMessage&);
DECLARE_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatToolCall, const FVibeUEToolCall&);
DECLARE_MULTICAST_DELEGATE_TwoParams(FOnVibeUEChatToolEnded, const FString&, EVibeUEToolEnd);
DECLARE_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatTokenUsageChanged, const FVibeUETokenUsage&);
DECLARE_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatSummarizationStarted, const FString&);
DECLARE_MULTICAST_DELEGATE_TwoParams(FOnVibeUEChatSummarizationComplete, bool, const FString&);
DECLARE_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatSummarizationEnded, const FVibeUESummarization&);
DECLARE_MULTICAST_DELEGATE(FOnVibeUEChatPreviewStarted);
DECLARE_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatSummaryPreview, const FVibeUESummaryPreview&);
DECLARE_MULTICAST_DELEGATE(FOnVibeUEChatHistoryChanged);
DECLARE_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatSessionError, const FVibeUEError&);
DECLARE_MULTICAST_DELEGATE_TwoParams(FOnVibeUEChatTurnEnded, int64, EVibeUETurnEnd);
DECLARE_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatFilesRestored, const FVibeUEFilesRestored&);
DECLARE_MULTICAST_DELEGATE(FOnVibeUEChatToolServersChanged);
DECLARE_MULTICAST_DELEGATE(FOnVibeUEChatAgentChanged);
DECLARE_MULTICAST_DELEGATE_TwoParams(FOnVibeUEChatExported, const FString&, const FVibeUEError&);
DECLARE_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatSessionCreated, UChatSession*);

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatOpenedDynamic, bool, bSuccess);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatStateChangedDynamic, EVibeUEChatState, State);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatTurnStartedDynamic, int64, Turn);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatTextDynamic, const FString&, Text);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatMessageAddedDynamic, const FVibeUEMessage&, Message);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatToolCallDynamic, const FVibeUEToolCall&, Call);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FOnVibeUEChatToolEndedDynamic, const FString&, CallId, EVibeUEToolEnd, End);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatTokenUsageChangedDynamic, const FVibeUETokenUsage&, Usage);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatSummarizationStartedDynamic, const FString&, Reason);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FOnVibeUEChatSummarizationCompleteDynamic, bool, bSuccess, const FString&, Summary);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatSummarizationEndedDynamic, const FVibeUESummarization&, Summarization);
DECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnVibeUEChatPreviewStartedDynamic);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatSummaryPreviewDynamic, const FVibeUESummaryPreview&, Preview);
DECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnVibeUEChatHistoryChangedDynamic);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatSessionErrorDynamic, const FVibeUEError&, Error);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnVibeUEChatFilesRestoredDynamic, const FVibeUEFilesRestored&, Report);
DECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnVibeUEChatToolServersChangedDynamic);
DECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnVibeUEChatAgentChangedDynamic);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FOnVibeUEChatExportedDynamic, const FString&, Path, const FVibeUEError&, Error);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FOnVibeUEChatTurnEndedDynamic, int64, Turn, EVibeUETurnEnd, End);

/**
 * The events of a session, fired on the game thread once a frame.
 *
 * C++ binds the functions of an event's name (with AddSP or AddUObject); Blueprint binds the properties.
 */
UCLASS(Abstract, BlueprintType)
class VIBEUE_API UVibeUEChatEvents : public UObject
{
	GENERATED_BODY()

public:
	/** The conversation is open, or could not be opened. */
	FOnVibeUEChatOpened& OnOpened()
	{
		return Opened;
	}

	/** What the session is doing changed. */
	FOnVibeUEChatStateChanged& OnStateChanged()
	{
		return StateChanged;
	}

	/** A turn left the queue. */
	FOnVibeUEChatTurnStarted& OnTurnStarted()
	{
		return TurnStarted;
	}

	/** More words of the answer. */
	FOnVibeUEChatText& OnTextDelta()
	{
		return TextDelta;
	}

	/** More words of the model's reasoning. */
	FOnVibeUEChatText& OnReasoningDelta()
	{
		return ReasoningDelta;
	}

	/** The text since the last message is discarded: the request is sent again. With the reason. */
	FOnVibeUEChatText& OnAnswerRetracted()
	{
		return AnswerRetracted;
	}

	/** A message is part of the conversation now, and on disk. An assistant's message replaces the words that came before it. */
	FOnVibeUEChatMessageAdded& OnMessageAdded()
	{
		return MessageAdded;
	}

	/** The model calls a tool: run it and answer, after approval if that is required. */
	FOnVibeUEChatToolCall& OnToolCallRequested()
	{
		return ToolCallRequested;
	}

	/** A call announced with bNeedsApproval may run: run it and answer. With its id. */
	FOnVibeUEChatText& OnToolCallApproved()
	{
		return ToolCallApproved;
	}

	/** A call has its result, or was not run. With its id and how it ended. */
	FOnVibeUEChatToolEnded& OnToolCallEnded()
	{
		return ToolCallEnded;
	}

	/** The agent's edits were undone, or could not be; see RestoreFiles. */
	FOnVibeUEChatFilesRestored& OnFilesRestored()
	{
		return FilesRestored;
	}

	/** The answering agent's state or context changed: call GetAgent. */
	FOnVibeUEChatAgentChanged& OnAgentChanged()
	{
		return AgentChanged;
	}

	/** The list of tool servers, a server's state or its tools changed: call GetToolServers. */
	FOnVibeUEChatToolServersChanged& OnToolServersChanged()
	{
		return ToolServersChanged;
	}

	/**
	 * A message that was submitted is not part of the conversation after all, because it could not be written: give its text
	 * back to the user. The session's error event said why. With its text.
	 */
	FOnVibeUEChatText& OnMessageReturned()
	{
		return MessageReturned;
	}

	/** What the next request costs changed. */
	FOnVibeUEChatTokenUsageChanged& OnTokenUsageChanged()
	{
		return TokenUsageChanged;
	}

	/** A summarization began; with the reason and how it was calculated. */
	FOnVibeUEChatSummarizationStarted& OnSummarizationStarted()
	{
		return SummarizationStarted;
	}

	/** A summarization ended: whether it was applied, and the summary. */
	FOnVibeUEChatSummarizationComplete& OnSummarizationComplete()
	{
		return SummarizationComplete;
	}

	/** A summarization ended, with all its details. Fires before OnSummarizationComplete. */
	FOnVibeUEChatSummarizationEnded& OnSummarizationEnded()
	{
		return SummarizationEnded;
	}

	/** A preview began: a summary is written, and nothing is changed. OnSummaryPreview or OnPreviewFailed is its end. */
	FOnVibeUEChatPreviewStarted& OnPreviewStarted()
	{
		return PreviewStarted;
	}

	/** A preview failed, with the reason; its kind is Cancelled if it was cancelled. */
	FOnVibeUEChatSessionError& OnPreviewFailed()
	{
		return PreviewFailed;
	}

	/** What a summarization would do. */
	FOnVibeUEChatSummaryPreview& OnSummaryPreview()
	{
		return SummaryPreview;
	}

	/** Messages were condensed, restored, pinned, edited or missed: read the history again. */
	FOnVibeUEChatHistoryChanged& OnHistoryChanged()
	{
		return HistoryChanged;
	}

	/** Something the user should know; no action is needed. */
	FOnVibeUEChatText& OnWarning()
	{
		return Warning;
	}

	/** Something failed. */
	FOnVibeUEChatSessionError& OnSessionError()
	{
		return SessionError;
	}

	/** A turn ended. */
	FOnVibeUEChatTurnEnded& OnTurnEnded()
	{
		return TurnEnded;
	}

	/** An export ended: its file, and why it could not be written, if so. */
	FOnVibeUEChatExported& OnExported()
	{
		return Exported;
	}

	/** The conversation is open, or could not be opened. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Opened"))
	FOnVibeUEChatOpenedDynamic OnOpenedDynamic;

	/** What the session is doing changed. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On State Changed"))
	FOnVibeUEChatStateChangedDynamic OnStateChangedDynamic;

	/** A turn left the queue. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Turn Started"))
	FOnVibeUEChatTurnStartedDynamic OnTurnStartedDynamic;

	/** More words of the answer. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Text Delta"))
	FOnVibeUEChatTextDynamic OnTextDeltaDynamic;

	/** More words of the model's reasoning. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Reasoning Delta"))
	FOnVibeUEChatTextDynamic OnReasoningDeltaDynamic;

	/** The text since the last message is discarded: the request is sent again. With the reason. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Answer Retracted"))
	FOnVibeUEChatTextDynamic OnAnswerRetractedDynamic;

	/** A message is part of the conversation now, and on disk. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Message Added"))
	FOnVibeUEChatMessageAddedDynamic OnMessageAddedDynamic;

	/** The model calls a tool: run it and answer, after approval if that is required. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Tool Call Requested"))
	FOnVibeUEChatToolCallDynamic OnToolCallRequestedDynamic;

	/** A call announced with bNeedsApproval may run: run it and answer. With its id. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Tool Call Approved"))
	FOnVibeUEChatTextDynamic OnToolCallApprovedDynamic;

	/** A call has its result, or was not run. With its id and how it ended. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Tool Call Ended"))
	FOnVibeUEChatToolEndedDynamic OnToolCallEndedDynamic;

	/** The agent's edits were undone, or could not be; see Restore Files. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Files Restored"))
	FOnVibeUEChatFilesRestoredDynamic OnFilesRestoredDynamic;

	/** The answering agent's state or context changed: call Get Agent. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Agent Changed"))
	FOnVibeUEChatAgentChangedDynamic OnAgentChangedDynamic;

	/** The list of tool servers, a server's state or its tools changed: call Get Tool Servers. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Tool Servers Changed"))
	FOnVibeUEChatToolServersChangedDynamic OnToolServersChangedDynamic;

	/** A message that was submitted could not be written: give its text back to the user. With its text. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Message Returned"))
	FOnVibeUEChatTextDynamic OnMessageReturnedDynamic;

	/** What the next request costs changed. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Token Usage Changed"))
	FOnVibeUEChatTokenUsageChangedDynamic OnTokenUsageChangedDynamic;

	/** A summarization began; with the reason and how it was calculated. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Summarization Started"))
	FOnVibeUEChatSummarizationStartedDynamic OnSummarizationStartedDynamic;

	/** A summarization ended: whether it was applied, and the summary. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Summarization Complete"))
	FOnVibeUEChatSummarizationCompleteDynamic OnSummarizationCompleteDynamic;

	/** A summarization ended, with all its details. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Summarization Ended"))
	FOnVibeUEChatSummarizationEndedDynamic OnSummarizationEndedDynamic;

	/** A preview began: a summary is written, and nothing is changed. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Preview Started"))
	FOnVibeUEChatPreviewStartedDynamic OnPreviewStartedDynamic;

	/** A preview failed, with the reason; its kind is Cancelled if it was cancelled. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Preview Failed"))
	FOnVibeUEChatSessionErrorDynamic OnPreviewFailedDynamic;

	/** What a summarization would do. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Summary Preview"))
	FOnVibeUEChatSummaryPreviewDynamic OnSummaryPreviewDynamic;

	/** Messages were condensed, restored, pinned, edited or missed: read the history again. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On History Changed"))
	FOnVibeUEChatHistoryChangedDynamic OnHistoryChangedDynamic;

	/** Something the user should know; no action is needed. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Warning"))
	FOnVibeUEChatTextDynamic OnWarningDynamic;

	/** Something failed. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Session Error"))
	FOnVibeUEChatSessionErrorDynamic OnSessionErrorDynamic;

	/** A turn ended. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Turn Ended"))
	FOnVibeUEChatTurnEndedDynamic OnTurnEndedDynamic;

	/** An export ended: its file, and why it could not be written, if so. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Exported"))
	FOnVibeUEChatExportedDynamic OnExportedDynamic;

protected:
	friend class FChatEventSink;

	FOnVibeUEChatOpened Opened;
	FOnVibeUEChatStateChanged StateChanged;
	FOnVibeUEChatTurnStarted TurnStarted;
	FOnVibeUEChatText TextDelta;
	FOnVibeUEChatText ReasoningDelta;
	FOnVibeUEChatText AnswerRetracted;
	FOnVibeUEChatMessageAdded MessageAdded;
	FOnVibeUEChatToolCall ToolCallRequested;
	FOnVibeUEChatText ToolCallApproved;
	FOnVibeUEChatToolEnded ToolCallEnded;
	FOnVibeUEChatFilesRestored FilesRestored;
	FOnVibeUEChatToolServersChanged ToolServersChanged;
	FOnVibeUEChatAgentChanged AgentChanged;
	FOnVibeUEChatText MessageReturned;
	FOnVibeUEChatTokenUsageChanged TokenUsageChanged;
	FOnVibeUEChatSummarizationStarted SummarizationStarted;
	FOnVibeUEChatSummarizationComplete SummarizationComplete;
	FOnVibeUEChatSummarizationEnded SummarizationEnded;
	FOnVibeUEChatPreviewStarted PreviewStarted;
	FOnVibeUEChatSummaryPreview SummaryPreview;
	FOnVibeUEChatSessionError PreviewFailed;
	FOnVibeUEChatHistoryChanged HistoryChanged;
	FOnVibeUEChatText Warning;
	FOnVibeUEChatSessionError SessionError;
	FOnVibeUEChatTurnEnded TurnEnded;
	FOnVibeUEChatExported Exported;
};
