// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUEChatSession.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreLog.h"
#include "Bridge/CoreText.h"
#include "ChatEvents.h"
#include "ConversationFiles.h"
#include "CoreGlobals.h"
#include "HAL/PlatformProcess.h"
#include "HAL/PlatformTime.h"
#include "UObject/StrongObjectPtr.h"
#include "VibeUELog.h"
#include "VibeUESettings.h"

#define LOCTEXT_NAMESPACE "ChatSession"

namespace ChatSessionPrivate
{
/** This many pumps empty the largest queue; more would let a fast stream hold up the frame. */
static constexpr int32 MostPumps = 16;

static TArray<TWeakObjectPtr<UChatSession>>& OpenSessions()
{
	static TArray<TWeakObjectPtr<UChatSession>> Sessions;
	return Sessions;
}

/** What makes one choice of a model differ from another; stays in memory. */
static FString Fingerprint(const FVibeUEModelChoice& Model)
{
	FString Text = FString::Printf(TEXT("%s\n%s\n%s\n%s\n%s\n%s\n%s\n"), *Model.Provider, *Model.Protocol, *Model.BaseUrl, *Model.Model,
		*Model.ApiKeyVariable, *Model.ApiKey, *Model.ReasoningEffort);
	Text += FString::Printf(TEXT("%d %d %f %lld %lld %lld %f %f\n"), Model.bAllowInsecure ? 1 : 0, Model.bSetTemperature ? 1 : 0,
		Model.Temperature, Model.MaxOutputTokens, Model.ContextWindow, Model.InputLimit, Model.InputPrice, Model.OutputPrice);
	for (const TPair<FString, FString>& Header : Model.Headers)
	{
		Text += Header.Key + TEXT("=") + Header.Value + TEXT("\n");
	}
	return Text;
}

static uint32 Milliseconds(double Seconds)
{
	return static_cast<uint32>(FMath::Clamp(FMath::IsFinite(Seconds) ? Seconds : 0.0, 0.0, 60.0) * 1000.0);
}

static FVibeUEError MakeError(EVibeUEFailure Kind, const FText& Message, const FText& Hint)
{
	FVibeUEError Error;
	Error.Kind = Kind;
	Error.Message = Message.ToString();
	Error.Hint = Hint.ToString();
	return Error;
}
} // namespace ChatSessionPrivate

UChatSession* UChatSession::OpenConversation(const FString& ConversationId)
{
	UChatSession* Session = NewObject<UChatSession>();
	Session->Open(ConversationId);
	return Session;
}

TArray<FString> UChatSession::FindConversations()
{
	return FConversationFiles::FindIds();
}

bool UChatSession::DeleteConversation(const FString& ConversationId)
{
	check(IsInGameThread());
	for (UChatSession* Session : FindOpenSessions())
	{
		if (Session->ConversationId == ConversationId)
		{
			Session->Close();
		}
	}
	return FConversationFiles::Delete(ConversationId);
}

TArray<UChatSession*> UChatSession::FindOpenSessions()
{
	check(IsInGameThread());
	TArray<UChatSession*> Found;
	for (const TWeakObjectPtr<UChatSession>& Weak : ChatSessionPrivate::OpenSessions())
	{
		UChatSession* Session = Weak.Get();
		if (Session && Session->Folder == FConversationFiles::GetFolder())
		{
			Found.Add(Session);
		}
	}
	return Found;
}

FString UChatSession::GetConversationFolder()
{
	return FConversationFiles::GetFolder();
}

FOnVibeUEChatSessionCreated& UChatSession::OnSessionCreated()
{
	static FOnVibeUEChatSessionCreated SessionCreated;
	return SessionCreated;
}

void UChatSession::CloseAll(double Seconds)
{
	check(IsInGameThread());
	const double End = FPlatformTime::Seconds() + Seconds;
	// A handler may close further sessions meanwhile.
	const TArray<TWeakObjectPtr<UChatSession>> Sessions = ChatSessionPrivate::OpenSessions();
	for (const TWeakObjectPtr<UChatSession>& Weak : Sessions)
	{
		if (UChatSession* Session = Weak.Get())
		{
			Session->Close(FMath::Max(End - FPlatformTime::Seconds(), 0.05));
		}
	}
	// Threads that give memory back must not outlive the code that they run.
	vibeue::finish();
}

bool UChatSession::Open(const FString& InConversationId)
{
	check(IsInGameThread());
	if (Core.IsValid())
	{
		return Check(ChatSessionPrivate::MakeError(EVibeUEFailure::Conflict,
			LOCTEXT("OpenAlready", "This session has a conversation already."), LOCTEXT("OpenAlreadyHint", "Close it first, or open another session.")));
	}
	if (!InConversationId.IsEmpty() && !FConversationFiles::IsId(InConversationId))
	{
		return Check(ChatSessionPrivate::MakeError(EVibeUEFailure::Invalid,
			LOCTEXT("NoId", "This is not a conversation's id."), LOCTEXT("NoIdHint", "Give an id that FindConversations returned, or none for a new conversation.")));
	}
	ConversationId = InConversationId.IsEmpty() ? FConversationFiles::MakeId() : InConversationId;
	Folder = FConversationFiles::GetFolder();
	bModelChosenHere = false;
	LastUsage = FVibeUETokenUsage();
	ChatSessionPrivate::OpenSessions().Add(this);
	SettingsHandle = GetMutableDefault<UVibeUESettings>()->OnSettingChanged().AddUObject(this, &UChatSession::HandleSettingsChanged);
	TickHandle = FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateUObject(this, &UChatSession::Tick), 0.0f);
	StartCore();
	OnSessionCreated().Broadcast(this);
	return true;
}

void UChatSession::StartCore()
{
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	const FVibeUEModelChoice Model = Settings->GetModelChoice();
	ModelFingerprint = ChatSessionPrivate::Fingerprint(Model);

	vibeue::SessionConfig Config{};
	Config.journal = VibeUE::ToCore(FConversationFiles::GetPath(ConversationId));
	Config.model = VibeUE::ToCore(Model);
	Config.settings = VibeUE::ToCore(Settings->GetCoreSettings());
	Config.system_prompt = VibeUE::ToCore(Settings->SystemPrompt);
	for (const FString& Rule : Settings->PinnedRules)
	{
		Config.pinned.push_back(VibeUE::ToCore(Rule));
	}
	Config.sync_each_event = Settings->bSyncEachEvent;
	Core = MakeShared<FChatSessionCore>(vibeue::open_session(Config), *this);
	RefreshState();
}

void UChatSession::StopCore(double Seconds)
{
	const TSharedPtr<FChatSessionCore> Ending = Core;
	if (Ending.IsValid())
	{
		const vibeue::CloseReport Report = Ending->Session->close(ChatSessionPrivate::Milliseconds(Seconds));
		LastUsage = VibeUE::FromCore(Ending->Session->usage());
		if (!Report.complete)
		{
			UE_LOG(LogVibeUE, Warning, TEXT("A conversation did not end in time; what was said is on disk."));
		}
		Core.Reset();
	}
}

void UChatSession::Close(double Seconds)
{
	End(Seconds, true);
}

void UChatSession::End(double Seconds, bool bTell)
{
	check(IsInGameThread());
	if (!TickHandle.IsValid())
	{
		return;
	}
	FTSTicker::RemoveTicker(TickHandle);
	TickHandle.Reset();
	ChatSessionPrivate::OpenSessions().Remove(this);
	GetMutableDefault<UVibeUESettings>()->OnSettingChanged().Remove(SettingsHandle);
	SettingsHandle.Reset();

	const TSharedPtr<FChatSessionCore> Ending = Core;
	if (bTell)
	{
		EndExports(Seconds);
	}
	StopCore(Seconds);
	if (Ending.IsValid() && bTell)
	{
		// A handler may let go of the session.
		const TStrongObjectPtr<UChatSession> KeepAlive(this);
		// Each turn and each summarization has its end told, also the cancelled ones.
		for (int32 Round = 0; Round < ChatSessionPrivate::MostPumps && Ending->Session->pump(Ending->Sink) > 0; ++Round)
		{
		}
		// What waits is said when the conversation is opened again.
		Submitted.Reset();
		RefreshState();
	}
	VibeUE::LogCoreLines();
}

void UChatSession::BeginDestroy()
{
	// At the editor's exit all sessions were closed long before; this is for one that nobody held any more.
	if (UObjectInitialized() && !HasAnyFlags(RF_ClassDefaultObject))
	{
		End(0.5, false);
	}
	Super::BeginDestroy();
}

bool UChatSession::Tick(float)
{
	// Most frames have nothing to tell: they cost two atomic loads and nothing of the heap.
	if (Core.IsValid() && Core->Session->has_events())
	{
		Pump();
	}
	else
	{
		// The end of an export is not an event of the session's.
		TellExports();
		VibeUE::LogCoreLines();
	}
	return true;
}

void UChatSession::Pump()
{
	check(IsInGameThread());
	// A handler may close the session, and may let go of it.
	const TStrongObjectPtr<UChatSession> KeepAlive(this);
	const TSharedPtr<FChatSessionCore> Pumped = Core;
	if (Pumped.IsValid())
	{
		Pumped->Session->pump(Pumped->Sink);
		TellExports();
	}
	VibeUE::LogCoreLines();
}

void UChatSession::HandleSettingsChanged(UObject*, FPropertyChangedEvent&)
{
	if (!Core.IsValid() || Folder != FConversationFiles::GetFolder())
	{
		return;
	}
	if (Core->Session->stage() == vibeue::Stage::Failed)
	{
		// What could not be opened may be in order now.
		StopCore(0.5);
		StartCore();
		return;
	}
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	const rust::Vec<vibeue::NameValue> Values = VibeUE::ToCore(Settings->GetCoreSettings());
	Check(VibeUE::FromCore(Core->Session->set_settings(rust::Slice<const vibeue::NameValue>(Values.data(), Values.size()))));
	const FVibeUEModelChoice Model = Settings->GetModelChoice();
	const FString Fingerprint = ChatSessionPrivate::Fingerprint(Model);
	if (Core.IsValid() && !bModelChosenHere && ModelFingerprint != Fingerprint)
	{
		ModelFingerprint = Fingerprint;
		Check(VibeUE::FromCore(Core->Session->switch_model(VibeUE::ToCore(Model))));
	}
}

void UChatSession::HandleOpened(const FVibeUEError& Problem)
{
	const bool bSuccess = Check(Problem);
	RefreshState();
	if (!bSuccess)
	{
		// What was submitted while it was being opened has no turn that would end.
		ReturnMessages();
	}
	VibeUE::Fire(Opened, OnOpenedDynamic, bSuccess);
	if (bSuccess && Core.IsValid())
	{
		VibeUE::Fire(TokenUsageChanged, OnTokenUsageChangedDynamic, GetTokenBreakdown());
	}
}

void UChatSession::HandleToolCall(const FVibeUEToolCall& Call)
{
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	FVibeUEToolCall Told = Call;
	const bool bAsk = Settings->bAskBeforeToolsRun && !Settings->AlwaysAllowedTools.Contains(Call.Name);
	Told.bNeedsApproval = Call.bNeedsApproval && bAsk;
	VibeUE::Fire(ToolCallRequested, OnToolCallRequestedDynamic, Told);
	if (Call.bNeedsApproval && !bAsk && Core.IsValid())
	{
		Check(VibeUE::FromCore(Core->Session->approve_tool(VibeUE::ToCore(Call.CallId), vibeue::Approval::Allow, rust::Str())));
	}
}

void UChatSession::HandleSummarizationStarted(const FString& Explanation, int64 Available)
{
	SummarizationAvailable = Available;
	VibeUE::Fire(SummarizationStarted, OnSummarizationStartedDynamic, Explanation);
}

void UChatSession::HandleSummarizationEnded(FVibeUESummarization Summarization)
{
	Summarization.TokensAvailable = SummarizationAvailable;
	const bool bApplied = Summarization.End == EVibeUESummaryEnd::Applied;
	VibeUE::Fire(SummarizationEnded, OnSummarizationEndedDynamic, Summarization);
	VibeUE::Fire(SummarizationComplete, OnSummarizationCompleteDynamic, bApplied, Summarization.Summary);
	if (bApplied)
	{
		VibeUE::Fire(HistoryChanged, OnHistoryChangedDynamic);
	}
}

void UChatSession::RefreshState()
{
	const EVibeUEChatState State = GetState();
	if (State != LastState)
	{
		LastState = State;
		VibeUE::Fire(StateChanged, OnStateChangedDynamic, State);
	}
}

bool UChatSession::Check(const FVibeUEError& Error)
{
	if (Error.Kind == EVibeUEFailure::None)
	{
		return true;
	}
	LastError = Error;
	VibeUE::Fire(SessionError, OnSessionErrorDynamic, Error);
	return false;
}

bool UChatSession::RefuseClosed()
{
	return Check(ChatSessionPrivate::MakeError(EVibeUEFailure::Conflict, LOCTEXT("Closed", "The conversation is closed."),
		LOCTEXT("ClosedHint", "Open it again, or start a new one.")));
}

bool UChatSession::SubmitUserMessage(const FString& Text)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const vibeue::Submitted Told = Core->Session->submit(VibeUE::ToCore(Text));
	return HandleSubmitted(Told.turn, VibeUE::FromCore(Told.status), Text);
}

bool UChatSession::HandleSubmitted(uint64 Turn, const FVibeUEError& Problem, const FString& Text)
{
	if (Problem.Kind == EVibeUEFailure::None && !Text.IsEmpty())
	{
		// As the core has it: it may have put signs in the place of half characters.
		Submitted.Add(Turn, VibeUE::FromCore(VibeUE::ToCore(Text)));
	}
	return Check(Problem);
}

void UChatSession::HandleMessage(uint64 Turn, const FVibeUEMessage& Message)
{
	// What an earlier session left unsent comes with the same turn.
	const FString* Text = Message.Role == EVibeUERole::User ? Submitted.Find(Turn) : nullptr;
	if (Text && Text->Equals(Message.Text))
	{
		Submitted.Remove(Turn);
	}
	VibeUE::Fire(MessageAdded, OnMessageAddedDynamic, Message);
}

void UChatSession::HandleTurnEnded(uint64 Turn, EVibeUETurnEnd End)
{
	FString Text;
	const bool bIsUnsaid = Submitted.RemoveAndCopyValue(Turn, Text) && End == EVibeUETurnEnd::Failed;
	if (bIsUnsaid && Core.IsValid() && !Core->Session->is_waiting(VibeUE::ToCore(Text)))
	{
		VibeUE::Fire(MessageReturned, OnMessageReturnedDynamic, Text);
	}
	VibeUE::Fire(TurnEnded, OnTurnEndedDynamic, VibeUE::FromCore(Turn), End);
}

void UChatSession::ReturnMessages()
{
	const TMap<uint64, FString> Returned = MoveTemp(Submitted);
	Submitted.Reset();
	for (const TPair<uint64, FString>& Message : Returned)
	{
		VibeUE::Fire(MessageReturned, OnMessageReturnedDynamic, Message.Value);
	}
}

bool UChatSession::SubmitUserMessageWithImages(const FString& Text, const TArray<FVibeUEImage>& Images)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const TArray<vibeue::ImageData> Sent = VibeUE::ToCore(Images);
	const vibeue::Submitted Told = Core->Session->submit_with_images(VibeUE::ToCore(Text), VibeUE::ToSlice(Sent));
	return HandleSubmitted(Told.turn, VibeUE::FromCore(Told.status), Text);
}

bool UChatSession::RetryTurn()
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->retry().status)) : RefuseClosed();
}

bool UChatSession::CancelTurn()
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->cancel())) : RefuseClosed();
}

bool UChatSession::ForceSummarize(const FString& Instructions)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->summarize(VibeUE::ToCore(Instructions)))) : RefuseClosed();
}

bool UChatSession::TriggerSummarizationIfNeeded()
{
	check(IsInGameThread());
	return Core.IsValid() && Core->Session->summarize_if_needed();
}

bool UChatSession::SummarizeFromOriginals(const FString& Instructions)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->summarize_originals(VibeUE::ToCore(Instructions)))) : RefuseClosed();
}

bool UChatSession::CancelSummarization()
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->cancel_summary())) : RefuseClosed();
}

bool UChatSession::PreviewSummarization(const FString& Instructions)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->preview(VibeUE::ToCore(Instructions)))) : RefuseClosed();
}

bool UChatSession::AcceptPreview(const FString& EditedSummary)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	return Check(VibeUE::FromCore(EditedSummary.IsEmpty() ? Core->Session->accept_preview()
														  : Core->Session->accept_edited_preview(VibeUE::ToCore(EditedSummary))));
}

bool UChatSession::UndoSummarization(int64 Compaction)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->undo(VibeUE::ToCore(Compaction)))) : RefuseClosed();
}

bool UChatSession::RedoSummarization(int64 Compaction)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->redo(VibeUE::ToCore(Compaction)))) : RefuseClosed();
}

bool UChatSession::PinMessage(int64 MessageId, bool bPinned)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->pin(VibeUE::ToCore(MessageId), bPinned))) : RefuseClosed();
}

bool UChatSession::EditSummary(int64 MessageId, const FString& Text)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->edit_summary(VibeUE::ToCore(MessageId), VibeUE::ToCore(Text)))) : RefuseClosed();
}

bool UChatSession::RenameConversation(const FString& Title)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->rename(VibeUE::ToCore(Title)))) : RefuseClosed();
}

bool UChatSession::ExportConversation(const FString& Path, bool bWithSecrets)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	Core->Exports.Add(MakeUnique<FChatExport>(FChatExport{Path,
		Core->Session->start_export(VibeUE::ToCore(Path), vibeue::ExportFormat::Markdown, vibeue::HistoryKind::Transcript, bWithSecrets)}));
	return true;
}

void UChatSession::EndExports(double Seconds)
{
	const double End = FPlatformTime::Seconds() + Seconds;
	while (Core.IsValid() && Core->Exports.Num() > 0)
	{
		TellExports();
		if (Core.IsValid() && Core->Exports.Num() > 0 && FPlatformTime::Seconds() >= End)
		{
			const TUniquePtr<FChatExport> Late = MoveTemp(Core->Exports[0]);
			Core->Exports.RemoveAt(0);
			VibeUE::Fire(Exported, OnExportedDynamic, Late->Path,
				ChatSessionPrivate::MakeError(EVibeUEFailure::Cancelled, LOCTEXT("LateExport", "The conversation was closed before the export was written."),
					LOCTEXT("LateExportHint", "Open it again and export it once more, under another name.")));
		}
		FPlatformProcess::Sleep(0.001f);
	}
}

void UChatSession::TellExports()
{
	// A handler may begin another one, or close the session.
	while (Core.IsValid() && Core->Exports.Num() > 0 && Core->Exports[0]->Job->is_finished())
	{
		const FString Path = Core->Exports[0]->Path;
		const FVibeUEError Problem = VibeUE::FromCore(Core->Exports[0]->Job->status());
		Core->Exports.RemoveAt(0);
		VibeUE::Fire(Exported, OnExportedDynamic, Path, Problem);
	}
}

bool UChatSession::SwitchModel(const FVibeUEModelChoice& Model)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const bool bSwitched = Check(VibeUE::FromCore(Core->Session->switch_model(VibeUE::ToCore(Model))));
	bModelChosenHere = bModelChosenHere || bSwitched;
	return bSwitched;
}

bool UChatSession::SetTools(const FString& ToolsJson)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->set_tools(VibeUE::ToCore(ToolsJson)))) : RefuseClosed();
}

bool UChatSession::AnswerToolCall(const FString& CallId, const FString& Text, bool bIsError)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->answer_tool(VibeUE::ToCore(CallId), VibeUE::ToCore(Text), bIsError)))
						  : RefuseClosed();
}

bool UChatSession::AnswerToolCallWithImages(const FString& CallId, const FString& Text, const TArray<FVibeUEImage>& Images)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const TArray<vibeue::ImageData> Sent = VibeUE::ToCore(Images);
	return Check(VibeUE::FromCore(Core->Session->answer_tool_with_images(VibeUE::ToCore(CallId), VibeUE::ToCore(Text), VibeUE::ToSlice(Sent))));
}

bool UChatSession::ApproveToolCall(const FString& CallId, EVibeUEToolApproval Approval, const FString& Reason)
{
	check(IsInGameThread());
	return Core.IsValid()
		? Check(VibeUE::FromCore(Core->Session->approve_tool(VibeUE::ToCore(CallId), VibeUE::ToCore(Approval), VibeUE::ToCore(Reason))))
		: RefuseClosed();
}

int64 UChatSession::EstimateTokenCount(const FString& Text) const
{
	const vibeue::TokenEstimate Estimate = Core.IsValid()
		? Core->Session->estimate_text(VibeUE::ToCore(Text))
		: vibeue::estimate_text(VibeUE::ToCore(GetDefault<UVibeUESettings>()->Model), VibeUE::ToCore(Text));
	return VibeUE::FromCore(static_cast<uint64>(Estimate.tokens));
}

int64 UChatSession::EstimateConversationTokens() const
{
	return GetTokenBreakdown().Used;
}

int64 UChatSession::GetTokenBudget() const
{
	return GetTokenBreakdown().Available;
}

double UChatSession::GetTokenUsagePercent() const
{
	return GetTokenBreakdown().Percent;
}

FVibeUETokenUsage UChatSession::GetTokenBreakdown() const
{
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->usage()) : LastUsage;
}

bool UChatSession::IsNearContextLimit(double Share) const
{
	if (!(Share > 0.0))
	{
		return GetTrigger().bNearLimit;
	}
	const FVibeUETokenUsage Usage = GetTokenBreakdown();
	return Usage.Available > 0 && static_cast<double>(Usage.Used) >= Share * static_cast<double>(Usage.Available);
}

FVibeUETrigger UChatSession::GetTrigger() const
{
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->trigger()) : FVibeUETrigger();
}

FVibeUECosts UChatSession::GetCosts() const
{
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->costs()) : FVibeUECosts();
}

TArray<FString> UChatSession::GetBreakers() const
{
	TArray<FString> Sentences;
	if (Core.IsValid())
	{
		for (const rust::String& Sentence : Core->Session->breakers())
		{
			Sentences.Add(VibeUE::FromCore(Sentence));
		}
	}
	return Sentences;
}

TArray<int64> UChatSession::GetPreviewMessages(EVibeUEPreviewPart Part, int64 First, int32 Count) const
{
	TArray<int64> Ids;
	// A page of the core has a limit of its own.
	while (Core.IsValid() && Ids.Num() < Count)
	{
		const int64 Begin = FMath::Max<int64>(First, 0) + Ids.Num();
		const rust::Vec<uint64_t> Page =
			Core->Session->preview_messages(VibeUE::ToCore(Part), VibeUE::ToCore(Begin), static_cast<uint32>(Count - Ids.Num()));
		if (Page.empty())
		{
			break;
		}
		for (const uint64_t Id : Page)
		{
			Ids.Add(VibeUE::FromCore(static_cast<uint64>(Id)));
		}
	}
	return Ids;
}

int64 UChatSession::GetMessageCount(EVibeUEHistory History) const
{
	return Core.IsValid() ? VibeUE::FromCore(static_cast<uint64>(Core->Session->message_count(VibeUE::ToCore(History)))) : 0;
}

TArray<FVibeUEMessage> UChatSession::GetMessages(int64 First, int32 Count, EVibeUEHistory History) const
{
	TArray<FVibeUEMessage> Messages;
	// A page of the core has a limit of its own.
	while (Core.IsValid() && Messages.Num() < Count)
	{
		const int64 Begin = FMath::Max<int64>(First, 0) + Messages.Num();
		const vibeue::HistoryPage Page =
			Core->Session->history_page(VibeUE::ToCore(History), VibeUE::ToCore(Begin), static_cast<uint32>(Count - Messages.Num()));
		if (Page.messages.empty())
		{
			break;
		}
		for (const vibeue::Message& Message : Page.messages)
		{
			Messages.Add(VibeUE::FromCore(Message));
		}
	}
	return Messages;
}

TArray<FVibeUESummaryRow> UChatSession::GetSummaries() const
{
	TArray<FVibeUESummaryRow> Rows;
	if (Core.IsValid())
	{
		for (const vibeue::SummaryRow& Row : Core->Session->summaries())
		{
			Rows.Add(VibeUE::FromCore(Row));
		}
	}
	return Rows;
}

EVibeUEChatState UChatSession::GetState() const
{
	if (!Core.IsValid())
	{
		return EVibeUEChatState::Closed;
	}
	switch (Core->Session->stage())
	{
	case vibeue::Stage::Opening:
		return EVibeUEChatState::Opening;
	case vibeue::Stage::Failed:
		return EVibeUEChatState::Failed;
	case vibeue::Stage::Closed:
		return EVibeUEChatState::Closed;
	case vibeue::Stage::Open:
		break;
	}
	switch (Core->Session->state().phase)
	{
	case vibeue::Phase::Preparing:
		return EVibeUEChatState::Preparing;
	case vibeue::Phase::Compacting:
		return EVibeUEChatState::Compacting;
	case vibeue::Phase::Streaming:
		return EVibeUEChatState::Streaming;
	case vibeue::Phase::Tools:
		return EVibeUEChatState::WaitingForTools;
	case vibeue::Phase::Idle:
		break;
	}
	return EVibeUEChatState::Idle;
}

bool UChatSession::IsSummarizing() const
{
	return Core.IsValid() && Core->Session->state().summary != 0;
}

FString UChatSession::GetTitle() const
{
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->title()) : FString();
}

FString UChatSession::GetFirstWords() const
{
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->first_words()) : FString();
}

FString UChatSession::GetModelId() const
{
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->model_id()) : FString();
}

#undef LOCTEXT_NAMESPACE
