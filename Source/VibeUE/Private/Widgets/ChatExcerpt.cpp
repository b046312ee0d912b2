// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ChatExcerpt.h"

FString FChatExcerpt::Begin(const FString& Text, int32 MostCharacters)
{
	if (Text.Len() <= MostCharacters || MostCharacters <= 0)
	{
		return Text.Left(MostCharacters);
	}
	// The first half of a pair, whose second half would be cut off.
	const uint16 Last = static_cast<uint16>(Text[MostCharacters - 1]);
	const bool bParts = Last >= 0xD800 && Last <= 0xDBFF;
	return Text.Left(bParts ? MostCharacters - 1 : MostCharacters);
}
