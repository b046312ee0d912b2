#include "Math/Color.h"
#include "Misc/DateTime.h"
#include "Misc/Guid.h"
#include "Process.h"
#include "StandIn/Host.h"
#include "Utf8.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <random>

namespace
{
constexpr int64 TicksPerDay = 864000000000LL;
constexpr int64 UnixEpochTicks = 621355968000000000LL;

// Days since 0001-01-01 in the proleptic Gregorian calendar.
int64 DaysBefore(int64 Year, int64 Month, int64 Day)
{
	Year -= Month <= 2 ? 1 : 0;
	const int64 Era = (Year >= 0 ? Year : Year - 399) / 400;
	const int64 YearOfEra = Year - Era * 400;
	const int64 DayOfYear = (153 * (Month + (Month > 2 ? -3 : 9)) + 2) / 5 + Day - 1;
	const int64 DayOfEra = YearOfEra * 365 + YearOfEra / 4 - YearOfEra / 100 + DayOfYear;
	return Era * 146097 + DayOfEra - 306;
}
bool bWallClockSet = false;
int64 WallClockTicks = 0;
} // namespace

FDateTime::FDateTime(int32 Year, int32 Month, int32 Day, int32 Hour, int32 Minute, int32 Second, int32 Millisecond)
	: Ticks(DaysBefore(Year, Month, Day) * TicksPerDay + ((static_cast<int64>(Hour) * 60 + Minute) * 60 + Second) * 10000000LL +
		  static_cast<int64>(Millisecond) * 10000)
{
}
void FDateTime::GetDate(int32& OutYear, int32& OutMonth, int32& OutDay) const
{
	const int64 Z = Ticks / TicksPerDay + 306;
	const int64 Era = Z / 146097;
	const int64 DayOfEra = Z - Era * 146097;
	const int64 YearOfEra = (DayOfEra - DayOfEra / 1460 + DayOfEra / 36524 - DayOfEra / 146096) / 365;
	const int64 DayOfYear = DayOfEra - (365 * YearOfEra + YearOfEra / 4 - YearOfEra / 100);
	const int64 M = (5 * DayOfYear + 2) / 153;
	OutDay = static_cast<int32>(DayOfYear - (153 * M + 2) / 5 + 1);
	OutMonth = static_cast<int32>(M < 10 ? M + 3 : M - 9);
	OutYear = static_cast<int32>(YearOfEra + Era * 400 + (OutMonth <= 2 ? 1 : 0));
}
int32 FDateTime::GetYear() const
{
	int32 Year, Month, Day;
	GetDate(Year, Month, Day);
	return Year;
}
int32 FDateTime::GetMonth() const
{
	int32 Year, Month, Day;
	GetDate(Year, Month, Day);
	return Month;
}
int32 FDateTime::GetDay() const
{
	int32 Year, Month, Day;
	GetDate(Year, Month, Day);
	return Day;
}
int32 FDateTime::GetHour() const
{
	return static_cast<int32>(Ticks / 36000000000LL % 24);
}
int32 FDateTime::GetMinute() const
{
	return static_cast<int32>(Ticks / 600000000LL % 60);
}
int32 FDateTime::GetSecond() const
{
	return static_cast<int32>(Ticks / 10000000LL % 60);
}
int32 FDateTime::GetMillisecond() const
{
	return static_cast<int32>(Ticks / 10000LL % 1000);
}
FDateTime FDateTime::UtcNow()
{
	if (bWallClockSet)
	{
		return FDateTime(WallClockTicks);
	}
	const auto Now = std::chrono::system_clock::now().time_since_epoch();
	return FDateTime(UnixEpochTicks + std::chrono::duration_cast<std::chrono::nanoseconds>(Now).count() / 100);
}
FDateTime FDateTime::Now()
{
	return UtcNow(); // the stand-in lives in Greenwich
}
FDateTime FDateTime::FromUnixTimestamp(int64 Seconds)
{
	return FDateTime(UnixEpochTicks + Seconds * 10000000LL);
}
int64 FDateTime::ToUnixTimestamp() const
{
	return (Ticks - UnixEpochTicks) / 10000000LL;
}
FString FDateTime::ToIso8601() const
{
	return ToString(TEXT("%Y-%m-%dT%H:%M:%S.%sZ"));
}
FString FDateTime::ToString() const
{
	return ToString(TEXT("%Y.%m.%d-%H.%M.%S"));
}
FString FDateTime::ToString(const TCHAR* Format) const
{
	FString Result;
	for (; *Format; ++Format)
	{
		if (*Format != TCHAR('%') || !Format[1])
		{
			Result.AppendChar(*Format);
			continue;
		}
		switch (*++Format)
		{
		case TCHAR('Y'):
			Result += FString::Printf(TEXT("%04d"), GetYear());
			break;
		case TCHAR('y'):
			Result += FString::Printf(TEXT("%02d"), GetYear() % 100);
			break;
		case TCHAR('m'):
			Result += FString::Printf(TEXT("%02d"), GetMonth());
			break;
		case TCHAR('d'):
			Result += FString::Printf(TEXT("%02d"), GetDay());
			break;
		case TCHAR('H'):
			Result += FString::Printf(TEXT("%02d"), GetHour());
			break;
		case TCHAR('M'):
			Result += FString::Printf(TEXT("%02d"), GetMinute());
			break;
		case TCHAR('S'):
			Result += FString::Printf(TEXT("%02d"), GetSecond());
			break;
		case TCHAR('s'):
			Result += FString::Printf(TEXT("%03d"), GetMillisecond());
			break;
		default:
			Result.AppendChar(*Format);
		}
	}
	return Result;
}
bool FDateTime::ParseIso8601(const TCHAR* Text, FDateTime& OutDateTime)
{
	const std::string Narrow = StandIn::ToUtf8(FString(Text));
	int Year = 0, Month = 0, Day = 0, Hour = 0, Minute = 0, Used = 0;
	double Second = 0.0;
	if (std::sscanf(Narrow.c_str(), "%4d-%2d-%2d%n", &Year, &Month, &Day, &Used) != 3)
	{
		return false;
	}
	const char* Rest = Narrow.c_str() + Used;
	if (*Rest == 'T' || *Rest == ' ')
	{
		if (std::sscanf(Rest + 1, "%2d:%2d:%lf%n", &Hour, &Minute, &Second, &Used) != 3)
		{
			return false;
		}
		Rest += 1 + Used;
	}
	int Offset = 0;
	if (*Rest == '+' || *Rest == '-')
	{
		int OffsetHour = 0, OffsetMinute = 0;
		if (std::sscanf(Rest + 1, "%2d:%2d", &OffsetHour, &OffsetMinute) < 1)
		{
			return false;
		}
		Offset = (OffsetHour * 60 + OffsetMinute) * (*Rest == '-' ? -1 : 1);
	}
	else if (*Rest && !(*Rest == 'Z' && !Rest[1]))
	{
		return false;
	}
	if (Year < 1 || Month < 1 || Month > 12 || Day < 1 || Day > 31 || Hour < 0 || Hour > 23 || Minute < 0 || Minute > 59 || Second < 0.0 || Second >= 61.0)
	{
		return false;
	}
	OutDateTime = FDateTime(Year, Month, Day, Hour, Minute, 0) + FTimespan(std::llround(Second * 1000.0) * 10000LL) -
		FTimespan(static_cast<int64>(Offset) * 600000000LL);
	return true;
}
bool FDateTime::Parse(const FString& Text, FDateTime& OutDateTime)
{
	int Y = 0, Mo = 0, D = 0, H = 0, Mi = 0, S = 0;
	if (std::sscanf(StandIn::ToUtf8(Text).c_str(), "%4d.%2d.%2d-%2d.%2d.%2d", &Y, &Mo, &D, &H, &Mi, &S) != 6)
	{
		return false;
	}
	OutDateTime = FDateTime(Y, Mo, D, H, Mi, S);
	return true;
}
FString FTimespan::ToString() const
{
	return FString::Printf(TEXT("%d.%02d:%02d:%02d"), GetDays(), GetHours(), GetMinutes(), GetSeconds());
}

void StandIn::SetWallClock(const FDateTime& UtcNow)
{
	bWallClockSet = true;
	WallClockTicks = UtcNow.GetTicks();
}
void StandIn::ResetWallClock()
{
	bWallClockSet = false;
}
bool StandIn::IsWallClockSet()
{
	return bWallClockSet;
}

FGuid FGuid::NewGuid()
{
	static std::mutex Mutex;
	static std::mt19937_64 Random{std::random_device{}()};
	const std::lock_guard<std::mutex> Lock(Mutex);
	const uint64 High = Random();
	const uint64 Low = Random();
	return FGuid(static_cast<uint32>(High >> 32), (static_cast<uint32>(High) & 0xffff0fffu) | 0x4000u,
		(static_cast<uint32>(Low >> 32) & 0x3fffffffu) | 0x80000000u, static_cast<uint32>(Low));
}
FString FGuid::ToString(EGuidFormats Format) const
{
	FString Text = FString::Printf(TEXT("%08X%08X%08X%08X"), A, B, C, D);
	if (Format == EGuidFormats::DigitsWithHyphens || Format == EGuidFormats::DigitsWithHyphensLower)
	{
		for (const int32 At : {20, 16, 12, 8})
		{
			Text.InsertAt(At, FString(TEXT("-")));
		}
	}
	return Format == EGuidFormats::DigitsWithHyphensLower || Format == EGuidFormats::DigitsLower ? Text.ToLower() : Text;
}
bool FGuid::Parse(const FString& Text, FGuid& OutGuid)
{
	const std::string Digits = StandIn::ToUtf8(Text.Replace(TEXT("-"), TEXT("")).Replace(TEXT("{"), TEXT("")).Replace(TEXT("}"), TEXT("")));
	if (Digits.size() != 32 || Digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
	{
		return false;
	}
	const auto Part = [&Digits](std::size_t At) { return static_cast<uint32>(std::stoul(Digits.substr(At, 8), nullptr, 16)); };
	OutGuid = FGuid(Part(0), Part(8), Part(16), Part(24));
	return true;
}

FColor FColor::FromHex(const FString& Hex)
{
	std::string Digits = StandIn::ToUtf8(Hex);
	if (!Digits.empty() && Digits[0] == '#')
	{
		Digits.erase(0, 1);
	}
	if ((Digits.size() != 6 && Digits.size() != 8) || Digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
	{
		return FColor(0, 0, 0, 0);
	}
	const auto Part = [&Digits](std::size_t At) { return static_cast<uint8>(std::stoul(Digits.substr(At, 2), nullptr, 16)); };
	return FColor(Part(0), Part(2), Part(4), Digits.size() == 8 ? Part(6) : 255);
}
FString FColor::ToHex() const
{
	return FString::Printf(TEXT("%02X%02X%02X%02X"), R, G, B, A);
}
namespace
{
float Linear(uint8 Channel)
{
	const float V = static_cast<float>(Channel) / 255.0f;
	return V <= 0.04045f ? V / 12.92f : std::pow((V + 0.055f) / 1.055f, 2.4f);
}
uint8 Encoded(float Channel, bool bSRGB)
{
	float V = std::fmin(std::fmax(Channel, 0.0f), 1.0f);
	V = !bSRGB ? V : V <= 0.0031308f ? V * 12.92f : 1.055f * std::pow(V, 1.0f / 2.4f) - 0.055f;
	return static_cast<uint8>(std::lround(V * 255.0f));
}
} // namespace
FLinearColor::FLinearColor(const FColor& Color)
	: R(Linear(Color.R))
	, G(Linear(Color.G))
	, B(Linear(Color.B))
	, A(static_cast<float>(Color.A) / 255.0f)
{
}
FColor FLinearColor::ToFColor(bool bSRGB) const
{
	return FColor(Encoded(R, bSRGB), Encoded(G, bSRGB), Encoded(B, bSRGB), Encoded(A, false));
}
FString FLinearColor::ToString() const
{
	return FString::Printf(TEXT("(R=%f,G=%f,B=%f,A=%f)"), R, G, B, A);
}
