// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/SaveGuard.h"

#include "Misc/OutputDevice.h"
#include "UObject/ObjectSaveContext.h"
#include "UObject/Package.h"

FSaveGuard::FSaveGuard()
	: Before(FCoreUObjectDelegates::IsPackageOKToSaveDelegate)
{
	const TSharedRef<TArray<FString>> NotedRefused = Refused;
	FCoreUObjectDelegates::IsPackageOKToSaveDelegate.BindLambda([NotedRefused](UPackage* Package, const FString& File, FOutputDevice* Why)
	{
		NotedRefused->AddUnique(Package ? Package->GetName() : File);
		if (Why)
		{
			Why->Serialize(TEXT("VibeUE: a script saves nothing; the tool save_assets does, after the user was asked."), ELogVerbosity::Warning, FName(TEXT("LogVibeUE")));
		}
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
	// What somebody else bound meanwhile is theirs.
	if (FCoreUObjectDelegates::IsPackageOKToSaveDelegate.GetHandle() == Ours)
	{
		FCoreUObjectDelegates::IsPackageOKToSaveDelegate = Before;
	}
}
