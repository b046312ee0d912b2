// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/LogTail.h"

#include "CoreGlobals.h"
#include "Misc/OutputDeviceRedirector.h"
#include "Misc/ScopeLock.h"

void FLogTail::Listen(bool bOn)
{
	// Outside of our own lock: the redirector has one, too, and holds it while it writes to us.
	if (bOn != bListens && GLog)
	{
		if (bOn)
		{
			GLog->AddOutputDevice(this);
		}
		else
		{
			GLog->RemoveOutputDevice(this);
		}
	}
	bListens = bOn;
}

void FLogTail::Serialize(const TCHAR* V, ELogVerbosity::Type Verbosity, const FName& Category)
{
	// Nothing here may write to the log. What switches the colour of a console is not a line: masked, it would be taken
	// for an error.
	if (Verbosity == ELogVerbosity::SetColor)
	{
		return;
	}
	FLine Line;
	Line.Verbosity = static_cast<ELogVerbosity::Type>(Verbosity & ELogVerbosity::VerbosityMask);
	Line.Category = Category.ToString();
	Line.Text = FString(V).Left(MostCharacters);
	const FScopeLock Guard(&Lock);
	Line.Number = ++Last;
	if (Lines.Num() < MostLines)
	{
		// The first line is number 1, at index 1 of the ring: index 0 is filled by the last of the first round.
		if (Lines.Num() == 0)
		{
			Lines.AddDefaulted();
		}
		if (Lines.Num() < MostLines)
		{
			Lines.Add(MoveTemp(Line));
			return;
		}
	}
	Lines[static_cast<int32>(Line.Number % MostLines)] = MoveTemp(Line);
}

int64 FLogTail::GetLast() const
{
	const FScopeLock Guard(&Lock);
	return Last;
}

TArray<FLogTail::FLine> FLogTail::GetLinesAfter(int64 Number) const
{
	const FScopeLock Guard(&Lock);
	TArray<FLine> Found;
	// A model gives the number: clamped before anything is added to it.
	const int64 After = FMath::Max(FMath::Clamp<int64>(Number, 0, Last), Last - MostLines);
	for (int64 At = After + 1; At <= Last; ++At)
	{
		const int32 Index = static_cast<int32>(At % MostLines);
		if (Lines.IsValidIndex(Index))
		{
			Found.Add(Lines[Index]);
		}
	}
	return Found;
}
