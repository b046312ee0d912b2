// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/EditorTools.h"
#include "Tools/LogTail.h"
#include "VibeUETool.h"

/** Reads the end of the log. */
class FReadLogTool final : public IVibeUETool
{
public:
	explicit FReadLogTool(const TSharedRef<FLogTail>& InTail)
		: Tail(InTail)
	{
	}

	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("read_log");
		Info.Description = TEXT("Reads the newest lines of the editor's log, oldest first. The last line of the result says the number to give as ")
			TEXT("`after` to read only what came since.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {")
			TEXT("\"lines\": {\"type\": \"integer\", \"description\": \"how many at most, 1 to 1000; 100 when left out\"}, ")
			TEXT("\"contains\": {\"type\": \"string\", \"description\": \"only lines with these words, in any case\"}, ")
			TEXT("\"category\": {\"type\": \"string\", \"description\": \"only this category, as LogBlueprint\"}, ")
			TEXT("\"level\": {\"type\": \"string\", \"enum\": [\"all\", \"warnings\", \"errors\"]}, ")
			TEXT("\"after\": {\"type\": \"integer\", \"description\": \"only lines after this number\"}}}");
		Info.Access = EVibeUEToolAccess::Read;
		Info.TimeLimit = 30.0;
		return Info;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		const FVibeUEToolArguments& Arguments = Run->GetArguments();
		const int32 Most = static_cast<int32>(FMath::Clamp<int64>(Arguments.GetInteger(TEXT("lines"), 100), 1, 1000));
		const FString Words = Arguments.GetText(TEXT("contains"));
		const FString Category = Arguments.GetText(TEXT("category"));
		const FString Level = Arguments.GetText(TEXT("level"), TEXT("all"));
		const ELogVerbosity::Type Least = Level.Equals(TEXT("errors")) ? ELogVerbosity::Error
			: Level.Equals(TEXT("warnings")) ? ELogVerbosity::Warning
			: ELogVerbosity::All;
		// A caller that names a future line would never get those before it.
		const int64 After = FMath::Clamp<int64>(Arguments.GetInteger(TEXT("after")), 0, Tail->GetLast());
		const TArray<FLogTail::FLine> Lines = Tail->GetLinesAfter(After);

		TArray<FString> Shown;
		for (int32 Index = Lines.Num() - 1; Index >= 0 && Shown.Num() < Most; --Index)
		{
			const FLogTail::FLine& Line = Lines[Index];
			const bool bFits = Line.Verbosity <= Least && (Words.IsEmpty() || Line.Text.Contains(Words)) &&
				(Category.IsEmpty() || Line.Category.Equals(Category, ESearchCase::IgnoreCase));
			if (bFits)
			{
				Shown.Add(FString::Printf(TEXT("%s: %s%s"), *Line.Category, GetWord(Line.Verbosity), *Line.Text));
			}
		}
		FString Text;
		for (int32 Index = Shown.Num() - 1; Index >= 0; --Index)
		{
			Text += Shown[Index] + TEXT("\n");
		}
		const int64 Last = Lines.Num() > 0 ? Lines.Last().Number : After;
		Run->Done(FString::Printf(TEXT("%s(%d lines; after: %lld)"), *Text, Shown.Num(), Last));
	}

private:
	static const TCHAR* GetWord(ELogVerbosity::Type Verbosity)
	{
		return Verbosity == ELogVerbosity::Warning ? TEXT("Warning: ") : Verbosity <= ELogVerbosity::Error ? TEXT("Error: ") : TEXT("");
	}

	TSharedRef<FLogTail> Tail;
};

TSharedRef<IVibeUETool> VibeUE::MakeReadLogTool(const TSharedRef<FLogTail>& Tail)
{
	return MakeShared<FReadLogTool>(Tail);
}
