#pragma once

#include "StandIn/Report.h"

#include <atomic>
#include <thread>

namespace StandIn
{
// One side of a queue: the first thread that uses it is the only one that may.
class FQueueSide
{
public:
	void RequireOneThread(const char* What, const char* WhatToDo)
	{
		const std::thread::id Here = std::this_thread::get_id();
		std::thread::id Known;
		if (!Thread.compare_exchange_strong(Known, Here) && Known != Here)
		{
			Refuse(What, WhatToDo);
		}
	}

private:
	std::atomic<std::thread::id> Thread{};
};
} // namespace StandIn
