// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What the user typed: messages, and commands that begin with a slash.

#include "SAIChatWindow.h"

#include "Bridge/ChatMention.h"
#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"
#include "Bridge/CoreTexts.h"
#include "Bridge/CoreVersion.h"
#include "Bridge/MentionReading.h"
#include "ConversationFiles.h"
#include "VibeUESettings.h"
#include "VibeUESummaries.h"
#include "VibeUETool.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SFindBar.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

namespace SAIChatWindowCommandsPrivate
{
/** More messages would be no glance. */
static constexpr int32 MostMessages = 100;

/** The characters of a message that a list of them shows. */
static constexpr int32 MostCharacters = 100;

/** Shows lines verbatim, whatever they contain. */
static FText Verbatim(const TArray<FString>& Lines)
{
	return FText::FromString(TEXT("~~~~~~\n") + FString::Join(Lines, TEXT("\n")).Replace(TEXT("~~~~~~"), TEXT("~~~~~")) + TEXT("\n~~~~~~"));
}

static FText NameOf(EVibeUERole Role)
{
	switch (Role)
	{
	case EVibeUERole::User:
		return LOCTEXT("RoleUser", "you");
	case EVibeUERole::Assistant:
		return LOCTEXT("RoleAssistant", "assistant");
	case EVibeUERole::Tool:
		return LOCTEXT("RoleTool", "tool");
	case EVibeUERole::System:
		break;
	}
	return LOCTEXT("RoleSystem", "system");
}

/** Returns what a message says in one line. */
static FString LineOf(const FVibeUEMessage& Message)
{
	TArray<FString> Parts;
	Parts.Add(Message.Text);
	for (const FVibeUEToolCall& Call : Message.ToolCalls)
	{
		Parts.Add(TEXT("\u2192 ") + Call.Name);
	}
	for (const FVibeUEToolResult& Result : Message.ToolResults)
	{
		Parts.Add(Result.Text);
	}
	const FString Text = FString::Join(Parts, TEXT(" ")).Replace(TEXT("\n"), TEXT(" ")).TrimStartAndEnd();
	return FChatExcerpt::Begin(Text, MostCharacters);
}

/** Returns whether the model sees a message as it is: only such a one can be pinned. */
static bool IsInView(const UChatSession& Session, int64 MessageId)
{
	static constexpr int32 PageSize = 100;
	for (int64 End = Session.GetMessageCount(EVibeUEHistory::View); End > 0; End -= PageSize)
	{
		const int64 First = FMath::Max<int64>(End - PageSize, 0);
		for (const FVibeUEMessage& Message : Session.GetMessages(First, static_cast<int32>(End - First), EVibeUEHistory::View, true))
		{
			if (Message.Id == MessageId)
			{
				return true;
			}
		}
	}
	return false;
}
} // namespace SAIChatWindowCommandsPrivate

FText SAIChatWindow::GetPictureProblem() const
{
	return Session.IsValid() ? FText::FromString(Session->GetPictureProblem()) : FText::GetEmpty();
}

bool SAIChatWindow::HandleTextSent(const FString& Text, const TSharedPtr<FMentionReading>& Read)
{
	// A library of another build is not asked: the session says why nothing is sent.
	if (!Session.IsValid() || !VibeUE::IsCoreUsable())
	{
		return Session.IsValid() && Session->SubmitUserMessage(Text);
	}
	const vibeue::TypedLine Typed = vibeue::read_typed_line(VibeUE::ToCore(Text));
	const bool bIsChange = Typed.kind == vibeue::TypedKind::EditMessage && !Typed.text.empty();
	if (Typed.kind != vibeue::TypedKind::Message && !bIsChange)
	{
		return Obey(Typed);
	}
	const int64 Number = VibeUE::FromCore(static_cast<uint64>(Typed.number));
	const int64 Changed = !bIsChange ? ChangedMessage : Number == 0 ? Session->GetLastRequest() : Number;
	const FString Message = VibeUE::FromCore(Typed.text);
	const TArray<FChatMention> Mentions = Read.IsValid() ? Read->GetMentions() : TArray<FChatMention>();
	TArray<FString> Refused;
	const FString Blind = Mentions.FindByPredicate([](const FChatMention& Mention) { return Mention.bIsPicture; }) ? Session->GetPictureProblem() : FString();
	if (!Blind.IsEmpty())
	{
		Input->ShowProblem(FText::FromString(Blind));
		return false;
	}
	for (const FChatMention& Mention : Mentions)
	{
		if (!Mention.Problem.IsEmpty())
		{
			Refused.Add(FText::Format(LOCTEXT("MentionRefused", "{0}: {1}"), FText::FromString(Mention.Label), FText::FromString(Mention.Problem)).ToString());
		}
	}
	const bool bChanges = bIsChange || Changed != 0;
	const bool bIsSent = bChanges ? SendChanged(Changed, Message, Read.Get())
		: Read.IsValid() ? Session->SubmitUserMessageWithMentions(Message, *Read) : Session->SubmitUserMessage(Message);
	if (!bIsSent)
	{
		return false;
	}
	Sent.Add(Message);
	// A user who sends something wants to see the result, wherever they were reading.
	MessageList->ShowEnd();
	MessageList->StopReading();
	if (Refused.Num() > 0)
	{
		MessageList->AddNotice(EChatRowKind::Warning,
			FText::Format(LOCTEXT("MentionsRefused", "Sent without:\n{0}"), FText::FromString(FString::Join(Refused, TEXT("\n")))).ToString(), FString());
	}
	return true;
}

// Long because it lists the commands.
bool SAIChatWindow::Obey(const vibeue::TypedLine& Typed)
{
	const int64 Number = VibeUE::FromCore(static_cast<uint64>(Typed.number));
	switch (Typed.kind)
	{
	case vibeue::TypedKind::Wrong:
		Input->ShowProblem(FCoreSentences::Say(VibeUE::FromCore(Typed.text)));
		return false;
	case vibeue::TypedKind::Context:
		bShowsContext = false;
		HandleContextAsked();
		return true;
	case vibeue::TypedKind::ContextJson:
		HandleContextExportAsked(EVibeUEContextFormat::Json);
		return true;
	case vibeue::TypedKind::ContextCsv:
		HandleContextExportAsked(EVibeUEContextFormat::Csv);
		return true;
	case vibeue::TypedKind::Model:
		ObeyModel(VibeUE::FromCore(Typed.text));
		return true;
	case vibeue::TypedKind::Tools:
		ShowTools();
		return true;
	case vibeue::TypedKind::Plan:
	case vibeue::TypedKind::PlanOther:
		Session->SetPlanMode(Typed.kind == vibeue::TypedKind::Plan ? Typed.on : !Session->IsPlanMode());
		ShowStatusText(Session->IsPlanMode() ? LOCTEXT("PlanOn", "Plan mode is on: only read-only tools run.") : LOCTEXT("PlanOff", "Plan mode is off."));
		return true;
	case vibeue::TypedKind::DryRun:
	case vibeue::TypedKind::DryRunOther:
		if (Session->SetDryRun(Typed.kind == vibeue::TypedKind::DryRun ? Typed.on : !Session->IsDryRun()))
		{
			ShowStatusText(Session->IsDryRun() ? LOCTEXT("DryRunOn", "Dry run is on: changes by tools are shown but not made.") : LOCTEXT("DryRunOff", "Dry run is off."));
		}
		return true;
	case vibeue::TypedKind::Edits:
		ShowEdits();
		return true;
	case vibeue::TypedKind::UndoFiles:
		return Session->RestoreFiles(Number);
	case vibeue::TypedKind::Export:
		return Session->ExportConversation(FConversationFiles::MakeExportPath(GetTitle().ToString()), Typed.on);
	case vibeue::TypedKind::History:
		ShowHistoryText(static_cast<int32>(FMath::Min<int64>(Number, SAIChatWindowCommandsPrivate::MostMessages)));
		return true;
	case vibeue::TypedKind::Find:
		// The search is among the messages.
		bShowsContext = bShowsContext && HasRoomForContext();
		bShowsHistory = false;
		FindBar->Open(FText::FromString(VibeUE::FromCore(Typed.text)));
		return true;
	case vibeue::TypedKind::Queue:
		return ObeyQueue(Number);
	case vibeue::TypedKind::Retry:
		return Session->RetryTurn();
	case vibeue::TypedKind::EditMessage:
	case vibeue::TypedKind::Branches:
		return ObeyBranches(Typed);
	case vibeue::TypedKind::Rename:
		return Session->RenameConversation(VibeUE::FromCore(Typed.text));
	case vibeue::TypedKind::New:
		// The command is not a draft of the conversation that is left.
		Input->SetText(FString());
		HandleNewAsked();
		return true;
	case vibeue::TypedKind::Conversations:
		bShowsHistory = false;
		HandleHistoryAsked();
		return true;
	case vibeue::TypedKind::Settings:
		HandleSettingsAsked();
		return true;
	case vibeue::TypedKind::Help:
		ShowCommands();
		return true;
	default:
		return ObeySummary(Typed);
	}
}

bool SAIChatWindow::ObeySummary(const vibeue::TypedLine& Typed)
{
	const int64 Number = VibeUE::FromCore(static_cast<uint64>(Typed.number));
	const FString Words = VibeUE::FromCore(Typed.text);
	switch (Typed.kind)
	{
	case vibeue::TypedKind::Summarize:
		return Number == 0 ? Session->ForceSummarize(Words) : Session->SummarizeUpTo(Number, Words);
	case vibeue::TypedKind::Preview:
	case vibeue::TypedKind::PreviewApply:
	case vibeue::TypedKind::PreviewCancel:
		return ObeyPreview(Typed);
	case vibeue::TypedKind::Undo:
		return Session->UndoSummarization(Number);
	case vibeue::TypedKind::Redo:
		return Session->RedoSummarization(Number);
	case vibeue::TypedKind::SummarySources:
		if (MessageList->ShowSummarySources())
		{
			// They are shown among the messages.
			bShowsContext = bShowsContext && HasRoomForContext();
			bShowsHistory = false;
			return true;
		}
		return ObeyMessage(Typed);
	case vibeue::TypedKind::Summary:
	case vibeue::TypedKind::SummaryChanges:
		ShowSummary(Typed.kind == vibeue::TypedKind::SummaryChanges);
		return true;
	default:
		return ObeyMessage(Typed);
	}
}

bool SAIChatWindow::ObeyMessage(const vibeue::TypedLine& Typed)
{
	const int64 Number = VibeUE::FromCore(static_cast<uint64>(Typed.number));
	const int64 Request = Number == 0 ? Session->GetLastRequest() : Number;
	switch (Typed.kind)
	{
	case vibeue::TypedKind::SummaryEdit:
	case vibeue::TypedKind::SummaryUndo:
	case vibeue::TypedKind::SummaryRedo:
		if (const int64 InView = Session->GetSummaryInView().Id)
		{
			if (Typed.kind == vibeue::TypedKind::SummaryEdit)
			{
				return Session->EditSummary(InView, VibeUE::FromCore(Typed.text));
			}
			return Typed.kind == vibeue::TypedKind::SummaryUndo ? UVibeUESummaries::UndoEdit(Session.Get(), InView) : UVibeUESummaries::RedoEdit(Session.Get(), InView);
		}
		break;
	case vibeue::TypedKind::Pin:
		if (Request == 0)
		{
			Input->ShowProblem(LOCTEXT("NothingToPin", "There is no message to pin yet: say something first."));
			return false;
		}
		if (!SAIChatWindowCommandsPrivate::IsInView(*Session, Request))
		{
			// The session would report that only after this has said that it is done.
			Input->ShowProblem(FText::Format(LOCTEXT("NotInView", "There is no message m{0} in view: /history lists the last messages. Condensed messages cannot be pinned or unpinned."),
				FText::FromString(FString::Printf(TEXT("%lld"), Request))));
			return false;
		}
		if (!Session->PinMessage(Request, Typed.on))
		{
			return false;
		}
		ShowStatusText(FText::Format(Typed.on ? LOCTEXT("Pinned", "Message m{0} is pinned: it is never condensed.") : LOCTEXT("Released", "Message m{0} is no longer pinned."),
			FText::FromString(FString::Printf(TEXT("%lld"), Request))));
		return true;
	case vibeue::TypedKind::Shorten:
		return Session->ShortenMessage(Number);
	case vibeue::TypedKind::Restore:
		return Session->RestoreMessage(Number);
	default:
		break;
	}
	Input->ShowProblem(LOCTEXT("NoSummary", "There is no summary in view: nothing has been condensed yet. /summarize does it now."));
	return false;
}

void SAIChatWindow::ObeyModel(const FString& Name)
{
	if (Name.IsEmpty())
	{
		OpenModels();
		return;
	}
	FVibeUEModelChoice Choice = GetDefault<UVibeUESettings>()->GetModelChoice();
	Choice.Model = Name;
	if (!Session->SwitchModel(Choice))
	{
		return;
	}
	const vibeue::ModelFacts Facts = vibeue::find_model(VibeUE::ToCore(Name));
	const FText Window = FText::AsNumber(VibeUE::FromCore(static_cast<uint64>(Facts.window)));
	const FText Answer = FText::AsNumber(VibeUE::FromCore(static_cast<uint64>(Facts.max_output)));
	const FText Who = FText::Format(LOCTEXT("ModelNow", "**{0}** answers starting with the next request."), FText::FromString(Name));
	const FText Known = Facts.known ? FText::Format(LOCTEXT("ModelKnown", "Its window is {0} tokens, an answer at most {1}; tokens are counted {2}."), Window, Answer,
										  Facts.exact ? LOCTEXT("CountedExactly", "exactly") : LOCTEXT("CountedAbout", "by estimate"))
									: FText::Format(LOCTEXT("ModelUnknown", "It is not in the table of models: a window of {0} tokens is assumed unless the server or the settings say otherwise."), Window);
	ShowStatusText(FText::Format(LOCTEXT("ModelLine", "{0} {1}"), Who, Known));
}

void SAIChatWindow::ShowStatusText(const FText& Text)
{
	// It is shown among the messages.
	bShowsContext = bShowsContext && HasRoomForContext();
	bShowsHistory = false;
	MessageList->AddNotice(EChatRowKind::Status, Text.ToString(), FString());
	// Who asks for something wants to see it, wherever they were reading.
	MessageList->ShowEnd();
}

void SAIChatWindow::ShowCommands()
{
	TArray<FString> Lines;
	for (const vibeue::CommandRow& Row : vibeue::list_commands())
	{
		const FString Arguments = VibeUE::FromCore(Row.arguments);
		const FString Name = VibeUE::FromCore(Row.name);
		const FString Usage = Name + (Arguments.IsEmpty() ? FString() : TEXT(" ") + Arguments);
		Lines.Add(FString::Printf(TEXT("- `%s`: %s"), *Usage, *FCoreTexts::OfCommand(Name, VibeUE::FromCore(Row.meaning)).ToString()));
	}
	Lines.Add(FString());
	Lines.Add(LOCTEXT("HelpKeys", "Tab completes a command; // begins a message with a slash. The number of a message is in /history and in the context panel.").ToString());
	ShowStatusText(FText::FromString(FString::Join(Lines, TEXT("\n"))));
}

void SAIChatWindow::ShowSummary(bool bChanges)
{
	const FVibeUEMessage InView = Session->GetSummaryInView();
	for (const FVibeUESummaryRow& Row : Session->GetSummaries())
	{
		if (InView.Id != 0 && Row.MessageId == InView.Id)
		{
			const FString Changes = bChanges ? Session->GetSummaryChanges(Row.Compaction) : FString();
			if (!Changes.IsEmpty())
			{
				ShowStatusText(FText::FromString(TEXT("~~~~~~diff\n") + Changes + TEXT("\n~~~~~~")));
			}
			else if (bChanges)
			{
				ShowStatusText(LOCTEXT("OneVersion", "The summary has only one version: it was neither edited nor rewritten."));
			}
			else
			{
				ShowStatusText(FText::Format(LOCTEXT("SummaryShown", "Summary {0}: {1} \u2192 {2} tokens. {3}.\n\n{4}"), FText::AsNumber(Row.Compaction), FText::AsNumber(Row.TokensBefore),
					FText::AsNumber(Row.TokensAfter), FContextTexts::Account(Row), FText::FromString(InView.Text)));
			}
			return;
		}
	}
	ShowStatusText(LOCTEXT("NoSummaryYet", "There is no summary in view: nothing has been condensed yet. `/summarize` does it now."));
}

void SAIChatWindow::ShowTools()
{
	TArray<FString> Lines;
	for (const FVibeUEToolInfo& Tool : Session->GetOfferedTools())
	{
		FString First;
		FString Rest;
		if (!Tool.Description.Split(TEXT(". "), &First, &Rest))
		{
			First = Tool.Description;
		}
		Lines.Add(FString::Printf(TEXT("%-24s %s"), *Tool.Name, *FChatExcerpt::Begin(First.Replace(TEXT("\n"), TEXT(" ")), SAIChatWindowCommandsPrivate::MostCharacters)));
	}
	ShowStatusText(Lines.Num() > 0 ? SAIChatWindowCommandsPrivate::Verbatim(Lines) : LOCTEXT("NoTools", "The model has no tools."));
}

void SAIChatWindow::ShowEdits()
{
	TArray<FString> Lines;
	for (const FVibeUEFileChanges& Changes : Session->GetFileChanges())
	{
		Lines.Add(FText::Format(Changes.bRestored ? LOCTEXT("EditsBack", "{0}  {1} (undone)") : LOCTEXT("EditsLine", "{0}  {1}"), FText::FromString(FString::Printf(TEXT("%lld"), Changes.Id)),
			FText::FromString(FString::Join(Changes.Files, TEXT(", ")))).ToString());
	}
	ShowStatusText(Lines.Num() > 0 ? SAIChatWindowCommandsPrivate::Verbatim(Lines) : LOCTEXT("NoEdits", "No files were edited in this conversation."));
}

void SAIChatWindow::ShowHistoryText(int32 Count)
{
	const int64 Total = Session->GetMessageCount(EVibeUEHistory::Transcript);
	const int64 First = FMath::Max<int64>(Total - Count, 0);
	TArray<FString> Lines;
	for (const FVibeUEMessage& Message : Session->GetMessages(First, Count, EVibeUEHistory::Transcript, true))
	{
		const FText Mark = Message.bPinned ? LOCTEXT("MarkPinned", " pinned") : Message.bCondensed ? LOCTEXT("MarkCondensed", " condensed") : FText::GetEmpty();
		Lines.Add(FString::Printf(TEXT("m%-5lld %s%s  %s"), Message.Id, *SAIChatWindowCommandsPrivate::NameOf(Message.Role).ToString(), *Mark.ToString(),
			*SAIChatWindowCommandsPrivate::LineOf(Message)));
	}
	ShowStatusText(Lines.Num() > 0 ? SAIChatWindowCommandsPrivate::Verbatim(Lines) : LOCTEXT("NoMessages", "Nothing has been said yet."));
}

#undef LOCTEXT_NAMESPACE
