// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The native library of the sample plugin, which is not committed as a library.
#include "sample/core.h"

namespace sample
{

// Words, as far as blanks tell them apart.
unsigned count_tokens(const char* text, unsigned length)
{
	unsigned words = 0;
	bool in_word = false;
	for (unsigned index = 0; index < length; ++index)
	{
		const bool blank = text[index] == ' ' || text[index] == '\n' || text[index] == '\t';
		words += !blank && !in_word ? 1u : 0u;
		in_word = !blank;
	}
	return words;
}

} // namespace sample
