// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Sending an earlier message again in other words, and the resulting branches.

#include "SAIChatWindow.h"

#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreText.h"
#include "Widgets/SChatEditBar.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

TSharedRef<SWidget> SAIChatWindow::MakeEditBar()
{
	return SNew(SChatEditBar)
		.Visibility(this, &SAIChatWindow::GetEditBarVisibility)
		.OnCancelled(this, &SAIChatWindow::HandleEditCancelled);
}

EVisibility SAIChatWindow::GetEditBarVisibility() const
{
	return ChangedMessage != 0 ? EVisibility::Visible : EVisibility::Collapsed;
}

void SAIChatWindow::HandleEditAsked(int64 MessageId)
{
	const FVibeUEMessage Message = FindRequest(MessageId);
	if (Message.Id == 0)
	{
		return;
	}
	ChangedMessage = Message.Id;
	Input->Borrow(VibeUE::FromCore(vibeue::type_message(VibeUE::ToCore(Message.Text))));
	MessageList->MarkMessage(Message.Id);
}

void SAIChatWindow::HandleEditCancelled()
{
	ChangedMessage = 0;
	Input->Return();
	MessageList->MarkMessage(0);
}

FVibeUEMessage SAIChatWindow::FindRequest(int64 MessageId) const
{
	static constexpr int32 PageSize = 100;
	// What is changed is near the end.
	for (int64 End = Session->GetMessageCount(); End > 0; End -= PageSize)
	{
		const int64 First = FMath::Max<int64>(End - PageSize, 0);
		for (const FVibeUEMessage& Message : Session->GetMessages(First, static_cast<int32>(End - First), EVibeUEHistory::Transcript, true))
		{
			if (Message.Id == MessageId && Message.Role == EVibeUERole::User)
			{
				return Message;
			}
		}
	}
	return FVibeUEMessage();
}

bool SAIChatWindow::SendChanged(int64 MessageId, const FString& Text, const FMentionReading* Read)
{
	if (IsBusy())
	{
		Input->ShowProblem(LOCTEXT("ChangeLater", "An answer is arriving: stop it first, or change the message once it has ended."));
		return false;
	}
	if (MessageId == 0 || FindRequest(MessageId).Id == 0)
	{
		Input->ShowProblem(LOCTEXT("NoSuchRequest", "This branch has no message of yours with this id: /history lists the last messages, /branches the branches."));
		return false;
	}
	if (!(Read ? Session->SubmitUserMessageWithMentions(Text, *Read, MessageId) : Session->ChangeMessage(MessageId, Text, TArray<FString>())))
	{
		return false;
	}
	ChangedMessage = 0;
	MessageList->MarkMessage(0);
	return true;
}

bool SAIChatWindow::ObeyBranches(const vibeue::TypedLine& Typed)
{
	const int64 Number = VibeUE::FromCore(static_cast<uint64>(Typed.number));
	if (Typed.kind == vibeue::TypedKind::EditMessage)
	{
		const int64 MessageId = Number == 0 ? Session->GetLastRequest() : Number;
		if (MessageId == 0 || FindRequest(MessageId).Id == 0)
		{
			return SendChanged(MessageId, FString(), nullptr);
		}
		// What is to be written comes into the field, and the command does not come back.
		Input->SetText(FString());
		HandleEditAsked(MessageId);
		return false;
	}
	if (Number != 0)
	{
		return Session->ShowBranch(Number);
	}
	TArray<FString> Lines;
	for (const FVibeUEBranch& Branch : Session->GetBranches())
	{
		const FText Line = Branch.bShown ? LOCTEXT("BranchShown", "**{0}** \u2013 {1} (messages: {2}, in view)") : LOCTEXT("BranchLine", "**{0}** \u2013 {1} (messages: {2})");
		// As it is typed after the command.
		const FText Id = FText::FromString(FString::Printf(TEXT("%lld"), Branch.Branch));
		Lines.Add(TEXT("- ") + FText::Format(Line, Id, FText::FromString(Branch.Words), FText::AsNumber(Branch.Messages)).ToString());
	}
	ShowStatusText(Lines.Num() > 0 ? FText::FromString(FString::Join(Lines, TEXT("\n")) + TEXT("\n\n") + LOCTEXT("BranchHint", "`/branches` with a number shows one of them.").ToString())
							  : LOCTEXT("OneBranch", "There is only one branch. *Edit and send again* on one of your messages starts another."));
	return true;
}

#undef LOCTEXT_NAMESPACE
