// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What is shown between the messages: errors, notes, the output of commands, and what a model thought.

#include "Widgets/SChatMessageList.h"

#include "Widgets/Announcements.h"
#include "Widgets/ChatErrorTexts.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SNoticeActions.h"
#include "Widgets/SThoughtRow.h"

#define LOCTEXT_NAMESPACE "SChatMessageList"

namespace SChatMessageListNoticesPrivate
{
/** The maximum number of errors and notes that are kept. */
static constexpr int32 MostNotices = 50;

/** The maximum number of characters of one that are read out at once. */
static constexpr int32 MostSpoken = 600;

static FText GetSpoken(EChatRowKind Kind, const FString& Text, const FString& Hint)
{
	const FText Words = FText::FromString(FChatExcerpt::Begin(FChatSentence::WithHint(FChatSentence::Begin(Text), Hint).ToString(), MostSpoken));
	switch (Kind)
	{
	case EChatRowKind::Error:
		return FText::Format(LOCTEXT("SpokenError", "Error: {0}"), Words);
	case EChatRowKind::Warning:
		return FText::Format(LOCTEXT("SpokenNote", "Note: {0}"), Words);
	case EChatRowKind::Status:
	case EChatRowKind::User:
	case EChatRowKind::Assistant:
	case EChatRowKind::Summary:
		break;
	}
	return Words;
}
} // namespace SChatMessageListNoticesPrivate

void SChatMessageList::AddNotice(EChatRowKind Kind, const FString& Text, const FString& Hint, const FVibeUEError& Error, bool bAnnounce)
{
	// Where nobody said what helps, it says at least where.
	const FString Help = Hint.IsEmpty() ? FChatErrorTexts::Place(Error.FixedIn).ToString() : Hint;
	KeepNotice(FNotice{Kind, Text, Help, Error.bCanRetry, Error.bFixedInSettings, NewestMessage, Error.Kind == EVibeUEFailure::TurnBound,
		Error.Kind == EVibeUEFailure::Transport, Error.Kind});
	AddNoticeRow(Notices.Last());
	if (bAnnounce)
	{
		FAnnouncements::Say(SChatMessageListNoticesPrivate::GetSpoken(Kind, Text, Help), Kind == EChatRowKind::Error ? EAnnouncement::Error : EAnnouncement::Note);
	}
}

void SChatMessageList::AddContextNotice()
{
	if (Notices.Num() > 0 && Notices.Last().bInContext && Notices.Last().AfterMessage == NewestMessage)
	{
		// It holds for several reasons.
		return;
	}
	FNotice Notice{EChatRowKind::Warning, LOCTEXT("Restricted", "Summaries are restricted at the moment: the context says why, and what helps").ToString(), FString(),
		false, false, NewestMessage};
	Notice.bInContext = true;
	KeepNotice(Notice);
	AddNoticeRow(Notice);
	FAnnouncements::Say(SChatMessageListNoticesPrivate::GetSpoken(Notice.Kind, Notice.Text, Notice.Hint), EAnnouncement::Note);
}

void SChatMessageList::KeepNotice(const FNotice& Notice)
{
	if (Notices.Num() >= SChatMessageListNoticesPrivate::MostNotices)
	{
		// Thoughts are many, and errors are missed more.
		const int32 Oldest = Notices.IndexOfByPredicate([](const FNotice& Known) { return Known.Thought.IsValid(); });
		Notices.RemoveAt(FMath::Max(Oldest, 0));
	}
	Notices.Add(Notice);
}

void SChatMessageList::KeepThought(const FVibeUEMessage* Answer)
{
	if (!Thinking.IsValid())
	{
		return;
	}
	if (Answer && !Answer->Reasoning.IsEmpty())
	{
		Thinking->Finish(Answer->ReasoningMilliseconds);
		if (const TSharedPtr<SThoughtRow>* Known = ThoughtRows.Find(Answer->Id))
		{
			// The history was read again in between, and the answer has a row of its own for it; this one goes with the words that came.
			// What the user opened while it came stays open.
			if (Thinking->IsOpen())
			{
				(*Known)->Unfold();
			}
			return;
		}
		ThoughtRows.Add(Answer->Id, Thinking);
	}
	else
	{
		// No answer came of it that could keep it.
		Thinking->Finish();
		FNotice Notice{EChatRowKind::Status, FString(), FString(), false, false, NewestMessage};
		Notice.Thought = Thinking;
		KeepNotice(Notice);
	}
	Thinking.Reset();
}

void SChatMessageList::AddThought(const FVibeUEMessage& Message)
{
	// One that was shown as it came is before its answer already.
	if (Message.Reasoning.IsEmpty() || ThoughtRows.Contains(Message.Id))
	{
		return;
	}
	TSharedPtr<SThoughtRow> Row = KeptThoughtRows.FindRef(Message.Id);
	if (!Row.IsValid())
	{
		SAssignNew(Row, SThoughtRow).Thought(Message.Reasoning).Milliseconds(Message.ReasoningMilliseconds);
	}
	AddRow(Row.ToSharedRef(), FString::Printf(TEXT("thought %lld"), Message.Id));
	ThoughtRows.Add(Message.Id, Row);
}

void SChatMessageList::AddNoticeRow(const FNotice& Notice)
{
	if (Notice.Thought.IsValid())
	{
		AddRow(Notice.Thought.ToSharedRef());
		return;
	}
	const bool bIsError = Notice.Kind == EChatRowKind::Error;
	const TSharedRef<SNoticeActions> Actions = SNew(SNoticeActions)
		.bCanRetry(bIsError && Notice.bCanRetry)
		.bFixedInSettings(bIsError && Notice.bFixedInSettings)
		.bCanRetryNow(bTurnFailed)
		.bGoesOn(Notice.bGoesOn)
		.bIsAddress(Notice.bIsAddress)
		.bInContext(Notice.bInContext)
		.ShownText(Notice.Text)
		.OnRetryAsked(this, &SChatMessageList::HandleRetryAsked)
		.OnSettingsAsked(this, &SChatMessageList::HandleSettingsAsked)
		.OnContextAsked(this, &SChatMessageList::HandleContextAsked);
	if (bIsError && Notice.bCanRetry)
	{
		DropRetry();
		RetryActions = Actions;
	}
	AddRow(SNew(SChatMessageRow).TalkWidth(this, &SChatMessageList::GetRowWidth).Kind(Notice.Kind).Heading(FChatErrorTexts::Heading(Notice.Failure))
			   .Text(Notice.Text).Hint(Notice.Hint)[Actions],
		FString::Printf(TEXT("notice %lld "), Notice.AfterMessage) + Notice.Text);
}

void SChatMessageList::DropRetry()
{
	if (const TSharedPtr<SNoticeActions> Actions = RetryActions.Pin())
	{
		Actions->SetCanRetryNow(false);
	}
	RetryActions.Reset();
}

#undef LOCTEXT_NAMESPACE
