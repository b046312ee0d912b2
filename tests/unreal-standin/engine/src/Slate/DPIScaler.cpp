#include "Widgets/Layout/SDPIScaler.h"

#include "Slate/HtmlCss.h"
#include "StandIn/Slate/HtmlWriter.h"

void SDPIScaler::Construct(const FArguments& InArgs)
{
	DPIScale = InArgs._DPIScale;
	StandIn::FSlotData Slot;
	Slot.Widget = InArgs._Content.Widget;
	Slots.Add(Slot);
}
float SDPIScaler::Scale() const
{
	const float Now = DPIScale.Get();
	if (!(Now > 0.0f))
	{
		StandIn::Refuse("an SDPIScaler has a scale that is not above zero", "give DPIScale a factor such as 1.5");
	}
	return Now;
}
FVector2D SDPIScaler::ComputeDesiredSize(float) const
{
	return StandIn::SizeWithPadding(Slots.All().front()) * static_cast<double>(Scale());
}
void SDPIScaler::StandInArrangeChildren(const FGeometry& Geometry)
{
	const FVector2f Size = Geometry.GetLocalSize();
	StandIn::ArrangeIn(Slots.All().front(), Geometry.StandInChild(FVector2f(0.0f, 0.0f), Size / Scale(), Scale()));
}
void SDPIScaler::StandInRender(StandIn::FHtmlWriter& Writer) const
{
	Writer.Begin(*this, "display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);");
	Writer.Slot(Slots.All().front(), "zoom:" + StandIn::Number(Scale()) + ";");
	Writer.End();
}
