#pragma once

#include "GenericPlatform/Accessibility/GenericAccessibleInterfaces.h"

// Whether a widget is asked itself, or for what it adds to a summary. Epic: SlateCore/SWidget/GetAccessibleBehavior
enum class EAccessibleType : uint8
{
	Main,
	Summary,
};
