#pragma once

#include "CoreTypes.h"

// Epic: ApplicationCore/EAccessibleBehavior
enum class EAccessibleBehavior : uint8
{
	NotAccessible,
	Auto,
	Summary,
	Custom,
	ToolTip,
};
