// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The window's panel of the context: where it is, and what it asks for.

#include "SAIChatWindow.h"

#include "ConversationFiles.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SSummaryPreview.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

namespace SAIChatWindowContextPrivate
{
/** Slate units from which on conversation and context have room beside each other. */
static constexpr float WidthForBoth = 760.0f;

/** The width of the context then. */
static constexpr float ContextWidth = 340.0f;
} // namespace SAIChatWindowContextPrivate

TSharedRef<SWidget> SAIChatWindow::MakeContext()
{
	return SNew(SBox)
		.WidthOverride(this, &SAIChatWindow::GetContextWidth)
		.Visibility(this, &SAIChatWindow::GetContextVisibility)
		[
			SAssignNew(Context, SContextPanel)
			.OnClosed(this, &SAIChatWindow::HandleContextAsked)
			.OnPreviewAsked(this, &SAIChatWindow::HandlePreviewAsked)
			.OnPreviewUpToAsked(this, &SAIChatWindow::HandlePreviewUpToAsked)
			.OnMessageShown(this, &SAIChatWindow::HandleMessageShown)
			.OnExported(this, &SAIChatWindow::HandleContextExportAsked)
		];
}

void SAIChatWindow::HandleContextAsked()
{
	if (Preview->IsOpen())
	{
		ClosePreview();
		bShowsContext = true;
		bShowsHistory = false;
		GiveKeyboardTo(Context);
		return;
	}
	bShowsContext = !bShowsContext || bShowsHistory;
	bShowsHistory = false;
	if (bShowsContext)
	{
		GiveKeyboardTo(Context);
	}
	else
	{
		GiveKeyboardBack();
	}
}

void SAIChatWindow::HandleContextExportAsked(EVibeUEContextFormat Format)
{
	if (Session.IsValid())
	{
		const FString Title = FText::Format(LOCTEXT("ContextOf", "Context {0}"), GetTitle()).ToString();
		Session->ExportContextReport(
			FConversationFiles::MakeExportPath(Title, Format == EVibeUEContextFormat::Csv ? TEXT("csv") : TEXT("json")), Format);
	}
}

void SAIChatWindow::HandlePreviewUpToAsked(int64 MessageId)
{
	FVibeUEPreviewOptions Options;
	Options.UpTo = MessageId;
	OpenPreview(Options);
}

void SAIChatWindow::HandleMessageShown(int64 MessageId)
{
	bShowsContext = bShowsContext && HasRoomForContext();
	MessageList->ShowMessage(MessageId);
}

bool SAIChatWindow::HasRoomForContext() const
{
	return GetCachedGeometry().GetLocalSize().X >= SAIChatWindowContextPrivate::WidthForBoth;
}

FOptionalSize SAIChatWindow::GetContextWidth() const
{
	const FVector2f Size = GetCachedGeometry().GetLocalSize();
	return HasRoomForContext() ? SAIChatWindowContextPrivate::ContextWidth : static_cast<float>(Size.X);
}

EVisibility SAIChatWindow::GetContextVisibility() const
{
	return bShowsContext ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
