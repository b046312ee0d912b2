// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Going back to what was said before, and to what was being written.

#include "Widgets/SChatInput.h"

#include "Bridge/PromptHistory.h"
#include "InputCoreTypes.h"
#include "Widgets/BoxText.h"
#include "Widgets/SChatCompletion.h"
#include "Widgets/SChatText.h"

bool SChatInput::RecallByKey(const FKeyEvent& Event)
{
	const bool bOlder = Event.GetKey() == EKeys::Up;
	const bool bIsPlain = !Event.IsShiftDown() && !Event.IsControlDown() && !Event.IsAltDown() && !Event.IsCommandDown();
	if ((!bOlder && Event.GetKey() != EKeys::Down) || !bIsPlain || SetAside.IsSet())
	{
		return false;
	}
	const FString Text = FBoxText::Read(*TextBox);
	TArray<FString> Lines;
	Text.ParseIntoArray(Lines, TEXT("\n"), false);
	const int32 Line = TextBox->GetCursorLocation().GetLineIndex();
	if (bOlder ? Line > 0 : Line < Lines.Num() - 1)
	{
		// The caret goes to another line.
		return false;
	}
	if (!Prompts.IsValid() && bOlder && Text.TrimStartAndEnd().IsEmpty() && OnPromptsAsked.IsBound())
	{
		Prompts = OnPromptsAsked.Execute();
	}
	return Prompts.IsValid() && Recall(bOlder);
}

bool SChatInput::Recall(bool bOlder)
{
	const FString Text = FBoxText::Read(*TextBox);
	const FRecalledPrompt Found = bOlder ? Prompts->FindOlder(Text) : Prompts->FindNewer(Text);
	bRecallWaits = Found.bPending;
	if (bRecallWaits && !bRecallTimerRuns)
	{
		bRecallTimerRuns = true;
		RecalledFrom = Text;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatInput::HandleRecalling));
	}
	if (Found.bFound)
	{
		SetText(Found.Text);
		StopListing();
	}
	return Found.bFound || Found.bPending;
}

EActiveTimerReturnType SChatInput::HandleRecalling(double, float)
{
	const bool bIsAsked = Prompts.IsValid() && bRecallWaits && FBoxText::Read(*TextBox).Equals(RecalledFrom);
	bRecallTimerRuns = bIsAsked && Recall(true) && bRecallWaits;
	return bRecallTimerRuns ? EActiveTimerReturnType::Continue : EActiveTimerReturnType::Stop;
}

void SChatInput::TakeUp(const FString& Draft)
{
	Prompts.Reset();
	const bool bSaysLeft = bLeftPictures;
	bLeftPictures = Keepings.Num() > 0 && Draft.IsEmpty();
	SetText(Draft);
	LeavePictures();
	if (bSaysLeft && !Draft.IsEmpty())
	{
		// The draft comes after the empty field, which said so.
		ShowPicturesLeft();
	}
	StopListing();
}

void SChatInput::StopListing()
{
	// A name at the end of what was put into the field is not one that is being typed.
	bLooksSoon = false;
	Completion = FTextCompletion();
	List->Hide();
}
