// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Math/Vector2D.h"
#include "Styling/SlateColor.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/FocusOutline.h"
#include "Widgets/SCompoundWidget.h"

/** Asks for a panel to have this width, in Slate units. */
DECLARE_DELEGATE_OneParam(FOnVibeUEPanelResized, float);

/** The edge between the conversation and a panel at its end: the user drags it, or moves it by the arrow keys. */
class SPanelGrip : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SPanelGrip)
	{
	}
	/** How wide the panel is, in Slate units. */
	SLATE_ATTRIBUTE(float, PanelWidth)
	/** The user moves the edge. */
	SLATE_EVENT(FOnVibeUEPanelResized, OnResized)
	/** The user has moved it. */
	SLATE_EVENT(FSimpleDelegate, OnReleased)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	//~ Begin SWidget Interface
	virtual FReply OnMouseButtonDown(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual FReply OnMouseMove(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual FReply OnMouseButtonUp(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual FReply OnKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	virtual bool SupportsKeyboardFocus() const override
	{
		return true;
	}
	virtual const FSlateBrush* GetFocusBrush() const override
	{
		return FFocusOutline::GetBrush();
	}
	//~ End SWidget Interface

private:
	FSlateColor GetColor() const;
	FText GetSpoken() const;

	TAttribute<float> PanelWidth;
	FOnVibeUEPanelResized OnResized;
	FSimpleDelegate OnReleased;

	/** Where on the screen it was taken, and how wide the panel was then. */
	FVector2D TakenAt = FVector2D::ZeroVector;
	float TakenWidth = 0.0f;
	bool bIsTaken = false;
};
