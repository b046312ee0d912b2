#pragma once

#include "Misc/AssertionMacros.h"
#include "StandIn/SharedControl.h"
#include "Templates/TypeHash.h"
#include "Templates/UnrealTemplate.h"

// Shared ownership. CES CesiumEditor/Private/CesiumFeaturesMetadataViewer.cpp; SEN SessionReplay/SentryVideoEncoder.cpp;
// UEC UE5CoroDebug/Private/ConditionalModifier.cpp; RLK RiderAgentTools/Private/ScreenshotCapturer.cpp; Epic: Runtime/Core/TWeakPtr
enum class ESPMode : uint8
{
	NotThreadSafe = 0,
	ThreadSafe = 1,
};

template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedRef;
template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedPtr;
template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TWeakPtr;
template <typename T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedFromThis;

namespace StandIn
{
// What MakeShareable gives: a pointer that waits for its first owner.
template <typename T>
struct TRawOwner
{
	T* Object;
};
template <typename T, typename D>
struct TRawOwnerWithDeleter
{
	T* Object;
	D Deleter;
};

template <typename Derived, typename T, ESPMode Mode>
void GiveWeakThis(const TSharedFromThis<Derived, Mode>* Base, T* Object, FSharedControl* Control);
inline void GiveWeakThis(const void*, const void*, FSharedControl*)
{
}

struct FAdopt
{
};
} // namespace StandIn

template <typename T>
StandIn::TRawOwner<T> MakeShareable(T* Object)
{
	return {Object};
}
template <typename T, typename D>
StandIn::TRawOwnerWithDeleter<T, D> MakeShareable(T* Object, D&& Deleter)
{
	return {Object, std::forward<D>(Deleter)};
}

template <typename T, ESPMode Mode>
class TSharedPtr
{
	static_assert(!std::is_reference_v<T>);

public:
	using ElementType = T;

	TSharedPtr() = default;
	TSharedPtr(TYPE_OF_NULLPTR)
	{
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	explicit TSharedPtr(U* InObject)
	{
		Own(InObject);
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TSharedPtr(const StandIn::TRawOwner<U>& Owner)
	{
		Own(Owner.Object);
	}
	template <typename U, typename D>
		requires std::is_convertible_v<U*, T*>
	TSharedPtr(StandIn::TRawOwnerWithDeleter<U, D>&& Owner)
		: Object(Owner.Object)
		, Control(new StandIn::TDeleterControl<U, D>(Owner.Object, std::move(Owner.Deleter)))
	{
		BindControl();
		StandIn::GiveWeakThis(Owner.Object, Owner.Object, Control);
	}
	TSharedPtr(const TSharedPtr& Other)
		: TSharedPtr(Other.Object, Other.Control)
	{
	}
	TSharedPtr(TSharedPtr&& Other) noexcept
		: Object(std::exchange(Other.Object, nullptr))
		, Control(std::exchange(Other.Control, nullptr))
	{
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TSharedPtr(const TSharedPtr<U, Mode>& Other)
		: TSharedPtr(Other.Object, Other.Control)
	{
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TSharedPtr(const TSharedRef<U, Mode>& Other)
		: TSharedPtr(Other.Inner.Object, Other.Inner.Control)
	{
	}
	// Shares `Other`'s ownership, points at `InObject`.
	template <typename U>
	TSharedPtr(const TSharedPtr<U, Mode>& Other, T* InObject)
		: TSharedPtr(InObject, Other.Control)
	{
	}
	~TSharedPtr()
	{
		if (Control)
		{
			Control->ReleaseShared();
		}
	}
	TSharedPtr& operator=(const TSharedPtr& Other)
	{
		TSharedPtr Copy(Other);
		std::swap(Object, Copy.Object);
		std::swap(Control, Copy.Control);
		return *this;
	}
	TSharedPtr& operator=(TSharedPtr&& Other) noexcept
	{
		TSharedPtr Taken(std::move(Other));
		std::swap(Object, Taken.Object);
		std::swap(Control, Taken.Control);
		return *this;
	}
	TSharedPtr& operator=(TYPE_OF_NULLPTR)
	{
		Reset();
		return *this;
	}

	T* Get() const
	{
		return Object;
	}
	bool IsValid() const
	{
		return Object != nullptr;
	}
	explicit operator bool() const
	{
		return IsValid();
	}
	std::add_lvalue_reference_t<T> operator*() const
	{
		check(IsValid());
		return *Object;
	}
	T* operator->() const
	{
		check(IsValid());
		return Object;
	}
	void Reset()
	{
		TSharedPtr Empty;
		std::swap(Object, Empty.Object);
		std::swap(Control, Empty.Control);
	}
	TSharedRef<T, Mode> ToSharedRef() const;
	TWeakPtr<T, Mode> ToWeakPtr() const
	{
		return TWeakPtr<T, Mode>(*this);
	}
	int32 GetSharedReferenceCount() const
	{
		return Control ? Control->Shared.load() : 0;
	}
	bool IsUnique() const
	{
		return GetSharedReferenceCount() == 1;
	}

private:
	template <typename, ESPMode>
	friend class TSharedPtr;
	template <typename, ESPMode>
	friend class TSharedRef;
	template <typename, ESPMode>
	friend class TWeakPtr;

	TSharedPtr(T* InObject, StandIn::FSharedControl* InControl)
		: Object(InObject)
		, Control(InControl)
	{
		if (Control)
		{
			Control->AddShared();
		}
	}
	TSharedPtr(T* InObject, StandIn::FSharedControl* InControl, StandIn::FAdopt)
		: Object(InObject)
		, Control(InControl)
	{
	}
	void BindControl()
	{
		if constexpr (Mode == ESPMode::NotThreadSafe)
		{
			Control->BindToThisThread();
		}
	}
	template <typename U>
	void Own(U* InObject)
	{
		Object = InObject;
		if (InObject)
		{
			Control = new StandIn::TPointerControl<U>(InObject);
			BindControl();
			StandIn::GiveWeakThis(InObject, InObject, Control);
		}
	}

	T* Object = nullptr;
	StandIn::FSharedControl* Control = nullptr;
};

template <typename T, ESPMode Mode>
class TSharedRef
{
public:
	using ElementType = T;

	template <typename U>
		requires std::is_convertible_v<U*, T*>
	explicit TSharedRef(U* InObject)
		: Inner(InObject)
	{
		check(InObject != nullptr);
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TSharedRef(const StandIn::TRawOwner<U>& Owner)
		: Inner(Owner)
	{
		check(Owner.Object != nullptr);
	}
	template <typename U, typename D>
		requires std::is_convertible_v<U*, T*>
	TSharedRef(StandIn::TRawOwnerWithDeleter<U, D>&& Owner)
		: Inner(std::move(Owner))
	{
		check(Inner.IsValid());
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TSharedRef(const TSharedRef<U, Mode>& Other)
		: Inner(Other.Inner)
	{
	}
	TSharedRef(const TSharedRef& Other) = default;
	TSharedRef(TSharedRef&& Other) noexcept
		: Inner(Other.Inner) // a reference is never empty, so a move is a copy
	{
	}
	TSharedRef& operator=(const TSharedRef& Other) = default;
	TSharedRef& operator=(TSharedRef&& Other) noexcept
	{
		Inner = Other.Inner;
		return *this;
	}

	T& Get() const
	{
		return *Inner.Object;
	}
	T& operator*() const
	{
		return *Inner.Object;
	}
	T* operator->() const
	{
		return Inner.Object;
	}
	TSharedPtr<T, Mode> ToSharedPtr() const
	{
		return Inner;
	}
	TWeakPtr<T, Mode> ToWeakPtr() const
	{
		return TWeakPtr<T, Mode>(Inner);
	}
	int32 GetSharedReferenceCount() const
	{
		return Inner.GetSharedReferenceCount();
	}
	bool IsUnique() const
	{
		return Inner.IsUnique();
	}

private:
	template <typename, ESPMode>
	friend class TSharedPtr;
	template <typename, ESPMode>
	friend class TSharedRef;
	template <typename, ESPMode>
	friend class TWeakPtr;
	struct FFromPointer
	{
	};
	TSharedRef(const TSharedPtr<T, Mode>& Pointer, FFromPointer)
		: Inner(Pointer)
	{
	}

	TSharedPtr<T, Mode> Inner;
};

template <typename T, ESPMode Mode>
TSharedRef<T, Mode> TSharedPtr<T, Mode>::ToSharedRef() const
{
	checkf(IsValid(), TEXT("ToSharedRef on an empty TSharedPtr: check IsValid() first"));
	return TSharedRef<T, Mode>(*this, typename TSharedRef<T, Mode>::FFromPointer());
}

template <typename T, ESPMode Mode>
class TWeakPtr
{
public:
	using ElementType = T;

	TWeakPtr() = default;
	TWeakPtr(TYPE_OF_NULLPTR)
	{
	}
	TWeakPtr(const TWeakPtr& Other)
		: TWeakPtr(Other.Object, Other.Control)
	{
	}
	TWeakPtr(TWeakPtr&& Other) noexcept
		: Object(std::exchange(Other.Object, nullptr))
		, Control(std::exchange(Other.Control, nullptr))
	{
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TWeakPtr(const TWeakPtr<U, Mode>& Other)
		: TWeakPtr(Other.Object, Other.Control)
	{
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TWeakPtr(const TSharedPtr<U, Mode>& Other)
		: TWeakPtr(Other.Object, Other.Control)
	{
	}
	template <typename U>
		requires std::is_convertible_v<U*, T*>
	TWeakPtr(const TSharedRef<U, Mode>& Other)
		: TWeakPtr(Other.Inner.Object, Other.Inner.Control)
	{
	}
	~TWeakPtr()
	{
		if (Control)
		{
			Control->ReleaseWeak();
		}
	}
	TWeakPtr& operator=(const TWeakPtr& Other)
	{
		TWeakPtr Copy(Other);
		std::swap(Object, Copy.Object);
		std::swap(Control, Copy.Control);
		return *this;
	}
	TWeakPtr& operator=(TWeakPtr&& Other) noexcept
	{
		TWeakPtr Taken(std::move(Other));
		std::swap(Object, Taken.Object);
		std::swap(Control, Taken.Control);
		return *this;
	}
	TSharedPtr<T, Mode> Pin() const
	{
		if (Control && Control->TryAddShared())
		{
			return TSharedPtr<T, Mode>(Object, Control, StandIn::FAdopt());
		}
		return nullptr;
	}
	bool IsValid() const
	{
		return Control && Control->Shared.load() > 0;
	}
	void Reset()
	{
		*this = TWeakPtr();
	}
	// Whether it points at this object, which may be gone already.
	bool HasSameObject(const void* Other) const
	{
		return IsValid() && static_cast<const void*>(Object) == Other;
	}

private:
	template <typename, ESPMode>
	friend class TWeakPtr;
	template <typename, ESPMode>
	friend class TSharedFromThis;
	template <typename D, typename U, ESPMode M>
	friend void StandIn::GiveWeakThis(const TSharedFromThis<D, M>*, U*, StandIn::FSharedControl*);

	TWeakPtr(T* InObject, StandIn::FSharedControl* InControl)
		: Object(InObject)
		, Control(InControl)
	{
		if (Control)
		{
			Control->AddWeak();
		}
	}

	T* Object = nullptr;
	StandIn::FSharedControl* Control = nullptr;
};

#include "StandIn/SharedFromThis.h"

template <typename T, ESPMode Mode = ESPMode::ThreadSafe, typename... ArgTypes>
TSharedRef<T, Mode> MakeShared(ArgTypes&&... Args)
{
	return TSharedRef<T, Mode>(new T(std::forward<ArgTypes>(Args)...));
}

template <typename To, typename From, ESPMode Mode>
TSharedPtr<To, Mode> StaticCastSharedPtr(const TSharedPtr<From, Mode>& Pointer)
{
	return TSharedPtr<To, Mode>(Pointer, static_cast<To*>(Pointer.Get()));
}
template <typename To, typename From, ESPMode Mode>
TSharedRef<To, Mode> StaticCastSharedRef(const TSharedRef<From, Mode>& Reference)
{
	return TSharedPtr<To, Mode>(Reference.ToSharedPtr(), static_cast<To*>(&Reference.Get())).ToSharedRef();
}
template <typename To, typename From, ESPMode Mode>
TWeakPtr<To, Mode> StaticCastWeakPtr(const TWeakPtr<From, Mode>& Pointer)
{
	return StaticCastSharedPtr<To>(Pointer.Pin());
}
template <typename To, typename From, ESPMode Mode>
TSharedPtr<To, Mode> ConstCastSharedPtr(const TSharedPtr<From, Mode>& Pointer)
{
	return TSharedPtr<To, Mode>(Pointer, const_cast<To*>(Pointer.Get()));
}

template <typename A, typename B, ESPMode Mode>
bool operator==(const TSharedPtr<A, Mode>& Left, const TSharedPtr<B, Mode>& Right)
{
	return Left.Get() == Right.Get();
}
template <typename A, ESPMode Mode>
bool operator==(const TSharedPtr<A, Mode>& Left, TYPE_OF_NULLPTR)
{
	return !Left.IsValid();
}
template <typename A, typename B, ESPMode Mode>
bool operator==(const TSharedRef<A, Mode>& Left, const TSharedRef<B, Mode>& Right)
{
	return &Left.Get() == &Right.Get();
}
template <typename A, typename B, ESPMode Mode>
bool operator==(const TSharedPtr<A, Mode>& Left, const TSharedRef<B, Mode>& Right)
{
	return Left.Get() == &Right.Get();
}
template <typename A, typename B, ESPMode Mode>
bool operator==(const TWeakPtr<A, Mode>& Left, const TWeakPtr<B, Mode>& Right)
{
	return Left.Pin().Get() == Right.Pin().Get();
}
template <typename T, ESPMode Mode>
uint32 GetTypeHash(const TSharedPtr<T, Mode>& Pointer)
{
	return GetTypeHash(Pointer.Get());
}
template <typename T, ESPMode Mode>
uint32 GetTypeHash(const TSharedRef<T, Mode>& Reference)
{
	return GetTypeHash(&Reference.Get());
}
