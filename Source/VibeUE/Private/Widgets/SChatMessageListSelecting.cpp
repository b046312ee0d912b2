// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Selecting messages, to copy them.

#include "Widgets/SChatMessageList.h"

#include "Framework/Application/SlateApplication.h"
#include "HAL/PlatformApplicationMisc.h"
#include "InputCoreTypes.h"
#include "VibeUEMessages.h"
#include "Widgets/SChatSelectionBar.h"

TSharedRef<SWidget> SChatMessageList::MakeSelectionBar()
{
	return SAssignNew(SelectionBar, SChatSelectionBar)
		.Visibility(this, &SChatMessageList::GetSelectionVisibility)
		.Count(this, &SChatMessageList::CountSelected)
		.OnCopyAsked(this, &SChatMessageList::CopySelected)
		.OnAllAsked(this, &SChatMessageList::SelectAll)
		.OnClosed(this, &SChatMessageList::EndSelecting);
}

void SChatMessageList::BeginSelecting()
{
	bIsSelecting = true;
	SelectionBar->TakeKeyboard();
}

void SChatMessageList::EndSelecting()
{
	const bool bWasSelecting = bIsSelecting;
	bIsSelecting = false;
	Selected.Empty();
	LastSelected = 0;
	if (bWasSelecting)
	{
		OnSelectingEnded.ExecuteIfBound();
	}
}

void SChatMessageList::SelectAll()
{
	Selected.Append(Selectable);
}

void SChatMessageList::CopySelected()
{
	FPlatformApplicationMisc::ClipboardCopy(*UVibeUEMessages::ToMarkdown(Session.Get(), Selected.Array()));
}

void SChatMessageList::HandleSelected(int64 MessageId, bool bSelected)
{
	bIsSelecting = true;
	const int32 From = Selectable.IndexOfByKey(LastSelected);
	const int32 To = Selectable.IndexOfByKey(MessageId);
	const bool bIsRange = FSlateApplication::IsInitialized() && FSlateApplication::Get().GetModifierKeys().IsShiftDown() && From != INDEX_NONE && To != INDEX_NONE;
	const int32 First = bIsRange ? FMath::Min(From, To) : To;
	const int32 Last = bIsRange ? FMath::Max(From, To) : To;
	for (int32 Index = First; Index != INDEX_NONE && Index <= Last; ++Index)
	{
		// With Shift, everything from the one before becomes as that is.
		if (bIsRange ? Selected.Contains(LastSelected) : bSelected)
		{
			Selected.Add(Selectable[Index]);
		}
		else
		{
			Selected.Remove(Selectable[Index]);
		}
	}
	LastSelected = MessageId;
}

FReply SChatMessageList::OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	if (bIsSelecting && InKeyEvent.GetKey() == EKeys::Escape)
	{
		EndSelecting();
		return FReply::Handled();
	}
	return SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
}

bool SChatMessageList::IsMessageSelected(int64 MessageId) const
{
	return Selected.Contains(MessageId);
}

int32 SChatMessageList::CountSelected() const
{
	return Selected.Num();
}

EVisibility SChatMessageList::GetSelectionVisibility() const
{
	return bIsSelecting ? EVisibility::Visible : EVisibility::Collapsed;
}
