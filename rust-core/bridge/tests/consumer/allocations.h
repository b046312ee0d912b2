// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdlib>

// Counts what this thread takes from the heap, in C++ and in Rust, which both
// ask the same functions. To be included by one file of a program.

#if defined(__has_feature)
#define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif

// A sanitizer brings functions of these names itself.
#if defined(__GLIBC__) && !IS_SANITIZED
#define COUNTS_ALLOCATIONS 1

/// Blocks that this thread has allocated so far, and their bytes.
inline thread_local long long AllocationsOfThread = 0;
inline thread_local long long BytesOfThread = 0;

// The C library's own, under the names that stay reachable when a program
// brings functions of the usual names.
extern "C" void* __libc_malloc(std::size_t Size);
extern "C" void* __libc_calloc(std::size_t Count, std::size_t Size);
extern "C" void* __libc_realloc(void* Block, std::size_t Size);
extern "C" void* __libc_memalign(std::size_t Alignment, std::size_t Size);

extern "C" void* malloc(std::size_t Size)
{
	++AllocationsOfThread;
	BytesOfThread += static_cast<long long>(Size);
	return __libc_malloc(Size);
}

extern "C" void* calloc(std::size_t Count, std::size_t Size)
{
	++AllocationsOfThread;
	BytesOfThread += static_cast<long long>(Count * Size);
	return __libc_calloc(Count, Size);
}

extern "C" void* realloc(void* Block, std::size_t Size)
{
	++AllocationsOfThread;
	BytesOfThread += static_cast<long long>(Size);
	return __libc_realloc(Block, Size);
}

extern "C" int posix_memalign(void** Block, std::size_t Alignment, std::size_t Size)
{
	++AllocationsOfThread;
	BytesOfThread += static_cast<long long>(Size);
	*Block = __libc_memalign(Alignment, Size);
	return *Block ? 0 : ENOMEM;
}

extern "C" void* aligned_alloc(std::size_t Alignment, std::size_t Size)
{
	++AllocationsOfThread;
	BytesOfThread += static_cast<long long>(Size);
	return __libc_memalign(Alignment, Size);
}
#else
#define COUNTS_ALLOCATIONS 0

/// Nothing is counted on this system.
inline thread_local long long AllocationsOfThread = 0;
inline thread_local long long BytesOfThread = 0;
#endif
