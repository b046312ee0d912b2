#include "Containers/UnrealString.h"

#include "Misc/CString.h"
#include "Utf8.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>

FString LexToString(bool Value)
{
	return FString(Value ? TEXT("true") : TEXT("false"));
}
FString LexToString(int32 Value)
{
	return FString::Printf(TEXT("%d"), Value);
}
FString LexToString(uint32 Value)
{
	return FString::Printf(TEXT("%u"), Value);
}
FString LexToString(int64 Value)
{
	return FString::Printf(TEXT("%lld"), Value);
}
FString LexToString(uint64 Value)
{
	return FString::Printf(TEXT("%llu"), Value);
}
FString LexToString(float Value)
{
	return FString::Printf(TEXT("%f"), Value);
}
FString LexToString(double Value)
{
	return FString::Printf(TEXT("%f"), Value);
}

namespace
{
// The whole text, blanks aside, must be the number.
template <typename T, typename F>
bool ParseWhole(T& Out, const TCHAR* Text, const F& Parse)
{
	const std::string Narrow = StandIn::ToUtf8(FString(Text).TrimStartAndEnd());
	if (Narrow.empty())
	{
		return false;
	}
	char* End = nullptr;
	errno = 0;
	const auto Value = Parse(Narrow.c_str(), &End);
	if (*End || errno == ERANGE)
	{
		return false;
	}
	Out = static_cast<T>(Value);
	return static_cast<decltype(Value)>(Out) == Value || std::isnan(static_cast<double>(Value)) || std::is_floating_point_v<T>;
}
} // namespace

bool LexTryParseString(int32& OutValue, const TCHAR* Text)
{
	return ParseWhole(OutValue, Text, [](const char* T, char** End) { return std::strtoll(T, End, 10); });
}
bool LexTryParseString(int64& OutValue, const TCHAR* Text)
{
	return ParseWhole(OutValue, Text, [](const char* T, char** End) { return std::strtoll(T, End, 10); });
}
bool LexTryParseString(float& OutValue, const TCHAR* Text)
{
	return ParseWhole(OutValue, Text, [](const char* T, char** End) { return std::strtof(T, End); });
}
bool LexTryParseString(double& OutValue, const TCHAR* Text)
{
	return ParseWhole(OutValue, Text, [](const char* T, char** End) { return std::strtod(T, End); });
}
void LexFromString(int32& OutValue, const TCHAR* Text)
{
	OutValue = FCString::Atoi(Text);
}
void LexFromString(int64& OutValue, const TCHAR* Text)
{
	OutValue = FCString::Atoi64(Text);
}
void LexFromString(float& OutValue, const TCHAR* Text)
{
	OutValue = FCString::Atof(Text);
}
void LexFromString(double& OutValue, const TCHAR* Text)
{
	OutValue = FCString::Atod(Text);
}
void LexFromString(bool& OutValue, const TCHAR* Text)
{
	OutValue = FString(Text).ToBool();
}
