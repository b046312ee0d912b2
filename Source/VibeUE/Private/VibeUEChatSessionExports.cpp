// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Conversations that are written to files, and what happens to that when the session is closed.

#include "VibeUEChatSession.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "ChatError.h"
#include "ChatEvents.h"
#include "HAL/PlatformProcess.h"
#include "HAL/PlatformTime.h"

#define LOCTEXT_NAMESPACE "ChatSession"

bool UChatSession::ExportConversation(const FString& Path, bool bWithSecrets)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	Core->Exports.Add(MakeUnique<FChatExport>(FChatExport{Path,
		Core->Session->start_export(VibeUE::ToCore(Path), vibeue::ExportFormat::Markdown, vibeue::HistoryKind::Transcript, bWithSecrets)}));
	return true;
}

bool UChatSession::ExportContextReport(const FString& Path, EVibeUEContextFormat Format)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	Core->Exports.Add(
		MakeUnique<FChatExport>(FChatExport{Path, Core->Session->start_context_export(VibeUE::ToCore(Path), VibeUE::ToCore(Format))}));
	return true;
}

void UChatSession::EndFileWork(double Seconds)
{
	const double End = FPlatformTime::Seconds() + Seconds;
	NotifyExports();
	NotifyRestores();
	while (Core.IsValid() && Core->Exports.Num() + Core->Restores.Num() > 0 && FPlatformTime::Seconds() < End)
	{
		FPlatformProcess::Sleep(0.001f);
		NotifyExports();
		NotifyRestores();
	}
	// Neither can be stopped: what is late is not cancelled, but nobody will hear how it ended.
	while (Core.IsValid() && Core->Exports.Num() > 0)
	{
		const FString Path = Core->Exports[0]->Path;
		Core->Exports.RemoveAt(0);
		VibeUE::Fire(*this, Exported, OnExportedDynamic, Path,
			VibeUE::MakeError(EVibeUEFailure::Conflict, LOCTEXT("ExportGoesOn", "The conversation was closed while the export was still being written."),
				LOCTEXT("ExportGoesOnHint", "It is still being written: check the file, or export the conversation once more, under another name.")));
		NotifyExports();
	}
	while (Core.IsValid() && Core->Restores.Num() > 0)
	{
		Core->Restores.RemoveAt(0);
		FVibeUEFilesRestored Report;
		Report.Error = VibeUE::MakeError(EVibeUEFailure::Conflict, LOCTEXT("RestoreGoesOn", "The conversation was closed while edits were still being undone."),
			LOCTEXT("RestoreGoesOnHint", "They are still being undone: open the conversation again to see which files are as before."));
		VibeUE::Fire(*this, FilesRestored, OnFilesRestoredDynamic, Report);
		NotifyRestores();
	}
}

void UChatSession::NotifyExports()
{
	// A handler may begin another one, or close the session.
	while (Core.IsValid() && Core->Exports.Num() > 0 && Core->Exports[0]->Job->is_finished())
	{
		const FString Path = Core->Exports[0]->Path;
		const FVibeUEError Problem = VibeUE::FromCore(Core->Exports[0]->Job->status());
		Core->Exports.RemoveAt(0);
		VibeUE::Fire(*this, Exported, OnExportedDynamic, Path, Problem);
	}
}

#undef LOCTEXT_NAMESPACE
