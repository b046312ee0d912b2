// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/SaveGuard.h"

#include "UObject/ObjectSaveContext.h"
#include "UObject/Package.h"
#include "VibeUELog.h"

FSaveGuard::FSaveGuard()
	: Before(FCoreUObjectDelegates::IsPackageOKToSaveDelegate)
{
	const TSharedRef<TArray<FString>> NotedRefused = Refused;
	FCoreUObjectDelegates::IsPackageOKToSaveDelegate.BindLambda([NotedRefused](UPackage* Package, const FString& File, FOutputDevice*)
	{
		const FString Name = Package ? Package->GetName() : File;
		NotedRefused->AddUnique(Name);
		// Into the log, and not into the device that the save passes: that may be the one for fatal errors, which ends the editor.
		UE_LOG(LogVibeUE, Display, TEXT("%s is not saved: a script saves nothing; the tool save_assets does, after the user was asked."), *Name);
		return false;
	});
	Ours = FCoreUObjectDelegates::IsPackageOKToSaveDelegate.GetHandle();
	const TSharedRef<TArray<FString>> NotedSaved = Saved;
	SavedHandle = UPackage::PackageSavedWithContextEvent.AddLambda([NotedSaved](const FString&, UPackage* Package, FObjectPostSaveContext)
	{
		if (Package)
		{
			NotedSaved->AddUnique(Package->GetName());
		}
	});
}

FSaveGuard::~FSaveGuard()
{
	UPackage::PackageSavedWithContextEvent.Remove(SavedHandle);
	// What somebody else bound meanwhile stays.
	if (FCoreUObjectDelegates::IsPackageOKToSaveDelegate.GetHandle() == Ours)
	{
		FCoreUObjectDelegates::IsPackageOKToSaveDelegate = Before;
	}
}
