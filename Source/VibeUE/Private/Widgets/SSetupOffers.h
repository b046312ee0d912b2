// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/SetupSearch.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Templates/UniquePtr.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SAgentPicker.h"
#include "Widgets/SCompoundWidget.h"

class SEditableTextBox;
class SVerticalBox;

/** What this machine offers to begin with, each with a button; searched for only on request. */
class SSetupOffers : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SSetupOffers)
	{
	}
	/** An agent is to answer. */
	SLATE_EVENT(FOnVibeUEAgentChosen, OnAgentChosen)
	/** The user wants to see the settings; without it there is no button for that. */
	SLATE_EVENT(FSimpleDelegate, OnSettingsAsked)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Looks around, unless that was done before. */
	void LookOnce();

	/** Returns whether somebody could answer: a server, a key or an agent was found. */
	bool CanBegin() const
	{
		return bCanBegin;
	}

	/** Returns whether it was looked around, or is at the moment. */
	bool HasLooked() const
	{
		return bHasLooked;
	}

private:
	TSharedRef<SWidget> MakeFoot();
	TSharedRef<SWidget> MakeKeyField();
	TSharedRef<SWidget> MakeRow(int32 Index);
	TSharedRef<SWidget> MakeChoice(int32 Index);
	TSharedRef<SWidget> MakeModelMenu(int32 Index);
	void Look();
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	void ShowOffers();
	void Use(const FSetupOffer& Offer, int32 Model, const FString& Key);
	FReply HandleUseClicked(int32 Index);
	FReply HandleRescanClicked();
	FReply HandleOtherClicked();
	FReply HandlePasteClicked();
	FReply HandleKeyUsed();
	void HandleModelChosen(int32 Index, int32 Model);
	void HandleKeyChanged(const FText& Text);
	FText GetDetail(int32 Index) const;
	FText GetModelName(int32 Index) const;
	FText GetState() const;
	FText GetKeyNote() const;
	FText GetUseText(int32 Index) const;

	/** Returns what the button says of what using it removes from the settings; empty if that is nothing that the user typed. */
	static FText GetLosses(const FSetupOffer& Offer);
	bool CanUse(int32 Index) const;
	bool CanRescan() const;
	bool CanUseKey() const;
	EVisibility GetStateVisibility() const;
	EVisibility GetKeyVisibility() const;
	EVisibility GetListVisibility() const;

	FOnVibeUEAgentChosen OnAgentChosen;
	FSimpleDelegate OnSettingsAsked;
	TUniquePtr<FSetupSearch> Search;
	TArray<FSetupOffer> Offers;
	/** Which model of each offer is chosen. */
	TArray<int32> Chosen;
	/** The offer that is used by a second click. */
	int32 Confirming = INDEX_NONE;
	TSharedPtr<SVerticalBox> Rows;
	FText Problem;
	/** What is in the field for a key, and whose it is. */
	FString Key;
	TSharedPtr<SEditableTextBox> KeyBox;
	FSetupOffer KeyOffer;
	bool bHasLooked = false;
	bool bCanBegin = false;
	bool bShowsKeyField = false;
};
