// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUELog.h"

DEFINE_LOG_CATEGORY(LogVibeUE);
