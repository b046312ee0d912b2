// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What waits to be said.

#include "SAIChatWindow.h"

#include "Bridge/ChatWriting.h"
#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreText.h"
#include "Framework/Application/SlateApplication.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatQueue.h"
#include "Widgets/SChatText.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

TSharedRef<SWidget> SAIChatWindow::MakeQueue()
{
	static constexpr float Period = 0.1f;
	// No event reports that something waits: it is not part of the conversation yet.
	RegisterActiveTimer(Period, FWidgetActiveTimerDelegate::CreateSP(this, &SAIChatWindow::HandleQueueTime));
	return SAssignNew(Queue, SChatQueue)
		.IsBusy(this, &SAIChatWindow::IsBusy)
		.OnEdited(this, &SAIChatWindow::HandleQueuedEdited)
		.OnRemoved(this, &SAIChatWindow::HandleQueuedRemoved)
		.OnMovedUp(this, &SAIChatWindow::HandleQueuedMovedUp)
		.OnSentNow(this, &SAIChatWindow::HandleQueuedSentNow)
		.OnAllSent(this, &SAIChatWindow::HandleQueueSent);
}

EActiveTimerReturnType SAIChatWindow::HandleQueueTime(double, float)
{
	const int64 Revision = Session.IsValid() ? Session->GetRevision() : 0;
	if (Revision != QueueRevision)
	{
		QueueRevision = Revision;
		Queue->Show(Session.IsValid() ? FChatWriting::GetWaiting(*Session) : TArray<FWaitingMessage>());
	}
	return EActiveTimerReturnType::Continue;
}

void SAIChatWindow::HandleQueuedEdited(const FWaitingMessage& Message)
{
	if (!Session.IsValid() || !FChatWriting::Withdraw(*Session, Message.Submit))
	{
		return;
	}
	Sent.RemoveSingle(Message.Text);
	Input->GiveBack(VibeUE::FromCore(vibeue::type_message(VibeUE::ToCore(Message.Text))));
	if (FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(Input->GetTextBox());
	}
}

void SAIChatWindow::HandleQueuedRemoved(const FWaitingMessage& Message)
{
	if (Session.IsValid() && FChatWriting::Withdraw(*Session, Message.Submit))
	{
		Sent.RemoveSingle(Message.Text);
	}
}

void SAIChatWindow::HandleQueuedMovedUp(const FWaitingMessage& Message)
{
	if (Session.IsValid())
	{
		FChatWriting::MoveUp(*Session, Message.Submit);
	}
}

void SAIChatWindow::HandleQueuedSentNow(const FWaitingMessage& Message)
{
	if (Session.IsValid())
	{
		FChatWriting::SendNow(*Session, Message.Submit);
	}
}

void SAIChatWindow::HandleQueueSent()
{
	if (Session.IsValid())
	{
		Session->RetryTurn();
	}
}

bool SAIChatWindow::ObeyQueue(int64 Place)
{
	static constexpr int32 MostCharacters = 100;
	const TArray<FWaitingMessage> Waiting = FChatWriting::GetWaiting(*Session);
	if (Place > Waiting.Num())
	{
		Input->ShowProblem(FText::Format(LOCTEXT("NotInQueue", "There is no message {0} in the queue: /queue lists what waits."), FText::AsNumber(Place)));
		return false;
	}
	if (Place > 0)
	{
		HandleQueuedRemoved(Waiting[static_cast<int32>(Place) - 1]);
		return true;
	}
	TArray<FString> Lines;
	for (const FWaitingMessage& Message : Waiting)
	{
		const FString Line = FChatExcerpt::Begin(Message.Text.Replace(TEXT("\n"), TEXT(" ")), MostCharacters).Replace(TEXT("~~~~~~"), TEXT("~~~~~"));
		Lines.Add(FString::Printf(TEXT("%d. %s"), Lines.Num() + 1, *Line));
	}
	ShowStatusText(Lines.Num() > 0 ? FText::FromString(TEXT("~~~~~~\n") + FString::Join(Lines, TEXT("\n")) + TEXT("\n~~~~~~")) : LOCTEXT("QueueEmpty", "Nothing waits to be sent."));
	return true;
}

#undef LOCTEXT_NAMESPACE
