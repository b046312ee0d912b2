// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ChatSentence.h"

#define LOCTEXT_NAMESPACE "ChatSentence"

FString FChatSentence::Begin(const FString& Text)
{
	const auto IsSmall = [](TCHAR Character) { return Character >= TEXT('a') && Character <= TEXT('z'); };
	int32 Letters = 0;
	while (Letters < Text.Len() && IsSmall(Text[Letters]))
	{
		++Letters;
	}
	const bool bIsWord = Letters > 0 && (Letters == Text.Len() || Text[Letters] == TEXT(' ') || Text[Letters] == TEXT(',') || Text[Letters] == TEXT(':'));
	return bIsWord ? Text.Left(1).ToUpper() + Text.RightChop(1) : Text;
}

FText FChatSentence::WithHint(const FString& Text, const FString& Hint)
{
	const FText Words = FText::FromString(Text);
	return Hint.IsEmpty() ? Words : FText::Format(LOCTEXT("WithHint", "{0} ({1})"), Words, FText::FromString(Hint));
}

#undef LOCTEXT_NAMESPACE
