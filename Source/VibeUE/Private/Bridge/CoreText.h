// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

namespace VibeUE
{
/** Text for the core. Never fails: a lone surrogate becomes U+FFFD. */
rust::String ToCore(const FString& Text);

/** A text that the core reads and deletes on another thread: nothing of it is copied or read here. */
std::unique_ptr<vibeue::HeldText> GiveToCore(FString&& Text);

/** Texts for the core. */
TArray<rust::String> ToCore(const TArray<FString>& Texts);

/** Text of the core. */
FString FromCore(rust::Str Text);

/** Text of the core. */
FString FromCore(const rust::String& Text);

/** A number of the core; what is too large for Blueprint becomes the largest number. */
int64 FromCore(uint64 Number);

/** A number for the core; what is below 0 becomes 0. */
uint64 ToCore(int64 Number);
} // namespace VibeUE
