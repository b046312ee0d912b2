#pragma once

#include "StandIn/QueueSide.h"
#include "Templates/UnrealTemplate.h"

#include <deque>
#include <mutex>
#include <type_traits>

// CES CesiumRuntime/Private/CesiumViewExtension.h; PCG; Natfii/UnrealClaude MCP/MCPTaskQueue.h. Epic: Runtime/Core/EQueueMode.
// Spsc: one producer and one consumer; Mpsc: several producers.
enum class EQueueMode
{
	Mpsc,
	Spsc,
	SingleThreaded,
};
template <typename T, EQueueMode Mode = EQueueMode::Spsc>
class TQueue
{
	static_assert(std::is_default_constructible_v<T>, "a TQueue's element needs a default constructor");

public:
	TQueue() = default;
	TQueue(const TQueue&) = delete;
	TQueue& operator=(const TQueue&) = delete;
	bool Enqueue(const T& Item)
	{
		Produce();
		const std::lock_guard<std::mutex> Lock(Mutex);
		Items.push_back(Item);
		return true;
	}
	bool Enqueue(T&& Item)
	{
		Produce();
		const std::lock_guard<std::mutex> Lock(Mutex);
		Items.push_back(std::move(Item));
		return true;
	}
	bool Dequeue(T& OutItem)
	{
		Consume();
		const std::lock_guard<std::mutex> Lock(Mutex);
		if (Items.empty())
		{
			return false;
		}
		OutItem = std::move(Items.front());
		Items.pop_front();
		return true;
	}
	bool IsEmpty() const
	{
		const std::lock_guard<std::mutex> Lock(Mutex);
		return Items.empty();
	}
	void Empty()
	{
		Consume();
		const std::lock_guard<std::mutex> Lock(Mutex);
		Items.clear();
	}

private:
	void Produce()
	{
		if constexpr (Mode != EQueueMode::Mpsc)
		{
			Producer.RequireOneThread("a second thread enqueues into a TQueue of one producer", "declare it as TQueue<T, EQueueMode::Mpsc>");
		}
		if constexpr (Mode == EQueueMode::SingleThreaded)
		{
			Consumer.RequireOneThread("a second thread uses a single-threaded TQueue", "declare it as TQueue<T, EQueueMode::Spsc> or Mpsc");
		}
	}
	void Consume()
	{
		Consumer.RequireOneThread("a second thread dequeues from a TQueue", "let one thread consume, whatever the mode");
		if constexpr (Mode == EQueueMode::SingleThreaded)
		{
			Producer.RequireOneThread("a second thread uses a single-threaded TQueue", "declare it as TQueue<T, EQueueMode::Spsc> or Mpsc");
		}
	}

	mutable std::mutex Mutex;
	std::deque<T> Items;
	StandIn::FQueueSide Producer;
	StandIn::FQueueSide Consumer;
};
