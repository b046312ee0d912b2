// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SToolCallRow.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/AccessibleWords.h"
#include "Widgets/CallArguments.h"
#include "Widgets/CallFigures.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SExpandableArea.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SNullWidget.h"
#include "Widgets/SToolPreview.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SToolCallRow"

namespace SToolCallRowPrivate
{
/** A result or its arguments may be megabytes; the conversation keeps all of it, the row shows the beginning. */
static constexpr int32 MostShownCharacters = 2000;

/** Slate units below which the state of a call is below its name. */
static constexpr float WidthForState = 300.0f;

/** The same, where time and tokens are shown next to the state. */
static constexpr float WidthForFigures = 440.0f;

/** Slate units that icon, arrow and edges take next to the name. */
static constexpr float WidthBesideName = 48.0f;

static FText Shortened(const FString& Text)
{
	const FString Shown = FChatExcerpt::Begin(Text, MostShownCharacters);
	const int32 Hidden = Text.Len() - Shown.Len();
	const FText Honest = FText::FromString(SToolPreview::MakeHonest(Shown));
	return Hidden == 0 ? Honest : FText::Format(LOCTEXT("Shortened", "{0}\n\u2026 characters not shown: {1}"), Honest, FText::AsNumber(Hidden));
}

/** What a call is to do: all of it if the user is asked for approval, since what is not seen cannot be judged; else its beginning. */
static TSharedRef<SWidget> MakeArguments(const FVibeUEToolCall& Call)
{
	const FString Lines = FCallArguments::Lines(Call.Arguments, Call.bNeedsApproval);
	if (Call.bNeedsApproval)
	{
		FVibeUEToolPreview Arguments;
		Arguments.Text = Lines;
		return SNew(SToolPreview).Preview(Arguments);
	}
	return SNew(SMultiLineEditableText)
		.Text(Shortened(Lines))
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Code"))
		.TextFlowDirection(ETextFlowDirection::LeftToRight)
		.IsReadOnly(true)
		.AutoWrapText(true);
}

/** What is shown of a result: no more is read, however long it is. */
static FText Beginning(const FVibeUEToolResult& Result)
{
	const FString Shown = FChatExcerpt::Begin(Result.Text, MostShownCharacters);
	return Shown.Len() == Result.Text.Len()
		? FText::FromString(Shown)
		: FText::Format(LOCTEXT("Beginning", "{0}\n\u2026 the beginning of {1}"), FText::FromString(Shown), FText::AsMemory(static_cast<uint64>(Result.Bytes)));
}

static FText GetAccessText(EVibeUEToolAccess Access)
{
	switch (Access)
	{
	case EVibeUEToolAccess::Read:
		return LOCTEXT("Reads", "It only looks; nothing is changed.");
	case EVibeUEToolAccess::Write:
		return LOCTEXT("Writes", "It makes changes that can be undone.");
	case EVibeUEToolAccess::Destructive:
		return LOCTEXT("Destroys", "It makes permanent changes that cannot be undone.");
	case EVibeUEToolAccess::Control:
		break;
	}
	return LOCTEXT("Controls", "It controls the editor, or runs what it is given: it may do anything.");
}

static FText GetTriedText(const FVibeUEToolPreview& Preview)
{
	if (Preview.bWouldFail)
	{
		return LOCTEXT("TriedInVain", "Nothing was changed. The call would have been refused:");
	}
	return Preview.Title.IsEmpty() && Preview.Text.IsEmpty()
		? LOCTEXT("TriedBlind", "Nothing was changed. What the call would do is not known in advance.")
		: LOCTEXT("TriedWell", "Nothing was changed. The call would do this:");
}

static FText GetEndText(EVibeUEToolEnd End)
{
	switch (End)
	{
	case EVibeUEToolEnd::Done:
		return LOCTEXT("EndDone", "done");
	case EVibeUEToolEnd::Failed:
		return LOCTEXT("EndFailed", "failed");
	case EVibeUEToolEnd::Denied:
		return LOCTEXT("EndDenied", "denied");
	case EVibeUEToolEnd::Refused:
		return LOCTEXT("EndRefused", "not run");
	case EVibeUEToolEnd::TimedOut:
		return LOCTEXT("EndTimedOut", "timed out");
	case EVibeUEToolEnd::Cancelled:
		return LOCTEXT("EndCancelled", "cancelled");
	case EVibeUEToolEnd::Busy:
		return LOCTEXT("EndBusy", "was busy");
	case EVibeUEToolEnd::Lost:
		break;
	}
	return LOCTEXT("EndLost", "lost");
}

static EToolCallState GetState(EVibeUEToolEnd End)
{
	switch (End)
	{
	case EVibeUEToolEnd::Done:
		return EToolCallState::Done;
	case EVibeUEToolEnd::Denied:
		return EToolCallState::Denied;
	case EVibeUEToolEnd::Cancelled:
		return EToolCallState::Unfinished;
	case EVibeUEToolEnd::Failed:
	case EVibeUEToolEnd::Refused:
	case EVibeUEToolEnd::TimedOut:
	case EVibeUEToolEnd::Busy:
	case EVibeUEToolEnd::Lost:
		break;
	}
	return EToolCallState::Failed;
}
} // namespace SToolCallRowPrivate

void SToolCallRow::Construct(const FArguments& InArgs)
{
	Call = InArgs._Call;
	MessageId = InArgs._MessageId;
	OnAnswered = InArgs._OnAnswered;
	OnTimed = InArgs._OnTimed;
	const EToolCallState AtFirst = Call.bNeedsApproval ? EToolCallState::Asking : EToolCallState::Running;
	State = Call.bDryRun ? EToolCallState::Tried : AtFirst;
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
				SAssignNew(Details, SExpandableArea)
				// What it would do is shown below; what it was called with, in full, is a click away.
				.InitiallyCollapsed(!Call.bNeedsApproval || !Call.Preview.Text.IsEmpty())
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
	FAccessibleWords::Give(*this, TAttribute<FText>::CreateSP(this, &SToolCallRow::GetSpoken));
	WatchTime();
}

TSharedRef<SWidget> SToolCallRow::MakeHeader()
{
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			MakeHeadline()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(18.0f, 0.0f, 0.0f, 3.0f)
		[
			SNew(STextBlock)
			.Visibility(this, &SToolCallRow::GetVisibilityBelowName)
			.Text(this, &SToolCallRow::GetStateLine)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ColorAndOpacity(this, &SToolCallRow::GetStateColor)
			.AutoWrapText(true)
		];
}

TSharedRef<SWidget> SToolCallRow::MakeHeadline()
{
	return SNew(SHorizontalBox)
		.ToolTipText(this, &SToolCallRow::GetNumbersTip)
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
			SNew(SBox)
			.MaxDesiredWidth(this, &SToolCallRow::GetNameWidth)
			[
				SNew(STextBlock)
				.Text(FText::FromString(SToolPreview::MakeHonest(Call.Name)))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
				.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
				.Clipping(EWidgetClipping::ClipToBounds)
			]
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		.Padding(8.0f, 0.0f)
		[
			MakeLine()
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(0.0f, 0.0f, 8.0f, 0.0f)
		[
			SNew(STextBlock)
			.Visibility(this, &SToolCallRow::GetFiguresVisibility)
			.Text(this, &SToolCallRow::GetFigures)
			.ToolTipText(LOCTEXT("FiguresTip", "How long the call has run, and the tokens that its result takes in the context."))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Visibility(this, &SToolCallRow::GetVisibilityBesideName)
			.Text(this, &SToolCallRow::GetStateText)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ColorAndOpacity(this, &SToolCallRow::GetStateColor)
		];
}

TSharedRef<SWidget> SToolCallRow::MakeLine()
{
	return SNew(STextBlock)
		.Text(FCallArguments::OneLine(Call.Arguments))
		.TextFlowDirection(ETextFlowDirection::LeftToRight)
		.Visibility(this, &SToolCallRow::GetLineVisibility)
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
		.ColorAndOpacity_Static(&FWordColors::GetQuiet)
		.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
		.Clipping(EWidgetClipping::ClipToBounds);
}

TSharedRef<SWidget> SToolCallRow::MakeDetails()
{
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 4.0f, 4.0f, 2.0f)
		[
			MakeArgumentsHeading()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 0.0f, 4.0f, 4.0f)
		[
			SToolCallRowPrivate::MakeArguments(Call)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 2.0f, 4.0f, 2.0f)
		[
			SNew(STextBlock)
			.Text(LOCTEXT("Result", "Result"))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.Visibility(this, &SToolCallRow::GetResultVisibility)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 0.0f, 4.0f, 4.0f)
		[
			SNew(SMultiLineEditableText)
			.Text(this, &SToolCallRow::GetResultText)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Code"))
			.TextFlowDirection(ETextFlowDirection::LeftToRight)
			.IsReadOnly(true)
			.AutoWrapText(true)
			.Visibility(this, &SToolCallRow::GetResultVisibility)
		];
}

TSharedRef<SWidget> SToolCallRow::MakeQuestion()
{
	return SNew(SVerticalBox)
		.Visibility(this, &SToolCallRow::GetPreviewVisibility)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 2.0f, 4.0f, 2.0f)
		[
			SNew(STextBlock)
			.Text(Call.bDryRun ? SToolCallRowPrivate::GetTriedText(Call.Preview) : SToolCallRowPrivate::GetAccessText(Call.Access))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ColorAndOpacity(this, &SToolCallRow::GetAccessColor)
			.AutoWrapText(true)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 2.0f, 4.0f, 4.0f)
		[
			SNew(SToolPreview)
			.Preview(Call.Preview)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 0.0f, 0.0f, 0.0f)
		[
			Call.bDryRun ? SNullWidget::NullWidget : MakeAnswers()
		];
}

bool SToolCallRow::IsNarrow() const
{
	const FVector2f Size = GetCachedGeometry().GetLocalSize();
	const float Least = Figures.IsEmpty() ? SToolCallRowPrivate::WidthForState : SToolCallRowPrivate::WidthForFigures;
	return Size.X > 0.0f && Size.X < Least;
}

EVisibility SToolCallRow::GetVisibilityBesideName() const
{
	return IsNarrow() ? EVisibility::Collapsed : EVisibility::SelfHitTestInvisible;
}

EVisibility SToolCallRow::GetVisibilityBelowName() const
{
	return IsNarrow() ? EVisibility::SelfHitTestInvisible : EVisibility::Collapsed;
}

FOptionalSize SToolCallRow::GetNameWidth() const
{
	const FVector2f Size = GetCachedGeometry().GetLocalSize();
	return IsNarrow() ? FOptionalSize(FMath::Max(Size.X - SToolCallRowPrivate::WidthBesideName, 1.0f)) : FOptionalSize();
}

void SToolCallRow::SetApproved()
{
	if (State == EToolCallState::Asking)
	{
		State = EToolCallState::Running;
	}
	WatchTime();
}

void SToolCallRow::SetTurnEnded()
{
	if (State == EToolCallState::Asking || State == EToolCallState::Running)
	{
		State = EToolCallState::Unfinished;
	}
}

void SToolCallRow::SetEnd(EVibeUEToolEnd End)
{
	if (State != EToolCallState::Tried || End != EVibeUEToolEnd::Refused)
	{
		HowItEnded = End;
		State = SToolCallRowPrivate::GetState(End);
	}
}

void SToolCallRow::SetResult(const FVibeUEToolResult& Result)
{
	if (State != EToolCallState::Denied && State != EToolCallState::Tried && !HowItEnded.IsSet())
	{
		State = Result.bIsError ? EToolCallState::Failed : EToolCallState::Done;
	}
	if (Result.Origin != EVibeUEResultOrigin::Given && !HowItEnded.IsSet())
	{
		State = EToolCallState::Unfinished;
		Origin = Result.Origin;
	}
	ResultText = SToolCallRowPrivate::Beginning(Result);
	Figures = FCallFigures::Of(Result);
	bHasResult = true;
	if (Call.bNeedsApproval && State == EToolCallState::Failed)
	{
		// The user who allowed it sees at once why it failed.
		Details->SetExpanded(true);
	}
}

bool SToolCallRow::HasEnded() const
{
	// A denied call has its result still to come, with the words for the model.
	return bHasResult || State == EToolCallState::Unfinished;
}

FText SToolCallRow::GetStateText() const
{
	if (HowItEnded.IsSet())
	{
		return SToolCallRowPrivate::GetEndText(HowItEnded.GetValue());
	}
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
		return Origin == EVibeUEResultOrigin::CutOff ? LOCTEXT("CutOff", "the editor exited while it was running")
			: Origin == EVibeUEResultOrigin::NeverBegan ? LOCTEXT("NeverBegan", "the editor exited before it began")
														: LOCTEXT("Unfinished", "no result");
	case EToolCallState::Tried:
		return LOCTEXT("Tried", "dry run: not done");
	case EToolCallState::Denied:
		break;
	}
	return LOCTEXT("Denied", "denied");
}

FText SToolCallRow::GetResultText() const
{
	return ResultText;
}

bool SToolCallRow::IsShowingCode() const
{
	return GetPreviewVisibility() == EVisibility::Visible && (Call.Preview.bIsDiff || !Call.Preview.Language.IsEmpty());
}

EVisibility SToolCallRow::GetPreviewVisibility() const
{
	return State == EToolCallState::Asking || State == EToolCallState::Tried ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SToolCallRow::GetResultVisibility() const
{
	return ResultText.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible;
}

#undef LOCTEXT_NAMESPACE
