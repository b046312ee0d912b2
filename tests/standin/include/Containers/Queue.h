#pragma once

#include "Templates/UnrealTemplate.h"

#include <deque>
#include <mutex>

// CES CesiumRuntime/Private/CesiumViewExtension.h; PCG; Natfii/UnrealClaude MCP/MCPTaskQueue.h
enum class EQueueMode
{
	Mpsc,
	Spsc,
	SingleThreaded,
};
template <typename T, EQueueMode Mode = EQueueMode::Spsc>
class TQueue
{
public:
	TQueue() = default;
	TQueue(const TQueue&) = delete;
	TQueue& operator=(const TQueue&) = delete;
	bool Enqueue(const T& Item)
	{
		const std::lock_guard<std::mutex> Lock(Mutex);
		Items.push_back(Item);
		return true;
	}
	bool Enqueue(T&& Item)
	{
		const std::lock_guard<std::mutex> Lock(Mutex);
		Items.push_back(std::move(Item));
		return true;
	}
	bool Dequeue(T& OutItem)
	{
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
		const std::lock_guard<std::mutex> Lock(Mutex);
		Items.clear();
	}

private:
	mutable std::mutex Mutex;
	std::deque<T> Items;
};
