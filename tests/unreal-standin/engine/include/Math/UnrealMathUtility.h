#pragma once

#include "Math/NumericLimits.h"

#include <cmath>
#include <type_traits>

#define UE_SMALL_NUMBER (1.e-8f) // CES CesiumRuntime; PCG
#define UE_KINDA_SMALL_NUMBER (1.e-4f)
#define UE_PI (3.1415926535897932f)

namespace StandIn
{
// Min, Max and Clamp take one type, or several signed ones: an int32 next to a uint32 or a SIZE_T needs a cast. Epic:
// Runtime/Core/FGenericPlatformMath/Max (overloads for mixed signed types)
template <typename First, typename... Others>
inline constexpr bool bMayMix = !(std::is_same_v<First, Others> && ...) && std::is_signed_v<First> && (std::is_signed_v<Others> && ...);
} // namespace StandIn

// CES CesiumRuntime/Private/CesiumSunSky.cpp, CesiumGeoreference.cpp; SEN SessionReplay/SentrySessionReplayRecorder.cpp;
// PCG PCGExCore/Private/Clusters/PCGExEdge.cpp; UEC UE5Coro/Private/LatentTimeline.cpp
struct FMath
{
	template <typename T>
	static constexpr T Min(const T First, const T Second)
	{
		return First < Second ? First : Second;
	}
	template <typename T>
	static constexpr T Max(const T First, const T Second)
	{
		return First < Second ? Second : First;
	}
	template <typename T>
	static constexpr T Clamp(const T Value, const T Least, const T Most)
	{
		return Max(Min(Value, Most), Least);
	}
	template <typename A, typename B>
		requires StandIn::bMayMix<A, B>
	static constexpr std::common_type_t<A, B> Min(const A First, const B Second)
	{
		using T = std::common_type_t<A, B>;
		return Min(static_cast<T>(First), static_cast<T>(Second));
	}
	template <typename A, typename B>
		requires StandIn::bMayMix<A, B>
	static constexpr std::common_type_t<A, B> Max(const A First, const B Second)
	{
		using T = std::common_type_t<A, B>;
		return Max(static_cast<T>(First), static_cast<T>(Second));
	}
	template <typename A, typename B, typename C>
		requires StandIn::bMayMix<A, B, C>
	static constexpr std::common_type_t<A, B, C> Clamp(const A Value, const B Least, const C Most)
	{
		using T = std::common_type_t<A, B, C>;
		return Clamp(static_cast<T>(Value), static_cast<T>(Least), static_cast<T>(Most));
	}
	template <typename T>
	static constexpr T Abs(const T Value)
	{
		return Value < T(0) ? -Value : Value;
	}
	template <typename T>
	static constexpr T Square(const T Value)
	{
		return Value * Value;
	}
	template <typename T, typename U>
	static T Lerp(const T& From, const T& To, const U& Alpha)
	{
		return static_cast<T>(From + Alpha * (To - From));
	}
	static bool IsNearlyEqual(float A, float B, float Tolerance = UE_SMALL_NUMBER)
	{
		return Abs(A - B) <= Tolerance;
	}
	static bool IsNearlyEqual(double A, double B, double Tolerance = UE_SMALL_NUMBER)
	{
		return Abs(A - B) <= Tolerance;
	}
	static bool IsNearlyZero(double Value, double Tolerance = UE_SMALL_NUMBER)
	{
		return Abs(Value) <= Tolerance;
	}
	static bool IsFinite(double Value)
	{
		return std::isfinite(Value);
	}
	static bool IsNaN(double Value)
	{
		return std::isnan(Value);
	}
	static int32 FloorToInt(float Value)
	{
		return static_cast<int32>(std::floor(Value));
	}
	static int64 FloorToInt(double Value)
	{
		return static_cast<int64>(std::floor(Value));
	}
	static int32 CeilToInt(float Value)
	{
		return static_cast<int32>(std::ceil(Value));
	}
	static int64 CeilToInt(double Value)
	{
		return static_cast<int64>(std::ceil(Value));
	}
	static int32 RoundToInt(float Value)
	{
		return static_cast<int32>(std::floor(Value + 0.5f));
	}
	static int64 RoundToInt(double Value)
	{
		return static_cast<int64>(std::floor(Value + 0.5));
	}
	template <typename T>
	static constexpr T DivideAndRoundUp(T Dividend, T Divisor)
	{
		return (Dividend + Divisor - 1) / Divisor;
	}
	static double Sqrt(double Value)
	{
		return std::sqrt(Value);
	}
	static double Sin(double Value)
	{
		return std::sin(Value);
	}
	static double Pow(double Base, double Exponent)
	{
		return std::pow(Base, Exponent);
	}
};
