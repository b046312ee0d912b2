// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ChatLabels.h"

#include "VibeUEChatSession.h"

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
		FirstWords = FText::FromString(Session.GetFirstWords());
	}
	Title = Name.IsEmpty() ? FirstWords : FText::FromString(Name);
}
