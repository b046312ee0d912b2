#pragma once

// What a row of the details panel holds. Which headers of the engine bring it along is not known, so none of them is said to.
#include "Layout/Visibility.h"
#include "Misc/Attribute.h"
#include "Widgets/SWidget.h"
