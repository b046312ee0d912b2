// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ReadingDirection.h"

#include "Internationalization/Text.h"

namespace ReadingDirectionPrivate
{
/** How many characters are looked at: a text without a letter among them consists of symbols. */
static constexpr int32 MostCharacters = 200;
} // namespace ReadingDirectionPrivate

bool FReadingDirection::IsRightToLeft()
{
	return FLayoutLocalization::GetLocalizedLayoutDirection() == EFlowDirection::RightToLeft;
}

EFlowDirectionPreference FReadingDirection::Of(const FString& RichText)
{
	FString Words;
	// The letters of a tag, and those of &lt;, are nobody's words.
	TCHAR End = 0;
	for (int32 Index = 0; Index < RichText.Len() && Words.Len() < ReadingDirectionPrivate::MostCharacters; ++Index)
	{
		const TCHAR Letter = RichText[Index];
		if (End != 0)
		{
			End = Letter == End ? TEXT('\0') : End;
		}
		else if (Letter == TEXT('<') || Letter == TEXT('&'))
		{
			End = Letter == TEXT('<') ? TEXT('>') : TEXT(';');
		}
		else
		{
			Words.AppendChar(Letter);
		}
	}
	return TextBiDi::ComputeBaseDirection(Words) == TextBiDi::ETextDirection::RightToLeft ? EFlowDirectionPreference::RightToLeft : EFlowDirectionPreference::LeftToRight;
}

bool FReadingDirection::Turns(const FName& Icon)
{
	static const FName Turned[] = {"VibeUE.Next", "VibeUE.Next.Small", "VibeUE.Previous", "VibeUE.Previous.Small", "VibeUE.Send", "VibeUE.Send.Small", "VibeUE.Undo", "VibeUE.Undo.Small"};
	for (const FName& Each : Turned)
	{
		if (Each == Icon)
		{
			return true;
		}
	}
	return false;
}
