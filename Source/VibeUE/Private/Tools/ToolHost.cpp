// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/ToolHost.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/ToolBridge.h"
#include "Framework/Application/SlateApplication.h"
#include "HAL/PlatformTime.h"
#include "NextFrame.h"
#include "TurnUnderWay.h"
#include "VibeUEChatSession.h"
#include "VibeUESettings.h"
#include "VibeUEToolRegistry.h"
#include "Widgets/SWindow.h"

namespace ToolHostPrivate
{
/** The title of the dialog that is open, if one is: until the user closes it, nothing that a tool starts may continue. */
static bool FindDialog(FString& OutTitle)
{
	const TSharedPtr<SWindow> Dialog = FSlateApplication::IsInitialized() ? FSlateApplication::Get().GetActiveModalWindow() : nullptr;
	if (Dialog.IsValid())
	{
		OutTitle = Dialog->GetTitle().ToString();
	}
	return Dialog.IsValid();
}

/** Takes a call out of a list; returns whether it was there. */
static bool Remove(TArray<FVibeUEToolCall>& Calls, const FString& CallId, FVibeUEToolCall& OutCall)
{
	const int32 Index = Calls.IndexOfByPredicate([&CallId](const FVibeUEToolCall& Call) { return Call.CallId.Equals(CallId); });
	if (Index == INDEX_NONE)
	{
		return false;
	}
	OutCall = Calls[Index];
	Calls.RemoveAt(Index);
	return true;
}
} // namespace ToolHostPrivate

FToolHost::FToolHost(UChatSession& InSession)
	: Session(&InSession)
{
}

FToolHost::FToolHost(FOnFinished InOnFinished)
	: OnFinished(MoveTemp(InOnFinished))
{
}

FToolHost::~FToolHost()
{
	FVibeUEToolRegistry::Get().OnChanged().RemoveAll(this);
}

void FToolHost::Start()
{
	FVibeUEToolRegistry::Get().OnChanged().AddSP(this, &FToolHost::HandleRegistryChanged);
	Offer();
}

void FToolHost::Offer()
{
	if (UChatSession* Owner = Session.Get())
	{
		Owner->OfferTools(GetDefault<UVibeUESettings>()->bOfferEditorTools);
	}
}

void FToolHost::HandleRegistryChanged()
{
	Offer();
	const TArray<FOpenRun> Runs = Open;
	for (const FOpenRun& Running : Runs)
	{
		if (!FVibeUEToolRegistry::Get().Find(Running.Run->GetCall().Name))
		{
			Running.Run->Stop(EVibeUEToolEnd::Lost, TEXT("The tool was unregistered while it ran; whether it did anything is not known."));
		}
	}
}

void FToolHost::Take(const FVibeUEToolCall& Call)
{
	(Call.bNeedsApproval ? Asked : Waiting).Add(Call);
}

void FToolHost::AddPreview(FVibeUEToolCall& Call) const
{
	FVibeUEToolArguments Arguments;
	const FVibeUEToolRegistry::FEntry* Found = FVibeUEToolRegistry::Get().Find(Call.Name);
	if (!Found)
	{
		return;
	}
	const FString Wrong = VibeUE::ReadToolArguments(Found->Info.Schema, Call.Arguments, Arguments);
	if (Wrong.IsEmpty())
	{
		const TSharedRef<IVibeUETool> Tool = Found->Tool;
		Call.Preview = Tool->Preview(Arguments);
		return;
	}
	Call.Preview.Text = Wrong;
	Call.Preview.bWouldFail = true;
}

bool FToolHost::Approve(const FString& CallId)
{
	FVibeUEToolCall Call;
	const bool bIsOurs = ToolHostPrivate::Remove(Asked, CallId, Call);
	if (bIsOurs)
	{
		Waiting.Add(Call);
	}
	return bIsOurs;
}

void FToolHost::Forget(const FString& CallId)
{
	FVibeUEToolCall Call;
	ToolHostPrivate::Remove(Asked, CallId, Call);
	ToolHostPrivate::Remove(Waiting, CallId, Call);
	const TArray<FOpenRun> Runs = Open;
	for (const FOpenRun& Running : Runs)
	{
		if (Running.Run->GetCall().CallId.Equals(CallId))
		{
			Running.Run->Abandon();
		}
	}
}

uint64 FToolHost::FindTurn() const
{
	const UChatSession* Owner = Session.Get();
	if (!Owner || !Owner->Core.IsValid() || !Owner->UnderWay.IsValid())
	{
		return 0;
	}
	// The core may be in a turn that has not been reported yet, or have ended one whose end has not.
	const uint64 Newest = Owner->Core->Session->state().turn;
	return Newest != 0 ? Newest : Owner->UnderWay->Turn;
}

void FToolHost::BeginTurn(uint64 Turn)
{
	StoppedTurn = Turn == StoppedTurn ? Turn : 0;
}

void FToolHost::Stop(uint64 Turn)
{
	// Without a turn there is nothing to stop, and the next one is not meant.
	if (Turn != 0)
	{
		StoppedTurn = Turn;
		EndTurn();
	}
}

void FToolHost::EndTurn()
{
	Asked.Reset();
	Waiting.Reset();
	const TArray<FOpenRun> Runs = MoveTemp(Open);
	Open.Reset();
	for (const FOpenRun& Running : Runs)
	{
		// The core gave each its result when it ended the turn.
		Running.Run->Abandon();
	}
}

void FToolHost::EndTurnLater()
{
	Asked.Reset();
	Waiting.Reset();
	if (Open.Num() > 0)
	{
		const TSharedRef<FToolHost> KeepAlive = AsShared();
		FNextFrame::Do([KeepAlive] { KeepAlive->EndTurn(); });
	}
}

void FToolHost::Tick()
{
	const TSharedRef<FToolHost> KeepAlive = AsShared();
	PassOverPause();
	const TArray<FOpenRun> Runs = Open;
	for (const FOpenRun& Running : Runs)
	{
		if (Running.Run->IsOpen())
		{
			Running.Run->OnFrame().Broadcast();
		}
	}
	EndLate();
	Open.RemoveAll([](const FOpenRun& Running) { return !Running.Run->IsOpen(); });
	RunNext();
}

void FToolHost::TickBehindDialog()
{
	const TSharedRef<FToolHost> KeepAlive = AsShared();
	FString Dialog;
	if (!ToolHostPrivate::FindDialog(Dialog))
	{
		return;
	}
	// A call of the frame below may have opened the dialog itself: no list is being walked then.
	EndLate();
	while (Waiting.Num() > 0 && StoppedTurn == 0)
	{
		const FVibeUEToolCall Call = Waiting[0];
		Waiting.RemoveAt(0);
		RefuseBehind(Call, Dialog);
	}
}

void FToolHost::RefuseBehind(const FVibeUEToolCall& Call, const FString& Dialog)
{
	Refuse(Call, EVibeUEToolEnd::Busy, FString::Printf(TEXT("Not run: dialog open: %s. Ask the user to close it, then call again."), *Dialog));
}

void FToolHost::PassOverPause()
{
	// Longer than any frame of an editor in which somebody works.
	static constexpr double LongestFrame = 1.0;
	const double Now = FPlatformTime::Seconds();
	const double Pause = LastFrame > 0.0 ? Now - LastFrame : 0.0;
	LastFrame = Now;
	if (Pause > LongestFrame)
	{
		for (FOpenRun& Running : Open)
		{
			Running.Deadline += Pause;
		}
	}
}

void FToolHost::EndLate()
{
	const double Now = FPlatformTime::Seconds();
	const TArray<FOpenRun> Runs = Open;
	for (const FOpenRun& Running : Runs)
	{
		FString Dialog;
		if (Now < Running.Deadline)
		{
			continue;
		}
		if (ToolHostPrivate::FindDialog(Dialog))
		{
			Running.Run->Stop(EVibeUEToolEnd::Busy,
				FString::Printf(TEXT("Dialog open: %s. The call started but could not continue; whether it did anything is not known. Ask the user to close the dialog."), *Dialog));
		}
		else
		{
			Running.Run->Stop(EVibeUEToolEnd::TimedOut,
				FString::Printf(TEXT("There was no answer within %d seconds; whether it did something is not known."), static_cast<int32>(FMath::CeilToInt(Running.Limit))));
		}
	}
}

void FToolHost::RunNext()
{
	if (Waiting.Num() > 0 && StoppedTurn == 0)
	{
		const FVibeUEToolCall Call = Waiting[0];
		Waiting.RemoveAt(0);
		Run(Call);
	}
}

void FToolHost::Refuse(const FVibeUEToolCall& Call, EVibeUEToolEnd End, FString Text)
{
	if (OnFinished)
	{
		OnFinished(Call.CallId, End, MoveTemp(Text), TArray<FVibeUEImage>());
	}
	else if (UChatSession* Owner = Session.Get())
	{
		Owner->EndToolCall(Call.CallId, End, MoveTemp(Text), TArray<FVibeUEImage>());
	}
}

void FToolHost::Run(const FVibeUEToolCall& Call)
{
	UChatSession* Owner = Session.Get();
	const FVibeUEToolRegistry::FEntry* Found = FVibeUEToolRegistry::Get().Find(Call.Name);
	if ((!Owner && !OnFinished) || !Found)
	{
		return Refuse(Call, EVibeUEToolEnd::Lost, FString::Printf(TEXT("Not run: the tool %s is gone."), *Call.Name));
	}
	FString Dialog;
	if (ToolHostPrivate::FindDialog(Dialog))
	{
		return RefuseBehind(Call, Dialog);
	}
	FVibeUEToolArguments Arguments;
	const FString Wrong = VibeUE::ReadToolArguments(Found->Info.Schema, Call.Arguments, Arguments);
	if (!Wrong.IsEmpty())
	{
		return Refuse(Call, EVibeUEToolEnd::Refused, FString::Printf(TEXT("Not run: %s."), *Wrong));
	}
	// A tool may unregister itself and others.
	const TSharedRef<IVibeUETool> Tool = Found->Tool;
	const double Limit = FMath::IsFinite(Found->Info.TimeLimit) ? FMath::Clamp(Found->Info.TimeLimit, 0.1, 86400.0) : 120.0;
	const TSharedRef<FVibeUEToolRun> Started =
		OnFinished ? MakeShared<FVibeUEToolRun>(OnFinished, Call, Arguments) : MakeShared<FVibeUEToolRun>(*Owner, Call, Arguments);
	Open.Add(FOpenRun{Started, FPlatformTime::Seconds() + Limit, Limit});
	if (Owner)
	{
		// A tool may take the editor with it: what it was is on disk before.
		Owner->NoteRunning(Call.CallId);
	}
	Tool->Call(Started);
}
