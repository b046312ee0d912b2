// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUECommands.h"

#include "Framework/Commands/InputChord.h"
#include "InputCoreTypes.h"
#include "VibeUEStyle.h"

#define LOCTEXT_NAMESPACE "VibeUECommands"

FVibeUECommands::FVibeUECommands()
	: TCommands<FVibeUECommands>(TEXT("VibeUE"), LOCTEXT("Context", "VibeUE"), NAME_None, FVibeUEStyle::GetStyleSetName())
{
}

void FVibeUECommands::RegisterCommands()
{
	// No chord uses Control and Alt together, here and below: on many keyboards that combination types further letters.
	UI_COMMAND(OpenChat, "VibeUE Chat", "Chat with an AI agent.", EUserInterfaceActionType::Button,
		FInputChord(EModifierKey::Control | EModifierKey::Shift, EKeys::J));
}

FVibeUEChatCommands::FVibeUEChatCommands()
	: TCommands<FVibeUEChatCommands>(TEXT("VibeUEChat"), LOCTEXT("ChatContext", "VibeUE Chat"), NAME_None, FVibeUEStyle::GetStyleSetName())
{
}

void FVibeUEChatCommands::RegisterCommands()
{
	UI_COMMAND(Find, "Find", "Find words in this conversation.", EUserInterfaceActionType::Button, FInputChord(EModifierKey::Control, EKeys::F));
	UI_COMMAND(SelectMessages, "Select Messages", "Select messages, to copy several at once.", EUserInterfaceActionType::Button,
		FInputChord(EModifierKey::Control | EModifierKey::Shift, EKeys::A));
	UI_COMMAND(ChooseModel, "Choose Model", "Choose which model answers.", EUserInterfaceActionType::Button, FInputChord(EModifierKey::Control, EKeys::M));
	UI_COMMAND(NewConversation, "New Conversation", "Start a new conversation.", EUserInterfaceActionType::Button,
		FInputChord(EModifierKey::Control | EModifierKey::Shift, EKeys::N));
	UI_COMMAND(History, "History", "Show this project's conversations, or go back to this one.", EUserInterfaceActionType::Button,
		FInputChord(EModifierKey::Control, EKeys::H));
	UI_COMMAND(Context, "Context", "Show what fills the context, or go back to the conversation.", EUserInterfaceActionType::Button,
		FInputChord(EModifierKey::Control | EModifierKey::Shift, EKeys::K));
	UI_COMMAND(PreviewSummary, "Preview Summary", "Show what summarizing now would do.", EUserInterfaceActionType::Button,
		FInputChord(EModifierKey::Control | EModifierKey::Shift, EKeys::M));
	UI_COMMAND(SummarizeNow, "Summarize Now", "Condense the earlier messages now.", EUserInterfaceActionType::Button,
		FInputChord(EModifierKey::Control | EModifierKey::Shift, EKeys::G));
	UI_COMMAND(PreviousQuestion, "Previous Question", "Show the question before the one in view.", EUserInterfaceActionType::Button,
		FInputChord(EModifierKey::Alt, EKeys::Up));
	UI_COMMAND(NextQuestion, "Next Question", "Show the next question, or the end of the conversation.", EUserInterfaceActionType::Button,
		FInputChord(EModifierKey::Alt, EKeys::Down));
	UI_COMMAND(ScrollUp, "Scroll Up", "Show what is above in the conversation.", EUserInterfaceActionType::Button, FInputChord(EModifierKey::Alt, EKeys::PageUp));
	UI_COMMAND(ScrollDown, "Scroll Down", "Show what is below in the conversation.", EUserInterfaceActionType::Button, FInputChord(EModifierKey::Alt, EKeys::PageDown));
	UI_COMMAND(ShowAsking, "Show What Waits", "Show the call that waits for you.", EUserInterfaceActionType::Button,
		FInputChord(EModifierKey::Control, EKeys::J));
	UI_COMMAND(AllowOnce, "Allow Once", "Allow the call that waits for you and is in view.", EUserInterfaceActionType::Button,
		FInputChord(EModifierKey::Control | EModifierKey::Shift, EKeys::Y));
	UI_COMMAND(Deny, "Deny", "Deny the call that waits for you and is in view.", EUserInterfaceActionType::Button,
		FInputChord(EModifierKey::Control | EModifierKey::Shift, EKeys::D));
	UI_COMMAND(WriteMessage, "Write Message", "Go to the box in which messages are written.", EUserInterfaceActionType::Button,
		FInputChord(EModifierKey::Control, EKeys::L));
	UI_COMMAND(Stop, "Stop", "Stop the answer.", EUserInterfaceActionType::Button, FInputChord(EModifierKey::Control | EModifierKey::Shift, EKeys::X));
}

FText FVibeUEChatCommands::Tip(const FText& Words, const TSharedPtr<FUICommandInfo>& Command)
{
	const FText Chord = Command.IsValid() ? Command->GetInputText() : FText::GetEmpty();
	return Chord.IsEmpty() ? Words : FText::Format(LOCTEXT("TipWithChord", "{0} ({1})"), Words, Chord);
}

#undef LOCTEXT_NAMESPACE
