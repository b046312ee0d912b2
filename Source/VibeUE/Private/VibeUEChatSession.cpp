// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUEChatSession.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreLog.h"
#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "ChatError.h"
#include "ConversationFiles.h"
#include "CoreGlobals.h"
#include "HAL/PlatformTime.h"
#include "Misc/Paths.h"
#include "Templates/UnrealTemplate.h"
#include "Tools/ModalLoop.h"
#include "Tools/ServedTools.h"
#include "Tools/ToolHost.h"
#include "TurnUnderWay.h"
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

/** No wait is longer than a minute, and what is not a number counts as 0. */
static double Bearable(double Seconds)
{
	return FMath::Clamp(FMath::IsFinite(Seconds) ? Seconds : 0.0, 0.0, 60.0);
}

static uint32 Milliseconds(double Seconds)
{
	return static_cast<uint32>(Bearable(Seconds) * 1000.0);
}

static void AddServers(vibeue::SessionConfig& Config, const UVibeUESettings& Settings)
{
	Config.uses_tool_servers = Settings.bUseToolServers;
	Config.uses_engine_server = Settings.bUseEngineServer;
	for (const FString& File : Settings.ToolServerFiles)
	{
		if (!File.TrimStartAndEnd().IsEmpty())
		{
			const bool bIsRelative = FPaths::IsRelative(File);
			Config.tool_server_files.push_back(VibeUE::ToCore(FPaths::ConvertRelativePathToFull(bIsRelative ? FPaths::ProjectDir() / File : File)));
		}
	}
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
	const FVibeUEError Problem = TryDeleteConversation(ConversationId);
	if (Problem.Kind != EVibeUEFailure::None)
	{
		// Nothing else reports the reason.
		UE_LOG(LogVibeUE, Warning, TEXT("The conversation '%s' was not deleted: %s (%s)"), *ConversationId, *Problem.Message, *Problem.Hint);
		return false;
	}
	return true;
}

FVibeUEError UChatSession::TryDeleteConversation(const FString& ConversationId)
{
	CloseConversation(ConversationId);
	return FConversationFiles::Delete(ConversationId);
}

FVibeUEError UChatSession::DiscardConversation(const FString& ConversationId)
{
	CloseConversation(ConversationId);
	return FConversationFiles::Discard(ConversationId);
}

FVibeUEError UChatSession::RestoreConversation(const FString& ConversationId)
{
	check(IsInGameThread());
	return FConversationFiles::Restore(ConversationId);
}

void UChatSession::CloseConversation(const FString& ConversationId)
{
	check(IsInGameThread());
	// A handler may close further sessions meanwhile, release them and collect garbage.
	const TArray<TWeakObjectPtr<UChatSession>> Sessions = ChatSessionPrivate::OpenSessions();
	for (const TWeakObjectPtr<UChatSession>& Weak : Sessions)
	{
		UChatSession* Session = Weak.Get();
		if (Session && FConversationFiles::IsSameId(Session->ConversationId, ConversationId) && Session->Folder == FConversationFiles::GetFolder())
		{
			Session->Close();
		}
	}
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
	// Threads in the background must not outlive the code that they run. One that nothing ends, as on a disk that does not answer, is left after
	// some seconds: what it writes is not in its place before it is whole.
	if (VibeUE::IsCoreUsable())
	{
		vibeue::finish();
	}
}

FString UChatSession::FingerprintOf(const FVibeUEModelChoice& Model)
{
	FString Text = FString::Printf(TEXT("%s\n%s\n%s\n%s\n%s\n%s\n%s\n"), *Model.Provider, *Model.Protocol, *Model.BaseUrl, *Model.Model,
		*Model.ApiKeyVariable, *Model.ApiKey, *Model.ReasoningEffort);
	Text += FString::Printf(TEXT("%d %d %d %f %lld %lld %lld %f %f\n"), Model.bKeyInCredentialStore ? 1 : 0, Model.bAllowInsecure ? 1 : 0, Model.bSetTemperature ? 1 : 0,
		Model.Temperature, Model.MaxOutputTokens, Model.ContextWindow, Model.InputLimit, Model.InputPrice, Model.OutputPrice);
	for (const TPair<FString, FString>& Header : Model.Headers)
	{
		Text += Header.Key + TEXT("=") + Header.Value + TEXT("\n");
	}
	return Text;
}

bool UChatSession::Open(const FString& InConversationId)
{
	check(IsInGameThread());
	if (!VibeUE::IsCoreUsable())
	{
		return Check(VibeUE::GetCoreProblem());
	}
	if (Core.IsValid())
	{
		return Check(VibeUE::MakeError(EVibeUEFailure::Conflict,
			LOCTEXT("OpenAlready", "This session already has a conversation."), LOCTEXT("OpenAlreadyHint", "Close it first, or open another session.")));
	}
	if (!InConversationId.IsEmpty() && !FConversationFiles::IsId(InConversationId))
	{
		return Check(VibeUE::MakeError(EVibeUEFailure::Invalid,
			LOCTEXT("NoId", "This is not a conversation's id."), LOCTEXT("NoIdHint", "Give an id that FindConversations returned, or none for a new conversation.")));
	}
	// What an earlier conversation of this session left is still being reported if a handler opens this one.
	UnderWay = MakeShared<FTurnUnderWay>();
	ConversationId = InConversationId.IsEmpty() ? FConversationFiles::MakeId() : InConversationId;
	Folder = FConversationFiles::GetFolder();
	bServerChosenHere = false;
	LastUsage = FVibeUETokenUsage();
	ChatSessionPrivate::OpenSessions().Add(this);
	SettingsHandle = GetMutableDefault<UVibeUESettings>()->OnSettingChanged().AddUObject(this, &UChatSession::HandleSettingsChanged);
	TickHandle = FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateUObject(this, &UChatSession::Tick), 0.0f);
	// The loop of a modal dialog keeps the ticker from it.
	ModalLoop = MakeShared<FModalLoop>();
	const TWeakObjectPtr<UChatSession> Weak(this);
	ModalLoop->Listen([Weak]()
	{
		if (UChatSession* Listening = Weak.Get())
		{
			Listening->TickBehindDialog();
		}
	});
	StartCore();
	// A host may collect garbage before anybody else holds the session.
	const TStrongObjectPtr<UChatSession> KeepAlive(this);
	OnSessionCreated().Broadcast(this);
	return true;
}

void UChatSession::StartCore()
{
	bOpeningReported = false;
	bOpensAgain = false;
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	const FVibeUEModelChoice Model = Settings->GetModelChoice();
	ModelFingerprint = FingerprintOf(Model);

	vibeue::SessionConfig Config{};
	Config.journal = VibeUE::ToCore(FConversationFiles::GetPath(ConversationId));
	Config.model = VibeUE::ToCore(Model);
	Config.settings = VibeUE::ToCore(Settings->GetCoreSettingsInForce());
	Config.system_prompt = VibeUE::ToCore(Settings->SystemPrompt);
	for (const FString& Rule : Settings->PinnedRules)
	{
		Config.pinned.push_back(VibeUE::ToCore(Rule));
	}
	Config.sync_each_event = Settings->bSyncEachEvent;
	Config.project_folder = VibeUE::ToCore(FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()));
	Config.offers_project_files = Settings->bOfferFileTools;
	Config.project_protected.push_back(VibeUE::ToCore(FConversationFiles::GetPermissionsPath()));
	Config.project_protected.push_back(VibeUE::ToCore(FConversationFiles::GetSignInsPath()));
	Config.project_protected.push_back(VibeUE::ToCore(FConversationFiles::GetFolder()));
	Config.permissions = VibeUE::ToCore(FConversationFiles::GetPermissionsPath());
	Config.sign_ins = VibeUE::ToCore(FConversationFiles::GetSignInsPath());
	Config.asks_before_reading = Settings->bAskBeforeReading;
	ChatSessionPrivate::AddServers(Config, *Settings);
	Config.agent.command = VibeUE::ToCore(Settings->AgentCommand);
	Config.agent.sign_in = VibeUE::ToCore(Settings->AgentSignIn);
	Config.agent.mode = VibeUE::ToCore(Settings->AgentMode);
	for (const FString& Variable : Settings->AgentVariables)
	{
		Config.agent.variables.push_back(VibeUE::ToCore(Variable));
	}
	const TSharedPtr<FServedTools> Served = FServedTools::Get();
	if (Served.IsValid() && Served->IsServing())
	{
		Config.agent.tools_url = VibeUE::ToCore(Served->GetUrl());
		Config.agent.tools_authorization = VibeUE::ToCore(Served->GetAuthorization());
	}
	Core = MakeShared<FChatSessionCore>(vibeue::open_session(Config), *this);
	// What could not be opened takes no mode; it is set when the conversation is opened again.
	const bool bHasFailed = Core->Session->stage() == vibeue::Stage::Failed;
	const bool bIsRefused = bIsDryRun && !bHasFailed && VibeUE::FromCore(Core->Session->set_dry_run(true)).Kind != EVibeUEFailure::None;
	// An agent cannot be made to try only: until the user says otherwise it changes nothing.
	bIsPlanMode = bIsPlanMode || (bIsRefused && Core->Session->agent().is_used);
	if (bIsPlanMode && !bHasFailed)
	{
		Check(VibeUE::FromCore(Core->Session->set_plan_mode(true)));
	}
	ToolHost = MakeShared<FToolHost>(*this);
	ToolHost->Start();
	RefreshState();
}

void UChatSession::OpenAgain()
{
	if (bOpensAgain && Core.IsValid() && Core->Session->stage() == vibeue::Stage::Failed)
	{
		StopCore(0.5);
		StartCore();
	}
}

void UChatSession::StopCore(double Seconds, bool bTell)
{
	const TSharedPtr<FChatSessionCore> Ending = Core;
	if (ToolHost.IsValid())
	{
		// Running calls are notified that nobody waits for them any more.
		const TSharedPtr<FToolHost> Leaving = MoveTemp(ToolHost);
		ToolHost.Reset();
		if (bTell)
		{
			Leaving->EndTurn();
		}
		else
		{
			Leaving->EndTurnLater();
		}
	}
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
	// A tool that hears that nobody waits for it any more may release the session and collect garbage.
	const TStrongObjectPtr<UChatSession> KeepAlive(this);
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
	ModalLoop.Reset();
	ChatSessionPrivate::OpenSessions().Remove(this);
	GetMutableDefault<UVibeUESettings>()->OnSettingChanged().Remove(SettingsHandle);
	SettingsHandle.Reset();

	const TSharedPtr<FChatSessionCore> Ending = Core;
	const TSharedPtr<FTurnUnderWay> Left = UnderWay;
	const double Allowed = ChatSessionPrivate::Bearable(Seconds);
	const double Deadline = FPlatformTime::Seconds() + Allowed;
	if (bTell)
	{
		// The conversation itself has the other half, and what is left of this one.
		EndFileWork(Allowed / 2.0);
	}
	StopCore(Deadline - FPlatformTime::Seconds(), bTell);
	if (Ending.IsValid() && bTell)
	{
		// The end of each turn and each summarization is reported, even of the cancelled ones.
		for (int32 Round = 0; Round < ChatSessionPrivate::MostPumps && Ending->Session->pump(Ending->Sink) > 0; ++Round)
		{
		}
		// Messages that wait are sent when the conversation is opened again.
		if (Left.IsValid())
		{
			Left->Submitted.Reset();
		}
		RefreshState();
	}
	VibeUE::LogCoreLines();
}

void UChatSession::BeginDestroy()
{
	// At the editor's exit all sessions were closed long before; this is for one that nothing referenced any more.
	if (UObjectInitialized() && !HasAnyFlags(RF_ClassDefaultObject))
	{
		End(0.5, false);
	}
	Super::BeginDestroy();
}

void UChatSession::TickBehindDialog()
{
	Notify(true);
	if (ToolHost.IsValid())
	{
		ToolHost->TickBehindDialog();
	}
}

bool UChatSession::Tick(float)
{
	Notify(false);
	if (ToolHost.IsValid())
	{
		ToolHost->Tick();
	}
	return true;
}

void UChatSession::Notify(bool bIsBehindDialog)
{
	if (bIsTelling)
	{
		return;
	}
	const TGuardValue<bool> Telling(bIsTelling, true);
	// Most frames have nothing to tell: they cost a few atomic loads and nothing of the heap.
	if (Core.IsValid() && Core->Session->has_events())
	{
		Pump();
	}
	else
	{
		// The end of an export is not an event of the session's.
		NotifyExports();
		NotifyRestores();
		VibeUE::LogCoreLines();
	}
	if (!bIsBehindDialog)
	{
		// They wait for the server, and would keep the dialog from being drawn.
		DoCheckOuts();
	}
}

void UChatSession::Pump()
{
	check(IsInGameThread());
	// A handler may close the session.
	const TSharedPtr<FChatSessionCore> Pumped = Core;
	if (Pumped.IsValid())
	{
		Pumped->Session->pump(Pumped->Sink);
		NotifyExports();
		NotifyRestores();
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
		// What could not be opened may be in order now. First those who wait are told that it could not be opened, and
		// get back what was submitted meanwhile.
		bOpensAgain = true;
		if (bOpeningReported)
		{
			OpenAgain();
		}
		else
		{
			Pump();
		}
		return;
	}
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	const rust::Vec<vibeue::NameValue> Values = VibeUE::ToCore(Settings->GetCoreSettingsInForce());
	Check(VibeUE::FromCore(Core->Session->set_settings(rust::Slice<const vibeue::NameValue>(Values.data(), Values.size()))));
	if (ToolHost.IsValid())
	{
		ToolHost->Offer();
	}
	const FVibeUEModelChoice Model = Settings->GetModelChoice();
	const FString Fingerprint = FingerprintOf(Model);
	// To the letter: keys and ids of models differ in the case of their letters, too.
	if (Core.IsValid() && !bServerChosenHere && !GetAgent().bIsUsed && !ModelFingerprint.Equals(Fingerprint))
	{
		ModelFingerprint = Fingerprint;
		Check(VibeUE::FromCore(Core->Session->follow_settings(VibeUE::ToCore(Model))));
	}
}

#undef LOCTEXT_NAMESPACE
