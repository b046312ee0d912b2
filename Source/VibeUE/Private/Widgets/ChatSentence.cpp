// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ChatSentence.h"

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
