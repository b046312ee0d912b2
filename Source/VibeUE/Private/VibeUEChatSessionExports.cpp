// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Conversations that are written to files.

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

void UChatSession::EndExports(double Seconds)
{
	const double End = FPlatformTime::Seconds() + Seconds;
	TellExports();
	while (Core.IsValid() && Core->Exports.Num() > 0)
	{
		if (FPlatformTime::Seconds() >= End)
		{
			const TUniquePtr<FChatExport> Late = MoveTemp(Core->Exports[0]);
			Core->Exports.RemoveAt(0);
			VibeUE::Fire(*this, Exported, OnExportedDynamic, Late->Path,
				VibeUE::MakeError(EVibeUEFailure::Cancelled, LOCTEXT("LateExport", "The conversation was closed before the export was written."),
					LOCTEXT("LateExportHint", "Open it again and export it once more, under another name.")));
		}
		else
		{
			FPlatformProcess::Sleep(0.001f);
		}
		TellExports();
	}
}

void UChatSession::TellExports()
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
