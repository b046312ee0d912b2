// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreSentences.h"

#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "SettingNames.h"

namespace CoreSentencesPrivate
{
/** How many sentences may be within each other. */
static constexpr int32 MostDepth = 3;

/** What separates a place from a sentence, and a sentence from what to do about it. */
static const TCHAR* const Colon = TEXT(": ");
static const TCHAR* const Semicolon = TEXT("; ");

static bool IsDigits(const FString& Text)
{
	for (const TCHAR Character : Text)
	{
		if (Character < TEXT('0') || Character > TEXT('9'))
		{
			return false;
		}
	}
	return !Text.IsEmpty();
}

/** Reads a number as the core writes it for people: 12,000. */
static bool ReadGrouped(const FString& Text, int64& OutNumber)
{
	TArray<FString> Groups;
	if (Text.Len() > 20 || Text.ParseIntoArray(Groups, TEXT(","), false) < 2 || Groups[0].Len() > 3)
	{
		return false;
	}
	for (int32 Index = 0; Index < Groups.Num(); ++Index)
	{
		if (!IsDigits(Groups[Index]) || (Index > 0 && Groups[Index].Len() != 3))
		{
			return false;
		}
	}
	return LexTryParseString(OutNumber, *Text.Replace(TEXT(","), TEXT("")));
}

/** Returns a place, with or without a value, with the name that the settings page has for it. */
static FString NamePlace(const FString& Place)
{
	const int32 End = Place.Find(Colon, ESearchCase::CaseSensitive);
	const FString Name = End == INDEX_NONE ? FString() : Place.Left(End);
	return FSettingNames::IsCompound(Name) ? FSettingNames::Find(Name).ToString() + Place.RightChop(End) : Place;
}
} // namespace CoreSentencesPrivate

FText FCoreSentences::Say(const FString& Text)
{
	return FText::FromString(Say(Text, 0));
}

FString FCoreSentences::FromCore(rust::Str Text)
{
	return Say(VibeUE::FromCore(Text), 0);
}

FString FCoreSentences::Say(const FString& Text, int32 Depth)
{
	using namespace CoreSentencesPrivate;
	if (Text.IsEmpty() || Depth > MostDepth || !VibeUE::IsCoreUsable())
	{
		return Text;
	}
	const vibeue::SaidSentence Found = vibeue::find_sentence(VibeUE::ToCore(Text));
	if (Found.key.empty())
	{
		return Text;
	}
	FFormatOrderedArguments Arguments;
	for (const rust::String& Argument : Found.arguments)
	{
		Arguments.Add(SayArgument(VibeUE::FromCore(Argument), Depth));
	}
	const FText Sentence = FText::Format(Find(VibeUE::FromCore(Found.key), VibeUE::FromCore(Found.english)), Arguments);
	// The text around it may be a sentence, too.
	FString Before = VibeUE::FromCore(Found.before);
	if (Before.EndsWith(Colon))
	{
		Before = SayArgument(Before.LeftChop(2), Depth).ToString() + Colon;
	}
	FString After = VibeUE::FromCore(Found.after);
	if (After.StartsWith(Semicolon))
	{
		After = Semicolon + Say(After.RightChop(2), Depth + 1);
	}
	return NamePlace(Before) + Sentence.ToString() + After;
}

FText FCoreSentences::SayArgument(const FString& Argument, int32 Depth)
{
	int64 Number = 0;
	if (CoreSentencesPrivate::ReadGrouped(Argument, Number))
	{
		return FText::AsNumber(Number);
	}
	return FSettingNames::IsCompound(Argument) ? FSettingNames::Find(Argument) : FText::FromString(Say(Argument, Depth + 1));
}

FText FCoreSentences::Find(const FString& Key, const FString& English)
{
	for (FText (*const FindIn)(const FString&) : {&FindInConversations, &FindInConnections, &FindInSettings, &FindInFiles, &FindInWriting, &FindInRepairs, &FindInPages})
	{
		const FText Found = FindIn(Key);
		if (!Found.IsEmpty())
		{
			return Found;
		}
	}
	return FText::FromString(English.Replace(TEXT("`"), TEXT("``")));
}
