#pragma once

#include "UObject/Class.h"
#include "UObject/UObjectGlobals.h"

// UCV, PCG: what kind of change it was.
namespace EPropertyChangeType
{
using Type = uint32;
inline constexpr Type Unspecified = 1u << 0;
inline constexpr Type ValueSet = 1u << 2;
inline constexpr Type Interactive = 1u << 4;
} // namespace EPropertyChangeType

// CES CesiumRuntime/Public/CesiumSunSky.h; SEN Sentry/Public/SentrySettings.h; Autonomix AutonomixPerformanceActions.cpp (constructor)
struct FPropertyChangedEvent
{
	explicit FPropertyChangedEvent(FProperty* InProperty, EPropertyChangeType::Type InChangeType = EPropertyChangeType::Unspecified)
		: Property(InProperty)
		, MemberProperty(InProperty)
		, ChangeType(InChangeType)
	{
	}
	FName GetPropertyName() const
	{
		return Property ? Property->GetFName() : NAME_None;
	}
	FName GetMemberPropertyName() const
	{
		return MemberProperty ? MemberProperty->GetFName() : NAME_None;
	}
	FProperty* Property; // may be null
	FProperty* MemberProperty; // may be null
	EPropertyChangeType::Type ChangeType;
};
