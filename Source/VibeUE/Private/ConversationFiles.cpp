// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "HAL/PlatformProcess.h"
#include "Misc/DateTime.h"
#include "Misc/Guid.h"
#include "Misc/Paths.h"

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

FString FConversationFiles::GetPermissionsPath()
{
	const FString& Other = ConversationFilesPrivate::OtherFolder();
	// Not in the project, where a tool that writes files could reach it.
	return (Other.IsEmpty() ? FPaths::Combine(FPlatformProcess::UserSettingsDir(), TEXT("VibeUE")) : Other) / TEXT("permissions.json");
}

FString FConversationFiles::GetSignInsPath()
{
	return FPaths::GetPath(GetPermissionsPath()) / TEXT("sign-ins.json");
}

bool FConversationFiles::IsId(const FString& Text)
{
	return vibeue::is_conversation_id(VibeUE::ToCore(Text));
}

bool FConversationFiles::IsSameId(const FString& One, const FString& Other)
{
	return One.Equals(Other, PLATFORM_LINUX ? ESearchCase::CaseSensitive : ESearchCase::IgnoreCase);
}

FString FConversationFiles::MakeId()
{
	return FGuid::NewGuid().ToString(EGuidFormats::DigitsWithHyphensLower);
}

FString FConversationFiles::GetPath(const FString& Id)
{
	return GetFolder() / (Id + TEXT(".jsonl"));
}

FString FConversationFiles::MakeExportPath(const FString& Title, const FString& Extension)
{
	const FString Now = FDateTime::Now().ToString(TEXT("%Y-%m-%d %H-%M-%S"));
	return VibeUE::FromCore(vibeue::make_export_path(VibeUE::ToCore(GetFolder()), VibeUE::ToCore(Title), VibeUE::ToCore(Now), VibeUE::ToCore(Extension)));
}

FVibeUEError FConversationFiles::Delete(const FString& Id)
{
	if (!VibeUE::IsCoreUsable())
	{
		return VibeUE::GetCoreProblem();
	}
	// The core knows who else has it open, here and in other programs.
	return VibeUE::FromCore(vibeue::delete_conversation(VibeUE::ToCore(GetFolder()), VibeUE::ToCore(Id)));
}

FVibeUEError FConversationFiles::Discard(const FString& Id)
{
	if (!VibeUE::IsCoreUsable())
	{
		return VibeUE::GetCoreProblem();
	}
	return VibeUE::FromCore(vibeue::discard_conversation(VibeUE::ToCore(GetFolder()), VibeUE::ToCore(Id)));
}

FVibeUEError FConversationFiles::Restore(const FString& Id)
{
	if (!VibeUE::IsCoreUsable())
	{
		return VibeUE::GetCoreProblem();
	}
	return VibeUE::FromCore(vibeue::restore_conversation(VibeUE::ToCore(GetFolder()), VibeUE::ToCore(Id)));
}

FVibeUEError FConversationFiles::RestoreDeleted(const FString& Id, int64 DeletedMs)
{
	if (!VibeUE::IsCoreUsable())
	{
		return VibeUE::GetCoreProblem();
	}
	return VibeUE::FromCore(vibeue::restore_deleted_conversation(VibeUE::ToCore(GetFolder()), VibeUE::ToCore(Id), VibeUE::ToCore(DeletedMs)));
}

FVibeUEError FConversationFiles::Rename(const FString& Id, const FString& Title)
{
	if (!VibeUE::IsCoreUsable())
	{
		return VibeUE::GetCoreProblem();
	}
	return VibeUE::FromCore(vibeue::rename_conversation(VibeUE::ToCore(GetFolder()), VibeUE::ToCore(Id), VibeUE::ToCore(Title)));
}

FVibeUEError FConversationFiles::Pin(const FString& Id, bool bPinned)
{
	if (!VibeUE::IsCoreUsable())
	{
		return VibeUE::GetCoreProblem();
	}
	return VibeUE::FromCore(vibeue::pin_conversation(VibeUE::ToCore(GetFolder()), VibeUE::ToCore(Id), bPinned));
}

FVibeUEError FConversationFiles::SetTags(const FString& Id, const FString& Words)
{
	if (!VibeUE::IsCoreUsable())
	{
		return VibeUE::GetCoreProblem();
	}
	return VibeUE::FromCore(vibeue::set_conversation_tags(VibeUE::ToCore(GetFolder()), VibeUE::ToCore(Id), VibeUE::ToCore(Words)));
}

TArray<FString> FConversationFiles::FindIds()
{
	TArray<FString> Ids;
	if (!VibeUE::IsCoreUsable())
	{
		return Ids;
	}
	for (const rust::String& Id : vibeue::list_conversation_ids(VibeUE::ToCore(GetFolder())))
	{
		Ids.Add(VibeUE::FromCore(Id));
	}
	return Ids;
}
