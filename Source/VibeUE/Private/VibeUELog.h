// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** What the plugin says in the editor's log; holds no secret and no conversation. */
DECLARE_LOG_CATEGORY_EXTERN(LogVibeUE, Log, All);
