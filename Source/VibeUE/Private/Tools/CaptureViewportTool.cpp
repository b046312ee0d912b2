// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Editor.h"
#include "IImageWrapper.h"
#include "IImageWrapperModule.h"
#include "Modules/ModuleManager.h"
#include "Tools/EditorTools.h"
#include "UnrealClient.h"
#include "VibeUETool.h"

/** Shows the model what the viewport shows: that of the game while it plays, else the level's. */
class FCaptureViewportTool final : public IVibeUETool
{
public:
	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("capture_viewport");
		Info.Description = TEXT("Takes a picture of the active viewport, of the running game while it plays. You see the picture.");
		Info.Access = EVibeUEToolAccess::Read;
		Info.TimeLimit = 30.0;
		return Info;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		FViewport* Viewport = GEditor ? GEditor->GetPIEViewport() : nullptr;
		if (!Viewport && GEditor)
		{
			Viewport = GEditor->GetActiveViewport();
		}
		const FIntPoint Size = Viewport ? Viewport->GetSizeXY() : FIntPoint();
		if (!Viewport || Size.X <= 0 || Size.Y <= 0)
		{
			Run->Fail(TEXT("There is no viewport with a size: open a level."));
			return;
		}
		TArray<FColor> Pixels;
		Viewport->Draw(false);
		if (!Viewport->ReadPixels(Pixels) || Pixels.Num() != Size.X * Size.Y)
		{
			Run->Fail(TEXT("The viewport's pixels cannot be read; it may be minimized."));
			return;
		}
		FIntPoint Smaller;
		const TArray<FColor> Shown = Shrink(Pixels, Size, Smaller);
		IImageWrapperModule& Images = FModuleManager::LoadModuleChecked<IImageWrapperModule>("ImageWrapper");
		const TSharedPtr<IImageWrapper> Writer = Images.CreateImageWrapper(EImageFormat::JPEG);
		const int64 Bytes = static_cast<int64>(Shown.Num()) * static_cast<int64>(sizeof(FColor));
		if (!Writer.IsValid() || !Writer->SetRaw(Shown.GetData(), Bytes, Smaller.X, Smaller.Y, ERGBFormat::BGRA, 8))
		{
			Run->Fail(TEXT("The picture cannot be written."));
			return;
		}
		static constexpr int32 Quality = 85;
		const auto Compressed = Writer->GetCompressed(Quality);
		FVibeUEImage Image;
		Image.MediaType = TEXT("image/jpeg");
		Image.Data.Append(Compressed.GetData(), static_cast<int32>(Compressed.Num()));
		Run->DoneWithImages(FString::Printf(TEXT("The viewport of %d by %d pixels, shown as %d by %d."), Size.X, Size.Y, Smaller.X, Smaller.Y), {Image});
	}

private:
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
};

TSharedRef<IVibeUETool> VibeUE::MakeCaptureViewportTool()
{
	return MakeShared<FCaptureViewportTool>();
}
