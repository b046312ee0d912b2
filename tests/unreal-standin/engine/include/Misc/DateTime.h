#pragma once

#include "Misc/Timespan.h"

// A moment, in ticks of 100 ns since the year 1. SEN GenericPlatform/GenericPlatformSentrySubsystem.cpp;
// RLK RiderAgentTools/Private/ScreenshotCapturer.cpp; CES CesiumEditor/Private/CesiumIonPanel.cpp; ACC
struct FDateTime
{
	constexpr FDateTime() = default;
	constexpr explicit FDateTime(int64 InTicks)
		: Ticks(InTicks)
	{
	}
	FDateTime(int32 Year, int32 Month, int32 Day, int32 Hour = 0, int32 Minute = 0, int32 Second = 0, int32 Millisecond = 0);
	static FDateTime Now();
	static FDateTime UtcNow();
	static FDateTime FromUnixTimestamp(int64 Seconds);
	static constexpr FDateTime MinValue()
	{
		return FDateTime();
	}
	static bool Parse(const FString& Text, FDateTime& OutDateTime);
	static bool ParseIso8601(const TCHAR* Text, FDateTime& OutDateTime);
	FString ToIso8601() const;
	FString ToString() const; // yyyy.mm.dd-hh.mm.ss
	FString ToString(const TCHAR* Format) const; // %Y %m %d %H %M %S %s (milliseconds) ...
	int64 ToUnixTimestamp() const;
	constexpr int64 GetTicks() const
	{
		return Ticks;
	}
	void GetDate(int32& OutYear, int32& OutMonth, int32& OutDay) const;
	int32 GetYear() const;
	int32 GetMonth() const;
	int32 GetDay() const;
	int32 GetHour() const;
	int32 GetMinute() const;
	int32 GetSecond() const;
	int32 GetMillisecond() const;
	FDateTime GetDateOnly() const
	{
		return FDateTime(Ticks - Ticks % 864000000000LL);
	}
	constexpr auto operator<=>(const FDateTime&) const = default;
	constexpr FDateTime operator+(FTimespan Span) const
	{
		return FDateTime(Ticks + Span.GetTicks());
	}
	constexpr FDateTime operator-(FTimespan Span) const
	{
		return FDateTime(Ticks - Span.GetTicks());
	}
	constexpr FTimespan operator-(FDateTime Other) const
	{
		return FTimespan(Ticks - Other.Ticks);
	}

private:
	int64 Ticks = 0;
};
