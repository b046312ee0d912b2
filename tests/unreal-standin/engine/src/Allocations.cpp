#include "StandIn/Host.h"

// Counts how often each thread takes memory: the engine's own code and the core's alike, which both end in malloc.

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(STANDIN_THREAD_SANITIZER)
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define STANDIN_OTHER_ALLOCATOR
#endif
#endif
#else
#define STANDIN_OTHER_ALLOCATOR
#endif

static thread_local int64 GAllocations = 0;
static thread_local int64 GBytes = 0;

int64 StandIn::AllocationCount()
{
	return GAllocations;
}

int64 StandIn::AllocatedBytes()
{
	return GBytes;
}

#ifndef STANDIN_OTHER_ALLOCATOR
// The names under which glibc keeps its own functions for programs that put others in their place.
extern "C" void* __libc_malloc(size_t Size);
extern "C" void* __libc_calloc(size_t Number, size_t Size);
extern "C" void* __libc_realloc(void* Memory, size_t Size);

extern "C" void* malloc(size_t Size)
{
	++GAllocations;
	GBytes += static_cast<int64>(Size);
	return __libc_malloc(Size);
}

extern "C" void* calloc(size_t Number, size_t Size)
{
	++GAllocations;
	GBytes += static_cast<int64>(Number * Size);
	return __libc_calloc(Number, Size);
}

extern "C" void* realloc(void* Memory, size_t Size)
{
	++GAllocations;
	GBytes += static_cast<int64>(Size);
	return __libc_realloc(Memory, Size);
}
#endif
