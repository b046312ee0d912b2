// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Framework/Commands/Commands.h"

/** What a person can do by a menu or a key chord, to be changed under Editor Preferences, Keyboard Shortcuts. */
class FVibeUECommands : public TCommands<FVibeUECommands>
{
public:
	FVibeUECommands();

	virtual void RegisterCommands() override;

	/** Opens the chat. */
	TSharedPtr<FUICommandInfo> OpenChat;
};
