// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ModelListing.h"

#include "Bridge/ChatWriting.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"

namespace ModelListingPrivate
{
static FModelRow::EOrigin OriginOf(vibeue::ModelOrigin Origin)
{
	switch (Origin)
	{
	case vibeue::ModelOrigin::Table:
		return FModelRow::EOrigin::Table;
	case vibeue::ModelOrigin::Current:
		return FModelRow::EOrigin::Current;
	case vibeue::ModelOrigin::Server:
		break;
	}
	return FModelRow::EOrigin::Server;
}

static FModelRow::EAnswer AnswerOf(vibeue::Answer Answer)
{
	switch (Answer)
	{
	case vibeue::Answer::Yes:
		return FModelRow::EAnswer::Yes;
	case vibeue::Answer::No:
		return FModelRow::EAnswer::No;
	case vibeue::Answer::Unknown:
		break;
	}
	return FModelRow::EAnswer::Unknown;
}

static FModelRow FromCore(const vibeue::ModelRow& CoreRow)
{
	FModelRow Row;
	Row.Id = VibeUE::FromCore(CoreRow.id);
	Row.Origin = OriginOf(CoreRow.origin);
	Row.bIsCurrent = CoreRow.current;
	Row.Window = VibeUE::FromCore(CoreRow.window);
	Row.LongestAnswer = VibeUE::FromCore(CoreRow.longest_answer);
	Row.InputPrice = VibeUE::FromCore(CoreRow.input_price);
	Row.OutputPrice = VibeUE::FromCore(CoreRow.output_price);
	Row.Tools = AnswerOf(CoreRow.tools);
	Row.Images = AnswerOf(CoreRow.images);
	Row.Reasoning = AnswerOf(CoreRow.reasoning);
	Row.Retires = VibeUE::FromCore(CoreRow.retires);
	Row.bIsRetired = CoreRow.retired;
	Row.bSummarizesFirst = CoreRow.summarizes_first;
	return Row;
}
} // namespace ModelListingPrivate

FModelListing::FModelListing(const FVibeUEModelChoice& Connection)
	: Listing(vibeue::start_model_listing(VibeUE::ToCore(Connection)))
{
}

bool FModelListing::IsFinished() const
{
	return Listing->is_finished();
}

bool FModelListing::Serves(const FVibeUEModelChoice& Connection) const
{
	return Listing->serves(VibeUE::ToCore(Connection));
}

FModelTable FModelListing::Find(const UChatSession& Session, const FString& Words) const
{
	FModelTable Table;
	vibeue::ModelTable CoreTable;
	if (!FChatWriting::FindModels(Session, *Listing, Words, CoreTable))
	{
		return Table;
	}
	// Whether it was in progress when the rows were fetched: it may have ended since.
	if (CoreTable.status.code != vibeue::StatusCode::Busy)
	{
		Table.Problem = VibeUE::FromCore(CoreTable.status);
	}
	Table.All = VibeUE::FromCore(static_cast<uint64>(CoreTable.all));
	Table.Used = VibeUE::FromCore(CoreTable.used);
	for (const vibeue::ModelRow& Row : CoreTable.rows)
	{
		Table.Rows.Add(ModelListingPrivate::FromCore(Row));
	}
	return Table;
}
