// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ChatLabels.h"

#include "VibeUEChatSession.h"

namespace ChatLabelsPrivate
{
/** The beginning of the first thing that a person said. */
static FText FindFirstWords(const UChatSession& Session)
{
	static constexpr int32 MostLookedAt = 4;
	static constexpr int32 MostCharacters = 60;
	for (const FVibeUEMessage& Message : Session.GetMessages(0, MostLookedAt, EVibeUEHistory::Transcript))
	{
		FString Line = Message.Text.TrimStartAndEnd();
		Line.ReplaceInline(TEXT("\r"), TEXT(""));
		Line.ReplaceInline(TEXT("\n"), TEXT(" "));
		if (Message.Role == EVibeUERole::User && !Line.IsEmpty())
		{
			return FText::FromString(Line.Len() <= MostCharacters ? Line : Line.Left(MostCharacters).TrimEnd() + TEXT("\u2026"));
		}
	}
	return FText::GetEmpty();
}
} // namespace ChatLabelsPrivate

void FChatLabels::Reset()
{
	FirstWords = FText::GetEmpty();
	Revision = -1;
}

const FText& FChatLabels::GetTitle(const UChatSession& Session)
{
	Refresh(Session);
	return Title;
}

const FText& FChatLabels::GetModel(const UChatSession& Session)
{
	Refresh(Session);
	return Model;
}

void FChatLabels::Refresh(const UChatSession& Session)
{
	if (Revision == Session.GetRevision())
	{
		return;
	}
	Revision = Session.GetRevision();
	Model = FText::FromString(Session.GetModelId());
	const FString Name = Session.GetTitle();
	if (Name.IsEmpty() && FirstWords.IsEmpty())
	{
		FirstWords = ChatLabelsPrivate::FindFirstWords(Session);
	}
	Title = Name.IsEmpty() ? FirstWords : FText::FromString(Name);
}
