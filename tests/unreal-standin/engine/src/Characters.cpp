#include "Containers/UnrealString.h"

#include "Misc/CString.h"
#include "Utf8.h"

#include <cstdlib>

bool FChar::IsWhitespace(TCHAR C)
{
	const uint32 U = static_cast<uint16>(C);
	return (U >= 9 && U <= 13) || U == 32 || U == 0x85 || U == 0xa0 || U == 0x1680 || (U >= 0x2000 && U <= 0x200a) || U == 0x2028 ||
		U == 0x2029 || U == 0x202f || U == 0x205f || U == 0x3000;
}
bool FChar::IsDigit(TCHAR C)
{
	return C >= TCHAR('0') && C <= TCHAR('9');
}
bool FChar::IsUpper(TCHAR C)
{
	return ToLower(C) != C;
}
bool FChar::IsLower(TCHAR C)
{
	return ToUpper(C) != C;
}
bool FChar::IsAlpha(TCHAR C)
{
	return IsUpper(C) || IsLower(C);
}
bool FChar::IsAlnum(TCHAR C)
{
	return IsAlpha(C) || IsDigit(C);
}
// Latin, Greek and Cyrillic: enough to notice that case is being ignored.
TCHAR FChar::ToUpper(TCHAR C)
{
	const uint32 U = static_cast<uint16>(C);
	if ((U >= 'a' && U <= 'z') || (U >= 0xe0 && U <= 0xfe && U != 0xf7) || (U >= 0x3b1 && U <= 0x3c9 && U != 0x3c2) || (U >= 0x430 && U <= 0x44f))
	{
		return static_cast<TCHAR>(U - 32);
	}
	return C;
}
TCHAR FChar::ToLower(TCHAR C)
{
	const uint32 U = static_cast<uint16>(C);
	if ((U >= 'A' && U <= 'Z') || (U >= 0xc0 && U <= 0xde && U != 0xd7) || (U >= 0x391 && U <= 0x3a9 && U != 0x3a2) || (U >= 0x410 && U <= 0x42f))
	{
		return static_cast<TCHAR>(U + 32);
	}
	return C;
}

namespace
{
int32 CompareText(const TCHAR* A, const TCHAR* B, SIZE_T Count, bool bIgnoreCase)
{
	for (; Count > 0; --Count, ++A, ++B)
	{
		const TCHAR X = bIgnoreCase ? FChar::ToLower(*A) : *A;
		const TCHAR Y = bIgnoreCase ? FChar::ToLower(*B) : *B;
		if (X != Y)
		{
			return static_cast<int32>(static_cast<uint16>(X)) - static_cast<int32>(static_cast<uint16>(Y));
		}
		if (!*A)
		{
			break;
		}
	}
	return 0;
}
} // namespace

int32 FCString::Strlen(const TCHAR* Text)
{
	int32 Length = 0;
	while (Text && Text[Length])
	{
		++Length;
	}
	return Length;
}
int32 FCString::Strcmp(const TCHAR* A, const TCHAR* B)
{
	return CompareText(A, B, SIZE_T(-1), false);
}
int32 FCString::Stricmp(const TCHAR* A, const TCHAR* B)
{
	return CompareText(A, B, SIZE_T(-1), true);
}
int32 FCString::Strncmp(const TCHAR* A, const TCHAR* B, SIZE_T Count)
{
	return CompareText(A, B, Count, false);
}
int32 FCString::Strnicmp(const TCHAR* A, const TCHAR* B, SIZE_T Count)
{
	return CompareText(A, B, Count, true);
}
const TCHAR* FCString::Strstr(const TCHAR* Text, const TCHAR* Find)
{
	const int32 At = FString(Text).Find(FStringView(Find), ESearchCase::CaseSensitive);
	return At == INDEX_NONE ? nullptr : Text + At;
}
int32 FCString::Atoi(const TCHAR* Text)
{
	return static_cast<int32>(std::strtol(StandIn::ToUtf8(FString(Text)).c_str(), nullptr, 10));
}
int64 FCString::Atoi64(const TCHAR* Text)
{
	return std::strtoll(StandIn::ToUtf8(FString(Text)).c_str(), nullptr, 10);
}
float FCString::Atof(const TCHAR* Text)
{
	return std::strtof(StandIn::ToUtf8(FString(Text)).c_str(), nullptr);
}
double FCString::Atod(const TCHAR* Text)
{
	return std::strtod(StandIn::ToUtf8(FString(Text)).c_str(), nullptr);
}
