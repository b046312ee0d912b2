#pragma once

#if defined(STANDIN_UNSAID)
#error "The engine has no such header: include it inside #if defined(STANDIN)."
#endif

#include "Widgets/SWidget.h"

class UObject;

namespace StandIn
{
// The panel that the editor shows of an object, as its class's customization lays it out: a line with name and value for each
// property that can be edited, advanced ones too. A customization lives as long as the panel.
TSharedRef<SWidget> MakeDetails(UObject* Object);
} // namespace StandIn
