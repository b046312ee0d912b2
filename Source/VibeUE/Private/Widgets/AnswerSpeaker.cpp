// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/AnswerSpeaker.h"

#include "Bridge/AnswerSpeech.h"
#include "Widgets/Announcements.h"
#include "Widgets/ChatExcerpt.h"

namespace AnswerSpeakerPrivate
{
/** The maximum number of characters that are said at once: of a longer text, what is said next would cut off more. */
static constexpr int32 MostCharacters = 600;
} // namespace AnswerSpeakerPrivate

void FAnswerSpeaker::Add(const FString& Words)
{
	Pending += Words;
	if (FAnnouncements::IsFree())
	{
		Say();
	}
}

void FAnswerSpeaker::Finish()
{
	Hear();
	if (Speech.IsValid())
	{
		Take(Speech->Finish());
	}
	SpeakRest();
}

bool FAnswerSpeaker::SpeakRest()
{
	if (FAnnouncements::IsFree())
	{
		Say();
	}
	return Pending.IsEmpty() && Taken.IsEmpty();
}

void FAnswerSpeaker::DropRest()
{
	Taken.Empty();
}

void FAnswerSpeaker::Reset()
{
	Pending.Empty();
	Taken.Empty();
	Speech.Reset();
}

void FAnswerSpeaker::Say()
{
	Hear();
	if (Taken.IsEmpty())
	{
		return;
	}
	const FString Shown = FChatExcerpt::Begin(Taken, AnswerSpeakerPrivate::MostCharacters);
	FAnnouncements::Say(FText::FromString(Shown.Len() < Taken.Len() ? Shown + TEXT("\u2026") : Shown), EAnnouncement::Note);
	Taken.Empty();
}

void FAnswerSpeaker::Hear()
{
	if (Pending.IsEmpty())
	{
		return;
	}
	if (!Speech.IsValid())
	{
		Speech = MakeShared<FAnswerSpeech>();
	}
	Take(Speech->Hear(Pending));
	Pending.Empty();
}

void FAnswerSpeaker::Take(const FString& Spoken)
{
	Taken += Spoken.IsEmpty() || Taken.IsEmpty() ? Spoken : TEXT(" ") + Spoken;
}
