#pragma once

#include "UObject/ObjectPtr.h"

namespace StandIn
{
// One reference from outside the object graph. The collector counts them by their objects, not by where they lie:
// arrays move their elements' bytes. An object that is counted stays alive, even if it was marked as garbage.
class FStrongReference
{
public:
	FStrongReference() = default;
	explicit FStrongReference(UObject* InObject);
	FStrongReference(const FStrongReference& Other);
	FStrongReference& operator=(const FStrongReference& Other);
	~FStrongReference();
	UObject* Object = nullptr;
};
} // namespace StandIn

// Keeps an object from outside of UObjects: for members of widgets and plain classes.
// SEN GenericPlatformSentrySubsystem.cpp; UEC UE5CoroTests/Private/LatentChainTest.cpp; Epic: Runtime/Core/TWeakObjectPtr/Pin
template <typename T>
class TStrongObjectPtr
{
public:
	using StandInObjectPointer = T;
	TStrongObjectPtr() = default;
	TStrongObjectPtr(TYPE_OF_NULLPTR)
	{
	}
	explicit TStrongObjectPtr(T* Object)
		: Reference(const_cast<UObject*>(static_cast<const UObject*>(Object)))
	{
		static_assert(std::is_base_of_v<UObject, T>, "TStrongObjectPtr holds UObjects");
	}
	T* Get() const
	{
		return static_cast<T*>(Reference.Object);
	}
	bool IsValid() const
	{
		return Reference.Object != nullptr;
	}
	explicit operator bool() const
	{
		return IsValid();
	}
	T* operator->() const
	{
		check(IsValid());
		return Get();
	}
	T& operator*() const
	{
		check(IsValid());
		return *Get();
	}
	void Reset(T* NewObject = nullptr)
	{
		*this = TStrongObjectPtr(NewObject);
	}
	bool operator==(const TStrongObjectPtr& Other) const
	{
		return Reference.Object == Other.Reference.Object;
	}

private:
	StandIn::FStrongReference Reference;
};
