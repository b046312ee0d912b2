// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The window's preview of a summary: where it is, and what opens it.

#include "SAIChatWindow.h"

#include "Bridge/PreviewConversions.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SSummaryPreview.h"

TSharedRef<SWidget> SAIChatWindow::MakePreview()
{
	return SAssignNew(Preview, SSummaryPreview)
		.Visibility(this, &SAIChatWindow::GetPreviewVisibility)
		.OnClosed(this, &SAIChatWindow::HandlePreviewClosed);
}

void SAIChatWindow::OpenPreview(const FVibeUEPreviewOptions& Options)
{
	if (!Session.IsValid())
	{
		return;
	}
	// It takes the place of everything else, and gives it back.
	bShowedContext = bShowsContext && HasRoomForContext();
	bShowsContext = false;
	bShowsHistory = false;
	MessageList->SetShowsPreviews(false);
	Preview->Open(Options);
	GiveKeyboardTo(Preview);
}

bool SAIChatWindow::LeavePreview()
{
	if (!Preview->CanLeave())
	{
		bShowsHistory = false;
		GiveKeyboardTo(Preview);
		return false;
	}
	ClosePreview();
	return true;
}

void SAIChatWindow::ClosePreview()
{
	if (Preview->IsOpen())
	{
		Preview->Close();
		HandlePreviewClosed();
	}
}

void SAIChatWindow::HandlePreviewClosed()
{
	MessageList->SetShowsPreviews(true);
	bShowsContext = bShowsContext || bShowedContext;
	bShowedContext = false;
	RefreshStatus();
	// It may close long after the click that applied it: a user who is elsewhere by then stays there.
	if (HasFocusedDescendants())
	{
		GiveKeyboardBack();
	}
}

bool SAIChatWindow::ObeyPreview(const vibeue::TypedLine& Typed)
{
	switch (Typed.kind)
	{
	case vibeue::TypedKind::PreviewApply:
		return Preview->IsOpen() ? Preview->Apply() : Session->AcceptPreview();
	case vibeue::TypedKind::PreviewCancel:
		ClosePreview();
		return true;
	default:
		OpenPreview(VibeUE::FromCore(Typed.preview));
		return true;
	}
}

EVisibility SAIChatWindow::GetPreviewVisibility() const
{
	// The list of conversations has no ground of its own.
	return Preview.IsValid() && Preview->IsOpen() && !bShowsHistory ? EVisibility::Visible : EVisibility::Collapsed;
}
