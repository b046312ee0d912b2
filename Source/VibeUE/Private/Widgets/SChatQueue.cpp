// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatQueue.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUEStyle.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatQueue"

namespace SChatQueuePrivate
{
/** The characters of a message that its row shows; its tool tip has more. */
static constexpr int32 MostCharacters = 200;
static constexpr int32 MostInTip = 2000;

/** The height of the rows that are shown at once, in Slate units. */
static constexpr float MostHeight = 120.0f;
} // namespace SChatQueuePrivate

void SChatQueue::Construct(const FArguments& InArgs)
{
	IsBusy = InArgs._IsBusy;
	OnEdited = InArgs._OnEdited;
	OnRemoved = InArgs._OnRemoved;
	OnMovedUp = InArgs._OnMovedUp;
	OnSentNow = InArgs._OnSentNow;
	OnAllSent = InArgs._OnAllSent;
	SetVisibility(TAttribute<EVisibility>::CreateSP(this, &SChatQueue::GetShownVisibility));
	ChildSlot
	.Padding(0.0f, 0.0f, 0.0f, 6.0f)
	[
		SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Card"))
		.Padding(FMargin(10.0f, 4.0f, 4.0f, 4.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				MakeHeading()
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SBox)
				.MaxDesiredHeight(SChatQueuePrivate::MostHeight)
				[
					SNew(SScrollBox)
					.ScrollWhenFocusChanges(EScrollWhenFocusChanges::InstantScroll)
					+ SScrollBox::Slot()
					[
						SAssignNew(Rows, SVerticalBox)
					]
				]
			]
		]
	];
}

TSharedRef<SWidget> SChatQueue::MakeHeading()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(this, &SChatQueue::GetHeading)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
			.AutoWrapText(true)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(6.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(SChatButton)
			.Visibility(this, &SChatQueue::GetSendVisibility)
			.ContentPadding(FMargin(8.0f, 1.0f))
			.Text(LOCTEXT("SendAll", "Send"))
			.ToolTipText(LOCTEXT("SendAllTip", "Send what was held back, in this order, and let the model answer."))
			.OnClicked(this, &SChatQueue::HandleAllSent)
		];
}

void SChatQueue::Show(const TArray<FWaitingMessage>& InMessages)
{
	if (Messages == InMessages)
	{
		return;
	}
	Messages = InMessages;
	Keyboard.Note(NamedRows);
	NamedRows.Empty();
	Rows->ClearChildren();
	for (int32 Index = 0; Index < Messages.Num(); ++Index)
	{
		const TSharedRef<SWidget> Row = MakeRow(Index);
		NamedRows.Add(FNamedRow{FString::Printf(TEXT("%lld"), Messages[Index].Submit), Row});
		Rows->AddSlot()
		.AutoHeight()
		[
			Row
		];
	}
	if (Keyboard.IsNoted())
	{
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatQueue::HandleKeyboard));
	}
}

EActiveTimerReturnType SChatQueue::HandleKeyboard(double, float)
{
	Keyboard.GiveBack(NamedRows, SharedThis(this));
	return EActiveTimerReturnType::Stop;
}

TSharedRef<SWidget> SChatQueue::MakeWords(int32 Index) const
{
	const FWaitingMessage& Message = Messages[Index];
	const FString Line = FChatExcerpt::Begin(Message.Text.Replace(TEXT("\n"), TEXT(" ")).TrimStartAndEnd(), SChatQueuePrivate::MostCharacters);
	const FText Words = Line.IsEmpty() ? LOCTEXT("Image", "An image") : FText::FromString(Line);
	return SNew(STextBlock)
		.Text(FText::Format(LOCTEXT("Row", "{0}. {1}"), FText::AsNumber(Index + 1), Words))
		.ToolTipText(FText::FromString(FChatExcerpt::Begin(Message.Text, SChatQueuePrivate::MostInTip)))
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
		.OverflowPolicy(ETextOverflowPolicy::Ellipsis);
}

// Long because it lists its parts.
TSharedRef<SWidget> SChatQueue::MakeRow(int32 Index)
{
	const FWaitingMessage& Message = Messages[Index];
	const FText Number = FText::AsNumber(Index + 1);
	const bool bIsFirst = Index == 0 || Messages[Index - 1].bIsHeld != Message.bIsHeld;
	const auto MakeButton = [](FName Icon, const FText& Tip, const FText& Name, FOnClicked Clicked)
	{
		return SNew(SChatIconButton)
			.Icon(Icon)
			.IconColor(FSlateColor::UseSubduedForeground())
			.ToolTipText(Tip)
			.Name(Name)
			.OnClicked(Clicked);
	};
	const TSharedRef<SHorizontalBox> Row = SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			MakeWords(Index)
		];
	const auto AddButton = [&Row](const TSharedRef<SWidget>& Button, bool bIsShown)
	{
		// One that does nothing here keeps its space: the others are aligned below each other.
		Button->SetVisibility(bIsShown ? EVisibility::Visible : EVisibility::Hidden);
		Row->AddSlot()
		.AutoWidth()
		[
			Button
		];
	};
	// Only words fit into the field.
	AddButton(MakeButton("VibeUE.Edit.Small", LOCTEXT("EditTip", "Put it back into the input box to change it; its mentions are read again."),
				FText::Format(LOCTEXT("EditName", "Edit waiting message {0}"), Number), FOnClicked::CreateSP(this, &SChatQueue::HandleEdited, Message.Submit)),
		Message.Images == 0);
	AddButton(MakeButton("VibeUE.Up.Small", LOCTEXT("UpTip", "Send it before the one above."),
				FText::Format(LOCTEXT("UpName", "Move message {0} up"), Number), FOnClicked::CreateSP(this, &SChatQueue::HandleMovedUp, Message.Submit)),
		!bIsFirst);
	if (!Message.bIsHeld)
	{
		Row->AddSlot()
		.AutoWidth()
		[
			SNew(SBox)
			.Visibility(this, &SChatQueue::GetSendNowVisibility)
			[
				MakeButton("VibeUE.Send.Small", LOCTEXT("NowTip", "Stop the answer and send this now; what was written so far stays."),
					FText::Format(LOCTEXT("NowName", "Stop the answer and send message {0} now"), Number), FOnClicked::CreateSP(this, &SChatQueue::HandleSentNow, Message.Submit))
			]
		];
	}
	Row->AddSlot()
	.AutoWidth()
	[
		MakeButton("VibeUE.Close.Small", LOCTEXT("RemoveTip", "Remove it without sending it."),
			FText::Format(LOCTEXT("RemoveName", "Remove message {0}"), Number), FOnClicked::CreateSP(this, &SChatQueue::HandleRemoved, Message.Submit))
	];
	return Row;
}

FText SChatQueue::GetHeading() const
{
	const FText Count = FText::AsNumber(Messages.Num());
	if (IsBusy.Get())
	{
		return FText::Format(LOCTEXT("Waiting", "Sent after this answer: {0}"), Count);
	}
	return FText::Format(LOCTEXT("Held", "Not sent yet: {0}. Sent with your next message."), Count);
}

bool SChatQueue::HasHeld() const
{
	return Messages.ContainsByPredicate([](const FWaitingMessage& Message) { return Message.bIsHeld; });
}

EVisibility SChatQueue::GetShownVisibility() const
{
	return Messages.Num() > 0 ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SChatQueue::GetSendVisibility() const
{
	return !IsBusy.Get() && HasHeld() ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SChatQueue::GetSendNowVisibility() const
{
	return IsBusy.Get() ? EVisibility::Visible : EVisibility::Collapsed;
}

FReply SChatQueue::Announce(const FOnVibeUEWaitingMessage& Event, int64 Submit) const
{
	const FWaitingMessage* Found = Messages.FindByPredicate([Submit](const FWaitingMessage& Message) { return Message.Submit == Submit; });
	if (Found)
	{
		// The list may change meanwhile.
		const FWaitingMessage Message = *Found;
		Event.ExecuteIfBound(Message);
	}
	return FReply::Handled();
}

FReply SChatQueue::HandleEdited(int64 Submit)
{
	return Announce(OnEdited, Submit);
}

FReply SChatQueue::HandleRemoved(int64 Submit)
{
	return Announce(OnRemoved, Submit);
}

FReply SChatQueue::HandleMovedUp(int64 Submit)
{
	return Announce(OnMovedUp, Submit);
}

FReply SChatQueue::HandleSentNow(int64 Submit)
{
	return Announce(OnSentNow, Submit);
}

FReply SChatQueue::HandleAllSent()
{
	OnAllSent.ExecuteIfBound();
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
