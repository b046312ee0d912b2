#include "Rendering/DrawElements.h"

#include "StandIn/Report.h"
#include "StandIn/Slate/HtmlWriter.h"
#include "Widgets/SLeafWidget.h"

#include <algorithm>
#include <string>

void FSlateDrawElement::MakeLines(FSlateWindowElementList& ElementList, uint32 InLayer, const FPaintGeometry&, const TArray<FVector2D>& Points,
	ESlateDrawEffect, const FLinearColor& InTint, bool, float Thickness)
{
	if (Points.Num() < 2)
	{
		StandIn::Refuse("a line has fewer than two points", "draw none");
	}
	ElementList.StandInLines.push_back({static_cast<int32>(InLayer), Points, InTint, Thickness});
}

int32 SLeafWidget::OnPaint(const FPaintArgs&, const FGeometry&, const FSlateRect&, FSlateWindowElementList&, int32 LayerId, const FWidgetStyle&, bool) const
{
	return LayerId;
}

// A leaf of a plugin: what it paints, as a drawing of its size.
void SLeafWidget::StandInRender(StandIn::FHtmlWriter& Writer) const
{
	FSlateWindowElementList Painted;
	const FGeometry& Geometry = StandInGeometry();
	OnPaint(FPaintArgs(), Geometry, FSlateRect(), Painted, 0, FWidgetStyle(), true);
	std::stable_sort(Painted.StandInLines.begin(), Painted.StandInLines.end(), [](const auto& A, const auto& B) { return A.Layer < B.Layer; });
	Writer.Begin(*this, std::string());
	if (!Painted.StandInLines.empty())
	{
		const FVector2f Size = Geometry.GetLocalSize();
		Writer.Raw("<svg style=\"display:block;width:100%;height:100%\" viewBox=\"0 0 " + std::to_string(Size.X) + " " + std::to_string(Size.Y) + "\">");
		for (const FSlateWindowElementList::FStandInLines& Line : Painted.StandInLines)
		{
			std::string Points;
			for (const FVector2D& Point : Line.Points)
			{
				Points += std::to_string(Point.X) + "," + std::to_string(Point.Y) + " ";
			}
			Writer.Raw("<polyline fill=\"none\" stroke-linejoin=\"round\" stroke=\"" + StandIn::FHtmlWriter::Colour(Line.Tint) + "\" stroke-width=\"" +
				std::to_string(Line.Thickness) + "\" points=\"" + Points + "\"/>");
		}
		Writer.Raw("</svg>");
	}
	Writer.End();
}
