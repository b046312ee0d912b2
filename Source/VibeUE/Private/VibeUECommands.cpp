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
	UI_COMMAND(OpenChat, "VibeUE Chat", "Open the chat with an AI agent.", EUserInterfaceActionType::Button,
		FInputChord(EKeys::V, true, true, true, false));
}

#undef LOCTEXT_NAMESPACE
