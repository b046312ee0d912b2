// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

namespace VibeUE
{
/** Writes what the core has to say into the editor's log. */
void LogCoreLines();
} // namespace VibeUE
