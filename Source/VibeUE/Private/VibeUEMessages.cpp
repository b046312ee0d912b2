// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUEMessages.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreText.h"
#include "VibeUEChatSession.h"

FString UVibeUEMessages::ToMarkdown(const UChatSession* Session, const TArray<int64>& MessageIds)
{
	if (!Session || !Session->Core.IsValid())
	{
		return FString();
	}
	TArray<std::uint64_t> Ids;
	for (const int64 Id : MessageIds)
	{
		Ids.Add(VibeUE::ToCore(Id));
	}
	return VibeUE::FromCore(Session->Core->Session->copy_messages(rust::Slice<const std::uint64_t>(Ids.GetData(), static_cast<std::size_t>(Ids.Num()))));
}
