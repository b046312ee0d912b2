// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ChatPicture.h"

#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreText.h"

FChatPicture FChatPicture::Keep(const FString& Conversations, const FString& Name, const TArray<uint8>& Content)
{
	const rust::Slice<const std::uint8_t> Bytes(Content.GetData(), static_cast<std::size_t>(Content.Num()));
	const vibeue::KeptPicture Kept = vibeue::keep_picture(VibeUE::ToCore(Conversations), VibeUE::ToCore(Name), Bytes);
	return FChatPicture{VibeUE::FromCore(Kept.mention), VibeUE::FromCore(Kept.problem)};
}

FChatPicture FChatPicture::KeepFile(const FString& Conversations, const FString& File)
{
	const vibeue::KeptPicture Kept = vibeue::keep_picture_file(VibeUE::ToCore(Conversations), VibeUE::ToCore(File));
	return FChatPicture{VibeUE::FromCore(Kept.mention), VibeUE::FromCore(Kept.problem)};
}
