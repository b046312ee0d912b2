// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/AnswerSpeaker.h"

#include "Widgets/Announcements.h"
#include "Widgets/ChatExcerpt.h"

namespace AnswerSpeakerPrivate
{
/** The most characters that are said at once: what is said next would cut off more. */
static constexpr int32 MostCharacters = 600;

static bool EndsSentence(TCHAR Character)
{
	return Character == TEXT('.') || Character == TEXT('!') || Character == TEXT('?') || Character == TEXT('\u2026');
}

/** Signs that end a sentence without a blank behind them. */
static bool EndsSentenceAlone(TCHAR Character)
{
	return Character == TEXT('\n') || Character == TEXT('\u3002') || Character == TEXT('\uff01') || Character == TEXT('\uff1f');
}

/** Takes the address out of each link: its words are read out. */
static FString WithoutAddresses(const FString& Line)
{
	FString Words = Line;
	int32 Begin = Words.Find(TEXT("]("));
	while (Begin != INDEX_NONE)
	{
		const int32 End = Words.Find(TEXT(")"), ESearchCase::CaseSensitive, ESearchDir::FromStart, Begin);
		if (End == INDEX_NONE)
		{
			break;
		}
		Words = Words.Left(Begin) + Words.Mid(End + 1);
		Begin = Words.Find(TEXT("]("));
	}
	return Words;
}
} // namespace AnswerSpeakerPrivate

void FAnswerSpeaker::Add(const FString& Words)
{
	Pending += Words;
	// Each character is looked at once, however many pieces it comes in.
	for (; Looked < Pending.Len(); ++Looked)
	{
		const TCHAR Character = Pending[Looked];
		const bool bIsBlank = Character == TEXT(' ') || Character == TEXT('\n');
		if (AnswerSpeakerPrivate::EndsSentenceAlone(Character) || (bIsBlank && Looked > 0 && AnswerSpeakerPrivate::EndsSentence(Pending[Looked - 1])))
		{
			EndOfSentence = Looked + 1;
		}
	}
	if (EndOfSentence > 0 && FAnnouncements::IsFree())
	{
		Say(EndOfSentence);
	}
}

void FAnswerSpeaker::Finish()
{
	Take(Pending.Len());
	bIsCode = false;
	bStartsLine = true;
	SpeakRest();
}

bool FAnswerSpeaker::SpeakRest()
{
	if ((EndOfSentence > 0 || !Taken.IsEmpty()) && FAnnouncements::IsFree())
	{
		Say(EndOfSentence);
	}
	return EndOfSentence == 0 && Taken.IsEmpty();
}

void FAnswerSpeaker::DropRest()
{
	Taken.Empty();
}

void FAnswerSpeaker::Reset()
{
	Pending.Empty();
	Taken.Empty();
	bStartsLine = true;
	Looked = 0;
	EndOfSentence = 0;
	bIsCode = false;
}

void FAnswerSpeaker::Take(int32 End)
{
	// A line that was said in part goes on here.
	bool bIsBegin = bStartsLine || Pending.StartsWith(TEXT("\n"));
	bStartsLine = End > 0 ? Pending[End - 1] == TEXT('\n') : bStartsLine;
	TArray<FString> Lines;
	Pending.Left(End).ParseIntoArrayLines(Lines);
	for (const FString& Line : Lines)
	{
		const FString Spoken = Read(Line, bIsBegin);
		Taken += Spoken.IsEmpty() || Taken.IsEmpty() ? Spoken : TEXT(" ") + Spoken;
		bIsBegin = true;
	}
	Pending = Pending.Mid(End);
	Looked = FMath::Max(Looked - End, 0);
	EndOfSentence = 0;
}

void FAnswerSpeaker::Say(int32 End)
{
	Take(End);
	if (Taken.IsEmpty())
	{
		return;
	}
	const FString Shown = FChatExcerpt::Begin(Taken, AnswerSpeakerPrivate::MostCharacters);
	FAnnouncements::Say(FText::FromString(Shown.Len() < Taken.Len() ? Shown + TEXT("\u2026") : Shown), EAnnouncement::Note);
	Taken.Empty();
}

FString FAnswerSpeaker::Read(const FString& Line, bool bIsBegin)
{
	FString Words = Line.TrimStartAndEnd();
	const bool bIsFence = Words.StartsWith(TEXT("```")) || Words.StartsWith(TEXT("~~~"));
	// Code that ends in its line is a part of a sentence.
	if (bIsFence && bIsBegin && !Words.Mid(3).Contains(Words.Left(3)))
	{
		bIsCode = !bIsCode;
		return FString();
	}
	if (bIsCode)
	{
		return FString();
	}
	while (Words.StartsWith(TEXT("#")) || Words.StartsWith(TEXT(">")) || Words.StartsWith(TEXT("- ")) || Words.StartsWith(TEXT("* ")))
	{
		Words = Words.Mid(1).TrimStartAndEnd();
	}
	Words = AnswerSpeakerPrivate::WithoutAddresses(Words);
	for (const TCHAR* const Sign : {TEXT("*"), TEXT("`"), TEXT("["), TEXT("|")})
	{
		Words.ReplaceInline(Sign, TEXT(""));
	}
	return Words.TrimStartAndEnd();
}
