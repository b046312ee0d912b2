// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Selecting a message, by its box or by a click next to its words.

#include "Widgets/SChatMessageRow.h"

#include "InputCoreTypes.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/SNullWidget.h"

#define LOCTEXT_NAMESPACE "SChatMessageRow"

TSharedRef<SWidget> SChatMessageRow::MakeSelectionBox()
{
	if (SelectionId == 0)
	{
		return SNullWidget::NullWidget;
	}
	static constexpr int32 MostOfName = 80;
	return SNew(SCheckBox)
		.AccessibleText(FText::Format(LOCTEXT("SelectName", "Select the message: {0}"), FText::FromString(FChatExcerpt::Begin(Text, MostOfName))))
		.Visibility(this, &SChatMessageRow::GetSelectionVisibility)
		.IsChecked(this, &SChatMessageRow::GetSelectionState)
		.OnCheckStateChanged(this, &SChatMessageRow::HandleSelectionChanged)
		.ToolTipText(LOCTEXT("SelectTip", "Select this message; with Shift, also those between this and the last one."));
}

EVisibility SChatMessageRow::GetSelectionVisibility() const
{
	return IsSelecting.Get() ? EVisibility::Visible : EVisibility::Collapsed;
}

ECheckBoxState SChatMessageRow::GetSelectionState() const
{
	return IsSelected.Get() ? ECheckBoxState::Checked : ECheckBoxState::Unchecked;
}

void SChatMessageRow::HandleSelectionChanged(ECheckBoxState State)
{
	OnSelected.ExecuteIfBound(SelectionId, State == ECheckBoxState::Checked);
}

FReply SChatMessageRow::OnMouseButtonDown(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent)
{
	const bool bIsWanted = MouseEvent.IsControlDown() || (IsSelecting.Get() && MouseEvent.IsShiftDown());
	if (SelectionId != 0 && bIsWanted && MouseEvent.GetEffectingButton() == EKeys::LeftMouseButton)
	{
		OnSelected.ExecuteIfBound(SelectionId, !IsSelected.Get());
		return FReply::Handled();
	}
	return SCompoundWidget::OnMouseButtonDown(MyGeometry, MouseEvent);
}

#undef LOCTEXT_NAMESPACE
