#pragma once

#include "Math/Color.h"

// A colour of its own, or one that the surroundings or the theme decide.
// CX SCortexStatusBarWidget.cpp; CES CesiumCustomization.cpp; PLS SPlasticSourceControlChangesetsWidget.cpp
struct FSlateColor
{
	FSlateColor() = default;
	FSlateColor(const FLinearColor& InColor)
		: Color(InColor)
	{
	}
	static FSlateColor UseForeground()
	{
		return FSlateColor(EKind::Foreground);
	}
	static FSlateColor UseSubduedForeground()
	{
		return FSlateColor(EKind::Subdued);
	}
	const FLinearColor& GetSpecifiedColor() const
	{
		return Theme ? *Theme : Color;
	}
	// A colour of the theme: it is read when it is asked for, so that it follows when the theme changes.
	static FSlateColor StandInOfTheme(const FLinearColor* InTheme)
	{
		FSlateColor Color(*InTheme);
		Color.Theme = InTheme;
		return Color;
	}
	bool operator==(const FSlateColor&) const = default;

	bool StandInIsForeground() const
	{
		return Kind != EKind::Specified;
	}
	bool StandInIsSubdued() const
	{
		return Kind == EKind::Subdued;
	}

private:
	enum class EKind : uint8
	{
		Specified,
		Foreground,
		Subdued,
	};
	explicit FSlateColor(EKind InKind)
		: Kind(InKind)
	{
	}
	FLinearColor Color = FLinearColor(1.0f, 1.0f, 1.0f);
	EKind Kind = EKind::Specified;
	const FLinearColor* Theme = nullptr;
};
