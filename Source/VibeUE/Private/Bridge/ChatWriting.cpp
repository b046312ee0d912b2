// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ChatWriting.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreText.h"
#include "VibeUEChatSession.h"

TArray<FString> FChatWriting::GetPrompts(const UChatSession& Session)
{
	TArray<FString> Prompts;
	if (Session.Core.IsValid())
	{
		for (const rust::String& Words : Session.Core->Session->prompts())
		{
			Prompts.Add(VibeUE::FromCore(Words));
		}
	}
	return Prompts;
}
