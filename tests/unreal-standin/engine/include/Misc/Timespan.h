#pragma once

#include "Containers/UnrealString.h"

// A length of time in ticks of 100 ns. UEC UE5Coro/Private/TimerThread.cpp; NOE; NAK NakamaUnreal/Private/NakamaClient.cpp
struct FTimespan
{
	constexpr FTimespan() = default;
	constexpr explicit FTimespan(int64 InTicks)
		: Ticks(InTicks)
	{
	}
	constexpr FTimespan(int32 Hours, int32 Minutes, int32 Seconds)
		: Ticks(((static_cast<int64>(Hours) * 60 + Minutes) * 60 + Seconds) * 10000000)
	{
	}
	static constexpr FTimespan FromSeconds(double Seconds)
	{
		return FTimespan(static_cast<int64>(Seconds * 10000000.0 + (Seconds < 0 ? -0.5 : 0.5)));
	}
	static constexpr FTimespan FromMilliseconds(double Milliseconds)
	{
		return FromSeconds(Milliseconds / 1000.0);
	}
	static constexpr FTimespan FromMinutes(double Minutes)
	{
		return FromSeconds(Minutes * 60.0);
	}
	static constexpr FTimespan FromHours(double Hours)
	{
		return FromSeconds(Hours * 3600.0);
	}
	static constexpr FTimespan FromDays(double Days)
	{
		return FromSeconds(Days * 86400.0);
	}
	static constexpr FTimespan Zero()
	{
		return FTimespan();
	}
	constexpr int64 GetTicks() const
	{
		return Ticks;
	}
	constexpr double GetTotalSeconds() const
	{
		return static_cast<double>(Ticks) / 10000000.0;
	}
	constexpr double GetTotalMilliseconds() const
	{
		return static_cast<double>(Ticks) / 10000.0;
	}
	constexpr double GetTotalMinutes() const
	{
		return GetTotalSeconds() / 60.0;
	}
	constexpr double GetTotalHours() const
	{
		return GetTotalSeconds() / 3600.0;
	}
	constexpr double GetTotalDays() const
	{
		return GetTotalSeconds() / 86400.0;
	}
	constexpr int32 GetDays() const
	{
		return static_cast<int32>(Ticks / 864000000000LL);
	}
	constexpr int32 GetHours() const
	{
		return static_cast<int32>(Ticks / 36000000000LL % 24);
	}
	constexpr int32 GetMinutes() const
	{
		return static_cast<int32>(Ticks / 600000000LL % 60);
	}
	constexpr int32 GetSeconds() const
	{
		return static_cast<int32>(Ticks / 10000000LL % 60);
	}
	FString ToString() const;
	constexpr auto operator<=>(const FTimespan&) const = default;
	constexpr FTimespan operator+(FTimespan Other) const
	{
		return FTimespan(Ticks + Other.Ticks);
	}
	constexpr FTimespan operator-(FTimespan Other) const
	{
		return FTimespan(Ticks - Other.Ticks);
	}
	constexpr FTimespan operator*(double Factor) const
	{
		return FTimespan(static_cast<int64>(static_cast<double>(Ticks) * Factor));
	}

private:
	int64 Ticks = 0;
};
