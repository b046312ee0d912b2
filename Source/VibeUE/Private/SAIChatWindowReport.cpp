// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The window's bug report: written in the background, and announced when it is finished.

#include "SAIChatWindow.h"

#include "Bridge/BugReport.h"
#include "ConversationFiles.h"
#include "Widgets/ChatFileNotice.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

void SAIChatWindow::HandleReportAsked()
{
	// A second one while the first is written would hold the same.
	if (!BugReport.IsValid())
	{
		BugReport = MakeShared<FBugReport>(FConversationFiles::MakeExportPath(TEXT("Bug report")), GetConversationId());
		RegisterActiveTimer(0.05f, FWidgetActiveTimerDelegate::CreateSP(this, &SAIChatWindow::HandleReportTime));
	}
}

EActiveTimerReturnType SAIChatWindow::HandleReportTime(double, float)
{
	if (!BugReport->IsFinished())
	{
		return EActiveTimerReturnType::Continue;
	}
	const TSharedPtr<FBugReport> Written = MoveTemp(BugReport);
	BugReport.Reset();
	const FVibeUEError Problem = Written->GetProblem();
	if (Problem.Kind == EVibeUEFailure::None)
	{
		FChatFileNotice::Show(LOCTEXT("Reported", "The bug report was written to {0}. Read it before you send it."), Written->GetPath());
	}
	else
	{
		MessageList->AddNotice(EChatRowKind::Error, Problem.Message, Problem.Hint);
	}
	return EActiveTimerReturnType::Stop;
}

#undef LOCTEXT_NAMESPACE
