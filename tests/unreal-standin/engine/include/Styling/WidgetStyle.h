#pragma once

// What a widget inherits of the look of those around it. PX SPCGExDotComparisonPreview.h
class FWidgetStyle
{
};
