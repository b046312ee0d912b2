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

static FSetupOffer FromCore(const vibeue::SetupOffer& CoreOffer)
{
	FSetupOffer Offer;
	Offer.Kind = KindOf(CoreOffer.kind);
	Offer.Title = VibeUE::FromCore(CoreOffer.title);
	Offer.Provider = VibeUE::FromCore(CoreOffer.provider);
	Offer.BaseUrl = VibeUE::FromCore(CoreOffer.base_url);
	Offer.Place = VibeUE::FromCore(CoreOffer.place);
	for (const vibeue::SetupModel& Model : CoreOffer.models)
	{
		Offer.Models.Add(VibeUE::FromCore(Model.id));
		Offer.Windows.Add(VibeUE::FromCore(Model.window));
	}
	Offer.Command = VibeUE::FromCore(CoreOffer.command);
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
	for (const vibeue::SetupOffer& CoreOffer : Search->report().offers)
	{
		Offers.Add(SetupSearchPrivate::FromCore(CoreOffer));
	}
	return Offers;
}
