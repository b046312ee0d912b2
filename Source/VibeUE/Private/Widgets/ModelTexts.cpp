// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ModelTexts.h"

#include "Bridge/ModelListing.h"

#define LOCTEXT_NAMESPACE "ModelTexts"

FText FModelTexts::GetWords(const FModelRow& Row)
{
	TArray<FText> Words;
	if (Row.bIsCurrent)
	{
		Words.Add(LOCTEXT("Now", "answers now"));
	}
	if (Row.bSummarizesFirst)
	{
		Words.Add(LOCTEXT("First", "summarizes first"));
	}
	if (!Row.Retires.IsEmpty())
	{
		Words.Add(FText::Format(Row.bIsRetired ? LOCTEXT("Left", "retired {0}") : LOCTEXT("Until", "until {0}"), FText::FromString(Row.Retires)));
	}
	if (Row.Tools != FModelRow::EAnswer::Unknown)
	{
		Words.Add(Row.Tools == FModelRow::EAnswer::Yes ? LOCTEXT("Tools", "tools") : LOCTEXT("NoTools", "no tools"));
	}
	if (Row.Images != FModelRow::EAnswer::Unknown)
	{
		Words.Add(Row.Images == FModelRow::EAnswer::Yes ? LOCTEXT("Images", "images") : LOCTEXT("NoImages", "no images"));
	}
	if (Row.Reasoning == FModelRow::EAnswer::Yes)
	{
		Words.Add(LOCTEXT("Reasoning", "reasoning"));
	}
	return FText::Join(FText::FromString(TEXT(", ")), Words);
}

FText FModelTexts::GetNumbers(const FModelRow& Row)
{
	TArray<FText> Numbers;
	if (!Row.Window.IsEmpty())
	{
		Numbers.Add(FText::FromString(Row.Window));
	}
	if (!Row.InputPrice.IsEmpty() && !Row.OutputPrice.IsEmpty())
	{
		Numbers.Add(FText::Format(LOCTEXT("Price", "${0} / ${1}"), FText::FromString(Row.InputPrice), FText::FromString(Row.OutputPrice)));
	}
	return FText::Join(FText::FromString(TEXT("   ")), Numbers);
}

FText FModelTexts::GetDetail(const FModelRow& Row, const FString& Used)
{
	TArray<FText> Sentences;
	const auto Add = [&Sentences](const FText& Pattern, const FString& First, const FString& Second = FString())
	{
		Sentences.Add(FText::Format(Pattern, FText::FromString(First), FText::FromString(Second)));
	};
	if (Row.bSummarizesFirst)
	{
		Add(LOCTEXT("SummarizesFirst", "This conversation, {0} tokens, would be summarized first."), Used);
	}
	if (!Row.Retires.IsEmpty())
	{
		Add(Row.bIsRetired ? LOCTEXT("HasLeft", "It was retired on {0}.") : LOCTEXT("Leaves", "It will be retired on {0}."), Row.Retires);
	}
	if (Row.Window.IsEmpty())
	{
		Sentences.Add(LOCTEXT("NoWindow", "The size of its window is unknown."));
	}
	else
	{
		Add(Row.LongestAnswer.IsEmpty() ? LOCTEXT("Window", "A window of {0} tokens.") : LOCTEXT("WindowAnswer", "A window of {0} tokens, answers of at most {1}."),
			Row.Window, Row.LongestAnswer);
	}
	if (!Row.InputPrice.IsEmpty() && !Row.OutputPrice.IsEmpty())
	{
		Add(LOCTEXT("Prices", "A million tokens cost ${0} for input and ${1} for output."), Row.InputPrice, Row.OutputPrice);
	}
	if (Row.Origin == FModelRow::EOrigin::Table)
	{
		Sentences.Add(LOCTEXT("OfTable", "The server did not list it; the table of models has it."));
	}
	else if (Row.Origin == FModelRow::EOrigin::Current)
	{
		Sentences.Add(LOCTEXT("OfNobody", "The server did not list it."));
	}
	return FText::Join(FText::FromString(TEXT(" ")), Sentences);
}

#undef LOCTEXT_NAMESPACE
