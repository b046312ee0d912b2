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
	FVibeUEAgent Told;
	Told.bIsUsed = Agent.is_used;
	Told.Command = FromCore(Agent.line);
	Told.Name = FromCore(Agent.name);
	Told.State = FromCore(Agent.state);
	Told.Words = FromCore(Agent.words);
	for (const rust::String& Way : Agent.ways)
	{
		Told.SignInWays.Add(FromCore(Way));
	}
	Told.Used = FromCore(Agent.used);
	Told.Size = FromCore(Agent.size);
	Told.Cost = Agent.cost;
	Told.Currency = FromCore(Agent.currency);
	return Told;
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
