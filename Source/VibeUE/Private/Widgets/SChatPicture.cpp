// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatPicture.h"

#include "Bridge/PictureReading.h"
#include "Brushes/SlateDynamicImageBrush.h"
#include "ChatLinks.h"
#include "VibeUEStyle.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SChatPicture"

namespace SChatPicturePrivate
{
/** The maximum number of pixels of a side: the widest text of an answer on a screen of twice the usual density. */
static constexpr int32 MostPixels = 1440;

/** Slate units: a picture leaves room for its description. */
static constexpr float MostHeight = 420.0f;

/** A name that no other brush has. */
static FName MakeName()
{
	static int32 Number = 0;
	return FName(*FString::Printf(TEXT("VibeUE.ChatPicture.%d"), ++Number));
}
} // namespace SChatPicturePrivate

SChatPicture::SChatPicture() = default;
SChatPicture::~SChatPicture() = default;

void SChatPicture::Construct(const FArguments& InArgs)
{
	const FChatLink Link = FChatLinks::Find(InArgs._Name);
	if (Link.Path.IsEmpty())
	{
		ShowProblem(LOCTEXT("NotThere", "the project has no such file").ToString());
		return;
	}
	Reading = MakeUnique<FPictureReading>(Link.Path, SChatPicturePrivate::MostPixels);
	RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatPicture::HandleReading));
}

bool SChatPicture::IsFinished() const
{
	return !Reading.IsValid();
}

EActiveTimerReturnType SChatPicture::HandleReading(double, float)
{
	if (Reading.IsValid() && Reading->IsFinished())
	{
		Show();
		Reading.Reset();
	}
	return Reading.IsValid() ? EActiveTimerReturnType::Continue : EActiveTimerReturnType::Stop;
}

void SChatPicture::Show()
{
	const FShownPicture Picture = Reading->Get();
	if (Picture.Width == 0)
	{
		ShowProblem(Picture.Problem);
		return;
	}
	Width = static_cast<float>(Picture.Width);
	Height = static_cast<float>(Picture.Height);
	Brush = FSlateDynamicImageBrush::CreateWithImageData(SChatPicturePrivate::MakeName(), FVector2D(Width, Height), Picture.Pixels);
	if (!Brush.IsValid())
	{
		ShowProblem(LOCTEXT("NotDrawn", "the editor could not draw it").ToString());
		return;
	}
	ChildSlot
	.HAlign(HAlign_Left)
	[
		SNew(SBox)
		.WidthOverride(this, &SChatPicture::GetWidth)
		.HeightOverride(this, &SChatPicture::GetHeight)
		[
			SNew(SImage)
			.Image(Brush.Get())
		]
	];
}

void SChatPicture::ShowProblem(const FString& Problem)
{
	ChildSlot
	[
		SNew(STextBlock)
		.Text(FText::Format(LOCTEXT("NotShown", "Picture not shown: {0}"), FText::FromString(Problem)))
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
		.ColorAndOpacity_Static(&FWordColors::GetQuiet)
		.AutoWrapText(true)
	];
}

float SChatPicture::GetScale() const
{
	const float Room = static_cast<float>(GetCachedGeometry().GetLocalSize().X);
	const float ByWidth = Room > 0.0f ? Room / Width : 1.0f;
	return FMath::Min(FMath::Min(1.0f, ByWidth), SChatPicturePrivate::MostHeight / Height);
}

FOptionalSize SChatPicture::GetWidth() const
{
	return FOptionalSize(Width * GetScale());
}

FOptionalSize SChatPicture::GetHeight() const
{
	return FOptionalSize(Height * GetScale());
}

#undef LOCTEXT_NAMESPACE
