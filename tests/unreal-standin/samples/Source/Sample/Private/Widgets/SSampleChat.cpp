// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SSampleChat.h"

#include "Styling/AppStyle.h"
#include "Styling/CoreStyle.h"
#include "Styling/StyleColors.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SMultiLineEditableTextBox.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Notifications/SProgressBar.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/STextBlock.h"
#include "Widgets/Views/STableRow.h"

#define LOCTEXT_NAMESPACE "SSampleChat"

// Long because it lists its parts.
void SSampleChat::Construct(const FArguments& InArgs)
{
	Budget = InArgs._Budget;
	OnSent = InArgs._OnSent;
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(FAppStyle::GetBrush("ToolPanel.GroupBorder"))
		.Padding(8)
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(STextBlock)
				.Text(InArgs._Title)
				.Font(FCoreStyle::GetDefaultFontStyle("Bold", 11))
			]
			+ SVerticalBox::Slot()
			.FillHeight(1.0f)
			.Padding(0, 8)
			[
				SAssignNew(List, SListView<TSharedPtr<FSampleChatLine>>)
				.Tag("Lines")
				.ListItemsSource(&Lines)
				.SelectionMode(ESelectionMode::Single)
				.OnGenerateRow(this, &SSampleChat::MakeRow)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SProgressBar)
				.Tag("Bar")
				.Percent(this, &SSampleChat::GetShare)
				.FillColorAndOpacity(this, &SSampleChat::GetShareColor)
				.ToolTipText(this, &SSampleChat::GetBarToolTip)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 8.0f, 0.0f, 0.0f)
			[
				SNew(SHorizontalBox)
				+ SHorizontalBox::Slot()
				.FillWidth(1.0f)
				[
					SAssignNew(Input, SMultiLineEditableTextBox)
					.Tag("Input")
					.HintText(LOCTEXT("Hint", "Say something"))
					.AutoWrapText(true)
					.OnKeyDownHandler(this, &SSampleChat::HandleKeyDown)
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.VAlign(VAlign_Center)
				.Padding(8.0f, 0.0f, 0.0f, 0.0f)
				[
					SNew(SButton)
					.ButtonStyle(FAppStyle::Get(), "PrimaryButton")
					.Text(LOCTEXT("Send", "Send"))
					.IsEnabled(this, &SSampleChat::CanSend)
					.OnClicked(this, &SSampleChat::HandleSendClicked)
				]
			]
		]
	];
	RegisterActiveTimer(0.05f, FWidgetActiveTimerDelegate::CreateSP(this, &SSampleChat::Flush));
}

void SSampleChat::AddLine(const FString& Text)
{
	Lines.Add(MakeShared<FSampleChatLine>(FSampleChatLine{Text}));
	List->RequestListRefresh();
	List->ScrollToBottom();
}

TSharedRef<ITableRow> SSampleChat::MakeRow(TSharedPtr<FSampleChatLine> Line, const TSharedRef<STableViewBase>& Owner)
{
	++RowsMade;
	return SNew(STableRow<TSharedPtr<FSampleChatLine>>, Owner)
		.Padding(FMargin(4.0f, 3.0f))
		[
			SNew(STextBlock)
			.Text(FText::FromString(Line->Text))
			.AutoWrapText(true)
		];
}

FReply SSampleChat::HandleKeyDown(const FGeometry&, const FKeyEvent& Event)
{
	if (Event.GetKey() == EKeys::Enter && !Event.IsShiftDown())
	{
		return HandleSendClicked();
	}
	return FReply::Unhandled();
}

FReply SSampleChat::HandleSendClicked()
{
	const FString Text = Input->GetText().ToString();
	if (!Text.IsEmpty())
	{
		AddLine(Text);
		Input->SetText(FText::GetEmpty());
		OnSent.ExecuteIfBound(Text);
	}
	return FReply::Handled();
}

bool SSampleChat::CanSend() const
{
	return !Input->GetText().IsEmpty();
}

TOptional<float> SSampleChat::GetShare() const
{
	return static_cast<float>(Lines.Num()) / static_cast<float>(Budget);
}

FSlateColor SSampleChat::GetShareColor() const
{
	return GetShare().GetValue() < 0.7f ? FStyleColors::Success : FStyleColors::Warning;
}

FText SSampleChat::GetBarToolTip() const
{
	return FText::Format(LOCTEXT("BarTip", "{0} of {1} lines"), Lines.Num(), Budget);
}

EActiveTimerReturnType SSampleChat::Flush(double, float)
{
	++Flushes;
	return EActiveTimerReturnType::Continue;
}

#undef LOCTEXT_NAMESPACE
