// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What the conversation tells, and what the window shows of it.

#include "SAIChatWindow.h"

#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreText.h"
#include "VibeUESettings.h"
#include "Widgets/ChatFileNotice.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SStatusLine.h"
#include "Widgets/SSummaryBadge.h"
#include "Widgets/SSummaryPreview.h"
#include "Widgets/STokenBar.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

void SAIChatWindow::HandleExported(const FString& Path, const FVibeUEError& Error)
{
	if (Error.Kind != EVibeUEFailure::None)
	{
		MessageList->AddNotice(EChatRowKind::Error, Error.Message, Error.Hint);
		return;
	}
	// A host may give a conversation's file any name; a report has one of these.
	if (Path.EndsWith(TEXT(".json")) || Path.EndsWith(TEXT(".csv")))
	{
		FChatFileNotice::Show(LOCTEXT("ContextExported", "The context report was written to {0}"), Path);
		return;
	}
	FChatFileNotice::Show(LOCTEXT("Exported", "The conversation was written to {0}"), Path);
}

void SAIChatWindow::HandleToolEnded(const FString&, EVibeUEToolEnd)
{
	RefreshEdits();
}

void SAIChatWindow::RefreshEdits()
{
	Edits = FVibeUEFileChanges();
	if (Session.IsValid())
	{
		for (const FVibeUEFileChanges& Changes : Session->GetFileChanges())
		{
			Edits = Changes.bRestored ? Edits : Changes;
		}
	}
}

EVisibility SAIChatWindow::GetRestoreVisibility() const
{
	return Edits.Files.Num() > 0 ? EVisibility::Visible : EVisibility::Collapsed;
}

FText SAIChatWindow::GetRestoreTip() const
{
	static constexpr int32 MostFiles = 20;
	TArray<FString> Files = Edits.Files;
	if (Files.Num() > MostFiles)
	{
		Files.SetNum(MostFiles);
		Files.Add(TEXT("\u2026"));
	}
	return FText::Format(LOCTEXT("RestoreTip", "Restore these files to what they were before the agent's latest edits:\n{0}"),
		FText::FromString(FString::Join(Files, TEXT("\n"))));
}

FReply SAIChatWindow::HandleRestoreAsked()
{
	if (Session.IsValid() && Edits.Files.Num() > 0)
	{
		Session->RestoreFiles(Edits.Id);
		// A second click would be for the turn before.
		Edits = FVibeUEFileChanges();
	}
	return FReply::Handled();
}

void SAIChatWindow::HandleFilesRestored(const FVibeUEFilesRestored& Report)
{
	RefreshEdits();
	if (Report.Error.Kind != EVibeUEFailure::None)
	{
		MessageList->AddNotice(EChatRowKind::Error, Report.Error.Message, Report.Error.Hint);
		return;
	}
	StatusLine->SetOutcome(FText::Format(LOCTEXT("Restored", "Edits undone. Files restored: {0}, removed: {1}"),
		FText::AsNumber(Report.Restored.Num()), FText::AsNumber(Report.Removed.Num())));
	if (Report.Left.Num() > 0)
	{
		MessageList->AddNotice(EChatRowKind::Warning,
			FText::Format(LOCTEXT("FilesLeft", "Not restored:\n{0}"), FText::FromString(FString::Join(Report.Left, TEXT("\n")))).ToString(), FString());
	}
}

void SAIChatWindow::HandleMessageAdded(const FVibeUEMessage& Message)
{
	if (Message.Role == EVibeUERole::User)
	{
		Sent.RemoveSingle(Message.Text);
	}
}

void SAIChatWindow::HandleMessageReturned(const FString& Text)
{
	// Other hosts of the session keep what they submit.
	if (Sent.RemoveSingle(Text) > 0)
	{
		Input->GiveBack(VibeUE::FromCore(vibeue::type_message(VibeUE::ToCore(Text))));
	}
}

void SAIChatWindow::HandleOpened(bool bSuccess)
{
	HandleHistoryChanged();
	RefreshEdits();
	TopMessage = bSuccess ? TopMessage : 0;
	if (TopMessage != 0)
	{
		// The list hears of it before or after this window: by then it has its rows.
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SAIChatWindow::HandlePlaceTaken));
	}
}

void SAIChatWindow::HandleStateChanged(EVibeUEChatState State)
{
	RefreshEdits();
	if (Session.IsValid() && Session->IsSummarizing())
	{
		return;
	}
	StatusLine->ShowState(State, GetIdleText());
}

bool SAIChatWindow::IsAsking() const
{
	return MessageList.IsValid() && MessageList->IsAsking();
}

void SAIChatWindow::HandleUsageChanged(const FVibeUETokenUsage&)
{
	RefreshUsage();
}

void SAIChatWindow::HandleSummarizationStarted(const FString&)
{
	StatusLine->SetActivity(LOCTEXT("Summarizing", "Summarizing conversation history\u2026"), true);
}

void SAIChatWindow::HandlePreviewStarted()
{
	StatusLine->SetActivity(LOCTEXT("Previewing", "Computing what summarizing would do\u2026"), true);
}

void SAIChatWindow::HandlePreview(const FVibeUESummaryPreview& Shown)
{
	RefreshStatus();
	// The preview says itself what is to be known of it.
	for (const FString& Warning : Preview->IsOpen() ? TArray<FString>() : Shown.Warnings)
	{
		MessageList->AddNotice(EChatRowKind::Warning, Warning, FString());
	}
}

void SAIChatWindow::HandlePreviewFailed(const FVibeUEError& Error)
{
	RefreshStatus();
	if (Error.Kind != EVibeUEFailure::Cancelled && !Preview->IsOpen())
	{
		MessageList->AddNotice(EChatRowKind::Warning, Error.Message, Error.Hint);
	}
}

void SAIChatWindow::RefreshStatus()
{
	StatusLine->SetOutcome(FText::GetEmpty());
	if (Session.IsValid())
	{
		HandleStateChanged(Session->GetState());
	}
}

void SAIChatWindow::HandleSummarizationEnded(const FVibeUESummarization& Summarization)
{
	switch (Summarization.End)
	{
	case EVibeUESummaryEnd::Applied:
		SummaryOutcome = FText::Format(
			Summarization.MessagesSummarized > 0 ? LOCTEXT("Applied", "Summarized: {0} \u2192 {1} tokens") : LOCTEXT("Shortened", "Shortened: {0} \u2192 {1} tokens"),
			FText::AsNumber(Summarization.TokensBefore), FText::AsNumber(Summarization.TokensAfter));
		StatusLine->SetIdle(SummaryOutcome);
		Badge->Show(Summarization, GetDefault<UVibeUESettings>()->NoticeSeconds);
		break;
	case EVibeUESummaryEnd::Cancelled:
		StatusLine->SetOutcome(LOCTEXT("Cancelled", "Summarization cancelled; the conversation is unchanged."));
		break;
	case EVibeUESummaryEnd::Failed:
		StatusLine->SetOutcome(FText::Format(LOCTEXT("SummaryFailed", "Summarization failed: {0} The conversation is unchanged and continues."),
			FText::FromString(Summarization.Failure.Message)));
		// The status line has said it: a second announcement would cut that off.
		MessageList->AddNotice(EChatRowKind::Warning, Summarization.Failure.Message, Summarization.Failure.Hint, FVibeUEError(), false);
		break;
	}
	for (const FString& Warning : Summarization.Warnings)
	{
		MessageList->AddNotice(EChatRowKind::Warning, Warning, FString(), FVibeUEError(), Summarization.End != EVibeUESummaryEnd::Failed);
	}
}

void SAIChatWindow::HandleHistoryChanged()
{
	bCanUndo = false;
	if (Session.IsValid())
	{
		for (const FVibeUESummaryRow& Row : Session->GetSummaries())
		{
			bCanUndo = bCanUndo || Row.bInForce;
		}
	}
	RefreshUsage();
}

void SAIChatWindow::RefreshUsage()
{
	if (Session.IsValid())
	{
		TokenBar->SetUsage(Session->GetTokenBreakdown(), Session->GetTrigger(), Session->GetCosts());
	}
}

#undef LOCTEXT_NAMESPACE
