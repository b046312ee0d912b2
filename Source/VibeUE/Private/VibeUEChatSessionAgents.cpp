// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The agent that answers instead of a model: what it does, and what the user allows.

#include "VibeUEChatSession.h"

#include "Bridge/AgentBridge.h"
#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"

FVibeUEAgent UChatSession::GetAgent() const
{
	check(IsInGameThread());
	return Core.IsValid() ? VibeUE::FromCore(Core->Session->agent()) : FVibeUEAgent();
}

bool UChatSession::AllowAgent()
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->allow_agent())) : RefuseClosed();
}
