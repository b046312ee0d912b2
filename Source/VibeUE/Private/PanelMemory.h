// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/**
 * What the chat's tab showed last in this project: kept among what the editor remembers for a person and a project
 * (EditorPerProjectUserSettings.ini), and never shared with a team.
 */
struct FPanelMemory
{
	/** Slate units of the context panel beside the conversation: what it has at first, and its bounds. */
	static constexpr float UsualWidth = 340.0f;
	static constexpr float LeastWidth = 300.0f;
	static constexpr float MostWidth = 560.0f;

	/** The conversation; empty where none was kept. */
	FString Conversation;

	/** The message at the top of the view, where a person was not at the end; else 0. */
	int64 TopMessage = 0;

	/** The history was open. */
	bool bShowsHistory = false;

	/** The context was open. */
	bool bShowsContext = false;

	float ContextWidth = UsualWidth;

	/** Returns what is kept; what cannot be used is as if nothing was. */
	static FPanelMemory Read();

	/** Keeps this, on the disk, too: an editor that crashes forgets nothing. Writes nothing where it is kept already. */
	void Keep() const;

	/** Keeps nothing any more, for specs. */
	static void Forget();

	bool operator==(const FPanelMemory& Other) const;

	/** Returns a width within the bounds. */
	static float Clamp(float Width);
};
