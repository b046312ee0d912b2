#pragma once

#include "Containers/UnrealString.h"

#include <string>

// Text on its way in and out of the process.
namespace StandIn
{
std::string ToUtf8(const TCHAR* Text, int32 Len);
inline std::string ToUtf8(const FString& Text)
{
	return ToUtf8(*Text, Text.Len());
}
FString FromUtf8(const std::string& Text);
// Reads one code point; broken input gives U+FFFD and moves on by one unit at least.
char32_t NextCodePoint(const TCHAR* Text, int32 Len, int32& Index);
char32_t NextCodePoint(const unsigned char* Text, int32 Len, int32& Index);
} // namespace StandIn
