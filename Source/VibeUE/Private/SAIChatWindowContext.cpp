// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The window's context panel: where it is, and what it asks for.

#include "SAIChatWindow.h"

#include "ConversationFiles.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SPanelGrip.h"
#include "Widgets/SSummaryPreview.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

namespace SAIChatWindowContextPrivate
{
/** Slate units from which on conversation and context have room next to each other. */
static constexpr float WidthForBoth = 760.0f;

/** What the conversation keeps then, however wide the context is to be. */
static constexpr float LeastTalk = 420.0f;
} // namespace SAIChatWindowContextPrivate

TSharedRef<SWidget> SAIChatWindow::MakeContext()
{
	return SNew(SHorizontalBox)
		.Visibility(this, &SAIChatWindow::GetContextVisibility)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SPanelGrip)
			.Visibility(this, &SAIChatWindow::GetGripVisibility)
			.PanelWidth(this, &SAIChatWindow::GetPanelWidth)
			.OnResized(this, &SAIChatWindow::HandleContextResized)
			.OnReleased(this, &SAIChatWindow::HandleContextReleased)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SBox)
			.WidthOverride(this, &SAIChatWindow::GetContextWidth)
			[
				SAssignNew(Context, SContextPanel)
				.OnClosed(this, &SAIChatWindow::HandleContextAsked)
				.OnPreviewAsked(this, &SAIChatWindow::HandlePreviewAsked)
				.OnPreviewUpToAsked(this, &SAIChatWindow::HandlePreviewUpToAsked)
				.OnPreviewOriginalsAsked(this, &SAIChatWindow::HandlePreviewOriginalsAsked)
				.OnMessageShown(this, &SAIChatWindow::HandleMessageShown)
				.OnSourcesAsked(this, &SAIChatWindow::HandleSummarySourcesAsked)
				.OnEditAsked(this, &SAIChatWindow::HandleSummaryEditAsked)
				.OnSettingsAsked(this, &SAIChatWindow::HandleSettingsAsked)
				.OnExported(this, &SAIChatWindow::HandleContextExportAsked)
			]
		];
}

void SAIChatWindow::HandleContextAsked()
{
	if (Preview->IsOpen())
	{
		if (!LeavePreview())
		{
			return;
		}
		bShowsContext = true;
		bShowsHistory = false;
		GiveKeyboardTo(Context);
		KeepPlace();
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
	KeepPlace();
}

void SAIChatWindow::HandleBreakersAsked()
{
	if (bShowsContext && !bShowsHistory && !Preview->IsOpen())
	{
		GiveKeyboardTo(Context);
	}
	else
	{
		HandleContextAsked();
	}
	Context->ScrollToBreakers();
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

void SAIChatWindow::HandlePreviewOriginalsAsked()
{
	FVibeUEPreviewOptions Options;
	Options.bOriginals = true;
	OpenPreview(Options);
}

void SAIChatWindow::HandleMessageShown(int64 MessageId)
{
	bShowsContext = bShowsContext && HasRoomForContext();
	MessageList->ShowMessage(MessageId);
	if (!bShowsContext)
	{
		// The lever that had the keyboard is out of view.
		GiveKeyboardBack();
	}
}

void SAIChatWindow::HandleSummarySourcesAsked()
{
	if (ShowTalk())
	{
		GiveKeyboardTo(MessageList->ShowSummarySources());
	}
}

void SAIChatWindow::HandleSummaryEditAsked()
{
	if (ShowTalk())
	{
		GiveKeyboardTo(MessageList->EditSummary());
	}
}

bool SAIChatWindow::HasRoomForContext() const
{
	return GetCachedGeometry().GetLocalSize().X >= SAIChatWindowContextPrivate::WidthForBoth;
}

FOptionalSize SAIChatWindow::GetContextWidth() const
{
	const FVector2f Size = GetCachedGeometry().GetLocalSize();
	return HasRoomForContext() ? GetPanelWidth() : static_cast<float>(Size.X);
}

float SAIChatWindow::GetPanelWidth() const
{
	const FVector2f Size = GetCachedGeometry().GetLocalSize();
	return FMath::Max(FMath::Min(ContextWidth, static_cast<float>(Size.X) - SAIChatWindowContextPrivate::LeastTalk), FPanelMemory::LeastWidth);
}

EVisibility SAIChatWindow::GetGripVisibility() const
{
	return HasRoomForContext() ? EVisibility::Visible : EVisibility::Collapsed;
}

void SAIChatWindow::HandleContextResized(float Width)
{
	ContextWidth = FPanelMemory::Clamp(Width);
}

void SAIChatWindow::HandleContextReleased()
{
	KeepPlace();
}

EVisibility SAIChatWindow::GetContextVisibility() const
{
	return bShowsContext ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
