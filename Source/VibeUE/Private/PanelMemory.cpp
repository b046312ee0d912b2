// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "PanelMemory.h"

#include "ConversationFiles.h"
#include "CoreGlobals.h"
#include "Misc/ConfigCacheIni.h"

namespace PanelMemoryPrivate
{
static const TCHAR* const Section = TEXT("VibeUE.Panel");
static const TCHAR* const ConversationKey = TEXT("Conversation");
static const TCHAR* const TopMessageKey = TEXT("TopMessage");
static const TCHAR* const ShowsHistoryKey = TEXT("bShowsHistory");
static const TCHAR* const ShowsContextKey = TEXT("bShowsContext");
static const TCHAR* const ContextWidthKey = TEXT("ContextWidth");
} // namespace PanelMemoryPrivate

FPanelMemory FPanelMemory::Read()
{
	using namespace PanelMemoryPrivate;
	FPanelMemory Memory;
	if (!GConfig)
	{
		return Memory;
	}
	FString Id;
	if (GConfig->GetString(Section, ConversationKey, Id, GEditorPerProjectIni) && FConversationFiles::IsId(Id))
	{
		Memory.Conversation = Id;
	}
	FString Message;
	if (GConfig->GetString(Section, TopMessageKey, Message, GEditorPerProjectIni))
	{
		Memory.TopMessage = FMath::Max(FCString::Atoi64(*Message), static_cast<int64>(0));
	}
	GConfig->GetBool(Section, ShowsHistoryKey, Memory.bShowsHistory, GEditorPerProjectIni);
	GConfig->GetBool(Section, ShowsContextKey, Memory.bShowsContext, GEditorPerProjectIni);
	int32 Width = 0;
	if (GConfig->GetInt(Section, ContextWidthKey, Width, GEditorPerProjectIni))
	{
		Memory.ContextWidth = Clamp(static_cast<float>(Width));
	}
	return Memory;
}

void FPanelMemory::Keep() const
{
	using namespace PanelMemoryPrivate;
	if (!GConfig || *this == Read())
	{
		return;
	}
	GConfig->SetString(Section, ConversationKey, *Conversation, GEditorPerProjectIni);
	GConfig->SetString(Section, TopMessageKey, *FString::Printf(TEXT("%lld"), TopMessage), GEditorPerProjectIni);
	GConfig->SetBool(Section, ShowsHistoryKey, bShowsHistory, GEditorPerProjectIni);
	GConfig->SetBool(Section, ShowsContextKey, bShowsContext, GEditorPerProjectIni);
	GConfig->SetInt(Section, ContextWidthKey, FMath::RoundToInt(ContextWidth), GEditorPerProjectIni);
	GConfig->Flush(false, GEditorPerProjectIni);
}

void FPanelMemory::Forget()
{
	using namespace PanelMemoryPrivate;
	bool bHadAny = false;
	for (const TCHAR* const Key : {ConversationKey, TopMessageKey, ShowsHistoryKey, ShowsContextKey, ContextWidthKey})
	{
		bHadAny = GConfig->RemoveKey(Section, Key, GEditorPerProjectIni) || bHadAny;
	}
	if (bHadAny)
	{
		GConfig->Flush(false, GEditorPerProjectIni);
	}
}

bool FPanelMemory::operator==(const FPanelMemory& Other) const
{
	return FConversationFiles::IsSameId(Conversation, Other.Conversation) && TopMessage == Other.TopMessage && bShowsHistory == Other.bShowsHistory && bShowsContext == Other.bShowsContext &&
		FMath::RoundToInt(ContextWidth) == FMath::RoundToInt(Other.ContextWidth);
}

float FPanelMemory::Clamp(float Width)
{
	return FMath::Clamp(Width, LeastWidth, MostWidth);
}
