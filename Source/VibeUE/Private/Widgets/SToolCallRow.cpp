// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SToolCallRow.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SExpandableArea.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SToolCallRow"

namespace SToolCallRowPrivate
{
/** A result or its arguments may be megabytes; the conversation keeps all of it, the row shows the beginning. */
static constexpr int32 MostShownCharacters = 2000;

static FText Shortened(const FString& Text)
{
	const FString Shown = FChatExcerpt::Begin(Text, MostShownCharacters);
	const int32 Hidden = Text.Len() - Shown.Len();
	return Hidden == 0
		? FText::FromString(Text)
		: FText::Format(LOCTEXT("Shortened", "{0}\n\u2026 {1} more characters"), FText::FromString(Shown), FText::AsNumber(Hidden));
}

/** The beginning of the arguments, for the line that is always there. */
static FText OneLine(const FString& Arguments)
{
	static constexpr int32 MostCharacters = 200;
	FString Line = FChatExcerpt::Begin(Arguments, MostCharacters);
	Line.ReplaceInline(TEXT("\n"), TEXT(" "));
	Line.ReplaceInline(TEXT("\r"), TEXT(""));
	Line.ReplaceInline(TEXT("\t"), TEXT(" "));
	return FText::FromString(Line);
}
} // namespace SToolCallRowPrivate

void SToolCallRow::Construct(const FArguments& InArgs)
{
	Call = InArgs._Call;
	MessageId = InArgs._MessageId;
	OnAnswered = InArgs._OnAnswered;
	State = Call.bNeedsApproval ? EToolCallState::Asking : EToolCallState::Running;
	ChildSlot
	.Padding(18.0f, 3.0f, 14.0f, 3.0f)
	[
		SNew(SBorder)
		.BorderImage(this, &SToolCallRow::GetBox)
		.Padding(FMargin(6.0f, 2.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SExpandableArea)
				.InitiallyCollapsed(!Call.bNeedsApproval)
				.BorderImage(FAppStyle::GetBrush("NoBorder"))
				.Padding(FMargin(0.0f))
				.HeaderContent()
				[
					MakeHeader()
				]
				.BodyContent()
				[
					MakeDetails()
				]
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				MakeQuestion()
			]
		]
	];
}

TSharedRef<SWidget> SToolCallRow::MakeHeader()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(0.0f, 3.0f, 6.0f, 3.0f)
		[
			SNew(SImage)
			.Image(this, &SToolCallRow::GetIcon)
			.ColorAndOpacity(this, &SToolCallRow::GetStateColor)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(FText::FromString(Call.Name))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		.Padding(8.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(SToolCallRowPrivate::OneLine(Call.Arguments))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
			.Clipping(EWidgetClipping::ClipToBounds)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(this, &SToolCallRow::GetStateText)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ColorAndOpacity(this, &SToolCallRow::GetStateColor)
		];
}

TSharedRef<SWidget> SToolCallRow::MakeDetails()
{
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 4.0f, 4.0f, 2.0f)
		[
			SNew(STextBlock)
			.Text(LOCTEXT("Arguments", "Arguments"))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 0.0f, 4.0f, 4.0f)
		[
			SNew(SMultiLineEditableText)
			.Text(SToolCallRowPrivate::Shortened(Call.Arguments))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Code"))
			.IsReadOnly(true)
			.AutoWrapText(true)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 2.0f, 4.0f, 2.0f)
		[
			SNew(STextBlock)
			.Text(LOCTEXT("Result", "Result"))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.Visibility(this, &SToolCallRow::GetResultVisibility)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 0.0f, 4.0f, 4.0f)
		[
			SNew(SMultiLineEditableText)
			.Text(this, &SToolCallRow::GetResultText)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Code"))
			.IsReadOnly(true)
			.AutoWrapText(true)
			.Visibility(this, &SToolCallRow::GetResultVisibility)
		];
}

TSharedRef<SWidget> SToolCallRow::MakeQuestion()
{
	return SNew(SHorizontalBox)
		.Visibility(this, &SToolCallRow::GetButtonsVisibility)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.Padding(20.0f, 2.0f, 6.0f, 6.0f)
		[
			SNew(SButton)
			.ButtonStyle(FAppStyle::Get(), "PrimaryButton")
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(LOCTEXT("Approve", "Approve"))
			.ToolTipText(LOCTEXT("ApproveTip", "Allow this call."))
			.OnClicked(this, &SToolCallRow::HandleAnswer, EVibeUEToolApproval::Allow)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.Padding(0.0f, 2.0f, 6.0f, 6.0f)
		[
			SNew(SButton)
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(LOCTEXT("Always", "Always"))
			.ToolTipText(LOCTEXT("AlwaysTip", "Allow this and all later calls of this tool, until the conversation is closed."))
			.OnClicked(this, &SToolCallRow::HandleAnswer, EVibeUEToolApproval::AllowAlways)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.Padding(0.0f, 2.0f, 0.0f, 6.0f)
		[
			SNew(SButton)
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(LOCTEXT("Deny", "Deny"))
			.ToolTipText(LOCTEXT("DenyTip", "Do not allow this call; the model is told so."))
			.OnClicked(this, &SToolCallRow::HandleAnswer, EVibeUEToolApproval::Deny)
		];
}

void SToolCallRow::SetApproved()
{
	if (State == EToolCallState::Asking)
	{
		State = EToolCallState::Running;
	}
}

void SToolCallRow::SetTurnEnded()
{
	if (State == EToolCallState::Asking || State == EToolCallState::Running)
	{
		State = EToolCallState::Unfinished;
	}
}

void SToolCallRow::SetResult(const FVibeUEToolResult& Result)
{
	if (State != EToolCallState::Denied)
	{
		State = Result.bIsError ? EToolCallState::Failed : EToolCallState::Done;
	}
	ResultText = SToolCallRowPrivate::Shortened(Result.Text);
	bHasResult = true;
}

bool SToolCallRow::HasEnded() const
{
	// A denied call has its result still to come, with the words for the model.
	return bHasResult || State == EToolCallState::Unfinished;
}

FReply SToolCallRow::HandleAnswer(EVibeUEToolApproval Approval)
{
	if (State == EToolCallState::Asking)
	{
		State = Approval == EVibeUEToolApproval::Deny ? EToolCallState::Denied : EToolCallState::Running;
		OnAnswered.ExecuteIfBound(Call.CallId, Approval);
	}
	return FReply::Handled();
}

FText SToolCallRow::GetStateText() const
{
	switch (State)
	{
	case EToolCallState::Asking:
		return LOCTEXT("Asking", "waits for your approval");
	case EToolCallState::Running:
		return LOCTEXT("Running", "running\u2026");
	case EToolCallState::Done:
		return LOCTEXT("Done", "done");
	case EToolCallState::Failed:
		return LOCTEXT("Failed", "failed");
	case EToolCallState::Unfinished:
		return LOCTEXT("Unfinished", "no result");
	case EToolCallState::Denied:
		break;
	}
	return LOCTEXT("Denied", "denied");
}

const FSlateBrush* SToolCallRow::GetIcon() const
{
	switch (State)
	{
	case EToolCallState::Done:
		return FVibeUEStyle::GetBrush("VibeUE.Check.Small");
	case EToolCallState::Failed:
		return FVibeUEStyle::GetBrush("VibeUE.Error.Small");
	case EToolCallState::Denied:
	case EToolCallState::Unfinished:
		return FVibeUEStyle::GetBrush("VibeUE.Close.Small");
	case EToolCallState::Asking:
	case EToolCallState::Running:
		break;
	}
	return FVibeUEStyle::GetBrush("VibeUE.Tool.Small");
}

const FSlateBrush* SToolCallRow::GetBox() const
{
	return FVibeUEStyle::GetBrush(State == EToolCallState::Asking ? "VibeUE.Box.Asking" : "VibeUE.Box.Card");
}

FSlateColor SToolCallRow::GetStateColor() const
{
	switch (State)
	{
	case EToolCallState::Asking:
		return FStyleColors::AccentBlue;
	case EToolCallState::Running:
		return FStyleColors::Foreground;
	case EToolCallState::Done:
		return FStyleColors::AccentGreen;
	case EToolCallState::Failed:
		return FStyleColors::Error;
	case EToolCallState::Unfinished:
		return FSlateColor::UseSubduedForeground();
	case EToolCallState::Denied:
		break;
	}
	return FStyleColors::Warning;
}

FText SToolCallRow::GetResultText() const
{
	return ResultText;
}

EVisibility SToolCallRow::GetButtonsVisibility() const
{
	return State == EToolCallState::Asking ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SToolCallRow::GetResultVisibility() const
{
	return ResultText.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible;
}

#undef LOCTEXT_NAMESPACE
