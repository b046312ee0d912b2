// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

namespace VibeUE
{
/** Returns whether the editor has source control turned on. Game thread. */
bool HasSourceControl();

/** Checks a file out and returns why not, for the model: who has it, if that is known. Empty if it is checked out. Waits for the server. */
FString CheckOutFile(const FString& File);

/** Returns whether a package's file has to be checked out before it is saved. */
bool NeedsCheckOut(const FString& PackageName);

/**
 * Returns those of some packages whose files this user has checked out or marked for add; of the first ones only, as
 * each waits for the server. Nothing if there is no source control.
 */
TArray<FString> FindCheckedOut(const TArray<FString>& PackageNames, int32 Most);

/** Checks a package's file out, as CheckOutFile does. */
FString CheckOutPackage(const FString& PackageName);
} // namespace VibeUE
