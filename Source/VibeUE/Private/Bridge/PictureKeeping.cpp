// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/PictureKeeping.h"

#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"
#include "Misc/Paths.h"

namespace PictureKeepingPrivate
{
static rust::Box<vibeue::PictureKeeping> Start(const FString& Conversations, const FString& Text, const TArray<FString>& Files)
{
	const TArray<rust::String> Paths = VibeUE::ToCore(Files);
	return vibeue::start_picture_keeping(VibeUE::ToCore(Conversations), VibeUE::ToCore(Text),
		rust::Slice<const rust::String>(Paths.GetData(), static_cast<std::size_t>(Paths.Num())));
}

static rust::Box<vibeue::PictureKeeping> Start(const FString& Conversations, const FString& Name, const TArray<uint8>& Content)
{
	return vibeue::start_taken_picture(VibeUE::ToCore(Conversations), VibeUE::ToCore(Name),
		rust::Slice<const std::uint8_t>(Content.GetData(), static_cast<std::size_t>(Content.Num())));
}
} // namespace PictureKeepingPrivate

FPictureKeeping::FPictureKeeping(const FString& Conversations, const FString& Text, const TArray<FString>& InFiles)
	: Names(InFiles)
	, Keeping(PictureKeepingPrivate::Start(Conversations, Text, InFiles))
{
	for (FString& Name : Names)
	{
		Name = FPaths::GetCleanFilename(Name);
	}
}

FPictureKeeping::FPictureKeeping(const FString& Conversations, const FString& Name, const TArray<uint8>& Content)
	: Names({Name})
	, Keeping(PictureKeepingPrivate::Start(Conversations, Name, Content))
{
}

FPictureKeeping::FPictureKeeping(const FString& Conversations, const FString& Text, const FString& InCopiedText)
	: CopiedText(InCopiedText)
	, Keeping(vibeue::start_pasting(VibeUE::ToCore(Conversations), VibeUE::ToCore(Text), VibeUE::ToCore(InCopiedText)))
{
}

bool FPictureKeeping::MayBeMeantBy(const FString& CopiedText)
{
	return vibeue::may_stand_for_pictures(VibeUE::ToCore(CopiedText));
}

FString FPictureKeeping::GetTextInstead() const
{
	const bool bIsText = IsFinished() && Keeping->pictures().empty() && Keeping->left_out().empty();
	return bIsText ? CopiedText : FString();
}

bool FPictureKeeping::IsFinished() const
{
	return Keeping->is_finished();
}

TArray<FKeptPicture> FPictureKeeping::GetPictures() const
{
	TArray<FKeptPicture> Pictures;
	for (const vibeue::KeptPicture& Picture : Keeping->pictures())
	{
		Pictures.Add(FKeptPicture{VibeUE::FromCore(Picture.name), VibeUE::FromCore(Picture.mention), FCoreSentences::FromCore(Picture.problem)});
	}
	return Pictures;
}

TArray<FString> FPictureKeeping::GetLeftOut() const
{
	TArray<FString> LeftOut;
	for (const rust::String& Name : Keeping->left_out())
	{
		LeftOut.Add(VibeUE::FromCore(Name));
	}
	return LeftOut;
}
