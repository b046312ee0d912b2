#pragma once

#include "Templates/TypeHash.h"
#include "UObject/Object.h"

// For members: `UPROPERTY() TObjectPtr<UX> Member;`. CES CesiumRuntime/Private/CesiumFlyToComponent.cpp; UEC UE5CoroGASTests
template <typename T>
struct TObjectPtr
{
	using ElementType = T;
	using StandInObjectPointer = T;
	TObjectPtr() = default;
	TObjectPtr(TYPE_OF_NULLPTR)
	{
	}
	TObjectPtr(T* InObject)
		: Object(InObject)
	{
	}
	template <typename U>
		requires(std::is_convertible_v<U*, T*> && !std::is_same_v<U, T>)
	TObjectPtr(const TObjectPtr<U>& Other)
		: Object(Other.Get())
	{
	}
	TObjectPtr& operator=(T* InObject)
	{
		Object = InObject;
		return *this;
	}
	T* Get() const
	{
		return Object;
	}
	operator T*() const
	{
		return Object;
	}
	T* operator->() const
	{
		return Object;
	}
	T& operator*() const
	{
		return *Object;
	}
	friend uint32 GetTypeHash(const TObjectPtr& Pointer)
	{
		return GetTypeHash(Pointer.Object);
	}

private:
	T* Object = nullptr;
};
