// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SChatField;

/** The user chose a share; 0 is what the settings say. */
DECLARE_DELEGATE_OneParam(FOnVibeUEShareChosen, double);

/** What was typed is not a share. */
DECLARE_DELEGATE_OneParam(FOnVibeUENoShare, const FText&);

/** A share of the budget to try: as it is set, one of some, or any other, which is typed. Which ones can be, the core says. */
class SShareChoice : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SShareChoice)
	{
	}
	/** What the share is for, before the choices. */
	SLATE_ARGUMENT(FText, Label)
	SLATE_ARGUMENT(FText, ChoiceTip)
	/** The shares to choose from, next to the one that is set. */
	SLATE_ARGUMENT(TArray<double>, Shares)
	SLATE_ATTRIBUTE(bool, CanChoose)
	/** The share that is set; 0 if that is not known yet. */
	SLATE_ATTRIBUTE(double, ShareAsSet)
	SLATE_EVENT(FOnVibeUEShareChosen, OnChosen)
	SLATE_EVENT(FOnVibeUENoShare, OnNoShare)
	SLATE_END_ARGS()

	/** Slate units that a label before choices takes at least, so that those of several rows begin below each other. */
	static constexpr float LabelWidth = 86.0f;

	void Construct(const FArguments& InArgs);

	/** Shows this share as the one that is chosen, and empties the field. */
	void Show(double InShare);

private:
	TSharedRef<SWidget> MakeChoice(double Choice, const TAttribute<FText>& Name, const FText& Tip);
	void HandleChosen(ECheckBoxState State, double Choice);
	void HandleTyped(const FText& Text, ETextCommit::Type Commit);
	ECheckBoxState GetState(double Choice) const;
	void Choose(double Choice);
	FText GetAsSetText() const;

	FOnVibeUEShareChosen OnChosen;
	FOnVibeUENoShare OnNoShare;
	TAttribute<bool> CanChoose;
	TAttribute<double> ShareAsSet;
	TSharedPtr<SChatField> Field;
	double Share = 0.0;
};
