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

static FModelRow FromCore(const vibeue::ModelRow& Told)
{
	FModelRow Row;
	Row.Id = VibeUE::FromCore(Told.id);
	Row.Origin = OriginOf(Told.origin);
	Row.bIsCurrent = Told.current;
	Row.Window = VibeUE::FromCore(Told.window);
	Row.LongestAnswer = VibeUE::FromCore(Told.longest_answer);
	Row.InputPrice = VibeUE::FromCore(Told.input_price);
	Row.OutputPrice = VibeUE::FromCore(Told.output_price);
	Row.Tools = AnswerOf(Told.tools);
	Row.Images = AnswerOf(Told.images);
	Row.Reasoning = AnswerOf(Told.reasoning);
	Row.Retires = VibeUE::FromCore(Told.retires);
	Row.bIsRetired = Told.retired;
	Row.bSummarizesFirst = Told.summarizes_first;
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
	vibeue::ModelTable Told;
	if (!FChatWriting::FindModels(Session, *Listing, Words, Told))
	{
		return Table;
	}
	// Whether it was under way when the rows were taken: it may have ended since.
	if (Told.status.code != vibeue::StatusCode::Busy)
	{
		Table.Problem = VibeUE::FromCore(Told.status);
	}
	Table.All = VibeUE::FromCore(static_cast<uint64>(Told.all));
	Table.Used = VibeUE::FromCore(Told.used);
	for (const vibeue::ModelRow& Row : Told.rows)
	{
		Table.Rows.Add(ModelListingPrivate::FromCore(Row));
	}
	return Table;
}
