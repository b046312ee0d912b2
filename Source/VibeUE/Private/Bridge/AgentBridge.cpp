// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/AgentBridge.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "Bridge/KnownAgent.h"

namespace VibeUE
{
static EVibeUEAgentState FromCore(vibeue::AgentState State)
{
	switch (State)
	{
	case vibeue::AgentState::NeedsPermission:
		return EVibeUEAgentState::NeedsPermission;
	case vibeue::AgentState::Starting:
		return EVibeUEAgentState::Starting;
	case vibeue::AgentState::Ready:
		return EVibeUEAgentState::Ready;
	case vibeue::AgentState::NeedsSignIn:
		return EVibeUEAgentState::NeedsSignIn;
	case vibeue::AgentState::Failed:
		return EVibeUEAgentState::Failed;
	case vibeue::AgentState::Stopped:
		break;
	}
	return EVibeUEAgentState::Stopped;
}

FVibeUEAgent FromCore(const vibeue::AgentInfo& Agent)
{
	FVibeUEAgent Result;
	Result.bIsUsed = Agent.is_used;
	Result.Command = FromCore(Agent.line);
	Result.Name = FromCore(Agent.name);
	Result.State = FromCore(Agent.state);
	Result.Words = FromCore(Agent.words);
	for (const rust::String& Way : Agent.ways)
	{
		Result.SignInWays.Add(FromCore(Way));
	}
	Result.Used = FromCore(Agent.used);
	Result.Size = FromCore(Agent.size);
	Result.Cost = Agent.cost;
	Result.Currency = FromCore(Agent.currency);
	return Result;
}
} // namespace VibeUE

TArray<FKnownAgent> FKnownAgent::FindAll()
{
	TArray<FKnownAgent> Agents;
	if (VibeUE::IsCoreUsable())
	{
		for (const vibeue::KnownAgent& Known : vibeue::known_agents())
		{
			Agents.Add(FKnownAgent{VibeUE::FromCore(Known.title), VibeUE::FromCore(Known.command), VibeUE::FromCore(Known.install)});
		}
	}
	return Agents;
}
