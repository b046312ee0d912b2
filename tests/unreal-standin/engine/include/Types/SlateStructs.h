#pragma once

#include "HAL/Platform.h"

// A size, or none. Epic: Slate/SBox/FArguments; UC SClaudeInputArea.cpp (made from a float)
struct FOptionalSize
{
	FOptionalSize() = default;
	FOptionalSize(const float InSize)
		: Size(InSize)
		, bSet(true)
	{
	}
	bool IsSet() const
	{
		return bSet;
	}
	float Get() const
	{
		return Size;
	}
	bool operator==(const FOptionalSize&) const = default;

private:
	float Size = 0.0f;
	bool bSet = false;
};
