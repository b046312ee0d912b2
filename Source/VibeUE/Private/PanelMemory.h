// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/**
 * What the chat's tab showed last in this project: kept among what the editor remembers for the user and a project
 * (EditorPerProjectUserSettings.ini), and never shared with a team.
 */
struct FPanelMemory
{
	/** Slate units of the context panel next to the conversation: its initial width, and its bounds. */
	static constexpr float UsualWidth = 340.0f;
	static constexpr float LeastWidth = 300.0f;
	static constexpr float MostWidth = 560.0f;

	/** The conversation; empty if none was kept. */
	FString Conversation;

	/** The message at the top of the view, if the user was not at the end; else 0. */
	int64 TopMessage = 0;

	/** The history was open. */
	bool bShowsHistory = false;

	/** The context was open. */
	bool bShowsContext = false;

	float ContextWidth = UsualWidth;

	/** Returns what is kept; what cannot be used is as if nothing was. */
	static FPanelMemory Read();

	/** Keeps this, on the disk, too: an editor that crashes forgets nothing. Writes nothing if it is kept already. */
	void Keep() const;

	/** Forgets everything, for specs. */
	static void Forget();

	bool operator==(const FPanelMemory& Other) const;

	/** Returns a width within the bounds. */
	static float Clamp(float Width);
};
