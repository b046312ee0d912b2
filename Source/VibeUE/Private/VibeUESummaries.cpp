// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUESummaries.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "VibeUEChatSession.h"

namespace VibeUESummariesPrivate
{
static EVibeUELineBasis BasisFromCore(vibeue::LineBasis Basis)
{
	switch (Basis)
	{
	case vibeue::LineBasis::Structure:
		return EVibeUELineBasis::Structure;
	case vibeue::LineBasis::Settings:
		return EVibeUELineBasis::Settings;
	case vibeue::LineBasis::Cited:
		return EVibeUELineBasis::Cited;
	case vibeue::LineBasis::Matched:
		return EVibeUELineBasis::Matched;
	default:
		return EVibeUELineBasis::Unknown;
	}
}

static TArray<FString> TextsFromCore(const rust::Vec<rust::String>& Texts)
{
	TArray<FString> Result;
	for (const rust::String& Text : Texts)
	{
		Result.Add(VibeUE::FromCore(Text));
	}
	return Result;
}

static TArray<FVibeUESourceMessage> SourcesFromCore(const rust::Vec<vibeue::SourceMessage>& Messages)
{
	TArray<FVibeUESourceMessage> Result;
	for (const vibeue::SourceMessage& Message : Messages)
	{
		FVibeUESourceMessage Source;
		Source.Id = VibeUE::FromCore(static_cast<uint64>(Message.id));
		Source.Role = VibeUE::FromCore(Message.role);
		Source.Tools = TextsFromCore(Message.tools);
		Source.FirstWords = VibeUE::FromCore(Message.first_words);
		Result.Add(MoveTemp(Source));
	}
	return Result;
}

static FVibeUESourcedLine LineFromCore(const vibeue::SourcedLine& Line)
{
	FVibeUESourcedLine Result;
	Result.Text = VibeUE::FromCore(Line.text);
	Result.Basis = BasisFromCore(Line.basis);
	Result.Sources = SourcesFromCore(Line.sources);
	Result.More = VibeUE::FromCore(static_cast<uint64>(Line.more));
	Result.Shared = TextsFromCore(Line.shared);
	return Result;
}
} // namespace VibeUESummariesPrivate

TArray<FVibeUESourcedLine> UVibeUESummaries::GetSources(UChatSession* Session, int64 MessageId)
{
	check(IsInGameThread());
	TArray<FVibeUESourcedLine> Lines;
	if (Session && Session->Core.IsValid())
	{
		for (const vibeue::SourcedLine& Line : Session->Core->Session->summary_sources(VibeUE::ToCore(MessageId)))
		{
			Lines.Add(VibeUESummariesPrivate::LineFromCore(Line));
		}
	}
	return Lines;
}

FVibeUEMessagesWithoutLine UVibeUESummaries::GetMessagesWithoutLine(UChatSession* Session, int64 MessageId)
{
	check(IsInGameThread());
	FVibeUEMessagesWithoutLine Result;
	if (Session && Session->Core.IsValid())
	{
		const vibeue::MessagesWithoutLine Found = Session->Core->Session->messages_without_line(VibeUE::ToCore(MessageId));
		Result.Condensed = VibeUE::FromCore(static_cast<uint64>(Found.condensed));
		Result.Count = VibeUE::FromCore(static_cast<uint64>(Found.count));
		Result.Ids = VibeUE::FromCore(Found.ids);
		Result.Messages = VibeUESummariesPrivate::SourcesFromCore(Found.messages);
	}
	return Result;
}

bool UVibeUESummaries::UndoEdit(UChatSession* Session, int64 MessageId)
{
	check(IsInGameThread());
	if (!Session)
	{
		return false;
	}
	return Session->Core.IsValid() ? Session->Check(VibeUE::FromCore(Session->Core->Session->undo_summary_edit(VibeUE::ToCore(MessageId))))
								   : Session->RefuseClosed();
}

bool UVibeUESummaries::RedoEdit(UChatSession* Session, int64 MessageId)
{
	check(IsInGameThread());
	if (!Session)
	{
		return false;
	}
	return Session->Core.IsValid() ? Session->Check(VibeUE::FromCore(Session->Core->Session->redo_summary_edit(VibeUE::ToCore(MessageId))))
								   : Session->RefuseClosed();
}
