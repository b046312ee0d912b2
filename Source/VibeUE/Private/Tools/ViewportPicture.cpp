// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/ViewportPicture.h"

#include "Editor.h"
#include "Tools/ShownPixels.h"
#include "UnrealClient.h"

#define LOCTEXT_NAMESPACE "ViewportPicture"

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
		Picture.Problem = TEXT("No viewport is visible: open a level.");
		Picture.ProblemText = LOCTEXT("NoViewport", "No viewport is visible: open a level.");
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
	Picture.Problem = VibeUE::MakeShownPicture(Pixels, Picture.Size, Picture.Image, Picture.Shown);
	if (!Picture.Problem.IsEmpty())
	{
		Picture.ProblemText = LOCTEXT("NotWritten", "The picture of the viewport cannot be written.");
	}
	return Picture;
}

#undef LOCTEXT_NAMESPACE
