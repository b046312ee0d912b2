#pragma once

#include "Containers/UnrealString.h"

// Conversions between encodings. What cannot be encoded becomes '?' in ANSI
// text, U+FFFD elsewhere; lengths count units without the terminating zero.
// FTCHARToUTF8: SEN GenericPlatform/GenericPlatformSentrySubsystem.cpp; RIV Rive/Public/Rive/RiveUtils.h.
// FUTF8ToTCHAR: RIV Rive/Private/Rive/RiveFile.cpp; NAK NakamaUnreal/Public/NakamaUtils.h.
// StringCast: SEN; USH UnrealSharpCore/Private/Binds/Bind_FString.cpp. Macros: CES CesiumEditor/Private/CesiumIonSession.cpp; PUE
namespace StandIn
{
void Convert(const TCHAR* Text, int32 Len, TArray<UTF8CHAR>& Out);
void Convert(const TCHAR* Text, int32 Len, TArray<ANSICHAR>& Out); // plain ASCII, '?' for the rest
void Convert(const TCHAR* Text, int32 Len, TArray<TCHAR>& Out);
void Convert(const UTF8CHAR* Text, int32 Len, TArray<TCHAR>& Out);
void Convert(const ANSICHAR* Text, int32 Len, TArray<TCHAR>& Out); // as UTF-8

template <typename Char>
int32 LengthOf(const Char* Text)
{
	int32 Length = 0;
	while (Text && Text[Length])
	{
		++Length;
	}
	return Length;
}
} // namespace StandIn

class FTCHARToUTF8
{
public:
	explicit FTCHARToUTF8(const TCHAR* Text)
		: FTCHARToUTF8(Text, StandIn::LengthOf(Text))
	{
	}
	FTCHARToUTF8(const TCHAR* Text, int32 Len)
	{
		StandIn::Convert(Text, Len, Data);
	}
	FTCHARToUTF8(const FTCHARToUTF8&) = delete;
	FTCHARToUTF8& operator=(const FTCHARToUTF8&) = delete;
	const ANSICHAR* Get() const
	{
		return reinterpret_cast<const ANSICHAR*>(Data.GetData());
	}
	int32 Length() const
	{
		return Data.Num() - 1;
	}

private:
	TArray<UTF8CHAR> Data;
};

class FUTF8ToTCHAR
{
public:
	explicit FUTF8ToTCHAR(const ANSICHAR* Text)
		: FUTF8ToTCHAR(Text, StandIn::LengthOf(Text))
	{
	}
	FUTF8ToTCHAR(const ANSICHAR* Text, int32 Len)
	{
		StandIn::Convert(reinterpret_cast<const UTF8CHAR*>(Text), Len, Data);
	}
	FUTF8ToTCHAR(const FUTF8ToTCHAR&) = delete;
	FUTF8ToTCHAR& operator=(const FUTF8ToTCHAR&) = delete;
	const TCHAR* Get() const
	{
		return Data.GetData();
	}
	int32 Length() const
	{
		return Data.Num() - 1;
	}

private:
	TArray<TCHAR> Data;
};

namespace StandIn
{
template <typename To, typename From>
class TStringConversion
{
public:
	TStringConversion(const From* Text, int32 Len)
	{
		Convert(Text, Len, Data);
	}
	TStringConversion(TStringConversion&&) = default;
	const To* Get() const
	{
		return Data.GetData();
	}
	int32 Length() const
	{
		return Data.Num() - 1;
	}

private:
	TArray<To> Data;
};
} // namespace StandIn

template <typename To, typename From>
StandIn::TStringConversion<To, From> StringCast(const From* Text)
{
	return StandIn::TStringConversion<To, From>(Text, StandIn::LengthOf(Text));
}
template <typename To, typename From>
StandIn::TStringConversion<To, From> StringCast(const From* Text, int32 Len)
{
	return StandIn::TStringConversion<To, From>(Text, Len);
}

#define TCHAR_TO_UTF8(Text) (FTCHARToUTF8(Text).Get())
#define UTF8_TO_TCHAR(Text) (FUTF8ToTCHAR(reinterpret_cast<const ANSICHAR*>(Text)).Get())
#define TCHAR_TO_ANSI(Text) (StringCast<ANSICHAR>(static_cast<const TCHAR*>(Text)).Get())
#define ANSI_TO_TCHAR(Text) (StringCast<TCHAR>(static_cast<const ANSICHAR*>(Text)).Get())
