#pragma once

#include "CoreTypes.h"

#include <cstring>

namespace StandIn
{
// Overwrites memory that no longer holds anything, so that late readers do not find the old value.
[[gnu::noinline]] inline void Poison(void* Memory, SIZE_T Size)
{
	if (Size > 0)
	{
		std::memset(Memory, 0xcd, Size);
		// Or the compiler, which knows that the memory is freed next, would leave the writing out.
		asm volatile("" : : "r"(Memory) : "memory");
	}
}
} // namespace StandIn
