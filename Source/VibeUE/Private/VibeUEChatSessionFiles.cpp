// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The project's text files, as the agent edits them.

#include "VibeUEChatSession.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/ToolBridge.h"
#include "ChatEvents.h"

TArray<FVibeUEFileChanges> UChatSession::GetFileChanges() const
{
	check(IsInGameThread());
	TArray<FVibeUEFileChanges> Changes;
	if (Core.IsValid())
	{
		for (const vibeue::FileChanges& Changed : Core->Session->file_changes())
		{
			Changes.Add(VibeUE::FromCore(Changed));
		}
	}
	return Changes;
}

bool UChatSession::RestoreFiles(int64 Id)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	Core->Restores.Add(MakeUnique<FFileRestore>(FFileRestore{Core->Session->start_file_restore(static_cast<uint64>(FMath::Max<int64>(Id, 0)))}));
	return true;
}

void UChatSession::NotifyRestores()
{
	// A handler may begin another one, or close the session.
	while (Core.IsValid() && Core->Restores.Num() > 0 && Core->Restores[0]->Job->is_finished())
	{
		const FVibeUEFilesRestored Report = VibeUE::FromCore(Core->Restores[0]->Job->report());
		Core->Restores.RemoveAt(0);
		VibeUE::Fire(*this, FilesRestored, OnFilesRestoredDynamic, Report);
	}
}
