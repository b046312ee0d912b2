#pragma once

#include "HAL/Platform.h"

#include <type_traits>
#include <utility>

// MoveTemp: CES CesiumRuntime/Private/CesiumFeaturesMetadataComponent.cpp; SEN SessionReplay/SentryFMP4Writer.cpp.
// Refuses what `std::move` lets pass: a const object, and one that is not an lvalue.
template <typename T>
constexpr std::remove_reference_t<T>&& MoveTemp(T&& Object) noexcept
{
	static_assert(std::is_lvalue_reference_v<T>, "MoveTemp called on an rvalue");
	static_assert(!std::is_const_v<std::remove_reference_t<T>>, "MoveTemp called on a const object");
	return static_cast<std::remove_reference_t<T>&&>(Object);
}

// Forward: PCG PCGExCore/Public/Containers; UEC UE5Coro/Public/UE5Coro/Promise.h
template <typename T>
constexpr T&& Forward(std::remove_reference_t<T>& Object) noexcept
{
	return static_cast<T&&>(Object);
}
template <typename T>
constexpr T&& Forward(std::remove_reference_t<T>&& Object) noexcept
{
	return static_cast<T&&>(Object);
}

template <typename T>
constexpr void Swap(T& A, T& B)
{
	std::swap(A, B);
}

// SEN Sentry/Private/Microsoft/MicrosoftSentryCrashLogger.cpp
#define UE_ARRAY_COUNT(Array) (sizeof(::StandIn::ArrayCountHelper(Array)))
namespace StandIn
{
template <typename T, std::size_t N>
char (&ArrayCountHelper(const T (&)[N]))[N];
} // namespace StandIn

// SEN Sentry/Private/SentryOutputDevice.cpp; MVV UnrealMvvm/Private/ViewRegistry.cpp
template <typename T>
struct TGuardValue
{
	[[nodiscard]] TGuardValue(T& InReference, const std::type_identity_t<T>& NewValue)
		: Reference(InReference)
		, OriginalValue(InReference)
	{
		Reference = NewValue;
	}
	~TGuardValue()
	{
		Reference = OriginalValue;
	}
	TGuardValue(const TGuardValue&) = delete;
	TGuardValue& operator=(const TGuardValue&) = delete;

private:
	T& Reference;
	T OriginalValue;
};

// A base that forbids copies. NAK NakamaUnreal; ACC AccelByteUe4Sdk/Public/Core
class FNoncopyable
{
public:
	FNoncopyable() = default;
	FNoncopyable(const FNoncopyable&) = delete;
	FNoncopyable& operator=(const FNoncopyable&) = delete;
};

// ENUM_CLASS_FLAGS: PCG PCGExCore/Public/Data; USH UnrealSharpCore
#define ENUM_CLASS_FLAGS(Enum) \
	inline constexpr Enum operator|(Enum A, Enum B) \
	{ \
		return static_cast<Enum>(static_cast<std::underlying_type_t<Enum>>(A) | static_cast<std::underlying_type_t<Enum>>(B)); \
	} \
	inline constexpr Enum operator&(Enum A, Enum B) \
	{ \
		return static_cast<Enum>(static_cast<std::underlying_type_t<Enum>>(A) & static_cast<std::underlying_type_t<Enum>>(B)); \
	} \
	inline constexpr Enum operator^(Enum A, Enum B) \
	{ \
		return static_cast<Enum>(static_cast<std::underlying_type_t<Enum>>(A) ^ static_cast<std::underlying_type_t<Enum>>(B)); \
	} \
	inline constexpr Enum operator~(Enum A) \
	{ \
		return static_cast<Enum>(~static_cast<std::underlying_type_t<Enum>>(A)); \
	} \
	inline Enum& operator|=(Enum& A, Enum B) \
	{ \
		return A = A | B; \
	} \
	inline Enum& operator&=(Enum& A, Enum B) \
	{ \
		return A = A & B; \
	}

// PCG PCGExBlending/Private/Blenders/PCGExUnionBlender.cpp
template <typename Enum>
constexpr bool EnumHasAnyFlags(Enum Flags, Enum Contains)
{
	using U = std::underlying_type_t<Enum>;
	return (static_cast<U>(Flags) & static_cast<U>(Contains)) != 0;
}
template <typename Enum>
constexpr bool EnumHasAllFlags(Enum Flags, Enum Contains)
{
	using U = std::underlying_type_t<Enum>;
	return (static_cast<U>(Flags) & static_cast<U>(Contains)) == static_cast<U>(Contains);
}
