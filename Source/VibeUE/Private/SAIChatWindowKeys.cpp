// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What the user does by the keyboard, and which part of the window has it.

#include "SAIChatWindow.h"

#include "Framework/Application/SlateApplication.h"
#include "Framework/Commands/UICommandList.h"
#include "VibeUECommands.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatText.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SSummaryPreview.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

namespace SAIChatWindowKeysPrivate
{
/** Seconds between two looks at who has the keyboard: a button that is clicked has it for longer than that. */
static constexpr float LookAfter = 0.05f;

/** How often it has to be missed: what is made again gets it in the next frame. */
static constexpr int32 MostMissed = 2;
} // namespace SAIChatWindowKeysPrivate

void SAIChatWindow::BindKeys()
{
	const FVibeUEChatCommands& Commands = FVibeUEChatCommands::Get();
	const FCanExecuteAction InTalk = FCanExecuteAction::CreateSP(this, &SAIChatWindow::IsTalkShown);
	const FCanExecuteAction InContext = FCanExecuteAction::CreateSP(this, &SAIChatWindow::HasContext);
	const FCanExecuteAction IfSummarizable = FCanExecuteAction::CreateSP(this, &SAIChatWindow::CanSummarize);
	Keys = MakeShared<FUICommandList>();
	Keys->MapAction(Commands.Find, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleFindAsked), InTalk);
	Keys->MapAction(Commands.SelectMessages, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleSelectingAsked), InTalk);
	Keys->MapAction(Commands.ChooseModel, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleModelsAsked), InTalk);
	Keys->MapAction(Commands.NewConversation, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleNewAsked));
	Keys->MapAction(Commands.History, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleHistoryAsked));
	Keys->MapAction(Commands.Context, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleContextAsked), InContext);
	Keys->MapAction(Commands.PreviewSummary, FExecuteAction::CreateSP(this, &SAIChatWindow::HandlePreviewAsked), IfSummarizable);
	Keys->MapAction(Commands.SummarizeNow, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleSummaryAsked), IfSummarizable);
	Keys->MapAction(Commands.PreviousQuestion, FExecuteAction::CreateSP(this, &SAIChatWindow::HandlePreviousQuestion), InTalk);
	Keys->MapAction(Commands.NextQuestion, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleNextQuestion), InTalk);
	Keys->MapAction(Commands.ScrollUp, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleScrolled, -1.0f), InTalk);
	Keys->MapAction(Commands.ScrollDown, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleScrolled, 1.0f), InTalk);
	Keys->MapAction(Commands.ShowAsking, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleAskingShown));
	Keys->MapAction(Commands.AllowOnce, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleAskingAnswered, EVibeUEToolApproval::Allow), InTalk);
	Keys->MapAction(Commands.Deny, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleAskingAnswered, EVibeUEToolApproval::Deny), InTalk);
	Keys->MapAction(Commands.WriteMessage, FExecuteAction::CreateSP(this, &SAIChatWindow::GiveKeyboardBack), InTalk);
	Keys->MapAction(Commands.Stop, FExecuteAction::CreateSP(this, &SAIChatWindow::HandleStopped), FCanExecuteAction::CreateSP(this, &SAIChatWindow::IsBusy));
	RegisterActiveTimer(SAIChatWindowKeysPrivate::LookAfter, FWidgetActiveTimerDelegate::CreateSP(this, &SAIChatWindow::HandleKeyboardTime));
}

FReply SAIChatWindow::OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	// The key's effect may remove the widget that has the keyboard.
	NoteKeyboard();
	if (SChatText::IsOfComposition(InKeyEvent))
	{
		// No part of the window on the way to the text handles it, and neither does the text.
		return FReply::Handled();
	}
	return Keys->ProcessCommandBindings(InKeyEvent) ? FReply::Handled() : SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
}

bool SAIChatWindow::IsTalkShown() const
{
	return GetConversationVisibility() == EVisibility::Visible;
}

bool SAIChatWindow::HasContext() const
{
	return !Agent.bIsUsed;
}

bool SAIChatWindow::CanSummarize() const
{
	return HasContext() && HasMessages();
}

void SAIChatWindow::HandleSelectingAsked()
{
	MessageList->BeginSelecting();
}

void SAIChatWindow::HandlePreviousQuestion()
{
	MessageList->ShowQuestion(-1);
}

void SAIChatWindow::HandleScrolled(float Way)
{
	MessageList->Scroll(Way);
}

void SAIChatWindow::HandleNextQuestion()
{
	MessageList->ShowQuestion(1);
}

void SAIChatWindow::HandleAskingAnswered(EVibeUEToolApproval Approval)
{
	MessageList->AnswerAsking(Approval);
}

void SAIChatWindow::GiveKeyboardTo(const TSharedPtr<SWidget>& Part)
{
	KeyboardFor = Part;
	if (!bGivesKeyboard)
	{
		bGivesKeyboard = true;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SAIChatWindow::HandleKeyboardGiven));
	}
}

void SAIChatWindow::GiveKeyboardBack()
{
	GiveKeyboardTo(Input->GetTextBox());
}

EActiveTimerReturnType SAIChatWindow::HandleKeyboardGiven(double, float)
{
	bGivesKeyboard = false;
	TSharedPtr<SWidget> Part = KeyboardFor.Pin();
	if (Part.Get() == Input->GetTextBox().Get() && !IsTalkShown())
	{
		// What is shown in the talk's place has it, so that Escape closes that.
		Part = bShowsHistory ? History->GetSearchBox() : Preview->IsOpen() ? TSharedPtr<SWidget>(Preview) : TSharedPtr<SWidget>(Context);
	}
	if (Part.IsValid() && FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(Part);
	}
	KeyboardFor.Reset();
	return EActiveTimerReturnType::Stop;
}

EActiveTimerReturnType SAIChatWindow::HandleKeyboardTime(double, float)
{
	TimesMissed = HasLostKeyboard() ? TimesMissed + 1 : 0;
	if (TimesMissed >= SAIChatWindowKeysPrivate::MostMissed)
	{
		// Without it neither chords nor Escape would be heard.
		TimesMissed = 0;
		bHadKeyboard = false;
		GiveKeyboardBack();
	}
	return EActiveTimerReturnType::Continue;
}

bool SAIChatWindow::IsShownHere(const TSharedPtr<SWidget>& Widget) const
{
	TSharedPtr<SWidget> Each = Widget;
	while (Each.IsValid() && Each.Get() != this && Each->GetVisibility().IsVisible())
	{
		Each = Each->GetParentWidget();
	}
	return Each.Get() == this;
}

void SAIChatWindow::NoteKeyboard()
{
	if (FSlateApplication::IsInitialized() && HasFocusedDescendants())
	{
		bHadKeyboard = true;
		HadKeyboard = FSlateApplication::Get().GetKeyboardFocusedWidget();
	}
}

bool SAIChatWindow::HasLostKeyboard()
{
	if (!FSlateApplication::IsInitialized())
	{
		return false;
	}
	NoteKeyboard();
	// A control that is still here did not lose it: a click outside all controls gives it to the whole window, too.
	const bool bHasIt = HasFocusedDescendants();
	if (!bHadKeyboard || IsShownHere(HadKeyboard.Pin()))
	{
		bHadKeyboard = bHasIt;
		return false;
	}
	if (bHasIt)
	{
		return true;
	}
	// Where the engine puts it when a control is gone is around the window, or nowhere; what is elsewhere was chosen.
	const TSharedPtr<SWidget> Now = FSlateApplication::Get().GetKeyboardFocusedWidget();
	bool bIsLost = !Now.IsValid() || !FSlateApplication::Get().FindWidgetWindow(Now.ToSharedRef()).IsValid();
	for (TSharedPtr<SWidget> Each = GetParentWidget(); !bIsLost && Each.IsValid(); Each = Each->GetParentWidget())
	{
		bIsLost = Each == Now;
	}
	bHadKeyboard = bIsLost;
	return bIsLost;
}

TSharedRef<SWidget> SAIChatWindow::MakeQuestionButtons()
{
	const FVibeUEChatCommands& Commands = FVibeUEChatCommands::Get();
	const auto MakeButton = [this](const ANSICHAR* Icon, const FText& Tip, int32 By)
	{
		return SNew(SChatIconButton)
			.Icon(Icon)
			.IconColor(FSlateColor::UseSubduedForeground())
			.ToolTipText(Tip)
			.IsEnabled(this, &SAIChatWindow::HasMessages)
			.OnClicked(this, &SAIChatWindow::HandleQuestionClicked, By);
	};
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			MakeButton("VibeUE.Up.Small", FVibeUEChatCommands::Tip(LOCTEXT("PreviousQuestion", "Your question before the one in view."), Commands.PreviousQuestion), -1)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			MakeButton("VibeUE.Down.Small", FVibeUEChatCommands::Tip(LOCTEXT("NextQuestion", "Your next question, or the end of the conversation."), Commands.NextQuestion), 1)
		];
}

FReply SAIChatWindow::HandleQuestionClicked(int32 By)
{
	MessageList->ShowQuestion(By);
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
