#pragma once

#include "HAL/Platform.h"

#include <type_traits>

// CES CesiumEditor/Private/CesiumEditor.cpp; SEN SentryEditor/Private/SentryCrashReporterImageryCustomization.cpp; PCG
namespace UE::Math
{
template <typename T>
struct TVector2
{
	T X = T(0);
	T Y = T(0);
	constexpr TVector2() = default;
	constexpr TVector2(T InX, T InY)
		: X(InX)
		, Y(InY)
	{
	}
	constexpr explicit TVector2(T Both)
		: X(Both)
		, Y(Both)
	{
	}
	template <typename U>
	constexpr explicit TVector2(const TVector2<U>& Other)
		: X(static_cast<T>(Other.X))
		, Y(static_cast<T>(Other.Y))
	{
	}
	constexpr TVector2 operator+(const TVector2& Other) const
	{
		return TVector2(X + Other.X, Y + Other.Y);
	}
	constexpr TVector2 operator-(const TVector2& Other) const
	{
		return TVector2(X - Other.X, Y - Other.Y);
	}
	constexpr TVector2 operator*(T Factor) const
	{
		return TVector2(X * Factor, Y * Factor);
	}
	constexpr TVector2 operator/(T Divisor) const
	{
		return TVector2(X / Divisor, Y / Divisor);
	}
	constexpr bool operator==(const TVector2&) const = default;
	static const TVector2 ZeroVector;
	static const TVector2 UnitVector;
};
template <typename T>
inline const TVector2<T> TVector2<T>::ZeroVector{T(0), T(0)};
template <typename T>
inline const TVector2<T> TVector2<T>::UnitVector{T(1), T(1)};
} // namespace UE::Math

using FVector2D = UE::Math::TVector2<double>;
using FVector2f = UE::Math::TVector2<float>;
