// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreHeaders.h"

// The generated C++ side of the core is compiled here, with this module's compiler and C++ library: the archive
// itself holds no C++ object, so that one archive serves every C++ library.
THIRD_PARTY_INCLUDES_START
#include "bridge.cc"
THIRD_PARTY_INCLUDES_END
