// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/EditorMoment.h"

#include "Editor.h"
#include "VibeUEToolRun.h"

bool VibeUE::IsPlayUnderWay()
{
	check(IsInGameThread());
	return GEditor && (GEditor->PlayWorld || GEditor->IsPlaySessionInProgress());
}

bool VibeUE::EndsAmidChange(FVibeUEToolRun& Run)
{
	check(IsInGameThread());
	if (!GEditor || !GEditor->IsTransactionActive())
	{
		return false;
	}
	Run.End(EVibeUEToolEnd::Busy, TEXT("The user is in the middle of a change in the editor, as while something is dragged; call again in a moment."));
	return true;
}
