#pragma once

#include "HAL/Platform.h"
#include "Misc/AssertionMacros.h"

#include <type_traits>
#include <utility>

// CES CesiumEditor/Private/CesiumVoxelShaderBuilder.cpp; RLK RiderLink/Public/UE4TypesMarshallers.h. Move-only.
template <typename T>
class TUniquePtr
{
public:
	TUniquePtr() = default;
	TUniquePtr(TYPE_OF_NULLPTR)
	{
	}
	explicit TUniquePtr(T* InPointer)
		: Pointer(InPointer)
	{
	}
	TUniquePtr(TUniquePtr&& Other) noexcept
		: Pointer(Other.Release())
	{
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TUniquePtr(TUniquePtr<U>&& Other) noexcept
		: Pointer(Other.Release())
	{
	}
	TUniquePtr(const TUniquePtr&) = delete;
	TUniquePtr& operator=(const TUniquePtr&) = delete;
	~TUniquePtr()
	{
		Reset();
	}
	TUniquePtr& operator=(TUniquePtr&& Other) noexcept
	{
		if (this != &Other)
		{
			Reset(Other.Release());
		}
		return *this;
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TUniquePtr& operator=(TUniquePtr<U>&& Other) noexcept
	{
		Reset(Other.Release());
		return *this;
	}
	TUniquePtr& operator=(TYPE_OF_NULLPTR)
	{
		Reset();
		return *this;
	}
	bool IsValid() const
	{
		return Pointer != nullptr;
	}
	explicit operator bool() const
	{
		return IsValid();
	}
	T* Get() const
	{
		return Pointer;
	}
	T* operator->() const
	{
		check(Pointer != nullptr);
		return Pointer;
	}
	T& operator*() const
	{
		check(Pointer != nullptr);
		return *Pointer;
	}
	T* Release()
	{
		return std::exchange(Pointer, nullptr);
	}
	void Reset(T* NewPointer = nullptr)
	{
		static_assert(sizeof(T) > 0, "TUniquePtr of an incomplete type is destroyed here: define the destructor of its owner in the .cpp");
		T* Old = std::exchange(Pointer, NewPointer);
		delete Old;
	}
	friend bool operator==(const TUniquePtr& A, const TUniquePtr& B)
	{
		return A.Pointer == B.Pointer;
	}
	friend bool operator==(const TUniquePtr& A, TYPE_OF_NULLPTR)
	{
		return A.Pointer == nullptr;
	}

private:
	T* Pointer = nullptr;
};

template <typename T, typename... ArgTypes>
TUniquePtr<T> MakeUnique(ArgTypes&&... Args)
{
	return TUniquePtr<T>(new T(std::forward<ArgTypes>(Args)...));
}
