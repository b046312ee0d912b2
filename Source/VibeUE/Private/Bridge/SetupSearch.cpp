// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/SetupSearch.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "Misc/Paths.h"

namespace SetupSearchPrivate
{
static FSetupOffer::EKind KindOf(vibeue::SetupKind Kind)
{
	switch (Kind)
	{
	case vibeue::SetupKind::Key:
		return FSetupOffer::EKind::Key;
	case vibeue::SetupKind::Agent:
		return FSetupOffer::EKind::Agent;
	case vibeue::SetupKind::EngineTools:
		return FSetupOffer::EKind::EngineTools;
	case vibeue::SetupKind::Server:
		break;
	}
	return FSetupOffer::EKind::Server;
}

static FSetupOffer FromCore(const vibeue::SetupOffer& Told)
{
	FSetupOffer Offer;
	Offer.Kind = KindOf(Told.kind);
	Offer.Title = VibeUE::FromCore(Told.title);
	Offer.Provider = VibeUE::FromCore(Told.provider);
	Offer.BaseUrl = VibeUE::FromCore(Told.base_url);
	Offer.Place = VibeUE::FromCore(Told.place);
	for (const vibeue::SetupModel& Model : Told.models)
	{
		Offer.Models.Add(VibeUE::FromCore(Model.id));
		Offer.Windows.Add(VibeUE::FromCore(Model.window));
	}
	Offer.Command = VibeUE::FromCore(Told.command);
	return Offer;
}
} // namespace SetupSearchPrivate

FSetupOffer FSetupOffer::OfKey(const FString& Key)
{
	return SetupSearchPrivate::FromCore(vibeue::offer_of_key(VibeUE::ToCore(Key)));
}

FSetupSearch::FSetupSearch()
	: Search(vibeue::start_setup_search(VibeUE::ToCore(FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()))))
{
}

bool FSetupSearch::IsFinished() const
{
	return Search->is_finished();
}

FVibeUEError FSetupSearch::GetProblem() const
{
	return VibeUE::FromCore(Search->report().status);
}

TArray<FSetupOffer> FSetupSearch::GetOffers() const
{
	TArray<FSetupOffer> Offers;
	for (const vibeue::SetupOffer& Told : Search->report().offers)
	{
		Offers.Add(SetupSearchPrivate::FromCore(Told));
	}
	return Offers;
}
