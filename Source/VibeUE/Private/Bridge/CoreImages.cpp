// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreImages.h"

#include "Bridge/CoreText.h"

FCoreImages::FCoreImages(const TArray<FVibeUEImage>& Images)
{
	MediaTypes.Reserve(Images.Num());
	Data.Reserve(Images.Num());
	for (const FVibeUEImage& Image : Images)
	{
		const rust::String& MediaType = MediaTypes.Add_GetRef(VibeUE::ToCore(Image.MediaType));
		const rust::Slice<const uint8_t> Bytes(Image.Data.GetData(), static_cast<std::size_t>(Image.Data.Num()));
		Data.Add(vibeue::ImageData{MediaType, Bytes});
	}
}

rust::Slice<const vibeue::ImageData> FCoreImages::ToSlice() const
{
	return rust::Slice<const vibeue::ImageData>(Data.GetData(), static_cast<std::size_t>(Data.Num()));
}
