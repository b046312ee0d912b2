// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "LevelEditor.h"
