#pragma once

#include "Styling/SlateBrush.h"
#include "UObject/NameTypes.h"

// A picture from a file. Epic: SlateCore/FSlateImageBrush/__ctor; PLS PlasticSourceControlStyle.cpp; CES ScreenCreditsWidget.cpp
struct FSlateImageBrush : FSlateBrush
{
	FSlateImageBrush(const FString& File, const UE::Slate::FDeprecateVector2DParameter& Size, const FSlateColor& Tint = FSlateColor(FLinearColor::White))
	{
		StandInKind = EStandInKind::Image;
		StandInSource = File;
		ImageSize = Size;
		TintColor = Tint;
	}
	FSlateImageBrush(const FName File, const UE::Slate::FDeprecateVector2DParameter& Size, const FSlateColor& Tint = FSlateColor(FLinearColor::White))
		: FSlateImageBrush(File.ToString(), Size, Tint)
	{
	}
};

// A picture from an .svg file, whose name is given whole. Epic: SlateCore/FSlateVectorImageBrush/__ctor; AA UnrealAiEditorStyle.cpp;
// PX PCGExModuleInterface.h
struct FSlateVectorImageBrush : FSlateImageBrush
{
	using FSlateImageBrush::FSlateImageBrush;
};
