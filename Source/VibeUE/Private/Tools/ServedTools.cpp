// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/ServedTools.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreImages.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"
#include "Bridge/ToolBridge.h"
#include "ConversationFiles.h"
#include "Misc/Paths.h"
#include "Templates/UnrealTemplate.h"
#include "Tools/SourceControl.h"
#include "VibeUELog.h"
#include "VibeUESettings.h"
#include "VibeUEToolRegistry.h"

/** The server of the core. */
struct FServedToolsCore
{
	explicit FServedToolsCore(rust::Box<vibeue::ToolServing> InServing)
		: Serving(std::move(InServing))
	{
	}

	rust::Box<vibeue::ToolServing> Serving;
};

namespace ServedToolsPrivate
{
static TWeakPtr<FServedTools>& Only()
{
	static TWeakPtr<FServedTools> Served;
	return Served;
}

/** The tools of the editor, if they are offered. */
static TArray<vibeue::ToolDeclaration> Declare(bool bOffersEditorTools)
{
	TArray<FVibeUEToolInfo> Tools;
	if (bOffersEditorTools)
	{
		for (const FVibeUEToolRegistry::FEntry& Entry : FVibeUEToolRegistry::Get().GetAll())
		{
			Tools.Add(Entry.Info);
		}
	}
	return VibeUE::ToCore(Tools);
}

static rust::Slice<const vibeue::ToolDeclaration> ToSlice(const TArray<vibeue::ToolDeclaration>& Declared)
{
	return rust::Slice<const vibeue::ToolDeclaration>(Declared.GetData(), static_cast<std::size_t>(Declared.Num()));
}

static FVibeUEToolCall MakeCall(const vibeue::ServedEvent& Event)
{
	FVibeUEToolCall Call;
	Call.CallId = VibeUE::FromCore(Event.call_id);
	Call.Name = VibeUE::FromCore(Event.name);
	Call.Arguments = VibeUE::FromCore(Event.arguments);
	Call.Access = VibeUE::FromCore(Event.access);
	Call.Preview = VibeUE::FromCore(Event.preview);
	return Call;
}
} // namespace ServedToolsPrivate

FServedTools::FServedTools() = default;

FServedTools::~FServedTools()
{
	End();
}

TSharedPtr<FServedTools> FServedTools::Get()
{
	return ServedToolsPrivate::Only().Pin();
}

void FServedTools::Start()
{
	bIsPaused = false;
	if (TickHandle.IsValid())
	{
		return;
	}
	ServedToolsPrivate::Only() = AsShared();
	FVibeUEToolRegistry::Get().OnChanged().AddSP(this, &FServedTools::Offer);
	TickHandle = FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateSP(this, &FServedTools::Tick), 0.0f);
	ModalLoop.Listen([Weak = TWeakPtr<FServedTools>(AsShared())]()
	{
		const TSharedPtr<FServedTools> Listening = Weak.Pin();
		if (Listening.IsValid())
		{
			Listening->TickBehindDialog();
		}
	});
	if (GetDefault<UVibeUESettings>()->bServeTools)
	{
		// Agents of conversations that the first frame opens are notified of it.
		Begin();
	}
}

void FServedTools::Pause()
{
	bIsPaused = true;
	Finish();
}

void FServedTools::End()
{
	if (TickHandle.IsValid())
	{
		FTSTicker::RemoveTicker(TickHandle);
		TickHandle.Reset();
		ModalLoop.Stop();
		FVibeUEToolRegistry::Get().OnChanged().RemoveAll(this);
		Finish();
	}
}

void FServedTools::TickBehindDialog()
{
	const TSharedRef<FServedTools> KeepAlive = AsShared();
	if (Core.IsValid())
	{
		TakeEvents();
	}
	if (Host.IsValid())
	{
		Host->TickBehindDialog();
	}
}

bool FServedTools::Tick(float)
{
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	const bool bServes = Settings->bServeTools && !bIsPaused;
	if (bServes != Core.IsValid())
	{
		if (bServes)
		{
			Begin();
		}
		else
		{
			Finish();
		}
	}
	if (Core.IsValid())
	{
		if (bOffersEditorTools != Settings->bOfferEditorTools)
		{
			Offer();
		}
		TakeEvents();
		Host->Tick();
		DoCheckOuts();
	}
	return true;
}

void FServedTools::Begin()
{
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	vibeue::ServingConfig Config{};
	Config.project_folder = VibeUE::ToCore(FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()));
	Config.offers_project_files = Settings->bOfferFileTools;
	Config.project_backups = VibeUE::ToCore(FPaths::ConvertRelativePathToFull(FConversationFiles::GetFolder() / TEXT("OtherPrograms.files")));
	Config.project_protected.push_back(VibeUE::ToCore(FConversationFiles::GetPermissionsPath()));
	Config.project_protected.push_back(VibeUE::ToCore(FConversationFiles::GetSignInsPath()));
	Config.project_protected.push_back(VibeUE::ToCore(FConversationFiles::GetFolder()));
	Config.permissions = VibeUE::ToCore(FConversationFiles::GetPermissionsPath());
	Config.asks_before_reading = Settings->bAskBeforeReading;
	Config.calls = VibeUE::ToCore(FPaths::ConvertRelativePathToFull(FConversationFiles::GetFolder() / TEXT("OtherPrograms.calls")));
	bOffersEditorTools = Settings->bOfferEditorTools;
	const TArray<vibeue::ToolDeclaration> Declared = ServedToolsPrivate::Declare(bOffersEditorTools);
	Core = MakeUnique<FServedToolsCore>(vibeue::start_serving(Config, ServedToolsPrivate::ToSlice(Declared)));
	const TWeakPtr<FServedTools> Weak = AsShared();
	Host = MakeShared<FToolHost>([Weak](const FString& CallId, EVibeUEToolEnd HowItEnded, FString&& Text, const TArray<FVibeUEImage>& Images)
	{
		const TSharedPtr<FServedTools> Served = Weak.Pin();
		return Served.IsValid() && Served->EndCall(CallId, HowItEnded, MoveTemp(Text), Images);
	});
	Host->Start();
	const vibeue::ServingInfo Info = Core->Serving->info();
	Url = VibeUE::FromCore(Info.url);
	Entry = VibeUE::FromCore(Info.entry);
	Authorization = VibeUE::FromCore(Info.authorization);
	Problem = FCoreSentences::FromCore(Info.status.message);
	if (Problem.IsEmpty())
	{
		UE_LOG(LogVibeUE, Display, TEXT("Tools are served to other programs at %s."), *Url);
	}
	else
	{
		UE_LOG(LogVibeUE, Warning, TEXT("Tools are not served to other programs: %s"), *VibeUE::FromCore(Info.status.message));
	}
	Changed.Broadcast();
}

void FServedTools::Finish()
{
	if (!Core.IsValid())
	{
		return;
	}
	const TSharedPtr<FToolHost> Leaving = Host;
	Host.Reset();
	Core.Reset();
	Leaving->EndTurn();
	Questions.Reset();
	CutOff.Reset();
	Url.Reset();
	Entry.Reset();
	Authorization.Reset();
	Problem.Reset();
	bIsPlanMode = false;
	Changed.Broadcast();
}

void FServedTools::Offer()
{
	if (Core.IsValid())
	{
		bOffersEditorTools = GetDefault<UVibeUESettings>()->bOfferEditorTools;
		const TArray<vibeue::ToolDeclaration> Declared = ServedToolsPrivate::Declare(bOffersEditorTools);
		Core->Serving->offer(ServedToolsPrivate::ToSlice(Declared));
	}
}

void FServedTools::TakeEvents()
{
	if (bIsTelling)
	{
		return;
	}
	// A handler may open a dialog, whose loop calls this again.
	const TSharedRef<FServedTools> KeepAlive = AsShared();
	const TGuardValue<bool> Telling(bIsTelling, true);
	bool bHasNews = bIsPlanMode != Core->Serving->is_plan_mode();
	bIsPlanMode = Core->Serving->is_plan_mode();
	for (const vibeue::ServedEvent& Event : Core->Serving->take_events())
	{
		const FString CallId = VibeUE::FromCore(Event.call_id);
		switch (Event.kind)
		{
		case vibeue::ServedEventKind::Asked:
		{
			FServedQuestion Question{VibeUE::FromCore(Event.caller), ServedToolsPrivate::MakeCall(Event)};
			Question.Call.bNeedsApproval = true;
			Question.Call.bRunsItself = true;
			Host->AddPreview(Question.Call);
			Questions.Add(MoveTemp(Question));
			bHasNews = true;
			break;
		}
		case vibeue::ServedEventKind::Withdrawn:
			bHasNews |= Questions.RemoveAll([&CallId](const FServedQuestion& Question) { return Question.Call.CallId.Equals(CallId); }) > 0;
			break;
		case vibeue::ServedEventKind::Run:
			Host->Take(ServedToolsPrivate::MakeCall(Event));
			break;
		case vibeue::ServedEventKind::Stopped:
			Host->Forget(CallId);
			break;
		case vibeue::ServedEventKind::Ended:
			UE_LOG(LogVibeUE, Display, TEXT("Another program, which calls itself %s, called %s: %s %s"), *VibeUE::FromCore(Event.caller), *VibeUE::FromCore(Event.name),
				*StaticEnum<EVibeUEToolEnd>()->GetNameStringByValue(static_cast<int64>(VibeUE::FromCore(Event.end))), *VibeUE::FromCore(Event.why));
			break;
		case vibeue::ServedEventKind::CutOff:
			CutOff.Add(FServedQuestion{VibeUE::FromCore(Event.caller), ServedToolsPrivate::MakeCall(Event)});
			UE_LOG(LogVibeUE, Warning, TEXT("The editor exited earlier during a call by another program, which calls itself %s: %s %s"), *CutOff.Last().Caller, *CutOff.Last().Call.Name,
				*CutOff.Last().Call.Arguments);
			bHasNews = true;
			break;
		case vibeue::ServedEventKind::Dropped:
			UE_LOG(LogVibeUE, Warning, TEXT("%s more calls of other programs ended while the editor drew no frame."), *VibeUE::FromCore(Event.why));
			break;
		}
	}
	if (bHasNews)
	{
		Changed.Broadcast();
	}
}

void FServedTools::Answer(const FString& CallId, EVibeUEToolApproval Approval, const FString& Reason)
{
	Questions.RemoveAll([&CallId](const FServedQuestion& Question) { return Question.Call.CallId.Equals(CallId); });
	if (Core.IsValid())
	{
		Core->Serving->answer_question(VibeUE::ToCore(CallId), VibeUE::ToCore(Approval), VibeUE::ToCore(Reason));
	}
	Changed.Broadcast();
}

void FServedTools::DoCheckOuts()
{
	if (!Core.IsValid())
	{
		// A tool that ran in this frame turned it off.
		return;
	}
	Core->Serving->set_source_control(VibeUE::HasSourceControl());
	// One a frame: each waits for the server.
	const vibeue::CheckOutRequest Request = Core->Serving->take_check_out();
	if (Request.id != 0)
	{
		const FString Failure = VibeUE::CheckOutFile(VibeUE::FromCore(Request.path));
		if (Core.IsValid())
		{
			Core->Serving->answer_check_out(Request.id, VibeUE::ToCore(Failure));
		}
	}
}

bool FServedTools::EndCall(const FString& CallId, EVibeUEToolEnd HowItEnded, FString&& Text, const TArray<FVibeUEImage>& Images)
{
	if (!Core.IsValid())
	{
		return false;
	}
	const FCoreImages Sent(Images);
	const vibeue::Status Status = Core->Serving->end_call(VibeUE::ToCore(CallId), VibeUE::ToCore(HowItEnded), VibeUE::GiveToCore(MoveTemp(Text)), Sent.ToSlice());
	return Status.code == vibeue::StatusCode::Ok;
}
