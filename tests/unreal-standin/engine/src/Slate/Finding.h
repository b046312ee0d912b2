#pragma once

#include "Widgets/SWidget.h"

namespace StandIn
{
// The part of a widget that its parents do not cut off: a point in the middle of it; false if nothing is left.
bool VisibleCentre(const TSharedRef<SWidget>& Widget, FVector2f& Out);
} // namespace StandIn
