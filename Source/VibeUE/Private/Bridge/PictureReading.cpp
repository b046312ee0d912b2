// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/PictureReading.h"

#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"

FPictureReading::FPictureReading(const FString& Path, int32 Most)
	: Reading(vibeue::start_picture_reading(VibeUE::ToCore(Path), static_cast<std::uint32_t>(FMath::Max(Most, 1))))
{
}

bool FPictureReading::IsFinished() const
{
	return Reading->is_finished();
}

FShownPicture FPictureReading::Get() const
{
	const vibeue::PicturePixels Read = Reading->pixels();
	FShownPicture Picture;
	Picture.Width = static_cast<int32>(Read.width);
	Picture.Height = static_cast<int32>(Read.height);
	Picture.Pixels.Append(Read.bgra.data(), static_cast<int32>(Read.bgra.size()));
	Picture.Problem = FCoreSentences::FromCore(Read.problem);
	return Picture;
}
