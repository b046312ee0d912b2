#pragma once

#include "HAL/Platform.h"
#include "Templates/TypeHash.h"

#include <concepts>
#include <type_traits>

class UObject;
template <typename T>
class TStrongObjectPtr;

namespace StandIn
{
// The table of objects: an index that is used again, and a serial number that is not.
struct FWeakReference
{
	int32 Index = INDEX_NONE;
	int32 Serial = 0;
	bool operator==(const FWeakReference&) const = default;
};
FWeakReference ReferenceTo(const UObject* Object);
UObject* Resolve(FWeakReference Reference); // null when it is gone or garbage
} // namespace StandIn

// Does not keep its object. CES CesiumEditor/Private/CesiumIonServerSelector.cpp; SEN Performance/SentryPerfNetworkMonitor.h;
// Epic: Runtime/Core/TWeakObjectPtr/Pin
template <typename T>
struct TWeakObjectPtr
{
	TWeakObjectPtr() = default;
	TWeakObjectPtr(TYPE_OF_NULLPTR)
	{
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TWeakObjectPtr(U* Object)
		: Reference(StandIn::ReferenceTo(static_cast<T*>(Object)))
	{
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TWeakObjectPtr(const TWeakObjectPtr<U>& Other)
		: Reference(Other.StandInReference())
	{
	}
	template <typename P>
		requires requires(const P& Pointer) { { Pointer.Get() } -> std::convertible_to<T*>; typename P::StandInObjectPointer; }
	TWeakObjectPtr(const P& Pointer)
		: TWeakObjectPtr(Pointer.Get())
	{
	}
	T* Get() const
	{
		return static_cast<T*>(const_cast<std::remove_const_t<T>*>(static_cast<const T*>(StandIn::Resolve(Reference))));
	}
	bool IsValid() const
	{
		return StandIn::Resolve(Reference) != nullptr;
	}
	bool IsStale() const
	{
		return Reference.Index != INDEX_NONE && !IsValid();
	}
	bool IsExplicitlyNull() const
	{
		return Reference.Index == INDEX_NONE;
	}
	// Since 5.5.
	TStrongObjectPtr<T> Pin() const
	{
		return TStrongObjectPtr<T>(Get());
	}
	explicit operator bool() const
	{
		return IsValid();
	}
	T* operator->() const
	{
		return Get();
	}
	T& operator*() const
	{
		return *Get();
	}
	void Reset()
	{
		Reference = StandIn::FWeakReference();
	}
	StandIn::FWeakReference StandInReference() const
	{
		return Reference;
	}
	template <typename U>
	bool operator==(const TWeakObjectPtr<U>& Other) const
	{
		return Reference == Other.StandInReference() || (!IsValid() && !Other.IsValid());
	}
	bool operator==(const T* Object) const
	{
		return Get() == Object;
	}
	friend uint32 GetTypeHash(const TWeakObjectPtr& Pointer)
	{
		return HashCombine(GetTypeHash(Pointer.Reference.Index), GetTypeHash(Pointer.Reference.Serial));
	}

private:
	StandIn::FWeakReference Reference;
};
