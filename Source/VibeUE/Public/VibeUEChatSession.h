// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEAgent.h"
#include "VibeUEBranch.h"
#include "VibeUEChatEvents.h"
#include "VibeUEChatTypes.h"
#include "VibeUEFoundMessage.h"
#include "Containers/Ticker.h"
#include "CoreMinimal.h"
#include "VibeUEChatSession.generated.h"

class FChatEventSink;
class FMentionReading;
class FToolHost;
struct FChatSessionCore;
struct FChatWriting;
struct FPropertyChangedEvent;
struct FTurnUnderWay;

/**
 * One conversation with a model, kept on disk, that can continue indefinitely: before the model's context window is
 * full, old messages are summarized.
 *
 * Use it on the game thread only. No call waits for the model: events report the outcome, once a frame. C++ binds the
 * function named after an event (with AddSP or AddUObject); Blueprint binds the property.
 */
UCLASS(BlueprintType)
class VIBEUE_API UChatSession : public UVibeUEChatEvents
{
	GENERATED_BODY()

public:
	/**
	 * Opens a conversation of this project, or a new one if the id is empty, and returns its session; an event says when it is open. If it
	 * cannot begin, such as with an invalid id, none comes: GetState is Closed, and GetLastError says why. Keep it: without references it is closed.
	 */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static UChatSession* OpenConversation(const FString& ConversationId);

	/** Returns the ids of all conversations of this project, most recently changed first. Reads the folder. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static TArray<FString> FindConversations();

	/** Returns the sessions that are open in this editor now, in the order in which they were opened. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static TArray<UChatSession*> FindOpenSessions();

	/**
	 * Permanently deletes a conversation's file, after closing it if it is open in this editor.
	 * @return False, and a line in the log, if it cannot be deleted, for example while another program has it open.
	 */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static bool DeleteConversation(const FString& ConversationId);

	/** As DeleteConversation; returns why it could not be deleted, a kind of None when it was. */
	static FVibeUEError TryDeleteConversation(const FString& ConversationId);

	/** As TryDeleteConversation, but it can be restored for thirty days: its files are in the folder's trash until then. */
	static FVibeUEError DiscardConversation(const FString& ConversationId);

	/** Brings a discarded conversation back; returns why it could not be, a kind of None when it was. */
	static FVibeUEError RestoreConversation(const FString& ConversationId);

	/** Returns the folder in which this project's conversations are kept. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	static FString GetConversationFolder();

	/** Fires for every session that begins to open: the place for hosts of tools to declare theirs. */
	static FOnVibeUEChatSessionCreated& OnSessionCreated();

	/** Closes all sessions, in at most this many seconds in all, then waits some more for files and processes. Used when the editor exits. */
	static void CloseAll(double Seconds);

	/** Begins to open a conversation; false when this session already has one, or the id is not valid. */
	bool Open(const FString& ConversationId);

	/** Cancels whatever is running, writes everything to disk and ends all threads, within this many seconds. A second call does nothing. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	void Close(double Seconds = 2.0);

	/** Fires the waiting events now, instead of with the next frame. */
	void Pump();

	/** Sends the user's message; it waits its turn while an answer is coming. False, with an error event, when it cannot be accepted. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool SubmitUserMessage(const FString& Text);

	/** As SubmitUserMessage, with images; the text may be empty then. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool SubmitUserMessageWithImages(const FString& Text, const TArray<FVibeUEImage>& Images);

	/** As SubmitUserMessage, with what the text names by @; or as ChangeMessage, if a message is given. */
	bool SubmitUserMessageWithMentions(const FString& Text, const FMentionReading& Reading, int64 ChangedMessage = 0);

	/** Asks the model again without a new message, after a turn that failed. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool RetryTurn();

	/** Sends an earlier message again in other words, with attached texts: the conversation continues from before it, in a branch of its own. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool ChangeMessage(int64 MessageId, const FString& Text, const TArray<FString>& Parts);

	/** Shows another branch, by its number; the history has changed when it is in view. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool ShowBranch(int64 Branch);

	/** Returns the branches, by their numbers; none if no message was ever changed. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	TArray<FVibeUEBranch> GetBranches() const;

	/** Returns the messages in view that have several wordings, oldest first. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	TArray<FVibeUEWording> GetWordings() const;

	/** Cancels the turn under way; what the model wrote so far is kept. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool CancelTurn();

	/**
	 * Summarizes now, whatever the trigger says.
	 * @param Instructions  What this summary should also pay attention to.
	 */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool ForceSummarize(const FString& Instructions = TEXT(""));

	/**
	 * Summarizes now everything up to and including a message, and nothing after it. Calls and their results stay
	 * together: if that moves the end, the warnings of the outcome say so.
	 */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool SummarizeUpTo(int64 MessageId, const FString& Instructions = TEXT(""));

	/** Summarizes if the trigger says so; returns whether it did. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool TriggerSummarizationIfNeeded();

	/** Makes the summary again, from all original messages. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool SummarizeFromOriginals(const FString& Instructions = TEXT(""));

	/** Cancels the summarization under way; the conversation stays as it was. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool CancelSummarization();

	/** Shows in an event what summarizing now would do, or reports in another why it cannot be shown. Neither starts nor ends a summarization. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool PreviewSummarization(const FString& Instructions = TEXT(""));

	/** Previews SummarizeUpTo in the same way. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool PreviewUpTo(int64 MessageId, const FString& Instructions = TEXT(""));

	/** Returns ids of messages of the last preview, oldest first; fewer than asked for if the list ends. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	TArray<int64> GetPreviewMessages(EVibeUEPreviewPart Part, int64 First, int32 Count) const;

	/** Applies what the last preview showed; a text that is not empty replaces its summary. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool AcceptPreview(const FString& EditedSummary = TEXT(""));

	/** Undoes a summarization, with those that build on it; 0 is the newest in force. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool UndoSummarization(int64 Compaction = 0);

	/** Applies an undone summarization again; 0 is the one undone last. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool RedoSummarization(int64 Compaction = 0);

	/** Pins a message, so that it is never condensed, or releases it. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool PinMessage(int64 MessageId, bool bPinned = true);

	/** Shows the model a result as a digest, or an answer by its head and tail; all of it stays here. An error event says why it may not. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool ShortenMessage(int64 MessageId);

	/** Shows the model a message again as it was before it was shortened. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool RestoreMessage(int64 MessageId);

	/** Rewrites a summary. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool EditSummary(int64 MessageId, const FString& Text);

	/** Names the conversation. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool RenameConversation(const FString& Title);

	/**
	 * Begins to write the conversation as Markdown to a new file; an event reports the outcome.
	 * Keys, tokens, passwords and other credentials in it are masked as [secret] unless bWithSecrets keeps them.
	 */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool ExportConversation(const FString& Path, bool bWithSecrets = false);

	/** Begins to write the report of the context to a new file; an event reports the outcome. Credentials in it are masked. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool ExportContextReport(const FString& Path, EVibeUEContextFormat Format = EVibeUEContextFormat::Json);

	/** Switches to another model from the next request on. One of the settings' server is kept for this conversation, one of another until it is closed. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool SwitchModel(const FVibeUEModelChoice& Model);

	/**
	 * Sets the tools that the model may call besides those of FVibeUEToolRegistry; replaces the previous ones. The handler of OnToolCallRequested answers them. If two tools share a name, the one set here is used.
	 * @param ToolsJson  A JSON list of definitions in the form of OpenAI or Anthropic, each with "needs_approval": true if the user is
	 *                   asked first, or with its "access": "read", "write", "destructive" or "control".
	 */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool SetTools(const FString& ToolsJson);

	/** Reports the result of a call. If it is longer than 1 MiB, the message holds its head and tail, and all of it is kept in a file next to the conversation. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool AnswerToolCall(const FString& CallId, const FString& Text, bool bIsError = false);

	/** Reports the result of a call with images, for example of a viewport. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool AnswerToolCallWithImages(const FString& CallId, const FString& Text, const TArray<FVibeUEImage>& Images);

	/** Reports how a call ended, with its result or why there is none. What is too long is cut out of its middle. C++ moves a long text into it. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool EndToolCall(const FString& CallId, EVibeUEToolEnd End, FString Text, const TArray<FVibeUEImage>& Images);

	/** Turns plan mode on or off: while it is on, only tools that change nothing run, whatever else was allowed. Ends with the session. A script of run_python cannot turn it off. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool SetPlanMode(bool bOn);

	/** Returns whether plan mode is on. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	bool IsPlanMode() const;

	/** Turns dry run on or off: while it is on, changes by tools are shown but not made, whatever was allowed. An agent is put in plan mode instead. A script of run_python cannot turn it off. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool SetDryRun(bool bOn);

	/** Returns whether a dry run is on. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	bool IsDryRun() const;

	/** Returns what the agent edited in the project's text files, by turn, the oldest first, including edits from earlier sessions of the conversation. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	TArray<FVibeUEFileChanges> GetFileChanges() const;

	/** Starts undoing all edits of one turn, by its id; 0 undoes the newest that are still in place. OnFilesRestored reports the outcome. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool RestoreFiles(int64 Id = 0);

	/**
	 * Returns the tool servers, in the order of their lists, then lists that other programs keep; OnToolServersChanged
	 * says when there is something new. None if the settings had them switched off when the conversation was opened.
	 */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	TArray<FVibeUEToolServer> GetToolServers() const;

	/**
	 * Allows a server, as GetToolServers shows it, in this project: it is started now, and by later conversations as long
	 * as its entry stays as it is. Call it only when the user clicks; scripts and Blueprints cannot reach it.
	 */
	bool AllowToolServer(const FString& Name);

	/** Stops a tool server that was started, and starts it again. Its list is not read again. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool RestartToolServer(const FString& Name);

	/**
	 * Begins a sign-in to a server that asks for it: GetToolServers then names the page for the browser, and starting it
	 * again gives up. Call it only when the user clicks; scripts and Blueprints cannot reach it.
	 */
	bool SignInAtToolServer(const FString& Name);

	/** Forgets the user's sign-in to a tool server, and starts it again. Call it only when the user clicks. */
	bool SignOutOfToolServer(const FString& Name);

	/** Stops all tool servers, reads their lists again and starts what is allowed. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	bool ReloadToolServers();

	/** Returns the agent that answers instead of a model, if any; OnAgentChanged says when there is something new. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	FVibeUEAgent GetAgent() const;

	/**
	 * Allows the agent, as GetAgent shows it, in this project: the next message starts it, in later conversations too as
	 * long as its command stays as it is. Call it only when the user clicks; scripts and Blueprints cannot reach it.
	 */
	bool AllowAgent();

	/** Says whether a call may run; the reason is for a denial and may be empty. Only the user decides that: while run_python runs a script it is refused. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE", meta = (ScriptNoExport))
	bool ApproveToolCall(const FString& CallId, EVibeUEToolApproval Approval, const FString& Reason);

	/** Counts the tokens of a text for the session's model; for the model of the settings while the session is closed. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	int64 EstimateTokenCount(const FString& Text) const;

	/** Counts the tokens of the next request: the whole conversation as the model sees it, also after it was closed. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	int64 EstimateConversationTokens() const;

	/** Returns how many tokens a request may use. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	int64 GetTokenBudget() const;

	/** Returns how full the budget is, in percent; above 100 when the request does not fit. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	double GetTokenUsagePercent() const;

	/** Returns what the next request costs, by kind, also after the conversation was closed. Takes the same time for any length. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	FVibeUETokenUsage GetTokenBreakdown() const;

	/**
	 * Returns whether the next request has reached a share of the budget.
	 * @param Share  From 0 to 1; 0 is the threshold of the settings, at which a summarization starts.
	 */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	bool IsNearContextLimit(double Share = 0.0) const;

	/** Returns what the trigger would decide now, with its figures. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	FVibeUETrigger GetTrigger() const;

	/** Returns what the session has cost. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	FVibeUECosts GetCosts() const;

	/** Returns what the context contains, when it will be summarized next and what that would free. Takes the same time for any length. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	FVibeUEContextReport GetContextReport() const;

	/** Returns why no model writes summaries at the moment although one should; empty when nothing prevents it. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	TArray<FString> GetBreakers() const;

	/** Returns how long a call has been running, in milliseconds, by the core's clock; -1 if it is not running. */
	int64 GetToolCallTime(const FString& CallId) const;

	/** Returns how many messages a history has. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	int64 GetMessageCount(EVibeUEHistory History = EVibeUEHistory::Transcript) const;

	/** Returns a part of a history, oldest first; fewer messages than asked for if it ends. Copies their texts; with bBeginnings, only as much of a tool's result as an event has. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	TArray<FVibeUEMessage> GetMessages(int64 First, int32 Count, EVibeUEHistory History = EVibeUEHistory::Transcript, bool bBeginnings = false) const;

	/**
	 * Searches everything that was ever said, oldest first: messages, calls and results, even if the model now sees a summary instead. Takes time proportional to the conversation's length.
	 */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	TArray<FVibeUEFoundMessage> FindMessages(const FString& Words, bool bMatchCase = false) const;

	/** Returns all summarizations, oldest first, undone ones too. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	TArray<FVibeUESummaryRow> GetSummaries() const;

	/** Returns what the versions of a summary changed: a line on each in the editor's language, then lines that came (+) and went (-). Empty if there is only one. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	FString GetSummaryChanges(int64 Compaction) const;

	/** Returns what the session is doing. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	EVibeUEChatState GetState() const;

	/** Returns whether a summarization is under way. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	bool IsSummarizing() const;

	/** Returns the conversation's id: the name of its file, without folder and extension. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	FString GetConversationId() const;

	/** Returns the conversation's name; may be empty. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	FString GetTitle() const;

	/** Returns the default title of an unnamed conversation: the user's first words; empty if nothing has been said yet. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	FString GetFirstWords() const;

	/** Increases whenever anything that can be queried changes, so that a display needs to query again only then. 0 while it is closed. */
	int64 GetRevision() const;

	/** Returns why the model is sent no pictures, judging by its server or name; empty if it reads them or nothing is known. */
	FString GetPictureProblem() const;

	/** Returns the id of the model that answers. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	FString GetModelId() const;

	/** Returns all tools that the model may call now: the editor's, the project's and those of servers. */
	TArray<struct FVibeUEToolInfo> GetOfferedTools() const;

	/** Returns the id of the user's newest request; 0 if there is none. */
	int64 GetLastRequest() const;

	/** Returns the newest summary that the model sees; its id is 0 if there is none. */
	FVibeUEMessage GetSummaryInView() const;

	/** Returns what failed last. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	FVibeUEError GetLastError() const;

	virtual void BeginDestroy() override;

private:
	friend class FChatEventSink;
	friend class FToolHost;
	friend class UVibeUEMessages;
	friend class UVibeUEPreviews;
	friend class UVibeUESummaries;
	friend class UVibeUETurn;
	friend struct FChatWriting;
	friend struct FVibeUEToolServerLists;

	void NoteRunning(const FString& CallId);
	bool Tick(float DeltaTime);
	void TickBehindDialog();
	void Notify(bool bIsBehindDialog);
	void HandleSettingsChanged(UObject* Settings, FPropertyChangedEvent& Event);
	void HandleOpened(const FVibeUEError& Problem);
	void HandleMessage(uint64 Turn, const FVibeUEMessage& Message);
	void HandleTurnEnded(uint64 Turn, EVibeUETurnEnd End);
	void HandleToolCall(const FVibeUEToolCall& Call, bool bIsOffered);
	void Rehearse(const FVibeUEToolCall& Call);
	void HandleToolApproved(const FString& CallId);
	void HandleToolEnded(const FString& CallId, EVibeUEToolEnd End);
	void HandleSummarizationEnded(const FVibeUESummarization& Summarization);
	void RefreshState();
	/** Offers the tools of the registry, or none. */
	void OfferTools(bool bAll);

	/** Reports the exports that have ended. */
	void NotifyExports();
	/** Reports the edits that were undone. */
	void NotifyRestores();
	void DoCheckOuts();

	/** Waits for exports and restored files, for at most this many seconds, and reports the end of each; of a late one, that it is still running. */
	void EndFileWork(double Seconds);

	/** Remembers a text until it is part of the conversation; returns whether it was taken. */
	bool HandleSubmitted(uint64 Turn, const FVibeUEError& Problem, const FString& Text);

	/** Gives back the texts that no turn will send any more. */
	void ReturnMessages();

	/** Closes a conversation wherever it is open in this editor. */
	static void CloseConversation(const FString& ConversationId);

	/** Begins to open the file of ConversationId with the current settings. */
	void StartCore();

	/** Tries again to open what could not be opened if the settings have changed, once the failure has been reported. */
	void OpenAgain();

	/** Ends the core, if there is one; while the object is being destroyed, tools hear of it with the next frame. */
	void StopCore(double Seconds, bool bTell = true);

	/** Closes the session; fires the pending events unless the object is being destroyed. */
	void End(double Seconds, bool bTell);

	/** Reports a failure, if it is one; returns whether all is well. */
	bool Check(const FVibeUEError& Error);

	/** The same for a call while the session is closed. */
	bool RefuseClosed();
	/** The same for what only the user decides, while a script runs; returns whether one does. */
	bool RefuseScript(const TCHAR* What);

	/** What is not in the history yet; exists from the first opening on. */
	TSharedPtr<FTurnUnderWay> UnderWay;

	FString ConversationId;
	/** Where the conversation is kept: settings of another place do not apply to it. */
	FString Folder;
	FString ModelFingerprint;
	static FString FingerprintOf(const FVibeUEModelChoice& Model);
	FVibeUEError LastError;
	/** What the next request cost when the session was closed. */
	FVibeUETokenUsage LastUsage;
	EVibeUEChatState LastState = EVibeUEChatState::Closed;
	bool bServerChosenHere = false;
	bool bIsPlanMode = false;
	bool bIsDryRun = false;
	/** Whether the result of opening was received. */
	bool bOpeningReported = false;
	/** The settings changed under a conversation that cannot be opened: it is tried again. */
	bool bOpensAgain = false;
	/** Shared, so that a handler may close the session while its events fire. */
	TSharedPtr<FChatSessionCore> Core;

	/** Runs the editor's tools while the core exists. */
	TSharedPtr<FToolHost> ToolHost;
	FTSTicker::FDelegateHandle TickHandle;
	TSharedPtr<class FModalLoop> ModalLoop;
	bool bIsTelling = false;
	FDelegateHandle SettingsHandle;
};
