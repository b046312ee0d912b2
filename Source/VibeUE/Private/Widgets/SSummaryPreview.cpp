// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What a preview does; its looks are in SSummaryPreviewParts.cpp, its words in SSummaryPreviewTexts.cpp.

#include "Widgets/SSummaryPreview.h"

#include "InputCoreTypes.h"
#include "VibeUEPreviews.h"
#include "Widgets/BoxText.h"
#include "Widgets/SChatField.h"
#include "Widgets/SChatTextBox.h"
#include "Widgets/SPreviewMessageList.h"
#include "Widgets/SShareChoice.h"

#define LOCTEXT_NAMESPACE "SSummaryPreview"

namespace SSummaryPreviewPrivate
{
/** The maximum number of messages of a part that are listed. */
static constexpr int32 MostRows = 1000;

/** Slate units from which on all parts have room next to each other. */
static constexpr float WidthForAll = 800.0f;

/** Whether the same messages are kept, in whatever order they were chosen. */
static bool AreSame(const TArray<int64>& One, const TArray<int64>& Other)
{
	return One.Num() == Other.Num() && !One.ContainsByPredicate([&Other](int64 MessageId) { return !Other.Contains(MessageId); });
}
} // namespace SSummaryPreviewPrivate

SSummaryPreview::~SSummaryPreview()
{
	UnbindSession();
}

void SSummaryPreview::SetSession(UChatSession* InSession)
{
	Close();
	UnbindSession();
	Session.Reset(InSession);
	BindSession();
}

void SSummaryPreview::BindSession()
{
	if (Session.IsValid())
	{
		Session->OnPreviewStarted().AddSP(this, &SSummaryPreview::HandlePreviewStarted);
		Session->OnSummaryPreview().AddSP(this, &SSummaryPreview::HandlePreview);
		Session->OnPreviewFailed().AddSP(this, &SSummaryPreview::HandlePreviewFailed);
		Session->OnSummarizationEnded().AddSP(this, &SSummaryPreview::HandleSummarizationEnded);
		Session->OnSessionError().AddSP(this, &SSummaryPreview::HandleSessionError);
	}
}

void SSummaryPreview::UnbindSession()
{
	if (Session.IsValid())
	{
		Session->OnPreviewStarted().RemoveAll(this);
		Session->OnSummaryPreview().RemoveAll(this);
		Session->OnPreviewFailed().RemoveAll(this);
		Session->OnSummarizationEnded().RemoveAll(this);
		Session->OnSessionError().RemoveAll(this);
		Session.Reset();
	}
}

void SSummaryPreview::Open(const FVibeUEPreviewOptions& First)
{
	bIsOpen = true;
	bHasDraft = false;
	Draft = FVibeUESummaryPreview();
	SetAside.Empty();
	TextBox->SetText(FText::GetEmpty());
	InstructionsBox->SetText(FText::FromString(First.Instructions));
	ShowRows();
	// The first draft is one that nobody is paid for; what was asked for is one click away.
	Wanted = First;
	TargetAsSet = 0.0;
	ThresholdAsSet = 0.0;
	Targets->Show(Wanted.Target);
	Thresholds->Show(Wanted.Threshold);
	Wanted.Strategy = EVibeUEPreviewStrategy::Rules;
	Try(false);
	if (First.Strategy != EVibeUEPreviewStrategy::Settings)
	{
		Wanted.Strategy = First.Strategy;
	}
}

void SSummaryPreview::Close()
{
	if (bIsOpen)
	{
		bIsOpen = false;
		bIsWorking = false;
		bIsApplying = false;
		if (Session.IsValid() && Session->GetState() != EVibeUEChatState::Closed)
		{
			UVibeUEPreviews::DiscardPreview(Session.Get());
		}
	}
}

void SSummaryPreview::Try(bool bMayAsk)
{
	// What was wrong with other choices is not wrong with these, also if a model is yet to be asked.
	Problem = FText::GetEmpty();
	if (!Session.IsValid() || !(bMayAsk || Wanted.Strategy == EVibeUEPreviewStrategy::Rules))
	{
		return;
	}
	bIsWorking = true;
	if (!UVibeUEPreviews::TryPreview(Session.Get(), Wanted))
	{
		bIsWorking = false;
		SetProblem(Session->GetLastError());
	}
}

bool SSummaryPreview::Apply()
{
	if (!CanApply())
	{
		Problem = GetApplyTip();
		return false;
	}
	Problem = FText::GetEmpty();
	const FString Text = IsEdited() ? FBoxText::Read(*TextBox) : FString();
	if (IsEdited() && Text.TrimStartAndEnd().IsEmpty())
	{
		// For the session nothing is what was shown.
		Problem = LOCTEXT("Emptied", "The summary is empty: write one, or cancel.");
		return false;
	}
	bIsApplying = true;
	if (!UVibeUEPreviews::ApplyPreview(Session.Get(), Draft.Id, Text))
	{
		bIsApplying = false;
		SetProblem(Session->GetLastError());
	}
	return bIsApplying;
}

void SSummaryPreview::HandlePreviewStarted()
{
	bIsWorking = bIsOpen;
}

void SSummaryPreview::HandlePreview(const FVibeUESummaryPreview& Preview)
{
	if (!bIsOpen)
	{
		return;
	}
	bIsWorking = false;
	SetTextAside();
	// Only the last draft of a session can be applied, so that one is shown, whatever asked for it.
	Draft = Preview;
	Shown = Preview;
	bHasDraft = true;
	Available = Session->GetTokenBreakdown().Available;
	if (Draft.Options.Target == 0.0 && Draft.Options.Threshold == 0.0 && Draft.Options.UpTo == 0)
	{
		TargetAsSet = Draft.Target;
		ThresholdAsSet = Draft.Threshold;
	}
	TextBox->SetText(FText::FromString(Draft.Summary));
	ShowRows();
}

void SSummaryPreview::HandlePreviewFailed(const FVibeUEError& Error)
{
	// A try that gave way to another one ends as cancelled; the other one has begun by then or will.
	if (bIsOpen && Error.Kind != EVibeUEFailure::Cancelled)
	{
		bIsWorking = false;
		SetProblem(Error);
	}
	else if (bIsOpen && Session.IsValid() && !Session->IsSummarizing())
	{
		bIsWorking = false;
	}
}

void SSummaryPreview::HandleSummarizationEnded(const FVibeUESummarization& Summarization)
{
	if (!bIsOpen)
	{
		return;
	}
	if (Summarization.End == EVibeUESummaryEnd::Applied)
	{
		// What is shown here can no longer be applied, even if it was another one. What the user wrote stays.
		const bool bIsOther = !bIsApplying && (IsEdited() || SetAside.Num() > 0);
		bIsWorking = false;
		bIsApplying = false;
		if (bIsOther)
		{
			StartAgain();
		}
		else
		{
			bIsOpen = false;
			OnClosed.ExecuteIfBound();
		}
	}
	else if (bIsApplying)
	{
		bIsApplying = false;
		SetProblem(Summarization.Failure);
	}
}

void SSummaryPreview::StartAgain()
{
	SetTextAside();
	bHasDraft = false;
	Draft = FVibeUESummaryPreview();
	TextBox->SetText(FText::GetEmpty());
	Wanted.UpTo = 0;
	Wanted.Keep.Empty();
	Wanted.Strategy = EVibeUEPreviewStrategy::Rules;
	ShowRows();
	Try(false);
}

void SSummaryPreview::HandleSessionError(const FVibeUEError& Error)
{
	// While it is in progress, the error is about something else, such as an answer.
	const bool bGoesOn = Session.IsValid() && Session->IsSummarizing();
	if (bIsOpen && !bGoesOn && (bIsWorking || bIsApplying))
	{
		bIsWorking = false;
		bIsApplying = false;
		SetProblem(Error);
	}
}

void SSummaryPreview::ShowRows()
{
	const auto Fetch = [this](EVibeUEPreviewPart Part)
	{
		return bHasDraft ? UVibeUEPreviews::GetPreviewRows(Session.Get(), Part, 0, SSummaryPreviewPrivate::MostRows) : TArray<FVibeUEPreviewMessage>();
	};
	TArray<FVibeUEPreviewMessage> Goes = Fetch(EVibeUEPreviewPart::Goes);
	const int64 GoesLeft = Draft.Goes - Goes.Num();
	GoesList->SetMessages(MoveTemp(Goes), GoesLeft);
	TArray<FVibeUEPreviewMessage> Stays = Fetch(EVibeUEPreviewPart::Shortened);
	Stays.Append(Fetch(EVibeUEPreviewPart::Stays));
	const int64 StaysLeft = Draft.Shortened + Draft.Stays - Stays.Num();
	StaysList->SetMessages(MoveTemp(Stays), StaysLeft);
	ShowKept();
}

void SSummaryPreview::ShowKept()
{
	GoesList->SetKept(Wanted.Keep);
	StaysList->SetKept(Wanted.Keep);
}

void SSummaryPreview::SetProblem(const FVibeUEError& Error)
{
	Problem = Error.Hint.IsEmpty() ? FText::FromString(Error.Message)
								   : FText::Format(LOCTEXT("Problem", "{0}: {1}"), FText::FromString(Error.Message), FText::FromString(Error.Hint));
}

bool SSummaryPreview::IsStale() const
{
	const bool bRules = Wanted.Strategy == EVibeUEPreviewStrategy::Rules;
	return !bHasDraft || Draft.Strategy != Wanted.Strategy || Draft.Options.Target != Wanted.Target || Draft.Options.Threshold != Wanted.Threshold || Draft.Options.bOriginals != Wanted.bOriginals ||
		Draft.Options.UpTo != Wanted.UpTo || !SSummaryPreviewPrivate::AreSame(Draft.Options.Keep, Wanted.Keep) ||
		// Rules do not read them.
		(!bRules && !Draft.Options.Instructions.Equals(Wanted.Instructions));
}

FVibeUEPreviewOffer SSummaryPreview::FindOffer(EVibeUEPreviewStrategy Strategy) const
{
	for (const FVibeUEPreviewOffer& Offer : Draft.Offers)
	{
		if (Offer.Strategy == Strategy)
		{
			return Offer;
		}
	}
	return FVibeUEPreviewOffer();
}

void SSummaryPreview::HandleStrategyChosen(ECheckBoxState State, EVibeUEPreviewStrategy Strategy)
{
	if (State == ECheckBoxState::Checked && Wanted.Strategy != Strategy)
	{
		Wanted.Strategy = Strategy;
		if (IsStale())
		{
			Try(false);
		}
	}
}

void SSummaryPreview::HandleTargetChosen(double Target)
{
	Wanted.Target = Target;
	Try(false);
}

void SSummaryPreview::HandleThresholdChosen(double Threshold)
{
	Wanted.Threshold = Threshold;
	Try(false);
}

void SSummaryPreview::HandleNoShare(const FText& Words)
{
	Problem = Words;
}

void SSummaryPreview::HandleOriginalsChanged(ECheckBoxState State)
{
	Wanted.bOriginals = State == ECheckBoxState::Checked;
	// What was kept may no longer be among the messages.
	Wanted.Keep.Empty();
	ShowKept();
	Try(false);
}

void SSummaryPreview::HandleKept(int64 MessageId, bool bKept)
{
	Wanted.Keep.Remove(MessageId);
	if (bKept)
	{
		Wanted.Keep.Add(MessageId);
	}
	ShowKept();
	Try(false);
}

void SSummaryPreview::HandleTextChanged(const FText&)
{
	Shown = bHasDraft && IsEdited() ? UVibeUEPreviews::WithText(Session.Get(), Draft, FBoxText::Read(*TextBox)) : Draft;
}

void SSummaryPreview::HandleInstructionsChanged(const FText& Text)
{
	Wanted.Instructions = Text.ToString();
}

void SSummaryPreview::HandlePartChosen(ECheckBoxState State, EPart Part)
{
	if (State == ECheckBoxState::Checked)
	{
		ShownPart = Part;
	}
}

FReply SSummaryPreview::HandleTryClicked()
{
	Try(true);
	return FReply::Handled();
}

FReply SSummaryPreview::HandleApplyClicked()
{
	Apply();
	return FReply::Handled();
}

FReply SSummaryPreview::HandleCloseClicked()
{
	Close();
	OnClosed.ExecuteIfBound();
	return FReply::Handled();
}

FReply SSummaryPreview::OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	// Before the fields: what Escape does there depends on their setup.
	if (!bIsOpen || InKeyEvent.GetKey() != EKeys::Escape)
	{
		return SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
	}
	// One key does not throw away what was written.
	return CanLeave() ? HandleCloseClicked() : FReply::Handled();
}

bool SSummaryPreview::HasRoomForAll() const
{
	return GetCachedGeometry().GetLocalSize().X >= SSummaryPreviewPrivate::WidthForAll;
}

bool SSummaryPreview::CanApply() const
{
	return Session.IsValid() && bHasDraft && !bIsWorking && !bIsApplying && !IsStale();
}

bool SSummaryPreview::CanUseOriginals() const
{
	return Wanted.UpTo == 0 && (Draft.bHasOriginals || Wanted.bOriginals);
}

bool SSummaryPreview::CanAim() const
{
	return Wanted.UpTo == 0;
}

ECheckBoxState SSummaryPreview::GetStrategyState(EVibeUEPreviewStrategy Strategy) const
{
	return Wanted.Strategy == Strategy ? ECheckBoxState::Checked : ECheckBoxState::Unchecked;
}

ECheckBoxState SSummaryPreview::GetOriginalsState() const
{
	return Wanted.bOriginals ? ECheckBoxState::Checked : ECheckBoxState::Unchecked;
}

ECheckBoxState SSummaryPreview::GetPartState(EPart Part) const
{
	return ShownPart == Part ? ECheckBoxState::Checked : ECheckBoxState::Unchecked;
}

EVisibility SSummaryPreview::GetOriginalsVisibility() const
{
	// Without a draft nobody has said whether there are any.
	return CanUseOriginals() || (!bHasDraft && Wanted.UpTo == 0) ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SSummaryPreview::GetMadeFromVisibility() const
{
	return GetOriginalsVisibility() == EVisibility::Visible ? EVisibility::Collapsed : EVisibility::Visible;
}

EVisibility SSummaryPreview::GetPaneVisibility(EPart Part) const
{
	return HasRoomForAll() || ShownPart == Part ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SSummaryPreview::GetTabsVisibility() const
{
	return HasRoomForAll() ? EVisibility::Collapsed : EVisibility::Visible;
}

EVisibility SSummaryPreview::GetTryVisibility() const
{
	return IsStale() && !bIsWorking ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SSummaryPreview::GetNoteVisibility() const
{
	return GetNote().IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible;
}

#undef LOCTEXT_NAMESPACE
