#pragma once

#include "Containers/Array.h"
#include "Containers/StringView.h"
#include "StandIn/Format.h"
#include "Templates/TypeHash.h"

#include <concepts>

// Text in TCHARs. Comparison by == ignores case, as the engine's does.
// CES CesiumEditor/Private/CesiumSourceControl.h; RLK RiderLink/Public/UE4TypesMarshallers.h; Epic: Runtime/Core/FString.
//
// Stricter than the engine: a narrow literal does not become an FString by itself.
class FString
{
public:
	using FmtCharType = TCHAR;
	using ElementType = TCHAR;

	FString() = default;
	FString(const TCHAR* Text);
	FString(TYPE_OF_NULLPTR) = delete;
	template <typename Char>
		requires std::same_as<Char, ANSICHAR>
	explicit FString(const Char* NarrowText)
	{
		AppendNarrow(NarrowText);
	}
	explicit FString(FStringView View);
	explicit FString(FUtf8StringView View);
	// Epic: Runtime/Core/FString/UE_STRING_DEPRECATED: (length, pointer), deprecated since 5.4.
	UE_DEPRECATED(5.4, "use FString::ConstructFromPtrSize(Ptr, Size)")
	explicit FString(int32 Count, const TCHAR* Text);

	// Epic: Runtime/Core/FString/ConstructFromPtrSize: (pointer, size); zeros inside are kept.
	static FString ConstructFromPtrSize(const TCHAR* Text, int32 Size);
	static FString ConstructFromPtrSize(const ANSICHAR* Text, int32 Size);
	static FString ConstructFromPtrSize(const UTF8CHAR* Text, int32 Size);

	// CES CesiumEditor/Private/CesiumFeaturesMetadataViewer.cpp; Epic: Runtime/Core/FString/Printf
	template <typename... Types>
	static FString Printf(StandIn::TFormat<Types...> Format, const Types&... Args)
	{
		const StandIn::FArgument Arguments[] = {StandIn::MakeArgument(Args)..., StandIn::FArgument()};
		return PrintfArguments(Format.Format, Arguments, sizeof...(Types));
	}
	static FString PrintfArguments(const TCHAR* Format, const StandIn::FArgument* Arguments, int32 Count);

	const TCHAR* operator*() const
	{
		return Data.IsEmpty() ? TEXT("") : Data.GetData();
	}
	int32 Len() const
	{
		return Data.IsEmpty() ? 0 : Data.Num() - 1;
	}
	bool IsEmpty() const
	{
		return Len() == 0;
	}
	bool IsValidIndex(int32 Index) const
	{
		return Index >= 0 && Index < Len();
	}
	TCHAR& operator[](int32 Index)
	{
		checkf(IsValidIndex(Index), TEXT("index %d of a string of length %d"), Index, Len());
		return Data[Index];
	}
	const TCHAR& operator[](int32 Index) const
	{
		checkf(IsValidIndex(Index), TEXT("index %d of a string of length %d"), Index, Len());
		return Data[Index];
	}
	const TArray<TCHAR>& GetCharArray() const
	{
		return Data;
	}
	const TCHAR* GetData() const
	{
		return **this;
	}
	const TCHAR* begin() const
	{
		return **this;
	}
	const TCHAR* end() const
	{
		return **this + Len();
	}

	void Empty(int32 Slack = 0)
	{
		Data.Empty(Slack);
	}
	void Reset(int32 Slack = 0)
	{
		Data.Reset(Slack);
	}
	void Reserve(int32 Characters)
	{
		Data.Reserve(Characters + 1);
	}

	FString& operator+=(const TCHAR* Text)
	{
		return Append(Text);
	}
	FString& operator+=(const FString& Text)
	{
		return Append(Text);
	}
	FString& operator+=(FStringView Text)
	{
		return Append(Text.GetData(), Text.Len());
	}
	FString& operator+=(TCHAR C)
	{
		return AppendChar(C);
	}
	FString& operator/=(const TCHAR* Text);
	FString& operator/=(const FString& Text)
	{
		return *this /= *Text;
	}
	FString& Append(const TCHAR* Text, int32 Count);
	FString& Append(const TCHAR* Text);
	FString& Append(const FString& Text);
	FString& AppendChar(TCHAR C);
	void AppendInt(int32 Number);
	template <typename... Types>
	FString& Appendf(StandIn::TFormat<Types...> Format, const Types&... Args)
	{
		return Append(Printf<Types...>(Format, Args...));
	}
	void InsertAt(int32 Index, const FString& Text);
	void RemoveAt(int32 Index, int32 Count = 1, EAllowShrinking = EAllowShrinking::Default);

	bool Equals(const FString& Other, ESearchCase::Type Case = ESearchCase::CaseSensitive) const;
	int32 Compare(const FString& Other, ESearchCase::Type Case = ESearchCase::CaseSensitive) const;
	bool Contains(FStringView Text, ESearchCase::Type Case = ESearchCase::IgnoreCase, ESearchDir::Type = ESearchDir::FromStart) const
	{
		return Find(Text, Case) != INDEX_NONE;
	}
	int32 Find(FStringView Text, ESearchCase::Type Case = ESearchCase::IgnoreCase, ESearchDir::Type Direction = ESearchDir::FromStart,
		int32 StartPosition = INDEX_NONE) const;
	bool FindChar(TCHAR C, int32& OutIndex) const
	{
		return FStringView(*this).FindChar(C, OutIndex);
	}
	bool FindLastChar(TCHAR C, int32& OutIndex) const
	{
		return FStringView(*this).FindLastChar(C, OutIndex);
	}
	bool StartsWith(FStringView Prefix, ESearchCase::Type Case = ESearchCase::IgnoreCase) const
	{
		return FStringView(*this).StartsWith(Prefix, Case);
	}
	bool EndsWith(FStringView Suffix, ESearchCase::Type Case = ESearchCase::IgnoreCase) const
	{
		return FStringView(*this).EndsWith(Suffix, Case);
	}
	bool RemoveFromStart(FStringView Prefix, ESearchCase::Type Case = ESearchCase::IgnoreCase);
	bool RemoveFromEnd(FStringView Suffix, ESearchCase::Type Case = ESearchCase::IgnoreCase);
	// Wildcards `*` and `?`.
	bool MatchesWildcard(FStringView Wildcard, ESearchCase::Type Case = ESearchCase::IgnoreCase) const;
	bool IsNumeric() const;
	bool ToBool() const;

	FString Left(int32 Count) const
	{
		return FString(FStringView(*this).Left(Count));
	}
	FString Right(int32 Count) const
	{
		return FString(FStringView(*this).Right(Count));
	}
	FString LeftChop(int32 Count) const
	{
		return FString(FStringView(*this).LeftChop(Count));
	}
	FString RightChop(int32 Count) const
	{
		return FString(FStringView(*this).RightChop(Count));
	}
	FString Mid(int32 Start, int32 Count = 0x7fffffff) const
	{
		return FString(FStringView(*this).Mid(Start, Count));
	}
	void LeftInline(int32 Count, EAllowShrinking = EAllowShrinking::Default)
	{
		*this = Left(Count);
	}
	void RightInline(int32 Count, EAllowShrinking = EAllowShrinking::Default)
	{
		*this = Right(Count);
	}
	void LeftChopInline(int32 Count, EAllowShrinking = EAllowShrinking::Default)
	{
		*this = LeftChop(Count);
	}
	void RightChopInline(int32 Count, EAllowShrinking = EAllowShrinking::Default)
	{
		*this = RightChop(Count);
	}
	void MidInline(int32 Start, int32 Count = 0x7fffffff, EAllowShrinking = EAllowShrinking::Default)
	{
		*this = Mid(Start, Count);
	}
	FString TrimStartAndEnd() const
	{
		return FString(FStringView(*this).TrimStartAndEnd());
	}
	FString TrimStart() const;
	FString TrimEnd() const;
	void TrimStartAndEndInline()
	{
		*this = TrimStartAndEnd();
	}
	void TrimStartInline()
	{
		*this = TrimStart();
	}
	void TrimEndInline()
	{
		*this = TrimEnd();
	}
	FString TrimQuotes() const;
	FString ToUpper() const;
	FString ToLower() const;
	FString Replace(const TCHAR* From, const TCHAR* To, ESearchCase::Type Case = ESearchCase::IgnoreCase) const;
	int32 ReplaceInline(const TCHAR* From, const TCHAR* To, ESearchCase::Type Case = ESearchCase::IgnoreCase);
	FString ReplaceCharWithEscapedChar() const;
	bool Split(const FString& Separator, FString* OutLeft, FString* OutRight, ESearchCase::Type Case = ESearchCase::IgnoreCase,
		ESearchDir::Type Direction = ESearchDir::FromStart) const;
	int32 ParseIntoArray(TArray<FString>& OutParts, const TCHAR* Delimiter, bool bCullEmpty = true) const;
	int32 ParseIntoArrayLines(TArray<FString>& OutLines, bool bCullEmpty = true) const;
	int32 ParseIntoArrayWS(TArray<FString>& OutParts) const;

	static FString FromInt(int32 Number);
	static FString SanitizeFloat(double Number, int32 MinFractionalDigits = 1);
	static FString ChrN(int32 Count, TCHAR C);
	static FString Chr(TCHAR C);
	template <typename RangeType>
	static FString Join(const RangeType& Range, const TCHAR* Separator)
	{
		FString Result;
		bool bFirst = true;
		for (const auto& Item : Range)
		{
			if (!bFirst)
			{
				Result += Separator;
			}
			Result += Item;
			bFirst = false;
		}
		return Result;
	}

private:
	void AppendNarrow(const ANSICHAR* Text);

	TArray<TCHAR> Data; // with the terminating zero, or empty
};

inline FString operator+(const FString& A, const FString& B)
{
	FString Result(A);
	Result += B;
	return Result;
}
inline FString operator+(const FString& A, const TCHAR* B)
{
	FString Result(A);
	Result += B;
	return Result;
}
inline FString operator+(const TCHAR* A, const FString& B)
{
	FString Result(A);
	Result += B;
	return Result;
}
inline FString operator+(const FString& A, TCHAR B)
{
	FString Result(A);
	Result += B;
	return Result;
}
FString operator/(const FString& A, const FString& B);
FString operator/(const FString& A, const TCHAR* B);
FString operator/(const TCHAR* A, const FString& B);

inline bool operator==(const FString& A, const FString& B)
{
	return A.Equals(B, ESearchCase::IgnoreCase);
}
inline bool operator==(const FString& A, const TCHAR* B)
{
	return FStringView(A).Equals(FStringView(B), ESearchCase::IgnoreCase);
}
inline bool operator<(const FString& A, const FString& B)
{
	return A.Compare(B, ESearchCase::IgnoreCase) < 0;
}
inline bool operator>(const FString& A, const FString& B)
{
	return B < A;
}
uint32 GetTypeHash(const FString& Text); // ignores case, as == does

// LexToString: CES CesiumRuntime/Private/UnrealAssetAccessor.cpp; SEN Sentry/Private/SentrySettings.cpp; COR CortexBlueprint
FString LexToString(bool Value);
FString LexToString(int32 Value);
FString LexToString(uint32 Value);
FString LexToString(int64 Value);
FString LexToString(uint64 Value);
FString LexToString(float Value);
FString LexToString(double Value);
inline FString LexToString(const FString& Value)
{
	return Value;
}
inline FString LexToString(const TCHAR* Value)
{
	return FString(Value);
}
void LexFromString(int32& OutValue, const TCHAR* Text);
void LexFromString(int64& OutValue, const TCHAR* Text);
void LexFromString(float& OutValue, const TCHAR* Text);
void LexFromString(double& OutValue, const TCHAR* Text);
void LexFromString(bool& OutValue, const TCHAR* Text);
bool LexTryParseString(int32& OutValue, const TCHAR* Text);
bool LexTryParseString(int64& OutValue, const TCHAR* Text);
bool LexTryParseString(float& OutValue, const TCHAR* Text);
bool LexTryParseString(double& OutValue, const TCHAR* Text);
