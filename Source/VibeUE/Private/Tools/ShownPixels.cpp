// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/ShownPixels.h"

#include "IImageWrapper.h"
#include "IImageWrapperModule.h"
#include "Modules/ModuleManager.h"

namespace ShownPixelsPrivate
{
/** The mean of the pixels of a square, as far as it lies within the picture: letters stay legible where single pixels would not do. */
static FColor Mean(const TArray<FColor>& Pixels, const FIntPoint& Size, const FIntPoint& Corner, int32 Step)
{
	int32 Red = 0;
	int32 Green = 0;
	int32 Blue = 0;
	const int32 EndX = FMath::Min(Corner.X + Step, Size.X);
	const int32 EndY = FMath::Min(Corner.Y + Step, Size.Y);
	for (int32 Y = Corner.Y; Y < EndY; ++Y)
	{
		for (int32 X = Corner.X; X < EndX; ++X)
		{
			const FColor& Pixel = Pixels[Y * Size.X + X];
			Red += Pixel.R;
			Green += Pixel.G;
			Blue += Pixel.B;
		}
	}
	const int32 Count = (EndX - Corner.X) * (EndY - Corner.Y);
	return FColor(static_cast<uint8>(Red / Count), static_cast<uint8>(Green / Count), static_cast<uint8>(Blue / Count));
}

/** Makes one pixel of every square of 1, 2, 3, ... pixels a side, so that no side is longer than what models look at. */
static TArray<FColor> Shrink(const TArray<FColor>& Pixels, const FIntPoint& Size, FIntPoint& OutSize)
{
	static constexpr int32 LongestSide = 1568;
	const int32 Step = FMath::Max(1, FMath::DivideAndRoundUp(FMath::Max(Size.X, Size.Y), LongestSide));
	OutSize.X = FMath::DivideAndRoundUp(Size.X, Step);
	OutSize.Y = FMath::DivideAndRoundUp(Size.Y, Step);
	TArray<FColor> Kept;
	Kept.Reserve(OutSize.X * OutSize.Y);
	for (int32 Y = 0; Y < Size.Y; Y += Step)
	{
		for (int32 X = 0; X < Size.X; X += Step)
		{
			Kept.Add(Mean(Pixels, Size, FIntPoint{X, Y}, Step));
		}
	}
	return Kept;
}
} // namespace ShownPixelsPrivate

FString VibeUE::MakeShownPicture(const TArray<FColor>& Pixels, const FIntPoint& Size, FVibeUEImage& OutImage, FIntPoint& OutShown)
{
	const TArray<FColor> Kept = ShownPixelsPrivate::Shrink(Pixels, Size, OutShown);
	IImageWrapperModule& Images = FModuleManager::LoadModuleChecked<IImageWrapperModule>("ImageWrapper");
	const TSharedPtr<IImageWrapper> Writer = Images.CreateImageWrapper(EImageFormat::JPEG);
	const int64 Bytes = static_cast<int64>(Kept.Num()) * static_cast<int64>(sizeof(FColor));
	if (!Writer.IsValid() || !Writer->SetRaw(Kept.GetData(), Bytes, OutShown.X, OutShown.Y, ERGBFormat::BGRA, 8))
	{
		return TEXT("The picture cannot be written.");
	}
	static constexpr int32 Quality = 85;
	const auto Compressed = Writer->GetCompressed(Quality);
	OutImage.MediaType = TEXT("image/jpeg");
	OutImage.Data.Append(Compressed.GetData(), static_cast<int32>(Compressed.Num()));
	return FString();
}
