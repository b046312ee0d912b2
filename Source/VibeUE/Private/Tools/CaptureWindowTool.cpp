// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/EditorTools.h"
#include "Framework/Application/SlateApplication.h"
#include "Math/IntVector.h"
#include "Tools/ShownPixels.h"
#include "VibeUETool.h"
#include "Widgets/SWindow.h"

namespace CaptureWindowToolPrivate
{
/** The maximum number of windows that are named, and of characters of a title. */
static constexpr int32 MostNamed = 20;
static constexpr int32 MostOfTitle = 80;

static FString NameOf(const TSharedRef<SWindow>& Window)
{
	const FString Title = Window->GetTitle().ToString().TrimStartAndEnd();
	return Title.IsEmpty() ? FString(TEXT("(without a title)")) : Title.Left(MostOfTitle);
}

/** The windows that are on the screen, the one in front first. */
static TArray<TSharedRef<SWindow>> ListWindows()
{
	TArray<TSharedRef<SWindow>> Ordered;
	FSlateApplication::Get().GetAllVisibleWindowsOrdered(Ordered);
	TArray<TSharedRef<SWindow>> Windows;
	const TSharedPtr<SWindow> Active = FSlateApplication::Get().GetActiveTopLevelWindow();
	if (Active.IsValid())
	{
		Windows.Add(Active.ToSharedRef());
	}
	for (int32 Index = Ordered.Num() - 1; Index >= 0; --Index)
	{
		Windows.AddUnique(Ordered[Index]);
	}
	return Windows;
}

/** The window with this title, else the first whose title has it within; the first of all if no title is given. */
static TSharedPtr<SWindow> Find(const TArray<TSharedRef<SWindow>>& Windows, const FString& Title)
{
	TSharedPtr<SWindow> Found;
	for (const TSharedRef<SWindow>& Window : Windows)
	{
		const FString Name = NameOf(Window);
		if (Title.IsEmpty() || Name.Equals(Title, ESearchCase::IgnoreCase))
		{
			return Window;
		}
		if (!Found.IsValid() && Name.Contains(Title, ESearchCase::IgnoreCase))
		{
			Found = Window;
		}
	}
	return Found;
}

/** Names the windows but one. */
static FString Describe(const TArray<TSharedRef<SWindow>>& Windows, const TSharedPtr<SWindow>& But)
{
	TArray<FString> Names;
	for (const TSharedRef<SWindow>& Window : Windows)
	{
		if (Window.ToSharedPtr() != But && Names.Num() < MostNamed)
		{
			Names.Add(NameOf(Window));
		}
	}
	return Names.Num() == 0 ? FString(TEXT("none")) : FString::Join(Names, TEXT("; "));
}
} // namespace CaptureWindowToolPrivate

/** Shows the model a window of the editor, with all that is drawn in it. */
class FCaptureWindowTool final : public IVibeUETool
{
public:
	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("capture_window");
		Info.Description = TEXT("Takes a picture of a whole window of the editor, with its panels and tabs: the active one, or the one that ")
			TEXT("you name. You see the picture, and the titles of the other windows. For the level alone use capture_viewport.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {")
			TEXT("\"title\": {\"type\": \"string\", \"description\": \"a part of the window's title; the active window where it is left out\"}}}");
		Info.Access = EVibeUEToolAccess::Read;
		Info.TimeLimit = 30.0;
		return Info;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		if (!FSlateApplication::IsInitialized())
		{
			Run->Fail(TEXT("There are no windows: this is a commandlet."));
			return;
		}
		const FString Title = Run->GetArguments().GetText(TEXT("title")).TrimStartAndEnd();
		const TArray<TSharedRef<SWindow>> Windows = CaptureWindowToolPrivate::ListWindows();
		const TSharedPtr<SWindow> Window = CaptureWindowToolPrivate::Find(Windows, Title);
		if (!Window.IsValid())
		{
			Run->Fail(Title.IsEmpty() ? FString(TEXT("No window is visible."))
									  : TEXT("No window title contains this. Windows: ") + CaptureWindowToolPrivate::Describe(Windows, nullptr));
			return;
		}
		Take(*Run, Window.ToSharedRef(), CaptureWindowToolPrivate::Describe(Windows, Window));
	}

private:
	static void Take(FVibeUEToolRun& Run, const TSharedRef<SWindow>& Window, const FString& Others)
	{
		const FString Name = CaptureWindowToolPrivate::NameOf(Window);
		TArray<FColor> Pixels;
		FIntVector Read = FIntVector::ZeroValue;
		const bool bIsRead = FSlateApplication::Get().TakeScreenshot(Window, Pixels, Read);
		if (!bIsRead || Read.X <= 0 || Read.Y <= 0 || Pixels.Num() != Read.X * Read.Y)
		{
			Run.Fail(FString::Printf(TEXT("The window \"%s\" cannot be read; it may be minimized. Other windows: %s"), *Name, *Others));
			return;
		}
		const FIntPoint Size{Read.X, Read.Y};
		FIntPoint Shown;
		FVibeUEImage Image;
		const FString Problem = VibeUE::MakeShownPicture(Pixels, Size, Image, Shown);
		if (!Problem.IsEmpty())
		{
			Run.Fail(Problem);
			return;
		}
		Run.DoneWithImages(FString::Printf(TEXT("The window \"%s\" of %d by %d pixels, shown as %d by %d. Other windows: %s"), *Name, Size.X, Size.Y, Shown.X, Shown.Y, *Others), {Image});
	}
};

TSharedRef<IVibeUETool> VibeUE::MakeCaptureWindowTool()
{
	return MakeShared<FCaptureWindowTool>();
}
