// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The tool servers: what they do, and what the user wants of them.

#include "VibeUEChatSession.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "Bridge/ToolBridge.h"

TArray<FVibeUEToolServer> UChatSession::GetToolServers() const
{
	check(IsInGameThread());
	TArray<FVibeUEToolServer> Servers;
	if (Core.IsValid())
	{
		for (const vibeue::ToolServer& Server : Core->Session->tool_servers())
		{
			Servers.Add(VibeUE::FromCore(Server));
		}
	}
	return Servers;
}

bool UChatSession::AllowToolServer(const FString& Name)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->allow_tool_server(VibeUE::ToCore(Name)))) : RefuseClosed();
}

bool FVibeUEToolServerLists::Use(UChatSession& Session, const FString& File)
{
	check(IsInGameThread());
	return Session.Core.IsValid() ? Session.Check(VibeUE::FromCore(Session.Core->Session->use_tool_server_list(VibeUE::ToCore(File)))) : Session.RefuseClosed();
}

bool UChatSession::RestartToolServer(const FString& Name)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->restart_tool_server(VibeUE::ToCore(Name)))) : RefuseClosed();
}

bool UChatSession::SignInAtToolServer(const FString& Name)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->sign_in_tool_server(VibeUE::ToCore(Name)))) : RefuseClosed();
}

bool UChatSession::SignOutOfToolServer(const FString& Name)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->sign_out_tool_server(VibeUE::ToCore(Name)))) : RefuseClosed();
}

bool UChatSession::ReloadToolServers()
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->reload_tool_servers())) : RefuseClosed();
}
