#pragma once

#include "Containers/StringFwd.h"
#include "Misc/AssertionMacros.h"
#include "Misc/CString.h"

#include <concepts>

// RLK RiderAgentTools/Private/RiderAgentBridgeLibrary.cpp; SEN Utils/SentryPlatformDetectionUtils.cpp
struct ESearchCase
{
	enum Type
	{
		CaseSensitive,
		IgnoreCase,
	};
};
struct ESearchDir
{
	enum Type
	{
		FromStart,
		FromEnd,
	};
};

// A range of characters of someone else; not null-terminated.
// USH UnrealSharpUtilities/Public/Json/CSRapidJsonUtilties.h; RIV RiveRenderer/Private/Ore/RiveOreShaderHandler.cpp; Epic: Runtime/Core/TStringView
template <typename CharType>
class TStringView
{
public:
	constexpr TStringView() = default;
	constexpr TStringView(const CharType* InData, int32 InLen)
		: Data(InData)
		, Length(InLen)
	{
	}
	constexpr TStringView(const CharType* Text)
		: Data(Text)
	{
		while (Text && Text[Length])
		{
			++Length;
		}
	}
	template <typename String>
		requires requires(const String& S) { { *S } -> std::same_as<const CharType*>; S.Len(); }
	TStringView(const String& Text)
		: Data(*Text)
		, Length(Text.Len())
	{
	}
	constexpr int32 Len() const
	{
		return Length;
	}
	constexpr bool IsEmpty() const
	{
		return Length == 0;
	}
	constexpr const CharType* GetData() const
	{
		return Data;
	}
	const CharType& operator[](int32 Index) const
	{
		checkf(Index >= 0 && Index < Length, TEXT("index %d of a string view of length %d"), Index, Length);
		return Data[Index];
	}
	TStringView Left(int32 Count) const
	{
		return Mid(0, Count);
	}
	TStringView Right(int32 Count) const
	{
		const int32 Kept = Clip(Count, Length);
		return TStringView(Data + (Length - Kept), Kept);
	}
	TStringView LeftChop(int32 Count) const
	{
		return Mid(0, Length - Clip(Count, Length));
	}
	TStringView RightChop(int32 Count) const
	{
		const int32 Cut = Clip(Count, Length);
		return TStringView(Data + Cut, Length - Cut);
	}
	TStringView Mid(int32 Start, int32 Count = 0x7fffffff) const
	{
		const int32 From = Clip(Start, Length);
		return TStringView(Data + From, Clip(Count, Length - From));
	}
	bool FindChar(CharType C, int32& OutIndex) const
	{
		for (OutIndex = 0; OutIndex < Length; ++OutIndex)
		{
			if (Data[OutIndex] == C)
			{
				return true;
			}
		}
		OutIndex = INDEX_NONE;
		return false;
	}
	bool FindLastChar(CharType C, int32& OutIndex) const
	{
		for (OutIndex = Length - 1; OutIndex >= 0; --OutIndex)
		{
			if (Data[OutIndex] == C)
			{
				return true;
			}
		}
		return false;
	}
	bool Equals(TStringView Other, ESearchCase::Type Case = ESearchCase::CaseSensitive) const
	{
		return Length == Other.Length && HasAt(0, Other, Case);
	}
	bool StartsWith(TStringView Prefix, ESearchCase::Type Case = ESearchCase::IgnoreCase) const
	{
		return Length >= Prefix.Length && HasAt(0, Prefix, Case);
	}
	bool EndsWith(TStringView Suffix, ESearchCase::Type Case = ESearchCase::IgnoreCase) const
	{
		return Length >= Suffix.Length && HasAt(Length - Suffix.Length, Suffix, Case);
	}
	TStringView TrimStartAndEnd() const
	{
		int32 First = 0;
		int32 Last = Length;
		while (First < Last && FChar::IsWhitespace(static_cast<TCHAR>(Data[First])))
		{
			++First;
		}
		while (Last > First && FChar::IsWhitespace(static_cast<TCHAR>(Data[Last - 1])))
		{
			--Last;
		}
		return TStringView(Data + First, Last - First);
	}
	friend bool operator==(TStringView A, TStringView B)
	{
		return A.Equals(B, ESearchCase::IgnoreCase);
	}
	const CharType* begin() const
	{
		return Data;
	}
	const CharType* end() const
	{
		return Data + Length;
	}

private:
	static constexpr int32 Clip(int32 Value, int32 Most)
	{
		return Value < 0 ? 0 : Value > Most ? Most : Value;
	}
	bool HasAt(int32 Offset, TStringView Part, ESearchCase::Type Case) const
	{
		for (int32 Index = 0; Index < Part.Length; ++Index)
		{
			const TCHAR A = static_cast<TCHAR>(Data[Offset + Index]);
			const TCHAR B = static_cast<TCHAR>(Part.Data[Index]);
			if (A != B && (Case == ESearchCase::CaseSensitive || FChar::ToLower(A) != FChar::ToLower(B)))
			{
				return false;
			}
		}
		return true;
	}

	const CharType* Data = nullptr;
	int32 Length = 0;
};

// Epic: Runtime/Core/TStringView, MakeStringView
inline FStringView MakeStringView(const TCHAR* Data, int32 Len)
{
	return FStringView(Data, Len);
}
