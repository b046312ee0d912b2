// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/SourceControl.h"

#include "HAL/FileManager.h"
#include "Misc/PackageName.h"
#include "Misc/Paths.h"
#include "SourceControlHelpers.h"

namespace SourceControlPrivate
{
/** Returns the whole path of a package's file; empty if it has none yet. */
static FString FindFile(const FString& PackageName)
{
	FString File;
	return FPackageName::DoesPackageExist(PackageName, &File) ? FPaths::ConvertRelativePathToFull(File) : FString();
}
} // namespace SourceControlPrivate

bool VibeUE::HasSourceControl()
{
	check(IsInGameThread());
	return USourceControlHelpers::IsEnabled();
}

FString VibeUE::CheckOutFile(const FString& File)
{
	check(IsInGameThread());
	if (!USourceControlHelpers::IsAvailable())
	{
		return TEXT("source control does not answer; ask the user to connect the editor to it");
	}
	if (USourceControlHelpers::CheckOutFile(File, true))
	{
		return FString();
	}
	// The outcome first: asking who has the file may set another message.
	const FString Error = USourceControlHelpers::LastErrorMsg().ToString();
	const FSourceControlState State = USourceControlHelpers::QueryFileState(File, true);
	if (State.bIsCheckedOutOther)
	{
		return State.CheckedOutOther.IsEmpty() ? FString(TEXT("somebody else has it checked out"))
											   : FString::Printf(TEXT("%s has it checked out"), *State.CheckedOutOther);
	}
	return Error.IsEmpty() ? FString(TEXT("source control refused")) : FString::Printf(TEXT("source control says: %s"), *Error);
}

bool VibeUE::NeedsCheckOut(const FString& PackageName)
{
	if (!HasSourceControl())
	{
		return false;
	}
	const FString File = SourceControlPrivate::FindFile(PackageName);
	return !File.IsEmpty() && IFileManager::Get().IsReadOnly(*File);
}

TArray<FString> VibeUE::FindCheckedOut(const TArray<FString>& PackageNames, int32 Most)
{
	TArray<FString> Found;
	if (!HasSourceControl() || !USourceControlHelpers::IsAvailable())
	{
		return Found;
	}
	for (int32 Index = 0; Index < PackageNames.Num() && Index < Most; ++Index)
	{
		const FString File = SourceControlPrivate::FindFile(PackageNames[Index]);
		const FSourceControlState State = File.IsEmpty() ? FSourceControlState() : USourceControlHelpers::QueryFileState(File, true);
		if (State.bIsValid && (State.bIsCheckedOut || State.bIsAdded))
		{
			Found.Add(PackageNames[Index]);
		}
	}
	return Found;
}

FString VibeUE::CheckOutPackage(const FString& PackageName)
{
	return CheckOutFile(SourceControlPrivate::FindFile(PackageName));
}
