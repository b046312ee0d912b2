// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/Announcements.h"

#include "Containers/Ticker.h"
#include "HAL/PlatformTime.h"
#include "Widgets/AccessibleWords.h"

namespace AnnouncementsPrivate
{
/** How many characters are read out in a second. */
static constexpr double CharactersOfSecond = 15.0;

/** From this many characters on, what waits is said in several announcements, so that something more urgent need not interrupt. */
static constexpr int32 ManyCharacters = 600;

/** The maximum number of announcements that wait. */
static constexpr int32 MostWaiting = 50;

/** How often it is looked whether what waits can be said, in seconds. */
static constexpr float LookAfter = 0.1f;

struct FEntry
{
	FString Words;
	EAnnouncement Kind = EAnnouncement::Note;

	/** Where it begins in what is being read out. */
	int32 Begin = 0;
};

struct FQueue
{
	/** The most urgent first, and of those that are as urgent the oldest. */
	TArray<FEntry> Waiting;
	TArray<FEntry> Current;
	double Began = 0.0;
	double QuietUntil = 0.0;
	FTSTicker::FDelegateHandle TickHandle;
};

static FQueue& Get()
{
	static FQueue Queue;
	return Queue;
}

static bool EndsSentence(TCHAR Character)
{
	return Character == TEXT('.') || Character == TEXT('!') || Character == TEXT('?') || Character == TEXT('\u2026') || Character == TEXT('\u3002');
}

/** Returns the text from the beginning of the sentence that contains this character. */
static FString FromSentence(const FString& Words, int32 Character)
{
	for (int32 Place = FMath::Min(Character, Words.Len() - 1); Place > 0; --Place)
	{
		if (EndsSentence(Words[Place - 1]) && (Words[Place] == TEXT(' ') || Words[Place - 1] == TEXT('\u3002')))
		{
			return Words.Mid(Place).TrimStartAndEnd();
		}
	}
	return Words;
}

/** Queues an announcement, after or before those that are as urgent. */
static void Wait(FQueue& Queue, FEntry&& Entry, bool bIsFirst)
{
	const int32 Found = Queue.Waiting.IndexOfByPredicate([&Entry, bIsFirst](const FEntry& Other)
	{
		return bIsFirst ? Other.Kind >= Entry.Kind : Other.Kind > Entry.Kind;
	});
	Queue.Waiting.Insert(MoveTemp(Entry), Found == INDEX_NONE ? Queue.Waiting.Num() : Found);
	if (Queue.Waiting.Num() > MostWaiting)
	{
		// It can still be read on the screen.
		Queue.Waiting.RemoveAt(Queue.Waiting.Num() - 1);
	}
}

/** Says what waits, as one announcement. */
static void SayWaiting(FQueue& Queue)
{
	Queue.Current.Reset();
	FString Joined;
	while (Queue.Waiting.Num() > 0 && (Joined.IsEmpty() || Joined.Len() + Queue.Waiting[0].Words.Len() <= ManyCharacters))
	{
		if (!Joined.IsEmpty())
		{
			Joined += EndsSentence(Joined[Joined.Len() - 1]) ? TEXT(" ") : TEXT(". ");
		}
		FEntry& Entry = Queue.Current.Add_GetRef(MoveTemp(Queue.Waiting[0]));
		Queue.Waiting.RemoveAt(0);
		Entry.Begin = Joined.Len();
		Joined += Entry.Words;
	}
	Queue.Began = FPlatformTime::Seconds();
	Queue.QuietUntil = Queue.Began + static_cast<double>(Joined.Len()) / CharactersOfSecond;
	FAccessibleWords::Say(FText::FromString(Joined));
}

/** Queues what is being read out again, from the point that was reached. */
static void TakeBack(FQueue& Queue)
{
	const int32 Read = static_cast<int32>((FPlatformTime::Seconds() - Queue.Began) * CharactersOfSecond);
	for (int32 Index = Queue.Current.Num() - 1; Index >= 0; --Index)
	{
		FEntry& Entry = Queue.Current[Index];
		if (Entry.Begin + Entry.Words.Len() > Read)
		{
			Wait(Queue, FEntry{FromSentence(Entry.Words, FMath::Max(Read - Entry.Begin, 0)), Entry.Kind}, true);
		}
	}
	Queue.Current.Reset();
}

static bool IsQuiet(const FQueue& Queue)
{
	return FPlatformTime::Seconds() >= Queue.QuietUntil;
}

static bool Tick(float)
{
	FQueue& Queue = Get();
	if (Queue.Waiting.Num() > 0 && IsQuiet(Queue))
	{
		SayWaiting(Queue);
	}
	return true;
}
} // namespace AnnouncementsPrivate

void FAnnouncements::Start()
{
	AnnouncementsPrivate::Get().TickHandle =
		FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateStatic(&AnnouncementsPrivate::Tick), AnnouncementsPrivate::LookAfter);
}

void FAnnouncements::Stop()
{
	FTSTicker::RemoveTicker(AnnouncementsPrivate::Get().TickHandle);
	Forget();
}

void FAnnouncements::Say(const FText& Words, EAnnouncement Kind)
{
	AnnouncementsPrivate::FQueue& Queue = AnnouncementsPrivate::Get();
	const FString Said = Words.ToString();
	if (Said.IsEmpty() || Queue.Waiting.FindByPredicate([&Said](const AnnouncementsPrivate::FEntry& Entry) { return Entry.Words.Equals(Said); }) != nullptr)
	{
		return;
	}
	AnnouncementsPrivate::Wait(Queue, AnnouncementsPrivate::FEntry{Said, Kind}, false);
	if (AnnouncementsPrivate::IsQuiet(Queue))
	{
		AnnouncementsPrivate::SayWaiting(Queue);
	}
	else if (Queue.Current.Num() > 0 && Kind < Queue.Current[0].Kind)
	{
		AnnouncementsPrivate::TakeBack(Queue);
		AnnouncementsPrivate::SayWaiting(Queue);
	}
}

bool FAnnouncements::IsFree()
{
	const AnnouncementsPrivate::FQueue& Queue = AnnouncementsPrivate::Get();
	return Queue.Waiting.Num() == 0 && AnnouncementsPrivate::IsQuiet(Queue);
}

void FAnnouncements::CutOff()
{
	AnnouncementsPrivate::FQueue& Queue = AnnouncementsPrivate::Get();
	Queue.Current.Reset();
	Queue.QuietUntil = 0.0;
	AnnouncementsPrivate::Tick(0.0f);
}

void FAnnouncements::Forget()
{
	AnnouncementsPrivate::FQueue& Queue = AnnouncementsPrivate::Get();
	Queue.Waiting.Empty();
	Queue.Current.Empty();
	Queue.QuietUntil = 0.0;
}
