// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/CallArguments.h"

#include "Bridge/CoreVersion.h"
#include "Bridge/ToolBridge.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/SToolPreview.h"

namespace CallArgumentsPrivate
{
/** From this many characters on, arguments of which only the beginning is shown are not read. */
static constexpr int32 MostRead = 65536;

/** The maximum number of characters of a value within a value. */
static constexpr int32 MostOfNested = 120;

/** The maximum number of characters of the line that is always there. */
static constexpr int32 MostOfLine = 200;

static FString Shortened(const FString& Value)
{
	const bool bIsNested = Value.StartsWith(TEXT("{")) || Value.StartsWith(TEXT("["));
	return bIsNested && Value.Len() > MostOfNested ? FChatExcerpt::Begin(Value, MostOfNested) + TEXT("\u2026") : Value;
}

/** Returns a text for each argument; the arguments as they are if they cannot be parsed. */
static TArray<FString> Read(const FString& Json, bool bIsWhole)
{
	TArray<TPair<FString, TArray<FString>>> Arguments;
	if ((!bIsWhole && Json.Len() > MostRead) || !VibeUE::IsCoreUsable() || !VibeUE::ReadAnyArguments(Json, Arguments))
	{
		return {Json};
	}
	TArray<FString> Texts;
	for (const TPair<FString, TArray<FString>>& Argument : Arguments)
	{
		TArray<FString> Values;
		for (const FString& Value : Argument.Value)
		{
			Values.Add(bIsWhole ? Value : Shortened(Value));
		}
		Texts.Add((Argument.Key + TEXT(": ") + FString::Join(Values, TEXT(", "))).Replace(TEXT("\r"), TEXT("")));
	}
	return Texts;
}
} // namespace CallArgumentsPrivate

FString FCallArguments::Lines(const FString& Json, bool bIsWhole)
{
	TArray<FString> Texts = CallArgumentsPrivate::Read(Json, bIsWhole);
	for (FString& Text : Texts)
	{
		// A value of several lines must not look like another argument.
		Text.ReplaceInline(TEXT("\n"), TEXT("\n    "));
	}
	return FString::Join(Texts, TEXT("\n"));
}

FText FCallArguments::OneLine(const FString& Json)
{
	const FString Joined = FString::Join(CallArgumentsPrivate::Read(Json, false), TEXT(", "));
	FString Line = SToolPreview::MakeHonest(FChatExcerpt::Begin(Joined, CallArgumentsPrivate::MostOfLine));
	Line.ReplaceInline(TEXT("\n"), TEXT(" "));
	Line.ReplaceInline(TEXT("\r"), TEXT(""));
	Line.ReplaceInline(TEXT("\t"), TEXT(" "));
	return FText::FromString(Line);
}
