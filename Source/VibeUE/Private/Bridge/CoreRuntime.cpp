// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// What the generated C++ side is built on: strings, slices, boxes. It finds out by itself that engine modules are built
// without exceptions, except with Microsoft's compiler.
#ifndef RUST_CXX_NO_EXCEPTIONS
#define RUST_CXX_NO_EXCEPTIONS
#endif

THIRD_PARTY_INCLUDES_START
#include "cxx.cc"
THIRD_PARTY_INCLUDES_END
