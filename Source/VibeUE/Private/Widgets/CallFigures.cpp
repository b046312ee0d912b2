// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/CallFigures.h"

#include "VibeUEChatMessage.h"

#define LOCTEXT_NAMESPACE "CallFigures"

FText FCallFigures::LongDuration(int64 Seconds)
{
	if (Seconds < 60)
	{
		return FText::Format(LOCTEXT("Seconds", "{0} s"), FText::AsNumber(Seconds));
	}
	if (Seconds < 3600)
	{
		return FText::Format(LOCTEXT("Minutes", "{0} min {1} s"), FText::AsNumber(Seconds / 60), FText::AsNumber(Seconds % 60));
	}
	return FText::Format(LOCTEXT("Hours", "{0} h {1} min"), FText::AsNumber(Seconds / 3600), FText::AsNumber(Seconds / 60 % 60));
}

FText FCallFigures::Duration(int64 Milliseconds)
{
	// What would round up to ten has no tenths.
	if (Milliseconds < 9950)
	{
		FNumberFormattingOptions Tenths;
		Tenths.SetMinimumFractionalDigits(1).SetMaximumFractionalDigits(1);
		return FText::Format(LOCTEXT("Seconds", "{0} s"), FText::AsNumber(static_cast<double>(FMath::Max<int64>(Milliseconds, 100)) / 1000.0, &Tenths));
	}
	return LongDuration((Milliseconds + 500) / 1000);
}

FText FCallFigures::Elapsed(int64 Milliseconds)
{
	return Milliseconds < 1000 ? FText::GetEmpty() : LongDuration(Milliseconds / 1000);
}

FText FCallFigures::Tokens(const FVibeUEToolResult& Result)
{
	const FText Number = FText::AsNumber(Result.Tokens);
	const FText Count = Result.bTokensExact ? Number : FText::Format(LOCTEXT("About", "~{0}"), Number);
	return Result.bShortened ? FText::Format(LOCTEXT("ShortenedTokens", "{0} tokens after shortening"), Count)
							 : FText::Format(LOCTEXT("Tokens", "{0} tokens"), Count);
}

FText FCallFigures::Of(const FVibeUEToolResult& Result)
{
	TArray<FText> Known;
	if (Result.Milliseconds >= 0)
	{
		Known.Add(Duration(Result.Milliseconds));
	}
	if (Result.Tokens >= 0)
	{
		Known.Add(Tokens(Result));
	}
	return FText::Join(LOCTEXT("And", ", "), Known);
}

#undef LOCTEXT_NAMESPACE
