// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SToolCallRow.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SExpandableArea.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SToolCallRow"

namespace SToolCallRowPrivate
{
/** A result or its arguments may be megabytes; the conversation keeps all of it, the row shows the beginning. */
static constexpr int32 MostShownCharacters = 2000;

static FText Shortened(const FString& Text)
{
	const int32 Hidden = Text.Len() - MostShownCharacters;
	return Hidden <= 0
		? FText::FromString(Text)
		: FText::Format(LOCTEXT("Shortened", "{0}\n\u2026 {1} more characters"), FText::FromString(Text.Left(MostShownCharacters)), FText::AsNumber(Hidden));
}
} // namespace SToolCallRowPrivate

void SToolCallRow::Construct(const FArguments& InArgs)
{
	Call = InArgs._Call;
	OnAnswered = InArgs._OnAnswered;
	State = Call.bNeedsApproval ? EToolCallState::Asking : EToolCallState::Running;
	ChildSlot
	.Padding(4.0f, 3.0f)
	[
		SNew(SBorder)
		.BorderImage(FAppStyle::GetBrush("ToolPanel.GroupBorder"))
		.Padding(FMargin(8.0f, 4.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SHorizontalBox)
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.VAlign(VAlign_Center)
				[
					SNew(STextBlock)
					.Text(FText::Format(LOCTEXT("Tool", "Tool: {0}"), FText::FromString(Call.Name)))
					.Font(FAppStyle::GetFontStyle("BoldFont"))
				]
				+ SHorizontalBox::Slot()
				.FillWidth(1.0f)
				.VAlign(VAlign_Center)
				.Padding(8.0f, 0.0f)
				[
					SNew(STextBlock)
					.Text(this, &SToolCallRow::GetStateText)
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				[
					SNew(SHorizontalBox)
					.Visibility(this, &SToolCallRow::GetButtonsVisibility)
					+ SHorizontalBox::Slot()
					.AutoWidth()
					[
						SNew(SButton)
						.Text(LOCTEXT("Approve", "Approve"))
						.ToolTipText(LOCTEXT("ApproveTip", "Let this call run."))
						.OnClicked(this, &SToolCallRow::HandleAnswer, EVibeUEToolApproval::Allow)
					]
					+ SHorizontalBox::Slot()
					.AutoWidth()
					.Padding(4.0f, 0.0f)
					[
						SNew(SButton)
						.Text(LOCTEXT("Always", "Always"))
						.ToolTipText(LOCTEXT("AlwaysTip", "Let this call and all later ones of this tool run, until the conversation is closed."))
						.OnClicked(this, &SToolCallRow::HandleAnswer, EVibeUEToolApproval::AllowAlways)
					]
					+ SHorizontalBox::Slot()
					.AutoWidth()
					[
						SNew(SButton)
						.Text(LOCTEXT("Deny", "Deny"))
						.ToolTipText(LOCTEXT("DenyTip", "Do not let it run; the model is told so."))
						.OnClicked(this, &SToolCallRow::HandleAnswer, EVibeUEToolApproval::Deny)
					]
				]
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SExpandableArea)
				.AreaTitle(LOCTEXT("Arguments", "Arguments"))
				.InitiallyCollapsed(!Call.bNeedsApproval)
				.BodyContent()
				[
					SNew(STextBlock)
					.Text(SToolCallRowPrivate::Shortened(Call.Arguments))
					.AutoWrapText(true)
				]
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SExpandableArea)
				.AreaTitle(LOCTEXT("Result", "Result"))
				.InitiallyCollapsed(true)
				.Visibility(this, &SToolCallRow::GetResultVisibility)
				.BodyContent()
				[
					SNew(STextBlock)
					.Text(this, &SToolCallRow::GetResultText)
					.AutoWrapText(true)
				]
			]
		]
	];
}

void SToolCallRow::SetApproved()
{
	if (State == EToolCallState::Asking)
	{
		State = EToolCallState::Running;
	}
}

void SToolCallRow::SetResult(const FVibeUEToolResult& Result)
{
	if (State != EToolCallState::Denied)
	{
		State = Result.bIsError ? EToolCallState::Failed : EToolCallState::Done;
	}
	ResultText = SToolCallRowPrivate::Shortened(Result.Text);
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
	case EToolCallState::Denied:
		break;
	}
	return LOCTEXT("Denied", "denied");
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
