#pragma once

#include "HAL/Platform.h"

#include <type_traits>

// Hashes for map keys; a type brings its own by an overload that is found by
// its arguments. PCG PCGExBlending/Public/Core/PCGExBlendOperations.h; UEC UE5Coro/Private/Coroutine.cpp
namespace StandIn
{
constexpr uint32 MixHash(uint64 Value)
{
	Value ^= Value >> 33;
	Value *= 0xff51afd7ed558ccdULL;
	Value ^= Value >> 33;
	return static_cast<uint32>(Value ^ (Value >> 32));
}
} // namespace StandIn

template <typename T>
	requires(std::is_integral_v<T> || std::is_enum_v<T>)
constexpr uint32 GetTypeHash(T Value)
{
	return StandIn::MixHash(static_cast<uint64>(Value));
}
inline uint32 GetTypeHash(double Value)
{
	uint64 Bits;
	__builtin_memcpy(&Bits, &Value, sizeof(Bits));
	return StandIn::MixHash(Value == 0.0 ? 0 : Bits);
}
inline uint32 GetTypeHash(float Value)
{
	return GetTypeHash(static_cast<double>(Value));
}
template <typename T>
uint32 GetTypeHash(T* Pointer)
{
	return StandIn::MixHash(reinterpret_cast<UPTRINT>(Pointer));
}

// PCG PCGExCore/Public; CES CesiumRuntime/Private/CesiumBoundingVolumeComponent.cpp
constexpr uint32 HashCombine(uint32 A, uint32 B)
{
	return StandIn::MixHash((static_cast<uint64>(A) << 32) | B);
}
