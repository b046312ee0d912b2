// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/EditorTools.h"
#include "Tools/ViewportPicture.h"
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
		const FViewportPicture Picture = FViewportPicture::Take();
		if (!Picture.Problem.IsEmpty())
		{
			Run->Fail(Picture.Problem);
			return;
		}
		Run->DoneWithImages(FString::Printf(TEXT("The viewport of %d by %d pixels, shown as %d by %d."), Picture.Size.X, Picture.Size.Y, Picture.Shown.X, Picture.Shown.Y), {Picture.Image});
	}
};

TSharedRef<IVibeUETool> VibeUE::MakeCaptureViewportTool()
{
	return MakeShared<FCaptureViewportTool>();
}
