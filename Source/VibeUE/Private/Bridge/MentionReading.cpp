// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/MentionReading.h"

#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"
#include "Bridge/HostLookup.h"

namespace MentionReadingPrivate
{
static rust::Box<vibeue::MentionReading> Start(const FString& Text, const FString& Project, const FString& Conversations)
{
	const TArray<vibeue::HostThing> Host = FHostLookup::Find(Text);
	return vibeue::start_mention_reading(VibeUE::ToCore(Text), VibeUE::ToCore(Project), VibeUE::ToCore(Conversations),
		rust::Slice<const vibeue::HostThing>(Host.GetData(), static_cast<std::size_t>(Host.Num())));
}
} // namespace MentionReadingPrivate

FMentionReading::FMentionReading(const FString& Text, const FString& Project, const FString& Conversations)
	: Reading(MentionReadingPrivate::Start(Text, Project, Conversations))
{
}

bool FMentionReading::IsFinished() const
{
	return Reading->is_finished();
}

TArray<FChatMention> FMentionReading::GetMentions() const
{
	TArray<FChatMention> Mentions;
	for (const vibeue::MentionRow& Row : Reading->rows())
	{
		FChatMention Mention;
		Mention.Name = VibeUE::FromCore(Row.name);
		Mention.Label = Mention.Name;
		Mention.Problem = FCoreSentences::FromCore(Row.problem);
		for (const vibeue::AttachmentRow& Attachment : Row.attachment)
		{
			Mention.Label = VibeUE::FromCore(Attachment.name);
			Mention.Detail = VibeUE::FromCore(Attachment.detail);
			Mention.bIsPicture = Attachment.kind == vibeue::AttachmentKind::Picture;
		}
		Mentions.Add(MoveTemp(Mention));
	}
	return Mentions;
}

FString FChatMention::Remove(const FString& Text, const FString& Name)
{
	return VibeUE::FromCore(vibeue::remove_mention(VibeUE::ToCore(Text), VibeUE::ToCore(Name)));
}
