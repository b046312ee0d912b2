#pragma once

#include "Widgets/SLeafWidget.h"

// Empty room. VIB SVibeUETaskList.cpp; CX SCortexFindingsPanel.cpp
class SSpacer : public SLeafWidget
{
	STANDIN_WIDGET(SSpacer, SLeafWidget)

public:
	SLATE_BEGIN_ARGS(SSpacer)
		: _Size(FVector2D(0.0, 0.0))
	{
	}
	SLATE_ATTRIBUTE(FVector2D, Size)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs)
	{
		Size = InArgs._Size;
	}
	void SetSize(TAttribute<FVector2D> InSize)
	{
		StandIn::RequireGameThread("SSpacer::SetSize");
		Size = MoveTemp(InSize);
	}
	virtual FVector2D ComputeDesiredSize(float) const override
	{
		return Size.Get();
	}
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

private:
	TAttribute<FVector2D> Size;
};
