// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "ChatError.h"
#include "HAL/FileManager.h"
#include "Misc/DateTime.h"
#include "Misc/Guid.h"
#include "Misc/Paths.h"

#define LOCTEXT_NAMESPACE "ConversationFiles"

namespace ConversationFilesPrivate
{
/** Where conversations are kept instead of the project's own folder; empty outside of specs. */
static FString& OtherFolder()
{
	static FString Folder;
	return Folder;
}
} // namespace ConversationFilesPrivate

FString FConversationFiles::GetFolder()
{
	const FString& Other = ConversationFilesPrivate::OtherFolder();
	if (!Other.IsEmpty())
	{
		return Other;
	}
	return FPaths::ConvertRelativePathToFull(FPaths::ProjectSavedDir() / TEXT("VibeUE"));
}

FString FConversationFiles::UseFolder(const FString& Folder)
{
	const FString Before = ConversationFilesPrivate::OtherFolder();
	ConversationFilesPrivate::OtherFolder() = Folder;
	return Before;
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

FString FConversationFiles::MakeExportPath(const FString& Title)
{
	static constexpr int32 LongestName = 60;
	FString Name;
	for (int32 Index = 0; Index < Title.Len() && Name.Len() < LongestName; ++Index)
	{
		const TCHAR Character = Title[Index];
		const bool bIsLetter = (Character >= TEXT('a') && Character <= TEXT('z')) || (Character >= TEXT('A') && Character <= TEXT('Z')) || Character >= 0x80;
		const bool bIsDigit = Character >= TEXT('0') && Character <= TEXT('9');
		// What some file system refuses becomes a blank; a half of a pair would be no name either.
		const bool bIsHalf = Character >= 0xD800 && Character <= 0xDFFF;
		Name.AppendChar((bIsLetter || bIsDigit || Character == TEXT('-') || Character == TEXT('_')) && !bIsHalf ? Character : TEXT(' '));
	}
	Name = Name.TrimStartAndEnd();
	if (Name.IsEmpty())
	{
		Name = TEXT("Conversation");
	}
	const FString Folder = GetFolder() / TEXT("Exports");
	IFileManager::Get().MakeDirectory(*Folder, true);
	const FString Stem = Folder / (Name + TEXT(" ") + FDateTime::Now().ToString(TEXT("%Y-%m-%d %H-%M-%S")));
	FString Path = Stem + TEXT(".md");
	for (int32 Count = 2; IFileManager::Get().FileExists(*Path); ++Count)
	{
		Path = FString::Printf(TEXT("%s (%d).md"), *Stem, Count);
	}
	return Path;
}

FVibeUEError FConversationFiles::Delete(const FString& Id)
{
	if (!IsId(Id))
	{
		return VibeUE::MakeError(EVibeUEFailure::Invalid, LOCTEXT("NoId", "This is not the id of a conversation."),
			LOCTEXT("NoIdHint", "Give an id that FindConversations returned."));
	}
	// The core knows who else has it open, here and in other programs.
	return VibeUE::FromCore(vibeue::delete_journal(VibeUE::ToCore(GetPath(Id))));
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

#undef LOCTEXT_NAMESPACE
