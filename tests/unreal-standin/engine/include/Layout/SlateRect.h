#pragma once

// What is drawn lies within it. PX SPCGExDotComparisonPreview.h
class FSlateRect
{
};
