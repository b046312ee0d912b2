#pragma once

#include "Widgets/SPanel.h"

// Shows its content larger or smaller by a factor: the content is laid out in the room divided by it.
// ue4plugins/LoadingScreen SSimpleLoadingScreen.cpp:106; truong-bui/AsyncLoadingScreen SClassicLayout.cpp:117, SCenterLayout.cpp:60
class SDPIScaler : public SPanel
{
	STANDIN_WIDGET(SDPIScaler, SPanel)

public:
	SLATE_BEGIN_ARGS(SDPIScaler)
		: _DPIScale(1.0f)
	{
	}
	SLATE_DEFAULT_SLOT(FArguments, Content)
	SLATE_ATTRIBUTE(float, DPIScale)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

protected:
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;

private:
	float Scale() const;

	TAttribute<float> DPIScale;
};
