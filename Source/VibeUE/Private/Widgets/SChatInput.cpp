// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatInput.h"

#include "Bridge/CoreVersion.h"
#include "Bridge/HostListing.h"
#include "Bridge/MentionReading.h"
#include "Bridge/PictureKeeping.h"
#include "Bridge/TextCompleter.h"
#include "ConversationFiles.h"
#include "Framework/Application/SlateApplication.h"
#include "HAL/PlatformTime.h"
#include "InputCoreTypes.h"
#include "Layout/Margin.h"
#include "Misc/Paths.h"
#include "Styling/AppStyle.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatCompletion.h"
#include "Widgets/SChatMentions.h"
#include "Widgets/SChatText.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatInput"

namespace SChatInputPrivate
{
/** Seconds after the last letter, when what the text names is read. */
static constexpr double Pause = 0.3;

static FString GetProject()
{
	return FPaths::ConvertRelativePathToFull(FPaths::ProjectDir());
}
} // namespace SChatInputPrivate

void SChatInput::Construct(const FArguments& InArgs)
{
	IsBusy = InArgs._IsBusy;
	PictureProblem = InArgs._PictureProblem;
	OnTextSent = InArgs._OnTextSent;
	OnStopped = InArgs._OnStopped;
	OnBorrowLeft = InArgs._OnBorrowLeft;
	OnPromptsAsked = InArgs._OnPromptsAsked;
	OnDraftChanged = InArgs._OnDraftChanged;
	if (VibeUE::IsCoreUsable())
	{
		Completer = MakeShared<FTextCompleter>(SChatInputPrivate::GetProject(), FConversationFiles::GetFolder());
		Listing = MakeShared<FHostListing>();
	}
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SAssignNew(List, SChatCompletion)
			.OnChosen(this, &SChatInput::HandleCompletionChosen)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SAssignNew(Chips, SChatMentions)
			.OnRemoved(this, &SChatInput::HandleMentionRemoved)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(2.0f, 0.0f, 0.0f, 5.0f)
		[
			SNew(STextBlock)
			.Text(PictureProblem)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ColorAndOpacity(FStyleColors::Warning)
			.AutoWrapText(true)
			.Visibility(this, &SChatInput::GetPictureProblemVisibility)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(2.0f, 0.0f, 0.0f, 5.0f)
		[
			SNew(STextBlock)
			.Text(this, &SChatInput::GetProblem)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ColorAndOpacity(FStyleColors::Warning)
			.AutoWrapText(true)
			.Visibility(this, &SChatInput::GetProblemVisibility)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			MakeField()
		]
	];
}

TSharedRef<SWidget> SChatInput::MakeField()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		[
			SNew(SBox)
			.MinDesiredHeight(58.0f)
			.MaxDesiredHeight(this, &SChatInput::GetMostHeight)
			[
				MakeText()
			]
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Bottom)
		.Padding(2.0f, 0.0f, 4.0f, 0.0f)
		[
			MakePictureButtons()
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Bottom)
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 0.0f, 0.0f, 4.0f)
			[
				SNew(SChatButton)
				.ContentPadding(FMargin(7.0f, 5.0f))
				.ToolTipText(LOCTEXT("StopTip", "Stop the answer; what was written so far stays, and queued messages are held until you send them."))
				.AccessibleText(LOCTEXT("StopTip", "Stop the answer; what was written so far stays, and queued messages are held until you send them."))
				.Visibility(this, &SChatInput::GetStopVisibility)
				.OnClicked(this, &SChatInput::HandleStopClicked)
				[
					SNew(SImage)
					.Image(FVibeUEStyle::GetBrush("VibeUE.Stop"))
					.ColorAndOpacity(FSlateColor::UseForeground())
				]
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SChatButton)
				.ButtonStyle(FAppStyle::Get(), "PrimaryButton")
				.ContentPadding(FMargin(7.0f, 5.0f))
				.ToolTipText(LOCTEXT("SendTip", "Send the message (Enter)."))
				.AccessibleText(LOCTEXT("SendTip", "Send the message (Enter)."))
				.IsEnabled(this, &SChatInput::CanSend)
				.OnClicked(this, &SChatInput::HandleSendClicked)
				[
					SNew(SImage)
					.Image(FVibeUEStyle::GetBrush("VibeUE.Send"))
					.FlipForRightToLeftFlowDirection(true)
				]
			]
		];
}

void SChatInput::HandleTextChanged(const FText& Text)
{
	// Kept, because the box would copy all of it each time it is asked.
	bHasText = !Text.IsEmpty();
	if (!SetAside.IsSet())
	{
		OnDraftChanged.ExecuteIfBound(Text.ToString());
	}
	Problem = FText::GetEmpty();
	Reading.Reset();
	Sending.Reset();
	bSendsWhenKept = false;
	ReadAt = FPlatformTime::Seconds() + SChatInputPrivate::Pause;
	if (!bReadTimerRuns)
	{
		bReadTimerRuns = true;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatInput::HandleReading));
	}
	bLooksSoon = true;
	if (!bLookTimerRuns)
	{
		// In the next frame the caret is where the letter put it.
		bLookTimerRuns = true;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatInput::HandleWritten));
	}
}

EActiveTimerReturnType SChatInput::HandleWritten(double, float)
{
	// Pieces that are not all there change no row.
	const bool bListsMore = Listing.IsValid() && Listing->Step(*Completer);
	if (bLooksSoon || (Completion.bPending && !bListsMore))
	{
		Look();
	}
	// What can be named is listed in the background.
	bLookTimerRuns = Completion.bPending || bListsMore;
	return bLookTimerRuns ? EActiveTimerReturnType::Continue : EActiveTimerReturnType::Stop;
}

TSharedPtr<FMentionReading> SChatInput::ReadMentions() const
{
	const FString Text = TextBox->GetText().ToString();
	return Completer.IsValid() && Text.Contains(TEXT("@"))
		? MakeShared<FMentionReading>(Text, SChatInputPrivate::GetProject(), FConversationFiles::GetFolder())
		: TSharedPtr<FMentionReading>();
}

EActiveTimerReturnType SChatInput::HandleReading(double, float)
{
	if (!Reading.IsValid())
	{
		if (bHasText && FPlatformTime::Seconds() < ReadAt)
		{
			return EActiveTimerReturnType::Continue;
		}
		Reading = ReadMentions();
	}
	if (Reading.IsValid() && !Reading->IsFinished())
	{
		return EActiveTimerReturnType::Continue;
	}
	Named = Reading.IsValid() ? Reading->GetMentions() : TArray<FChatMention>();
	Reading.Reset();
	bReadTimerRuns = false;
	ShowBoxes();
	return EActiveTimerReturnType::Stop;
}

void SChatInput::HandleMentionRemoved(const FString& Name)
{
	SetText(FChatMention::Remove(TextBox->GetText().ToString(), Name));
}

EActiveTimerReturnType SChatInput::HandleSending(double, float)
{
	if (Sending.IsValid() && !Sending->IsFinished())
	{
		if (!bSaysSending && FPlatformTime::Seconds() > SendingSince + SChatInputPrivate::Pause)
		{
			bSaysSending = true;
			ShowBoxes();
		}
		return EActiveTimerReturnType::Continue;
	}
	if (bSaysSending)
	{
		bSaysSending = false;
		ShowBoxes();
	}
	if (const TSharedPtr<FMentionReading> Read = MoveTemp(Sending))
	{
		Sending.Reset();
		SendWith(Read);
	}
	return EActiveTimerReturnType::Stop;
}

void SChatInput::Look()
{
	bLooksSoon = false;
	const FTextLocation Caret = TextBox->GetCursorLocation();
	Completion = Completer.IsValid() ? Completer->Find(TextBox->GetText().ToString(), Caret.GetLineIndex(), Caret.GetOffset()) : FTextCompletion();
	if (Completion.bWantsHost)
	{
		Listing->Begin(*Completer);
		Completion.bPending = true;
	}
	List->Show(Completion.Rows);
}

bool SChatInput::CanSend() const
{
	return bHasText;
}

FReply SChatInput::HandleKeyDown(const FGeometry& Geometry, const FKeyEvent& Event)
{
	bSwallowsTab = false;
	if (bLooksSoon)
	{
		// The key is for the text as it is now.
		Look();
	}
	if (List->IsShown() && ChooseByKey(Event))
	{
		return FReply::Handled();
	}
	if (RecallByKey(Event) || PasteByKey(Event) || UseOlderKey(Geometry, Event))
	{
		return FReply::Handled();
	}
	if (Event.GetKey() == EKeys::Escape && SetAside.IsSet())
	{
		OnBorrowLeft.ExecuteIfBound();
		return FReply::Handled();
	}
	if (Event.GetKey() != EKeys::Enter || Event.IsShiftDown())
	{
		// The box itself breaks the line.
		return FReply::Unhandled();
	}
	Send();
	return FReply::Handled();
}

bool SChatInput::ChooseByKey(const FKeyEvent& Event)
{
	const FKey Key = Event.GetKey();
	const bool bIsPlain = !Event.IsShiftDown() && !Event.IsControlDown() && !Event.IsAltDown() && !Event.IsCommandDown();
	if (bIsPlain && (Key == EKeys::Up || Key == EKeys::Down))
	{
		List->Move(Key == EKeys::Up ? -1 : 1);
		return true;
	}
	if (Key == EKeys::Escape)
	{
		StopListing();
		return true;
	}
	if (bIsPlain && Key == EKeys::Tab)
	{
		bSwallowsTab = true;
		HandleCompletionChosen(List->GetSelected());
		return true;
	}
	if (Key != EKeys::Enter || Event.IsShiftDown())
	{
		return false;
	}
	// A word that is written out already is sent.
	const FTextCompletionRow Row = List->GetSelected();
	const FString Text = TextBox->GetText().ToString();
	if (Completion.Put(Text, Row).Text.TrimStartAndEnd().Equals(Text.TrimStartAndEnd()))
	{
		return false;
	}
	HandleCompletionChosen(Row);
	return true;
}

void SChatInput::HandleCompletionChosen(const FTextCompletionRow& Row)
{
	if (bLooksSoon)
	{
		// The word may have grown since the row was shown.
		Look();
	}
	const FTextAtCaret Put = Completion.Put(TextBox->GetText().ToString(), Row);
	List->Hide();
	TextBox->SetText(FText::FromString(Put.Text));
	TextBox->GoTo(FTextLocation(Put.Line, Put.Column));
	bHasText = true;
	if (FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(TextBox);
	}
}

FReply SChatInput::HandleKeyChar(const FGeometry&, const FCharacterEvent& Event)
{
	return bSwallowsTab && Event.GetCharacter() == TEXT('\t') ? FReply::Handled() : FReply::Unhandled();
}

void SChatInput::ShowProblem(const FText& InProblem)
{
	Problem = InProblem;
}

FText SChatInput::GetProblem() const
{
	return Problem;
}

EVisibility SChatInput::GetProblemVisibility() const
{
	return Problem.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible;
}

FReply SChatInput::HandleSendClicked()
{
	Send();
	return FReply::Handled();
}

FReply SChatInput::HandleStopClicked()
{
	OnStopped.ExecuteIfBound();
	return FReply::Handled();
}

EVisibility SChatInput::GetStopVisibility() const
{
	return IsBusy.Get() ? EVisibility::Visible : EVisibility::Collapsed;
}

void SChatInput::GiveBack(const FString& Text)
{
	if (SetAside.IsSet())
	{
		// The field has the words of another message until that is sent or left.
		SetAside = SetAside.GetValue().TrimStartAndEnd().IsEmpty() ? Text : Text + TEXT("\n\n") + SetAside.GetValue();
		OnDraftChanged.ExecuteIfBound(SetAside.GetValue());
		return;
	}
	const FString Meanwhile = TextBox->GetText().ToString();
	SetText(Meanwhile.TrimStartAndEnd().IsEmpty() ? Text : Text + TEXT("\n\n") + Meanwhile);
}

void SChatInput::SetText(const FString& Text)
{
	TextBox->SetText(FText::FromString(Text));
	TextBox->GoTo(ETextLocation::EndOfDocument);
	bHasText = !Text.IsEmpty();
}

void SChatInput::Borrow(const FString& Text)
{
	if (!SetAside.IsSet())
	{
		SetAside = TextBox->GetText().ToString();
	}
	SetText(Text);
	LeavePictures();
	StopListing();
	if (FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(TextBox);
	}
}

void SChatInput::Return()
{
	if (SetAside.IsSet())
	{
		SetText(SetAside.GetValue());
		SetAside.Reset();
		LeavePictures();
		StopListing();
	}
}

void SChatInput::Send()
{
	// Pictures that are being read will be in the text.
	if (Sending.IsValid() || (Keepings.Num() == 0 && TextBox->GetText().ToString().TrimStartAndEnd().IsEmpty()))
	{
		return;
	}
	if (Keepings.Num() > 0)
	{
		bSendsWhenKept = true;
		return;
	}
	Sending = ReadMentions();
	if (!Sending.IsValid())
	{
		SendWith(nullptr);
		return;
	}
	SendingSince = FPlatformTime::Seconds();
	RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatInput::HandleSending));
}

void SChatInput::SendWith(const TSharedPtr<FMentionReading>& Read)
{
	const bool bBorrowed = SetAside.IsSet();
	const FString Text = TextBox->GetText().ToString();
	if (OnTextSent.IsBound() && OnTextSent.Execute(Text, Read))
	{
		if (bBorrowed && !SetAside.IsSet())
		{
			// A command ended the change: what is in the field is what was set aside.
			return;
		}
		if (!TextBox->GetText().ToString().Equals(Text))
		{
			// What is being written in another conversation is in the field now.
			return;
		}
		TextBox->SetText(FText::GetEmpty());
		// What was just said is the newest from now on.
		Prompts.Reset();
		List->Hide();
		Named.Empty();
		ShowBoxes();
		bHasText = false;
		if (SetAside.IsSet())
		{
			Return();
			OnBorrowLeft.ExecuteIfBound();
		}
	}
}

#undef LOCTEXT_NAMESPACE
