#include "Utf8.h"

#include "Containers/StringConv.h"

namespace StandIn
{

char32_t NextCodePoint(const TCHAR* Text, int32 Len, int32& Index)
{
	const char32_t First = static_cast<char16_t>(Text[Index++]);
	if (First < 0xd800 || First > 0xdfff)
	{
		return First;
	}
	if (First <= 0xdbff && Index < Len)
	{
		const char32_t Second = static_cast<char16_t>(Text[Index]);
		if (Second >= 0xdc00 && Second <= 0xdfff)
		{
			++Index;
			return 0x10000 + ((First - 0xd800) << 10) + (Second - 0xdc00);
		}
	}
	return 0xfffd;
}

char32_t NextCodePoint(const unsigned char* Text, int32 Len, int32& Index)
{
	const unsigned char First = Text[Index++];
	if (First < 0x80)
	{
		return First;
	}
	const int32 More = First >= 0xc2 && First <= 0xdf ? 1 : First >= 0xe0 && First <= 0xef ? 2 : First >= 0xf0 && First <= 0xf4 ? 3 : 0;
	if (More == 0)
	{
		return 0xfffd;
	}
	char32_t Code = First & (0x3f >> More);
	for (int32 Step = 0; Step < More; ++Step)
	{
		if (Index >= Len || (Text[Index] & 0xc0) != 0x80)
		{
			return 0xfffd;
		}
		const unsigned char Next = Text[Index];
		// Overlong forms, surrogates and what lies beyond Unicode end at their second byte.
		if (Step == 0 &&
			((First == 0xe0 && Next < 0xa0) || (First == 0xed && Next > 0x9f) || (First == 0xf0 && Next < 0x90) ||
				(First == 0xf4 && Next > 0x8f)))
		{
			return 0xfffd;
		}
		Code = (Code << 6) | (Next & 0x3f);
		++Index;
	}
	return Code;
}

namespace
{
template <typename Sink>
void EncodeUtf8(char32_t Code, const Sink& Put)
{
	if (Code < 0x80)
	{
		Put(static_cast<unsigned char>(Code));
	}
	else if (Code < 0x800)
	{
		Put(static_cast<unsigned char>(0xc0 | (Code >> 6)));
		Put(static_cast<unsigned char>(0x80 | (Code & 0x3f)));
	}
	else if (Code < 0x10000)
	{
		Put(static_cast<unsigned char>(0xe0 | (Code >> 12)));
		Put(static_cast<unsigned char>(0x80 | ((Code >> 6) & 0x3f)));
		Put(static_cast<unsigned char>(0x80 | (Code & 0x3f)));
	}
	else
	{
		Put(static_cast<unsigned char>(0xf0 | (Code >> 18)));
		Put(static_cast<unsigned char>(0x80 | ((Code >> 12) & 0x3f)));
		Put(static_cast<unsigned char>(0x80 | ((Code >> 6) & 0x3f)));
		Put(static_cast<unsigned char>(0x80 | (Code & 0x3f)));
	}
}

void FromBytes(const unsigned char* Text, int32 Len, TArray<TCHAR>& Out)
{
	Out.Reset(Len + 1);
	for (int32 Index = 0; Index < Len;)
	{
		const char32_t Code = NextCodePoint(Text, Len, Index);
		if (Code >= 0x10000)
		{
			Out.Add(static_cast<TCHAR>(0xd800 + ((Code - 0x10000) >> 10)));
			Out.Add(static_cast<TCHAR>(0xdc00 + ((Code - 0x10000) & 0x3ff)));
		}
		else
		{
			Out.Add(static_cast<TCHAR>(Code));
		}
	}
	Out.Add(TCHAR(0));
}
} // namespace

std::string ToUtf8(const TCHAR* Text, int32 Len)
{
	std::string Out;
	for (int32 Index = 0; Index < Len;)
	{
		EncodeUtf8(NextCodePoint(Text, Len, Index), [&Out](unsigned char Byte) { Out.push_back(static_cast<char>(Byte)); });
	}
	return Out;
}

FString FromUtf8(const std::string& Text)
{
	TArray<TCHAR> Out;
	FromBytes(reinterpret_cast<const unsigned char*>(Text.data()), static_cast<int32>(Text.size()), Out);
	return FString::ConstructFromPtrSize(Out.GetData(), Out.Num() - 1);
}

void Convert(const TCHAR* Text, int32 Len, TArray<UTF8CHAR>& Out)
{
	Out.Reset(Len + 1);
	for (int32 Index = 0; Index < Len;)
	{
		EncodeUtf8(NextCodePoint(Text, Len, Index), [&Out](unsigned char Byte) { Out.Add(static_cast<UTF8CHAR>(Byte)); });
	}
	Out.Add(UTF8CHAR(0));
}

void Convert(const TCHAR* Text, int32 Len, TArray<ANSICHAR>& Out)
{
	Out.Reset(Len + 1);
	for (int32 Index = 0; Index < Len;)
	{
		const char32_t Code = NextCodePoint(Text, Len, Index);
		Out.Add(Code < 0x80 ? static_cast<ANSICHAR>(Code) : '?');
	}
	Out.Add(ANSICHAR(0));
}

void Convert(const TCHAR* Text, int32 Len, TArray<TCHAR>& Out)
{
	Out = TArray<TCHAR>(Text, Len);
	Out.Add(TCHAR(0));
}

void Convert(const UTF8CHAR* Text, int32 Len, TArray<TCHAR>& Out)
{
	FromBytes(reinterpret_cast<const unsigned char*>(Text), Len, Out);
}

void Convert(const ANSICHAR* Text, int32 Len, TArray<TCHAR>& Out)
{
	FromBytes(reinterpret_cast<const unsigned char*>(Text), Len, Out);
}

} // namespace StandIn
