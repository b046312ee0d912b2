// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/STuningLines.h"

#include "Rendering/DrawElements.h"
#include "Styling/StyleColors.h"
#include "WordColors.h"

void STuningLines::Construct(const FArguments& InArgs)
{
	Plot = InArgs._Plot;
}

FLinearColor STuningLines::ColorOf(vibeue::PlotInk Ink, int32 Color)
{
	const FSlateColor Courses[] = {FStyleColors::AccentBlue, FStyleColors::AccentOrange, FStyleColors::AccentGreen, FStyleColors::AccentPurple,
		FStyleColors::AccentPink, FStyleColors::AccentYellow};
	switch (Ink)
	{
	case vibeue::PlotInk::Axis:
		return FWordColors::GetQuiet().GetSpecifiedColor();
	case vibeue::PlotInk::Budget:
	case vibeue::PlotInk::Over:
		return FStyleColors::Error.GetSpecifiedColor();
	case vibeue::PlotInk::Threshold:
		// No course has it, in either theme.
		return FStyleColors::Foreground.GetSpecifiedColor();
	case vibeue::PlotInk::Course:
		return Courses[FMath::Clamp(Color, 0, MostColors - 1)].GetSpecifiedColor();
	case vibeue::PlotInk::Crowd:
	{
		FLinearColor Faint = FWordColors::GetQuiet().GetSpecifiedColor();
		Faint.A = 0.3f;
		return Faint;
	}
	case vibeue::PlotInk::Median:
		return Courses[0].GetSpecifiedColor();
	case vibeue::PlotInk::Grid:
		break;
	}
	return FStyleColors::InputOutline.GetSpecifiedColor();
}

int32 STuningLines::OnPaint(const FPaintArgs&, const FGeometry& AllottedGeometry, const FSlateRect&, FSlateWindowElementList& OutDrawElements,
	int32 LayerId, const FWidgetStyle&, bool) const
{
	const FVector2D Room = AllottedGeometry.GetLocalSize();
	if (Plot.Size.X <= 0.0 || Plot.Size.Y <= 0.0)
	{
		return LayerId;
	}
	const double Scale = FMath::Min(Room.X / Plot.Size.X, Room.Y / Plot.Size.Y);
	for (const FTuningStroke& Stroke : Plot.Strokes)
	{
		TArray<FVector2D> Points;
		for (const FVector2D& Point : Stroke.Points)
		{
			Points.Add(Point * Scale);
		}
		FSlateDrawElement::MakeLines(OutDrawElements, static_cast<uint32>(LayerId), AllottedGeometry.ToPaintGeometry(), Points, ESlateDrawEffect::None,
			ColorOf(Stroke.Ink, Stroke.Color), true, Stroke.Thickness * static_cast<float>(Scale));
	}
	return LayerId;
}

FVector2D STuningLines::ComputeDesiredSize(float) const
{
	return Plot.Size;
}
