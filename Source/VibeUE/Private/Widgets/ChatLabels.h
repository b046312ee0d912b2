// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

class UChatSession;

/** What is shown of a conversation in each frame: its name and its model. The texts are made only when something changed. */
class FChatLabels
{
public:
	/** Forgets all of it: another conversation is shown from now on. */
	void Reset();

	/** Returns the conversation's name, else the beginning of what the user said first; may be empty. */
	const FText& GetTitle(const UChatSession& Session);

	/** Returns the model that answers. */
	const FText& GetModel(const UChatSession& Session);

private:
	void Refresh(const UChatSession& Session);

	FText Title;
	FText FirstWords;
	FText Model;
	int64 Revision = -1;
};
