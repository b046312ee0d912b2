// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"

#include "HAL/FileManager.h"
#include "Misc/DateTime.h"
#include "Misc/Guid.h"
#include "Misc/Paths.h"

FString FConversationFiles::GetFolder()
{
	return FPaths::ConvertRelativePathToFull(FPaths::ProjectSavedDir() / TEXT("VibeUE"));
}

bool FConversationFiles::IsId(const FString& Text)
{
	static constexpr int32 LongestId = 100;
	if (Text.IsEmpty() || Text.Len() > LongestId)
	{
		return false;
	}
	for (int32 Index = 0; Index < Text.Len(); ++Index)
	{
		const TCHAR Character = Text[Index];
		const bool bIsLetter = (Character >= TEXT('a') && Character <= TEXT('z')) || (Character >= TEXT('A') && Character <= TEXT('Z'));
		const bool bIsDigit = Character >= TEXT('0') && Character <= TEXT('9');
		if (!bIsLetter && !bIsDigit && Character != TEXT('-') && Character != TEXT('_'))
		{
			return false;
		}
	}
	return true;
}

FString FConversationFiles::MakeId()
{
	return FGuid::NewGuid().ToString(EGuidFormats::DigitsWithHyphensLower);
}

FString FConversationFiles::GetPath(const FString& Id)
{
	return GetFolder() / (Id + TEXT(".jsonl"));
}

TArray<FString> FConversationFiles::FindIds()
{
	TArray<FString> Names;
	IFileManager& Files = IFileManager::Get();
	Files.FindFiles(Names, *(GetFolder() / TEXT("*.jsonl")), true, false);

	TArray<TPair<FDateTime, FString>> Found;
	for (const FString& Name : Names)
	{
		const FString Id = FPaths::GetBaseFilename(Name);
		if (IsId(Id))
		{
			Found.Emplace(Files.GetTimeStamp(*GetPath(Id)), Id);
		}
	}
	Found.Sort([](const TPair<FDateTime, FString>& Left, const TPair<FDateTime, FString>& Right)
	{
		return Left.Key == Right.Key ? Left.Value < Right.Value : Left.Key > Right.Key;
	});
	TArray<FString> Ids;
	for (const TPair<FDateTime, FString>& Conversation : Found)
	{
		Ids.Add(Conversation.Value);
	}
	return Ids;
}
