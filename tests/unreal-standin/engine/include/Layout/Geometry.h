#pragma once

#include "Math/Vector2D.h"

namespace UE::Slate
{
// The bridge between the two vector types: gives and takes either. Epic: SlateCore/FGeometry; CX SCortexConversionOverlay.cpp;
// PX SPCGExCollectionCategoryGroup.cpp
struct FDeprecateVector2DResult : FVector2f
{
	using FVector2f::FVector2f;
	FDeprecateVector2DResult(const FVector2f& Value)
		: FVector2f(Value)
	{
	}
	operator FVector2D() const
	{
		return FVector2D(static_cast<double>(X), static_cast<double>(Y));
	}
};
struct FDeprecateVector2DParameter : FVector2f
{
	FDeprecateVector2DParameter() = default;
	FDeprecateVector2DParameter(const FVector2f& Value)
		: FVector2f(Value)
	{
	}
	FDeprecateVector2DParameter(const FVector2D& Value)
		: FVector2f(static_cast<float>(Value.X), static_cast<float>(Value.Y))
	{
	}
	FDeprecateVector2DParameter(float InX, float InY)
		: FVector2f(InX, InY)
	{
	}
};
} // namespace UE::Slate

// Where something is painted. PX SPCGExDotComparisonPreview.cpp
struct FPaintGeometry
{
	FVector2f StandInSize;
};

// Where a widget was put: its corner in pixels of the screen, its own size, and by how much its screen and SDPIScaler widgets around it enlarge it.
// Epic: SlateCore/FGeometry; CX SCortexConversionOverlay.cpp; PX SPCGExCollectionCategoryGroup.cpp
struct FGeometry
{
	FGeometry() = default;
	FGeometry(const FVector2f& InPosition, const FVector2f& InSize, float InScale = 1.0f)
		: Origin(InPosition)
		, Extent(InSize)
		, Scale(InScale)
	{
	}
	UE::Slate::FDeprecateVector2DResult GetLocalSize() const
	{
		return Extent;
	}
	UE::Slate::FDeprecateVector2DResult GetAbsoluteSize() const
	{
		return FVector2f(Extent.X * Scale, Extent.Y * Scale);
	}
	UE::Slate::FDeprecateVector2DResult GetAbsolutePosition() const
	{
		return Origin;
	}
	UE::Slate::FDeprecateVector2DResult AbsoluteToLocal(const UE::Slate::FDeprecateVector2DParameter& Absolute) const
	{
		return FVector2f((Absolute.X - Origin.X) / Scale, (Absolute.Y - Origin.Y) / Scale);
	}
	UE::Slate::FDeprecateVector2DResult LocalToAbsolute(const UE::Slate::FDeprecateVector2DParameter& Local) const
	{
		return FVector2f(Local.X * Scale + Origin.X, Local.Y * Scale + Origin.Y);
	}
	FPaintGeometry ToPaintGeometry() const // PX SPCGExDotComparisonPreview.cpp
	{
		return FPaintGeometry{Extent};
	}

	// Of a child, by its corner and size in units of this widget; `Enlarged` by how much it is enlarged in it.
	FGeometry StandInChild(const FVector2f& Corner, const FVector2f& Size, float Enlarged = 1.0f) const
	{
		return FGeometry(LocalToAbsolute(Corner), Size, Scale * Enlarged);
	}
	float StandInScale() const
	{
		return Scale;
	}
	bool StandInIsSameAs(const FGeometry& Other) const
	{
		return Origin == Other.Origin && Extent == Other.Extent && Scale == Other.Scale;
	}

private:
	FVector2f Origin;
	FVector2f Extent;
	float Scale = 1.0f;
};
