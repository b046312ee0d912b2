// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// How a call looks in each of its states.

#include "Widgets/SToolCallRow.h"

#include "HAL/PlatformApplicationMisc.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Layout/SExpandableArea.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SToolCallRow"

TSharedRef<SWidget> SToolCallRow::MakeArgumentsHeading()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(Call.Arguments.TrimStartAndEnd().Equals(TEXT("{}")) || Call.Arguments.IsEmpty() ? LOCTEXT("NoArguments", "Arguments: none") : LOCTEXT("Arguments", "Arguments"))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SChatIconButton)
			.Icon("VibeUE.Copy.Small")
			.ToolTipText(LOCTEXT("CopyArgumentsTip", "Copy the arguments as JSON, as the model wrote them."))
			.OnClicked(this, &SToolCallRow::HandleCopyClicked)
		];
}

FReply SToolCallRow::HandleCopyClicked()
{
	FPlatformApplicationMisc::ClipboardCopy(*Call.Arguments);
	return FReply::Handled();
}

bool SToolCallRow::IsDestructive() const
{
	return State == EToolCallState::Asking && Call.Access == EVibeUEToolAccess::Destructive;
}

EVisibility SToolCallRow::GetLineVisibility() const
{
	// The same words are not shown twice.
	return Details.IsValid() && Details->IsExpanded() ? EVisibility::Hidden : EVisibility::SelfHitTestInvisible;
}

FSlateColor SToolCallRow::GetAccessColor() const
{
	return IsDestructive() ? FWordColors::GetError() : FSlateColor::UseForeground();
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
	case EToolCallState::Tried:
		break;
	}
	return FVibeUEStyle::GetBrush(IsDestructive() ? "VibeUE.Warning.Small" : "VibeUE.Tool.Small");
}

const FSlateBrush* SToolCallRow::GetBox() const
{
	if (bMarked)
	{
		return FVibeUEStyle::GetBrush("VibeUE.Box.Found");
	}
	if (IsDestructive())
	{
		return FVibeUEStyle::GetBrush("VibeUE.Box.Error");
	}
	return FVibeUEStyle::GetBrush(State == EToolCallState::Asking ? "VibeUE.Box.Asking" : "VibeUE.Box.Card");
}

FSlateColor SToolCallRow::GetStateColor() const
{
	switch (State)
	{
	case EToolCallState::Asking:
		return IsDestructive() ? FWordColors::GetError() : FSlateColor(FStyleColors::AccentBlue);
	case EToolCallState::Running:
		return FStyleColors::Foreground;
	case EToolCallState::Done:
		return FStyleColors::AccentGreen;
	case EToolCallState::Failed:
		return FWordColors::GetError();
	case EToolCallState::Unfinished:
	case EToolCallState::Tried:
		return FWordColors::GetQuiet();
	case EToolCallState::Denied:
		break;
	}
	return FStyleColors::Warning;
}

#undef LOCTEXT_NAMESPACE
