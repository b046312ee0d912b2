// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/TextCompleter.h"

#include "Bridge/CoreText.h"
#include "Bridge/CoreTexts.h"

namespace TextCompleterPrivate
{
static ETextCompletionKind FromCore(vibeue::CompletionKind Kind)
{
	switch (Kind)
	{
	case vibeue::CompletionKind::File:
		return ETextCompletionKind::File;
	case vibeue::CompletionKind::Conversation:
		return ETextCompletionKind::Conversation;
	case vibeue::CompletionKind::Asset:
		return ETextCompletionKind::Asset;
	case vibeue::CompletionKind::Actor:
		return ETextCompletionKind::Actor;
	case vibeue::CompletionKind::Command:
		break;
	}
	return ETextCompletionKind::Command;
}
} // namespace TextCompleterPrivate

FTextCompleter::FTextCompleter(const FString& Project, const FString& Conversations)
	: Completer(vibeue::open_completer(VibeUE::ToCore(Project), VibeUE::ToCore(Conversations)))
{
}

FTextCompletion FTextCompleter::Find(const FString& Text, int32 Line, int32 Column) const
{
	const vibeue::Completion Found =
		Completer->complete(VibeUE::ToCore(Text), static_cast<std::uint32_t>(FMath::Max(Line, 0)), static_cast<std::uint32_t>(FMath::Max(Column, 0)));
	FTextCompletion Completion;
	Completion.Line = static_cast<int32>(Found.line);
	Completion.From = static_cast<int32>(Found.from);
	Completion.To = static_cast<int32>(Found.to);
	Completion.bPending = Found.pending;
	Completion.bWantsHost = Found.wants_host;
	for (const vibeue::CompletionRow& Row : Found.rows)
	{
		FTextCompletionRow& Shown = Completion.Rows.AddDefaulted_GetRef();
		Shown.Label = VibeUE::FromCore(Row.label);
		Shown.Detail = VibeUE::FromCore(Row.detail);
		Shown.Words = VibeUE::FromCore(Row.words);
		Shown.Kind = TextCompleterPrivate::FromCore(Row.kind);
		if (Shown.Kind == ETextCompletionKind::Command)
		{
			Shown.Detail = FCoreTexts::OfCommand(Shown.Words, Shown.Detail).ToString();
		}
	}
	return Completion;
}
