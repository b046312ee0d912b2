// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatScale.h"

#include "InputCoreTypes.h"
#include "VibeUESettings.h"
#include "Widgets/Layout/SDPIScaler.h"

namespace SChatScalePrivate
{
/** The size of the editor, in percent. */
static constexpr int32 Usual = 100;

static const int32 Steps[] = {80, 90, Usual, 110, 125, 150, 175, 200};
} // namespace SChatScalePrivate

void SChatScale::Construct(const FArguments& InArgs)
{
	ChildSlot
	[
		SNew(SDPIScaler)
		.DPIScale(this, &SChatScale::GetScale)
		[
			InArgs._Content.Widget
		]
	];
}

int32 SChatScale::Step(int32 Percent, int32 By)
{
	int32 Next = Percent;
	for (const int32 Each : SChatScalePrivate::Steps)
	{
		if (By > 0 && Each > Percent)
		{
			return Each;
		}
		if (By < 0 && Each < Percent)
		{
			Next = Each;
		}
	}
	return Next;
}

FReply SChatScale::OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	const FKey Key = InKeyEvent.GetKey();
	// Plus is on the key of the equals sign, with Shift if a keyboard requires it, or on a key of its own.
	const bool bLarger = Key == EKeys::Equals || Key == EKeys::Add;
	const bool bSmaller = Key == EKeys::Hyphen || Key == EKeys::Subtract;
	const bool bUsual = Key == EKeys::Zero || Key == EKeys::NumPadZero;
	if (!InKeyEvent.IsControlDown() || InKeyEvent.IsAltDown() || !(bLarger || bSmaller || bUsual))
	{
		return SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
	}
	UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
	const int32 Wanted = bUsual ? SChatScalePrivate::Usual : Step(Settings->TextScale, bLarger ? 1 : -1);
	if (Wanted != Settings->TextScale)
	{
		Settings->TextScale = Wanted;
		// Attributes ask for it: sessions need not hear of it.
		Settings->Save();
	}
	return FReply::Handled();
}

float SChatScale::GetScale() const
{
	return static_cast<float>(GetDefault<UVibeUESettings>()->TextScale) / static_cast<float>(SChatScalePrivate::Usual);
}
