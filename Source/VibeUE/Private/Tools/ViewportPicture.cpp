// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/ViewportPicture.h"

#include "Editor.h"
#include "IImageWrapper.h"
#include "IImageWrapperModule.h"
#include "Modules/ModuleManager.h"
#include "UnrealClient.h"

#define LOCTEXT_NAMESPACE "ViewportPicture"

namespace ViewportPicturePrivate
{
/** Takes every pixel, or every second, third, ..., so that no side is longer than what models look at. */
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
			Kept.Add(Pixels[Y * Size.X + X]);
		}
	}
	return Kept;
}
} // namespace ViewportPicturePrivate

FViewportPicture FViewportPicture::Take()
{
	FViewportPicture Picture;
	FViewport* Viewport = GEditor ? GEditor->GetPIEViewport() : nullptr;
	if (!Viewport && GEditor)
	{
		Viewport = GEditor->GetActiveViewport();
	}
	Picture.Size = Viewport ? Viewport->GetSizeXY() : FIntPoint();
	if (!Viewport || Picture.Size.X <= 0 || Picture.Size.Y <= 0)
	{
		Picture.Problem = TEXT("There is no viewport with a size: open a level.");
		Picture.ProblemText = LOCTEXT("NoViewport", "There is no viewport with a size: open a level.");
		return Picture;
	}
	TArray<FColor> Pixels;
	Viewport->Draw(false);
	if (!Viewport->ReadPixels(Pixels) || Pixels.Num() != Picture.Size.X * Picture.Size.Y)
	{
		Picture.Problem = TEXT("The viewport's pixels cannot be read; it may be minimized.");
		Picture.ProblemText = LOCTEXT("NoPixels", "The viewport's pixels cannot be read; it may be minimized.");
		return Picture;
	}
	const TArray<FColor> Kept = ViewportPicturePrivate::Shrink(Pixels, Picture.Size, Picture.Shown);
	IImageWrapperModule& Images = FModuleManager::LoadModuleChecked<IImageWrapperModule>("ImageWrapper");
	const TSharedPtr<IImageWrapper> Writer = Images.CreateImageWrapper(EImageFormat::JPEG);
	const int64 Bytes = static_cast<int64>(Kept.Num()) * static_cast<int64>(sizeof(FColor));
	if (!Writer.IsValid() || !Writer->SetRaw(Kept.GetData(), Bytes, Picture.Shown.X, Picture.Shown.Y, ERGBFormat::BGRA, 8))
	{
		Picture.Problem = TEXT("The picture cannot be written.");
		Picture.ProblemText = LOCTEXT("NotWritten", "The picture of the viewport cannot be written.");
		return Picture;
	}
	static constexpr int32 Quality = 85;
	const auto Compressed = Writer->GetCompressed(Quality);
	Picture.Image.MediaType = TEXT("image/jpeg");
	Picture.Image.Data.Append(Compressed.GetData(), static_cast<int32>(Compressed.Num()));
	return Picture;
}

#undef LOCTEXT_NAMESPACE
