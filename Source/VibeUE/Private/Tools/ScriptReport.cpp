// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/ScriptReport.h"

#include "Misc/PackageName.h"
#include "Tools/AskingGuard.h"
#include "Tools/AssetWatch.h"
#include "Tools/SaveGuard.h"
#include "Tools/SourceControl.h"

namespace ScriptReportPrivate
{
/** The maximum number of names in a line, and of lines about renames. */
static constexpr int32 MostNamed = 20;

static FString JoinNames(const TArray<FString>& Names)
{
	TArray<FString> Shown;
	for (int32 Index = 0; Index < Names.Num() && Index < MostNamed; ++Index)
	{
		Shown.Add(Names[Index]);
	}
	const FString Joined = FString::Join(Shown, TEXT(", "));
	return Names.Num() > MostNamed ? FString::Printf(TEXT("%s and %d more"), *Joined, Names.Num() - MostNamed) : Joined;
}

static bool ContainsAny(const FString& Text, const TArray<const TCHAR*>& Words)
{
	return Words.ContainsByPredicate([&Text](const TCHAR* Word) { return Text.Contains(Word); });
}

/** Says where the file of a renamed asset is: the editor removes the old one whether or not the new one was written. */
static FString DescribeRename(const FAssetWatch::FRename& Rename)
{
	const TCHAR* const From = *Rename.From;
	const TCHAR* const To = *Rename.To;
	if (FPackageName::DoesPackageExist(Rename.To))
	{
		return FString::Printf(TEXT("Renamed: %s is %s now, which undo does not take back."), From, To);
	}
	if (FPackageName::DoesPackageExist(Rename.From))
	{
		return FString::Printf(TEXT("Renamed: %s is %s now, which has no file yet; that of the old name is still there. Save %s with save_assets."), From, To, To);
	}
	return FString::Printf(TEXT("RENAMED: %s is %s now, and NO FILE OF IT IS ON THE DISK under either name. Undo does not take that back. Save %s now with ")
		TEXT("save_assets, and tell the user: if the editor closes or crashes before, the asset is lost."), From, To, To);
}
} // namespace ScriptReportPrivate

FString VibeUE::FindScriptCaution(const FString& Script)
{
	using namespace ScriptReportPrivate;
	TArray<FString> Lines;
	if (ContainsAny(Script, {TEXT("rename"), TEXT("move_asset"), TEXT("move_directory")}))
	{
		Lines.Add(TEXT("CAUTION: it may rename or move assets. The editor removes the old file at once, undo does not bring it back, and the new one is not on the disk until it is saved."));
	}
	if (ContainsAny(Script, {TEXT("delete"), TEXT("consolidate")}))
	{
		Lines.Add(TEXT("CAUTION: it may delete. Deleted assets and their files do not come back by undo, and deleting assets empties the whole undo history."));
	}
	if (ContainsAny(Script, {TEXT("load_level"), TEXT("new_level"), TEXT("load_map"), TEXT("new_blank_map")}))
	{
		Lines.Add(TEXT("CAUTION: it may open another level, which empties the whole undo history."));
	}
	if (ContainsAny(Script, {TEXT("vibeue"), TEXT("chatsession")}))
	{
		Lines.Add(TEXT("CAUTION: it may use this plugin itself, with its settings and conversations."));
	}
	if (ContainsAny(Script, {TEXT("_callback"), TEXT("threading")}))
	{
		Lines.Add(TEXT("CAUTION: it may leave code behind that runs after the script, when nothing of it is refused or reported."));
	}
	return FString::Join(Lines, TEXT(" "));
}

TArray<FString> VibeUE::ReportScript(const FSaveGuard& Guard, const FAskingGuard& Asking, const FAssetWatch& Watch, bool bHistoryEmptied)
{
	using namespace ScriptReportPrivate;
	TArray<FString> Lines;
	if (Asking.GetRefused().Num() > 0)
	{
		Lines.Add(TEXT("REFUSED, because only the user decides that: the script tried to ") + JoinNames(Asking.GetRefused()) + TEXT(". Tell the user."));
	}
	if (Guard.GetRefused().Num() > 0)
	{
		Lines.Add(TEXT("Not saved: ") + JoinNames(Guard.GetRefused()) + TEXT(". A script saves nothing; call save_assets for what is to be saved."));
		// The editor's own ways check a file out before they ask whether it may be saved.
		const TArray<FString> Open = VibeUE::FindCheckedOut(Guard.GetRefused(), MostNamed);
		if (Open.Num() > 0)
		{
			Lines.Add(TEXT("Checked out or marked for add in source control now, though not saved: ") + JoinNames(Open) + TEXT(". If the script did that, the user may want to revert them: tell the user."));
		}
	}
	if (Guard.GetSaved().Num() > 0)
	{
		Lines.Add(TEXT("The script saved ") + JoinNames(Guard.GetSaved()) + TEXT(", which the user did not ask for by allowing a script: tell the user."));
	}
	const TArray<FAssetWatch::FRename> Renames = Watch.GetRenames();
	for (int32 Index = 0; Index < Renames.Num() && Index < MostNamed; ++Index)
	{
		Lines.Add(DescribeRename(Renames[Index]));
	}
	if (Renames.Num() > MostNamed)
	{
		Lines.Add(FString::Printf(TEXT("And %d more were RENAMED, with the same to be said of their files: save them, too."), Renames.Num() - MostNamed));
	}
	const TArray<FString> Deleted = Watch.GetDeleted();
	if (Deleted.Num() > 0)
	{
		Lines.Add(TEXT("DELETED: ") + JoinNames(Deleted) + TEXT(". Undo does not bring that back; source control may. Tell the user."));
	}
	if (bHistoryEmptied)
	{
		Lines.Add(TEXT("THE UNDO HISTORY WAS EMPTIED, with the user's own steps: deleting assets and opening a level do that. Neither this script nor anything before it can be undone in the editor. Tell the user."));
	}
	return Lines;
}
