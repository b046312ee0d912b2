// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/SummaryChanges.h"

#include "Bridge/CoreText.h"

#define LOCTEXT_NAMESPACE "SummaryChanges"

namespace SummaryChangesPrivate
{
static FText WriterOf(const vibeue::SummaryVersion& Version)
{
	const FText Model = FText::FromString(VibeUE::FromCore(Version.writer));
	const bool bIsKnown = !Model.IsEmpty();
	switch (Version.strategy)
	{
	case vibeue::SummaryStrategy::Rules:
		return LOCTEXT("ByRules", "by rules");
	case vibeue::SummaryStrategy::Llm:
		return bIsKnown ? FText::Format(LOCTEXT("ByNamedModel", "by {0}"), Model) : LOCTEXT("ByModel", "by a model");
	case vibeue::SummaryStrategy::Hybrid:
		return bIsKnown ? FText::Format(LOCTEXT("ByNamedHybrid", "by {0} and rules"), Model) : LOCTEXT("ByModel", "by a model");
	case vibeue::SummaryStrategy::Native:
		return bIsKnown ? FText::Format(LOCTEXT("ByNamedProvider", "by the provider ({0})"), Model) : LOCTEXT("ByProvider", "by the provider");
	case vibeue::SummaryStrategy::None:
		break;
	}
	return LOCTEXT("ByUser", "by you");
}

static FText LinesOf(int64 Count)
{
	return Count == 1 ? LOCTEXT("OneLine", "1 line") : FText::Format(LOCTEXT("Lines", "{0} lines"), FText::AsNumber(Count));
}
} // namespace SummaryChangesPrivate

FString FSummaryChanges::Describe(const rust::Vec<vibeue::SummaryVersion>& Versions)
{
	using namespace SummaryChangesPrivate;
	const FText Count = FText::AsNumber(static_cast<int64>(Versions.size()));
	FString Text;
	int64 Number = 0;
	for (const vibeue::SummaryVersion& Version : Versions)
	{
		++Number;
		const FText Writer = WriterOf(Version);
		const FText Added = LinesOf(VibeUE::FromCore(static_cast<uint64>(Version.added)));
		const FText Removed = FText::AsNumber(VibeUE::FromCore(static_cast<uint64>(Version.removed)));
		// The first one is new as a whole.
		const FText Line = Number == 1
			? FText::Format(LOCTEXT("First", "version {0} of {1}, {2}: {3}"), FText::AsNumber(Number), Count, Writer, Added)
			: FText::Format(LOCTEXT("Later", "version {0} of {1}, {2}: {3} added, {4} removed"), FText::AsNumber(Number), Count, Writer, Added, Removed);
		Text += Line.ToString() + TEXT("\n") + VibeUE::FromCore(Version.lines);
	}
	return Text;
}

#undef LOCTEXT_NAMESPACE
