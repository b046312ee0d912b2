#pragma once

#include "Templates/UnrealTemplate.h"

#include <atomic>
#include <utility>

namespace StandIn
{
// Counts of one shared object; both modes use atomics, the mode only types.
struct FSharedControl
{
	std::atomic<int32> Shared{1};
	std::atomic<int32> Weak{1}; // one for all shared ones together
	virtual void DestroyObject() = 0;
	virtual ~FSharedControl() = default;

	void AddShared()
	{
		Shared.fetch_add(1, std::memory_order_relaxed);
	}
	void AddWeak()
	{
		Weak.fetch_add(1, std::memory_order_relaxed);
	}
	void ReleaseShared()
	{
		if (Shared.fetch_sub(1, std::memory_order_acq_rel) == 1)
		{
			DestroyObject();
			ReleaseWeak();
		}
	}
	void ReleaseWeak()
	{
		if (Weak.fetch_sub(1, std::memory_order_acq_rel) == 1)
		{
			delete this;
		}
	}
	// Takes a share unless the object is already being destroyed.
	bool TryAddShared()
	{
		int32 Current = Shared.load(std::memory_order_relaxed);
		while (Current > 0)
		{
			if (Shared.compare_exchange_weak(Current, Current + 1, std::memory_order_acq_rel))
			{
				return true;
			}
		}
		return false;
	}
};

template <typename T>
struct TPointerControl final : FSharedControl
{
	explicit TPointerControl(T* InObject)
		: Object(InObject)
	{
	}
	void DestroyObject() override
	{
		delete Object;
	}
	T* Object;
};

template <typename T, typename D>
struct TDeleterControl final : FSharedControl
{
	TDeleterControl(T* InObject, D&& InDeleter)
		: Object(InObject)
		, Deleter(std::move(InDeleter))
	{
	}
	void DestroyObject() override
	{
		Deleter(Object);
	}
	T* Object;
	D Deleter;
};
} // namespace StandIn
