// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/CompileLines.h"

namespace CompileLinesPrivate
{
/** Whether a text has one of the forms `Door.cpp(12): error C2065` and `Door.cpp.obj : error LNK2019`. */
static bool Contains(const FString& Text, const TCHAR* Word)
{
	return Text.Contains(FString::Printf(TEXT("): %s"), Word)) || Text.Contains(FString::Printf(TEXT(" : %s LNK"), Word));
}

/** Keeps a line unless it is there, or there are enough. */
static void Keep(TArray<FString>& Lines, int32& Count, int32 Most, const FString& Text)
{
	const FString Line = Text.Left(FCompileLines::MostCharacters);
	if (!Lines.Contains(Line))
	{
		++Count;
		if (Lines.Num() < Most)
		{
			Lines.Add(Line);
		}
	}
}

/** Adds lines below one another, and how many there were besides. */
static void Append(FString& Text, const TArray<FString>& Lines, int32 Count, const TCHAR* Kind)
{
	for (const FString& Line : Lines)
	{
		Text += TEXT("\n") + Line;
	}
	if (Count > Lines.Num())
	{
		Text += FString::Printf(TEXT("\n(%d more %s)"), Count - Lines.Num(), Kind);
	}
}
} // namespace CompileLinesPrivate

void FCompileLines::Read(const FLogTail::FLine& Line)
{
	const FString Text = Line.Text.TrimStartAndEnd();
	const bool bIsItsOwn = Line.Category.Equals(TEXT("LogLiveCoding"));
	if (bIsItsOwn && ReadOutcome(Text))
	{
		return;
	}
	// Some of these come with the verbosity of a plain message.
	const bool bIsOfCompile = bIsItsOwn || Line.Category.Equals(TEXT("LogLiveCodingServer"));
	if (CompileLinesPrivate::Contains(Text, TEXT("error")) || CompileLinesPrivate::Contains(Text, TEXT("fatal error")) ||
		(bIsOfCompile && Line.Verbosity <= ELogVerbosity::Error))
	{
		CompileLinesPrivate::Keep(Errors, ErrorCount, MostErrors, Text);
	}
	else if (CompileLinesPrivate::Contains(Text, TEXT("warning")) || (bIsOfCompile && Line.Verbosity == ELogVerbosity::Warning))
	{
		CompileLinesPrivate::Keep(Warnings, WarningCount, MostWarnings, Text);
	}
}

bool FCompileLines::ReadOutcome(const FString& Text)
{
	// What did not change is also reported as a success.
	const ECompileOutcome Reported = Text.Contains(TEXT("no code changes detected")) ? ECompileOutcome::NothingChanged
		: Text.Contains(TEXT("Live coding succeeded")) ? ECompileOutcome::Compiled
		: Text.Contains(TEXT("Live coding failed")) ? ECompileOutcome::Failed
		: Text.Contains(TEXT("Live coding canceled")) ? ECompileOutcome::Cancelled
		: ECompileOutcome::Unknown;
	if (Reported == ECompileOutcome::Unknown)
	{
		return false;
	}
	Outcome = Reported;
	Words = Text.Left(MostCharacters);
	return true;
}

FString FCompileLines::Describe() const
{
	FString Text;
	if (!Words.IsEmpty())
	{
		Text += TEXT("\nLive Coding says: ") + Words;
	}
	CompileLinesPrivate::Append(Text, Errors, ErrorCount, TEXT("errors"));
	CompileLinesPrivate::Append(Text, Warnings, WarningCount, TEXT("warnings"));
	return Text;
}
