// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/PythonOutput.h"

#include "PythonScriptTypes.h"

namespace PythonOutputPrivate
{
static FString GetWord(EPythonLogOutputType Type)
{
	switch (Type)
	{
	case EPythonLogOutputType::Error:
		return FString(TEXT("Error: "));
	case EPythonLogOutputType::Warning:
		return FString(TEXT("Warning: "));
	case EPythonLogOutputType::Info:
		break;
	}
	return FString();
}

static void AddLine(FString& Text, const FString& Line, bool& bIsFirst)
{
	if (!bIsFirst)
	{
		Text += TEXT("\n");
	}
	bIsFirst = false;
	Text += Line;
}
} // namespace PythonOutputPrivate

namespace VibeUE
{
FString JoinPythonOutput(const TArray<FPythonLogOutputEntry>& Log)
{
	int64 Total = 0;
	for (const FPythonLogOutputEntry& Entry : Log)
	{
		Total += Entry.Output.Len() + 1;
	}
	// What is left out lies between these two, counted over all entries: nothing of it is copied.
	const bool bIsCut = Total > MostOfPythonBeginning + MostOfPythonEnd;
	const int64 From = bIsCut ? MostOfPythonBeginning : Total;
	const int64 To = bIsCut ? Total - MostOfPythonEnd : Total;
	FString Text;
	bool bIsFirst = true;
	bool bIsNoted = !bIsCut;
	int64 At = 0;
	for (const FPythonLogOutputEntry& Entry : Log)
	{
		const int64 End = At + Entry.Output.Len();
		if (At < From)
		{
			const int32 Kept = static_cast<int32>(FMath::Min<int64>(From - At, Entry.Output.Len()));
			PythonOutputPrivate::AddLine(Text, PythonOutputPrivate::GetWord(Entry.Type) + Entry.Output.Left(Kept).TrimEnd(), bIsFirst);
		}
		if (!bIsNoted && End >= From)
		{
			bIsNoted = true;
			PythonOutputPrivate::AddLine(Text, FString::Printf(TEXT("(%lld characters of what it printed are left out here)"), To - From), bIsFirst);
		}
		if (bIsCut && End > To)
		{
			const int32 Passed = static_cast<int32>(FMath::Max<int64>(To - At, 0));
			PythonOutputPrivate::AddLine(
				Text, (Passed > 0 ? FString() : PythonOutputPrivate::GetWord(Entry.Type)) + Entry.Output.Mid(Passed).TrimEnd(), bIsFirst);
		}
		At = End + 1;
	}
	return Text;
}
} // namespace VibeUE
