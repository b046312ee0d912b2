#pragma once

// What a row of the details panel holds. It is not known which headers of the engine include it, so none of them does
// here.
#include "Layout/Visibility.h"
#include "Misc/Attribute.h"
#include "Widgets/SWidget.h"
