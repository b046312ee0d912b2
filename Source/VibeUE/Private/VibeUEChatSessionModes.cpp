// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// How far the tools of a conversation may go: plan mode, and trying what they would do.

#include "VibeUEChatSession.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "Bridge/ToolBridge.h"

bool UChatSession::SetPlanMode(bool bOn)
{
	check(IsInGameThread());
	if (!bOn && RefuseScript(TEXT("turn off plan mode")))
	{
		return false;
	}
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const bool bSet = Check(VibeUE::FromCore(Core->Session->set_plan_mode(bOn)));
	bIsPlanMode = bSet ? bOn : bIsPlanMode;
	return bSet;
}

bool UChatSession::IsPlanMode() const
{
	return bIsPlanMode;
}

bool UChatSession::SetDryRun(bool bOn)
{
	check(IsInGameThread());
	if (!bOn && RefuseScript(TEXT("turn off the dry run")))
	{
		return false;
	}
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const bool bSet = Check(VibeUE::FromCore(Core->Session->set_dry_run(bOn)));
	bIsDryRun = bSet ? bOn : bIsDryRun;
	return bSet;
}

bool UChatSession::IsDryRun() const
{
	return bIsDryRun;
}

void UChatSession::Rehearse(const FVibeUEToolCall& Call)
{
	if (Core.IsValid())
	{
		Check(VibeUE::FromCore(Core->Session->rehearse_tool(VibeUE::ToCore(Call.CallId), VibeUE::ToCore(Call.Preview))));
	}
}
