// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What using an offer changes in the settings, and what it asks first.

#include "Widgets/SSetupOffers.h"

#include "VibeUESettings.h"

#define LOCTEXT_NAMESPACE "SSetupOffers"

namespace SSetupOffersUsingPrivate
{
/** Whether an offer is the server that the settings have. */
static bool IsSameServer(const FSetupOffer& Offer)
{
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	return Settings->Provider.Equals(Offer.Provider) && Settings->BaseUrl.Equals(Offer.BaseUrl);
}
} // namespace SSetupOffersUsingPrivate

void SSetupOffers::Use(const FSetupOffer& Offer, int32 Model, const FString& NewKey)
{
	UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
	if (Offer.Kind == FSetupOffer::EKind::EngineTools)
	{
		Settings->bUseEngineServer = true;
		Settings->SaveAndNotify();
		return;
	}
	if (!SSetupOffersUsingPrivate::IsSameServer(Offer))
	{
		// These belong to the server that was there before.
		Settings->Headers.Empty();
		Settings->bAllowInsecure = false;
	}
	// Limits and prices belong to the model that was there before; an agent would answer instead of this one.
	Settings->ContextWindow = 0;
	Settings->InputLimit = 0;
	Settings->InputPrice = 0.0;
	Settings->OutputPrice = 0.0;
	Settings->AgentCommand.Empty();
	Settings->Provider = Offer.Provider;
	Settings->BaseUrl = Offer.BaseUrl;
	Settings->Protocol.Empty();
	Settings->Model = Offer.Models[Model];
	Settings->ApiKeyVariable = Offer.Kind == FSetupOffer::EKind::Key ? Offer.Place : FString();
	// A key belongs to one server: what was there before is not for this one.
	Settings->ApiKey = NewKey;
	Settings->bKeyInCredentialStore = false;
	Settings->SaveAndNotify();
}

FReply SSetupOffers::HandleUseClicked(int32 Index)
{
	// The rows may go with what follows.
	const FSetupOffer Offer = Offers[Index];
	if (!GetLosses(Offer).IsEmpty() && Confirming != Index)
	{
		// What the user typed once is not removed by one click.
		Confirming = Index;
		return FReply::Handled();
	}
	Confirming = INDEX_NONE;
	if (Offer.Kind == FSetupOffer::EKind::Agent)
	{
		OnAgentChosen.ExecuteIfBound(Offer.Command);
	}
	else
	{
		Use(Offer, Chosen[Index], FString());
	}
	return FReply::Handled();
}

FText SSetupOffers::GetLosses(const FSetupOffer& Offer)
{
	if (Offer.Kind != FSetupOffer::EKind::Server && Offer.Kind != FSetupOffer::EKind::Key)
	{
		return FText::GetEmpty();
	}
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	const bool bLosesKey = !Settings->ApiKey.TrimStartAndEnd().IsEmpty();
	const bool bLosesHeaders = Settings->Headers.Num() > 0 && !SSetupOffersUsingPrivate::IsSameServer(Offer);
	if (bLosesKey && bLosesHeaders)
	{
		return LOCTEXT("UseAndForgetBoth", "Use, remove saved key and headers");
	}
	return bLosesKey ? LOCTEXT("UseAndForget", "Use, remove saved key") : bLosesHeaders ? LOCTEXT("UseAndForgetHeaders", "Use, remove headers") : FText::GetEmpty();
}

FText SSetupOffers::GetUseText(int32 Index) const
{
	const FText Losses = Confirming == Index && Offers.IsValidIndex(Index) ? GetLosses(Offers[Index]) : FText::GetEmpty();
	return Losses.IsEmpty() ? LOCTEXT("Use", "Use") : Losses;
}

#undef LOCTEXT_NAMESPACE
