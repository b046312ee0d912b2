// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatError.h"
#include "CoreMinimal.h"

namespace VibeUE
{
/** Says what failed and what to do about it, in the user's language; with the same advice as a failure of the core. */
FVibeUEError MakeError(EVibeUEFailure Kind, const FText& Message, const FText& Hint);
} // namespace VibeUE
