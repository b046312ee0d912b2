#pragma once

#include "StandIn/Slate/HtmlWriter.h"

#include <cmath>
#include <cstdio>
#include <string>

// Words of CSS for what a slot says.
namespace StandIn
{
// In Html.cpp.
std::string Base64(const std::string& Bytes);

inline std::string Number(float Value)
{
	char Buffer[32];
	std::snprintf(Buffer, sizeof(Buffer), "%g", std::isfinite(Value) ? static_cast<double>(Value) : 0.0);
	return Buffer;
}
inline std::string PaddingOf(const FMargin& Margin, EFlowDirection Flow = EFlowDirection::LeftToRight)
{
	const bool bMirrored = Flow == EFlowDirection::RightToLeft;
	return "padding:" + FHtmlWriter::Pixels(Margin.Top) + " " + FHtmlWriter::Pixels(bMirrored ? Margin.Left : Margin.Right) + " " + FHtmlWriter::Pixels(Margin.Bottom) + " " +
		FHtmlWriter::Pixels(bMirrored ? Margin.Right : Margin.Left) + ";";
}
inline std::string FillOr(const FSlotData& Slot, bool bDown)
{
	std::string Css = Slot.bFill ? "flex:" + Number(Slot.FillFactor.Get()) + " 1 0;" : std::string("flex:0 0 auto;");
	if (Slot.Max.Get() > 0.0f)
	{
		Css += std::string(bDown ? "max-height:" : "max-width:") + FHtmlWriter::Pixels(Slot.Max.Get()) + ";";
	}
	return Css;
}
// Where a widget is, for who judges the page: left, top, width, height on the screen.
inline std::string BoxOf(const SWidget& Widget, const char* Name)
{
	const FGeometry& Geometry = Widget.StandInGeometry();
	const FVector2f At = Geometry.GetAbsolutePosition();
	const FVector2f Size = Geometry.GetAbsoluteSize();
	return std::string(" ") + Name + "=\"" + Number(At.X) + " " + Number(At.Y) + " " + Number(Size.X) + " " + Number(Size.Y) + "\"";
}
// Where a text is, and how much room its words take; a side of 0 can be shorter.
inline std::string BoxOfText(const SWidget& Widget, float Width, float Height)
{
	const float Scale = Widget.StandInGeometry().StandInScale();
	return BoxOf(Widget, "data-box") + " data-needs=\"" + Number(Width * Scale) + " " + Number(Height * Scale) + "\"";
}
} // namespace StandIn
