#pragma once

#include "Styling/SlateTypes.h"
#include "Widgets/SCompoundWidget.h"

// CX SCortexAnalysisConfig.cpp; CES SelectCesiumIonToken.cpp; GL SLaunchBar.cpp
DECLARE_DELEGATE_OneParam(FOnCheckStateChanged, ECheckBoxState);

class SCheckBox : public SCompoundWidget
{
	STANDIN_WIDGET(SCheckBox, SCompoundWidget)

public:
	SLATE_BEGIN_ARGS(SCheckBox)
		: _Style(nullptr)
		, _IsChecked(ECheckBoxState::Unchecked)
		, _IsFocusable(true)
	{
	}
	SLATE_DEFAULT_SLOT(FArguments, Content)
	SLATE_STYLE_ARGUMENT(FCheckBoxStyle, Style)
	SLATE_ATTRIBUTE(ECheckBoxState, IsChecked)
	SLATE_ARGUMENT(bool, IsFocusable)
	SLATE_ATTRIBUTE(FMargin, Padding)
	SLATE_EVENT(FOnCheckStateChanged, OnCheckStateChanged)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	bool IsChecked() const
	{
		return Checked.Get() == ECheckBoxState::Checked;
	}
	ECheckBoxState GetCheckedState() const
	{
		return Checked.Get();
	}
	void SetIsChecked(TAttribute<ECheckBoxState> InChecked)
	{
		StandIn::RequireGameThread("SCheckBox::SetIsChecked");
		Checked = MoveTemp(InChecked);
	}
	void ToggleCheckedState();
	virtual bool SupportsKeyboardFocus() const override
	{
		return bFocusable;
	}
	virtual FReply OnMouseButtonDown(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual FReply OnMouseButtonUp(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual FReply OnKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

protected:
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;

private:
	TAttribute<ECheckBoxState> Checked;
	FOnCheckStateChanged OnCheckStateChanged;
	bool bFocusable = true;
	bool bPressed = false;
	bool bIsRound = false;
};
