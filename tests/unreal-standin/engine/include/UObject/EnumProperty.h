#pragma once

#include "UObject/UnrealType.h"

// COR CortexCore/Private/CortexSerializer.cpp (with this include); UEM UE_MCP_Bridge/Private/HandlerJsonProperty.h
class FEnumProperty : public FProperty
{
public:
	using FProperty::FProperty;
	static inline const char StandInTag = 0;
	bool StandInIs(const char* Tag) const override
	{
		return Tag == &StandInTag;
	}
	FNumericProperty* GetUnderlyingProperty() const
	{
		return StandInUnderlying.get();
	}
	std::unique_ptr<FNumericProperty> StandInUnderlying;
	UEnum* (*StandInEnum)() = nullptr;
};
