// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatLinkList.h"

#include "Framework/Application/SlateApplication.h"
#include "InputCoreTypes.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Styling/SlateColor.h"
#include "VibeUEStyle.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/SChatLinkRow.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatLinkList"

void SChatLinkList::Construct(const FArguments&)
{
	SetVisibility(TAttribute<EVisibility>::CreateSP(this, &SChatLinkList::GetListVisibility));
	ChildSlot
	.Padding(0.0f, 2.0f, 0.0f, 4.0f)
	[
		SAssignNew(Box, SVerticalBox)
	];
}

TSharedRef<SWidget> SChatLinkList::MakeButton(const FText& Label)
{
	return SNew(SChatIconButton)
		.Tag("Links")
		.Icon("VibeUE.Link.Small")
		.IconColor(Label.IsEmpty() ? FSlateColor::UseSubduedForeground() : FSlateColor::UseForeground())
		.Label(Label)
		.ToolTipText(this, &SChatLinkList::GetButtonTip)
		.Visibility(this, &SChatLinkList::GetButtonVisibility)
		.OnClicked(this, &SChatLinkList::HandleButtonClicked);
}

TSharedRef<SWidget> SChatLinkList::MakeEntry(int32 Index)
{
	const FText Link = FText::FromString(Links[Index]);
	return SNew(SChatButton)
		.ButtonStyle(FAppStyle::Get(), "SimpleButton")
		.ContentPadding(FMargin(4.0f, 2.0f))
		.HAlign(HAlign_Fill)
		.ToolTipText(LOCTEXT("FollowTip", "Opens this file or asset. The address of a page is shown first."))
		.AccessibleText(FText::Format(LOCTEXT("Follow", "Follow the link: {0}"), Link))
		.OnClicked(this, &SChatLinkList::HandleEntryClicked, Index)
		[
			SNew(STextBlock)
			.Text(Link)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.TextFlowDirection(ETextFlowDirection::LeftToRight)
			// All of it is shown before it is followed, and an address has no blanks.
			.AutoWrapText(true)
			.WrappingPolicy(ETextWrappingPolicy::AllowPerCharacterWrapping)
		];
}

void SChatLinkList::SetLinks(const TArray<FString>& InLinks)
{
	int32 Kept = 0;
	while (Kept < Links.Num() && Kept < InLinks.Num() && Links[Kept].Equals(InLinks[Kept]))
	{
		++Kept;
	}
	if (Kept == Links.Num() && Kept == InLinks.Num())
	{
		return;
	}
	Links = InLinks;
	if (RowPlace >= Kept)
	{
		CloseRow();
	}
	while (Entries.Num() > Kept)
	{
		Box->RemoveSlot(Entries.Last());
		Entries.Pop();
	}
	if (Links.Num() == 0)
	{
		Fold();
	}
	else if (bIsOpen)
	{
		AddEntries();
	}
}

void SChatLinkList::AddEntries()
{
	for (int32 Index = Entries.Num(); Index < Links.Num(); ++Index)
	{
		Entries.Add(MakeEntry(Index));
		Box->AddSlot()
		.AutoHeight()
		[
			Entries.Last()
		];
	}
}

void SChatLinkList::Fold()
{
	CloseRow();
	Entries.Empty();
	Box->ClearChildren();
	bIsOpen = false;
}

FReply SChatLinkList::OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	if (InKeyEvent.GetKey() != EKeys::Escape)
	{
		return SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
	}
	if (Row.IsValid())
	{
		HandleRowClosed();
	}
	else
	{
		// The window gives the keyboard to the message box, as when any other part is closed.
		Fold();
	}
	return FReply::Handled();
}

FReply SChatLinkList::HandleButtonClicked()
{
	if (bIsOpen)
	{
		Fold();
		return FReply::Handled();
	}
	bIsOpen = true;
	AddEntries();
	// What cannot be seen yet cannot have the focus.
	RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatLinkList::HandleFocus));
	return FReply::Handled();
}

EActiveTimerReturnType SChatLinkList::HandleFocus(double, float)
{
	if (Entries.Num() > 0 && FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(Entries[0]);
	}
	return EActiveTimerReturnType::Stop;
}

FReply SChatLinkList::HandleEntryClicked(int32 Index)
{
	CloseRow();
	Row = SChatLinkRow::Follow(Links[Index], FSimpleDelegate::CreateSP(this, &SChatLinkList::HandleRowClosed));
	if (Row.IsValid())
	{
		// The next control by Tab is in it.
		RowPlace = Index;
		Box->InsertSlot(Index + 1)
		.AutoHeight()
		.Padding(0.0f, 2.0f, 0.0f, 6.0f)
		[
			Row.ToSharedRef()
		];
	}
	return FReply::Handled();
}

void SChatLinkList::HandleRowClosed()
{
	const bool bHadKeyboard = Row.IsValid() && Row->HasFocusedDescendants();
	const int32 Place = RowPlace;
	CloseRow();
	if (bHadKeyboard && Entries.IsValidIndex(Place) && FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(Entries[Place]);
	}
}

void SChatLinkList::CloseRow()
{
	if (Row.IsValid())
	{
		Box->RemoveSlot(Row.ToSharedRef());
		Row.Reset();
		RowPlace = INDEX_NONE;
	}
}

FText SChatLinkList::GetButtonTip() const
{
	return bIsOpen ? LOCTEXT("FoldTip", "Fold the list of links.") : LOCTEXT("ListTip", "List the links in this text, to follow them with the keyboard.");
}

EVisibility SChatLinkList::GetButtonVisibility() const
{
	return Links.Num() > 0 ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SChatLinkList::GetListVisibility() const
{
	return bIsOpen ? EVisibility::SelfHitTestInvisible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
