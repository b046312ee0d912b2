// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/LongJournal.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "ConversationFiles.h"
#include "HAL/FileManager.h"
#include "Misc/FileHelper.h"

namespace LongJournalPrivate
{
/** The check value at the end of a line of a journal: CRC-32 of IEEE 802.3. */
static uint32 ChecksumOf(const FString& Line)
{
	uint32 Rest = 0xFFFFFFFFu;
	for (const TCHAR Char : Line)
	{
		Rest ^= static_cast<uint8>(Char);
		for (int32 Bit = 0; Bit < 8; ++Bit)
		{
			Rest = (Rest & 1u) != 0 ? (Rest >> 1) ^ 0xEDB88320u : Rest >> 1;
		}
	}
	return ~Rest;
}

static void AddLine(FString& Journal, const FString& Line)
{
	Journal += FString::Printf(TEXT("%s,\"crc\":\"%08x\"}\n"), *Line, ChecksumOf(Line));
}
} // namespace LongJournalPrivate

bool FLongJournal::Write(const FString& ConversationId, int32 Messages)
{
	using LongJournalPrivate::AddLine;
	FString Journal;
	AddLine(Journal, FString::Printf(TEXT("{\"vibeue_journal\":1,\"conversation\":\"%s\",\"created\":1795212000000,\"program\":\"vibeue 0.1.0\""), *ConversationId));
	for (int32 Message = 1; Message <= Messages; ++Message)
	{
		const TCHAR* Role = Message % 2 == 1 ? TEXT("user") : TEXT("assistant");
		AddLine(Journal, FString::Printf(
			TEXT("{\"seq\":%d,\"at\":%lld,\"event\":{\"message\":{\"id\":%d,\"role\":\"%s\",\"parts\":[{\"type\":\"text\",\"text\":\"Words of message %d: **the door** and more\"}]}}"),
			Message, 1795212000000LL + Message, Message, Role, Message));
	}
	IFileManager::Get().MakeDirectory(*FConversationFiles::GetFolder(), true);
	return FFileHelper::SaveStringToFile(Journal, *FConversationFiles::GetPath(ConversationId));
}

#endif
