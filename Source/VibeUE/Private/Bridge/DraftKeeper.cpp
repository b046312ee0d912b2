// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/DraftKeeper.h"

#include "Bridge/CoreText.h"

FDraftKeeper::FDraftKeeper(const FString& Conversations)
	: Keeper(vibeue::open_draft_keeper(VibeUE::ToCore(Conversations)))
{
}

void FDraftKeeper::Keep(const FString& ConversationId, const FString& Text) const
{
	Keeper->keep(VibeUE::ToCore(ConversationId), VibeUE::ToCore(Text));
}

void FDraftKeeper::Finish() const
{
	Keeper->finish();
}

FString FDraftKeeper::TakeUp(const FString& ConversationId, bool bBegins) const
{
	return VibeUE::FromCore(Keeper->take_up(VibeUE::ToCore(ConversationId), bBegins));
}
