// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/TextCompletion.h"

#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreText.h"

FTextAtCaret FTextCompletion::Put(const FString& Text, const FTextCompletionRow& Row) const
{
	vibeue::Completion Place;
	Place.pending = false;
	Place.wants_host = false;
	Place.line = static_cast<std::uint32_t>(Line);
	Place.from = static_cast<std::uint32_t>(From);
	Place.to = static_cast<std::uint32_t>(To);
	const vibeue::TextAtCaret Put = vibeue::put_completion(VibeUE::ToCore(Text), Place, VibeUE::ToCore(Row.Words));
	return FTextAtCaret{VibeUE::FromCore(Put.text), static_cast<int32>(Put.line), static_cast<int32>(Put.column)};
}
