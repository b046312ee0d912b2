// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What the window shows again when the editor is started the next time.

#include "SAIChatWindow.h"

#include "ConversationFiles.h"
#include "PanelMemory.h"
#include "VibeUESettings.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SConversationList.h"

void SAIChatWindow::KeepPlace() const
{
	if (!bKeepsPlace || !Session.IsValid())
	{
		return;
	}
	FPanelMemory Memory;
	Memory.Conversation = GetConversationId();
	// One that is not open yet is not scrolled yet either.
	Memory.TopMessage = TopMessage != 0 ? TopMessage : MessageList->FindTopMessage();
	if (Memory.TopMessage == INDEX_NONE)
	{
		// The history or the context is shown instead: its position has not changed.
		const FPanelMemory Kept = FPanelMemory::Read();
		Memory.TopMessage = FConversationFiles::IsSameId(Kept.Conversation, Memory.Conversation) ? Kept.TopMessage : 0;
	}
	Memory.bShowsHistory = bShowsHistory;
	Memory.bShowsContext = bShowsContext;
	Memory.ContextWidth = ContextWidth;
	Memory.Keep();
}

void SAIChatWindow::TakePlace()
{
	const FPanelMemory Memory = FPanelMemory::Read();
	const TArray<FString> Known = UChatSession::FindConversations();
	const bool bReopens = GetDefault<UVibeUESettings>()->bReopenLastConversation && Known.Num() > 0;
	// One that was deleted meanwhile, or never had a message, gives way to the one that changed last.
	const bool bIsThere = bReopens && Known.ContainsByPredicate([&Memory](const FString& Id) { return FConversationFiles::IsSameId(Id, Memory.Conversation); });
	OpenConversation(bIsThere ? Memory.Conversation : bReopens ? Known[0] : FString());
	TopMessage = bIsThere ? Memory.TopMessage : 0;
	ContextWidth = Memory.ContextWidth;
	bShowsContext = Memory.bShowsContext;
	bShowsHistory = Memory.bShowsHistory;
	if (bShowsHistory)
	{
		// When the editor starts, the keyboard is elsewhere.
		History->Open(false);
	}
	bKeepsPlace = true;
}

EActiveTimerReturnType SAIChatWindow::HandlePlaceTaken(double, float)
{
	if (TopMessage != 0)
	{
		MessageList->ShowMessage(TopMessage);
	}
	TopMessage = 0;
	return EActiveTimerReturnType::Stop;
}
