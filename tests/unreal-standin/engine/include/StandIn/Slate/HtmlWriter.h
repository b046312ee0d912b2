#pragma once

#include "Fonts/SlateFontInfo.h"
#include "Layout/FlowDirection.h"
#include "StandIn/Slate/Slots.h"
#include "Styling/SlateBrush.h"

#include <string>
#include <vector>

// Writes widgets as HTML: boxes become flex boxes and grids, so that the browser lays them out by the same rules.
namespace StandIn
{
class FHtmlWriter
{
public:
	// Writes a widget and all below it, unless it takes no room.
	void Widget(const SWidget& Widget);
	// One slot: an element that pads and aligns what is in it. `Css` says how it lies in its panel.
	void Slot(const FSlotData& Slot, const std::string& Css);
	// An element that stands for a widget; each Begin needs an End.
	void Begin(const SWidget& Widget, const std::string& Css, const std::string& Attributes = std::string());
	void End();
	void Text(const FString& Text); // escaped
	void Raw(const std::string& Html);

	static std::string Colour(const FLinearColor& Color);
	// A text colour; empty when the surroundings decide.
	static std::string TextColour(const FSlateColor& Color);
	static std::string Font(const FSlateFontInfo& Font);
	static std::string Brush(const FSlateBrush* Brush, const FLinearColor& Tint);
	static std::string Pixels(float Value);
	static std::string Escape(const FString& Text);
	static const char* Glyph(const FString& IconKey);

	const std::string& Html() const
	{
		return Output;
	}

private:
	// The directions of the widgets that are open.
	std::vector<EFlowDirection> Flows;
	EFlowDirection Flow() const
	{
		return Flows.empty() ? EFlowDirection::LeftToRight : Flows.back();
	}
	std::string Output;
};
} // namespace StandIn
