#pragma once

#include "Containers/UnrealString.h"

struct FLinearColor;

// CES CesiumRuntime/Private/Cesium3DTileset.cpp; PCG PCGExElementsTopology; UEC UE5CoroDebug/Private/Category.cpp
struct FColor
{
	uint8 B = 0;
	uint8 G = 0;
	uint8 R = 0;
	uint8 A = 0;
	constexpr FColor() = default;
	constexpr FColor(uint8 InR, uint8 InG, uint8 InB, uint8 InA = 255)
		: B(InB)
		, G(InG)
		, R(InR)
		, A(InA)
	{
	}
	static FColor FromHex(const FString& Hex);
	FString ToHex() const;
	bool operator==(const FColor&) const = default;
	static const FColor White;
	static const FColor Black;
	static const FColor Red;
	static const FColor Green;
	static const FColor Blue;
	static const FColor Yellow;
	static const FColor Transparent;
};
inline constexpr FColor FColor::White{255, 255, 255};
inline constexpr FColor FColor::Black{0, 0, 0};
inline constexpr FColor FColor::Red{255, 0, 0};
inline constexpr FColor FColor::Green{0, 255, 0};
inline constexpr FColor FColor::Blue{0, 0, 255};
inline constexpr FColor FColor::Yellow{255, 255, 0};
inline constexpr FColor FColor::Transparent{0, 0, 0, 0};

// CES CesiumEditor/Private/CesiumEditor.cpp; PCG PCGExCollectionsEditor/Private/Details
struct FLinearColor
{
	float R = 0.0f;
	float G = 0.0f;
	float B = 0.0f;
	float A = 0.0f;
	constexpr FLinearColor() = default;
	constexpr FLinearColor(float InR, float InG, float InB, float InA = 1.0f)
		: R(InR)
		, G(InG)
		, B(InB)
		, A(InA)
	{
	}
	FLinearColor(const FColor& Color);
	static FLinearColor FromSRGBColor(const FColor& Color)
	{
		return FLinearColor(Color);
	}
	FColor ToFColor(bool bSRGB) const;
	FLinearColor CopyWithNewOpacity(float NewOpacity) const
	{
		return FLinearColor(R, G, B, NewOpacity);
	}
	constexpr FLinearColor operator*(float Factor) const
	{
		return FLinearColor(R * Factor, G * Factor, B * Factor, A * Factor);
	}
	bool operator==(const FLinearColor&) const = default;
	FString ToString() const;
	static const FLinearColor White;
	static const FLinearColor Black;
	static const FLinearColor Gray;
	static const FLinearColor Red;
	static const FLinearColor Green;
	static const FLinearColor Blue;
	static const FLinearColor Yellow;
	static const FLinearColor Transparent;
};
inline constexpr FLinearColor FLinearColor::White{1.0f, 1.0f, 1.0f};
inline constexpr FLinearColor FLinearColor::Black{0.0f, 0.0f, 0.0f};
inline constexpr FLinearColor FLinearColor::Gray{0.5f, 0.5f, 0.5f};
inline constexpr FLinearColor FLinearColor::Red{1.0f, 0.0f, 0.0f};
inline constexpr FLinearColor FLinearColor::Green{0.0f, 1.0f, 0.0f};
inline constexpr FLinearColor FLinearColor::Blue{0.0f, 0.0f, 1.0f};
inline constexpr FLinearColor FLinearColor::Yellow{1.0f, 1.0f, 0.0f};
inline constexpr FLinearColor FLinearColor::Transparent{0.0f, 0.0f, 0.0f, 0.0f};
