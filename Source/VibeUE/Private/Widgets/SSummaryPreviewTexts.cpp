// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What a preview says about itself.

#include "Widgets/SSummaryPreview.h"

#include "Widgets/PreviewTexts.h"

#define LOCTEXT_NAMESPACE "SSummaryPreview"

FText SSummaryPreview::GetNumbers() const
{
	if (!bHasDraft)
	{
		return bIsWorking ? LOCTEXT("Working", "Computing what summarizing would do\u2026") : LOCTEXT("NoDraft", "There is nothing to apply.");
	}
	return FPreviewTexts::Numbers(Shown);
}

FText SSummaryPreview::GetSums() const
{
	return bHasDraft ? FPreviewTexts::Sums(Shown) : FText::GetEmpty();
}

FText SSummaryPreview::GetNext() const
{
	return bHasDraft ? FPreviewTexts::Next(Shown, Available) : FText::GetEmpty();
}

FText SSummaryPreview::GetOrigin() const
{
	return bHasDraft ? FPreviewTexts::Origin(Draft) : FText::GetEmpty();
}

FText SSummaryPreview::GetPrice(EVibeUEPreviewStrategy Strategy) const
{
	const FVibeUEPreviewOffer Offer = FindOffer(Strategy);
	// Without a draft nobody has said who would be asked.
	return bHasDraft && Offer.Strategy == Strategy ? FPreviewTexts::Price(Offer) : FText::GetEmpty();
}

FText SSummaryPreview::GetStrategyTip(EVibeUEPreviewStrategy Strategy) const
{
	const FVibeUEPreviewOffer Offer = FindOffer(Strategy);
	return bHasDraft && Offer.Strategy == Strategy ? FPreviewTexts::TipOfOffer(Offer) : FPreviewTexts::TipOf(Strategy);
}

FText SSummaryPreview::GetTryText() const
{
	const FVibeUEPreviewOffer Offer = FindOffer(Wanted.Strategy);
	// Without a draft nobody has said who would be asked.
	return Offer.Strategy == Wanted.Strategy ? FPreviewTexts::Ask(Offer) : LOCTEXT("TryUnknown", "Try, price unknown");
}

FText SSummaryPreview::GetApplyTip() const
{
	if (bIsWorking || bIsApplying)
	{
		return LOCTEXT("ApplyBusy", "Wait until the draft is ready.");
	}
	if (!bHasDraft)
	{
		return LOCTEXT("ApplyNothing", "There is nothing to apply.");
	}
	return IsStale() ? LOCTEXT("ApplyStale", "This draft was made with different choices: try the current ones, or select the earlier ones again.")
					 : LOCTEXT("ApplyTip", "Summarize exactly like this, with the summary as shown here. Undo reverts it.");
}

FText SSummaryPreview::GetMadeFrom() const
{
	return Wanted.UpTo != 0 ? LOCTEXT("MadeFromView", "what the model sees, up to a message that you chose")
							: LOCTEXT("MadeFromMessages", "the messages: there is no earlier summary");
}

FText SSummaryPreview::GetPartText(EPart Part) const
{
	if (!bHasDraft)
	{
		return FText::GetEmpty();
	}
	switch (Part)
	{
	case EPart::Goes:
		return FPreviewTexts::Goes(Draft);
	case EPart::Stays:
		return FPreviewTexts::Stays(Draft);
	case EPart::Summary:
		break;
	}
	return FPreviewTexts::Summary(Shown);
}

FText SSummaryPreview::GetInstructionsHint() const
{
	return Wanted.Strategy == EVibeUEPreviewStrategy::Rules
		? LOCTEXT("HintRules", "Instructions (read by models, ignored by rules)")
		: LOCTEXT("HintModel", "Instructions for the summary, such as: keep the asset paths");
}

FText SSummaryPreview::GetNote() const
{
	if (!Problem.IsEmpty())
	{
		return Problem;
	}
	const FVibeUEPreviewOffer Offer = FindOffer(Wanted.Strategy);
	if (!Offer.Obstacle.IsEmpty())
	{
		return FText::FromString(Offer.Obstacle);
	}
	TArray<FText> Lines;
	const FText Unpriced = FPreviewTexts::Unpriced(Offer);
	if (!Unpriced.IsEmpty())
	{
		Lines.Add(Unpriced);
	}
	for (const FString& Warning : Draft.Warnings)
	{
		Lines.Add(FText::FromString(Warning));
	}
	return FText::Join(FText::FromString(TEXT("\n")), Lines);
}

#undef LOCTEXT_NAMESPACE
