#pragma once

#include "UObject/Class.h"
#include "UObject/UObjectGlobals.h"

// The property as what it is, or null. COR CortexBlueprint/Private/Operations/CortexBPComponentOps.cpp;
// arnaud-jamin/Cog Plugins/Cog/Source/Cog/Private/CogWidgets.cpp (of a const property)
template <typename T>
const T* CastField(const FProperty* Property)
{
	return Property && Property->StandInIs(&T::StandInTag) ? static_cast<const T*>(Property) : nullptr;
}
template <typename T>
T* CastField(FProperty* Property)
{
	return const_cast<T*>(CastField<T>(static_cast<const FProperty*>(Property)));
}

// Any number. `Data` is the number's place, not its container's. UEM UE_MCP_Bridge/Private/Handlers/NiagaraHandlers.cpp, which
// says that the setters are for their own kind of number only; COR CortexCore/Private/CortexSerializer.cpp
class FNumericProperty : public FProperty
{
public:
	using FProperty::FProperty;
	static inline const char StandInTag = 0;
	bool StandInIs(const char* Tag) const override
	{
		return Tag == &StandInTag;
	}
	virtual bool IsFloatingPoint() const = 0;
	virtual double GetFloatingPointPropertyValue(const void* Data) const = 0;
	virtual int64 GetSignedIntPropertyValue(const void* Data) const = 0;
	virtual void SetFloatingPointPropertyValue(void* Data, double Value) const = 0;
	virtual void SetIntPropertyValue(void* Data, int64 Value) const = 0;
};

namespace StandIn
{
[[noreturn]] void RefuseNumber(const FProperty& Property, const char* What);

template <typename T>
class TNumericProperty : public FNumericProperty
{
public:
	using FNumericProperty::FNumericProperty;
	bool IsFloatingPoint() const override
	{
		return std::is_floating_point_v<T>;
	}
	double GetFloatingPointPropertyValue(const void* Data) const override
	{
		Require(std::is_floating_point_v<T>, "is read as a floating-point number");
		return static_cast<double>(*static_cast<const T*>(Data));
	}
	int64 GetSignedIntPropertyValue(const void* Data) const override
	{
		Require(std::is_integral_v<T>, "is read as a whole number");
		return static_cast<int64>(*static_cast<const T*>(Data));
	}
	void SetFloatingPointPropertyValue(void* Data, double Value) const override
	{
		Require(std::is_floating_point_v<T>, "is set to a floating-point number");
		*static_cast<T*>(Data) = static_cast<T>(Value);
	}
	void SetIntPropertyValue(void* Data, int64 Value) const override
	{
		Require(std::is_integral_v<T>, "is set to a whole number");
		Require(static_cast<int64>(static_cast<T>(Value)) == Value, "is set to a number that it cannot hold");
		*static_cast<T*>(Data) = static_cast<T>(Value);
	}

private:
	void Require(bool bRight, const char* What) const
	{
		if (!bRight)
		{
			RefuseNumber(*this, What);
		}
	}
};

// What is read and set as a whole. UEM UE_MCP_Bridge/Private/Handlers/EditorHandlers_PIE.cpp;
// COR CortexBlueprint/Private/Operations/CortexBPClassSettingsOps.cpp
template <typename T>
class TValueProperty : public FProperty
{
public:
	using FProperty::FProperty;
	T GetPropertyValue_InContainer(const void* Container) const
	{
		return *ContainerPtrToValuePtr<T>(Container);
	}
	void SetPropertyValue_InContainer(void* Container, const T& Value) const
	{
		*ContainerPtrToValuePtr<T>(Container) = Value;
	}
};
} // namespace StandIn

// UEM UE_MCP_Bridge/Private/Handlers/EditorHandlers_PIE.cpp; COR CortexCore/Private/CortexSerializer.cpp
class FBoolProperty : public StandIn::TValueProperty<bool>
{
public:
	using StandIn::TValueProperty<bool>::TValueProperty;
	static inline const char StandInTag = 0;
	bool StandInIs(const char* Tag) const override
	{
		return Tag == &StandInTag;
	}
};

// COR CortexCore/Private/CortexSerializer.cpp; UEM UE_MCP_Bridge/Private/Handlers/EditorHandlers_PIE.cpp
class FStrProperty : public StandIn::TValueProperty<FString>
{
public:
	using StandIn::TValueProperty<FString>::TValueProperty;
	static inline const char StandInTag = 0;
	bool StandInIs(const char* Tag) const override
	{
		return Tag == &StandInTag;
	}
};

// COR CortexBlueprint/Private/Operations/CortexBPAnalysisOps.cpp; UEM UE_MCP_Bridge/Private/Handlers/AssetHandlers.cpp
class FArrayProperty : public FProperty
{
public:
	using FProperty::FProperty;
	static inline const char StandInTag = 0;
	bool StandInIs(const char* Tag) const override
	{
		return Tag == &StandInTag;
	}
	FProperty* Inner = nullptr; // an element's, whose container is the element itself
	std::unique_ptr<FProperty> StandInInner;
};

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
