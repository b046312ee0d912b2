// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ConversationTransfer.h"
#include "ConversationFiles.h"
#include "DesktopPlatformModule.h"
#include "Framework/Application/SlateApplication.h"
#include "IDesktopPlatform.h"
#include "Misc/Paths.h"
#include "SAIChatWindow.h"
#include "Widgets/ChatFileNotice.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SConversationList.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

namespace SAIChatWindowHistoryPrivate
{
/** What the dialog calls the files of a form. */
static FText NameOf(EConversationForm Form)
{
	switch (Form)
	{
	case EConversationForm::Transcript:
		return LOCTEXT("TranscriptFiles", "JSON transcript");
	case EConversationForm::Journal:
		return LOCTEXT("JournalFiles", "Journal");
	default:
		return LOCTEXT("MarkdownFiles", "Markdown");
	}
}
} // namespace SAIChatWindowHistoryPrivate

// What the user does to other conversations than the one before them.

FVibeUEError SAIChatWindow::HandleConversationDeleted(const FString& ConversationId)
{
	const bool bWasShown = FConversationFiles::IsSameId(ConversationId, GetConversationId());
	if (bWasShown)
	{
		SetSession(nullptr);
		LeaveDraft();
	}
	const FVibeUEError Problem = UChatSession::DiscardConversation(ConversationId);
	if (bWasShown)
	{
		// The list stays open: it offers to take that back.
		OpenConversation(Problem.Kind == EVibeUEFailure::None ? FString() : ConversationId);
		bShowsHistory = true;
	}
	return Problem;
}

FVibeUEError SAIChatWindow::HandleConversationRestored(const FString& ConversationId)
{
	return UChatSession::RestoreConversation(ConversationId);
}

FVibeUEError SAIChatWindow::HandleConversationRenamed(const FString& ConversationId, const FString& Title)
{
	for (UChatSession* Open : UChatSession::FindOpenSessions())
	{
		// One that is not open, or not yet, has no file to write.
		const bool bIsOpen = Open->GetState() != EVibeUEChatState::Failed && Open->GetState() != EVibeUEChatState::Opening;
		if (bIsOpen && FConversationFiles::IsSameId(Open->GetConversationId(), ConversationId))
		{
			// The session that has it open writes its file.
			return Open->RenameConversation(Title) ? FVibeUEError() : Open->GetLastError();
		}
	}
	return FConversationFiles::Rename(ConversationId, Title);
}

void SAIChatWindow::HandleConversationExported(const FString& ConversationId, const FText& Title, EConversationForm Form)
{
	IDesktopPlatform* Desktop = FDesktopPlatformModule::Get();
	const FString Extension = FConversationExport::GetExtension(Form);
	const FString Proposed = FConversationFiles::MakeExportPath(Title.ToString(), Extension);
	const FString Types = SAIChatWindowHistoryPrivate::NameOf(Form).ToString() + TEXT("|*.") + Extension;
	TArray<FString> Files;
	if (!Desktop ||
		!Desktop->SaveFileDialog(FSlateApplication::Get().FindBestParentWindowHandleForDialogs(nullptr), LOCTEXT("ExportDialog", "Export Conversation").ToString(), FPaths::GetPath(Proposed),
			FPaths::GetCleanFilename(Proposed), Types, EFileDialogFlags::None, Files) ||
		Files.Num() == 0)
	{
		return;
	}
	ConversationExports.Add(MakeShared<FConversationExport>(FConversationFiles::GetFolder(), ConversationId, FPaths::ConvertRelativePathToFull(Files[0]), Form));
	if (ConversationExports.Num() == 1)
	{
		RegisterActiveTimer(0.05f, FWidgetActiveTimerDelegate::CreateSP(this, &SAIChatWindow::HandleExportTime));
	}
}

EActiveTimerReturnType SAIChatWindow::HandleExportTime(double, float)
{
	while (ConversationExports.Num() > 0 && ConversationExports[0]->IsFinished())
	{
		const TSharedRef<FConversationExport> Written = ConversationExports[0];
		ConversationExports.RemoveAt(0);
		FVibeUEError Problem = Written->GetProblem();
		if (Problem.Kind == EVibeUEFailure::None)
		{
			const FText Sentence = Written->GetMasked() > 0 ? LOCTEXT("ExportedMasked", "The conversation was written to {0}; credentials masked: {1}")
															: LOCTEXT("Exported", "The conversation was written to {0}");
			FChatFileNotice::Show(Sentence, Written->GetPath(), FText::AsNumber(Written->GetMasked()));
			Problem.Message = FString::Join(Written->GetLost(), TEXT("; "));
			Problem.Kind = Problem.Message.IsEmpty() ? EVibeUEFailure::None : EVibeUEFailure::Storage;
		}
		if (Problem.Kind != EVibeUEFailure::None && bShowsHistory)
		{
			History->ShowProblem(Problem);
		}
		else if (Problem.Kind != EVibeUEFailure::None)
		{
			MessageList->AddNotice(EChatRowKind::Error, Problem.Message, Problem.Hint);
		}
	}
	return ConversationExports.Num() > 0 ? EActiveTimerReturnType::Continue : EActiveTimerReturnType::Stop;
}

#undef LOCTEXT_NAMESPACE
