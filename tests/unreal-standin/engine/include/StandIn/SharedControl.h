#pragma once

#include "StandIn/Report.h"
#include "Templates/UnrealTemplate.h"

#include <atomic>
#include <thread>
#include <utility>

namespace StandIn
{
// Counts of one shared object. Both modes use atomics; without thread safety they may change on the object's own thread only.
struct FSharedControl
{
	std::atomic<int32> Shared{1};
	std::atomic<int32> Weak{1}; // one for all shared ones together
	std::thread::id Thread; // none if any thread may count
	virtual void DestroyObject() = 0;
	virtual ~FSharedControl() = default;

	void BindToThisThread()
	{
		Thread = std::this_thread::get_id();
	}
	void RequireThread() const
	{
		if (Thread != std::thread::id() && Thread != std::this_thread::get_id())
		{
			Refuse("a shared pointer that is not thread safe is copied or let go of on another thread", "declare it with ESPMode::ThreadSafe");
		}
	}

	void AddShared()
	{
		RequireThread();
		Shared.fetch_add(1, std::memory_order_relaxed);
	}
	void AddWeak()
	{
		RequireThread();
		Weak.fetch_add(1, std::memory_order_relaxed);
	}
	void ReleaseShared()
	{
		RequireThread();
		if (Shared.fetch_sub(1, std::memory_order_acq_rel) == 1)
		{
			DestroyObject();
			ReleaseWeak();
		}
	}
	void ReleaseWeak()
	{
		RequireThread();
		if (Weak.fetch_sub(1, std::memory_order_acq_rel) == 1)
		{
			delete this;
		}
	}
	// Takes a share unless the object is already being destroyed.
	bool TryAddShared()
	{
		RequireThread();
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
