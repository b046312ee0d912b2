#pragma once

#include "UObject/Class.h"

// CES CesiumRuntime/Private/Cesium3DTileset.cpp; SEN Sentry/Public/SentrySettings.h
template <typename T>
class TSubclassOf
{
public:
	TSubclassOf() = default;
	TSubclassOf(TYPE_OF_NULLPTR)
	{
	}
	TSubclassOf(UClass* InClass)
		: Class(InClass)
	{
	}
	UClass* Get() const
	{
		return Class && Class->IsChildOf(T::StaticClass()) ? Class : nullptr;
	}
	operator UClass*() const
	{
		return Get();
	}
	UClass* operator->() const
	{
		return Get();
	}

private:
	UClass* Class = nullptr;
};
