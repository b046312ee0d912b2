// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Events.h"
#include "Styling/SlateTypes.h"
#include "Widgets/Text/SMultiLineEditableText.h"

/**
 * The text of the message box and of each field. It knows whether an input method composes in it, which the engine tells only to what derives
 * from a text: an Enter that ends a composition is not one that sends.
 */
class SChatText : public SMultiLineEditableText
{
public:
	/**
	 * Returns whether an input method composes, or did a moment ago: some end their composition first, and pass on the
	 * key that ended it.
	 */
	bool IsComposing() const;

	/**
	 * Returns whether a key ends or leaves what an input method composes in the text that has the keyboard: nothing
	 * around it may act on the key.
	 */
	static bool IsOfComposition(const FKeyEvent& Event);

	/** Returns how the editor's own text boxes look. */
	static const FEditableTextBoxStyle& GetBoxStyle();

	/** Returns what such a box draws around the text as it is now. */
	const FSlateBrush* GetFrame() const;

	//~ Begin SWidget Interface
	virtual void Tick(const FGeometry& AllottedGeometry, const double InCurrentTime, const float InDeltaTime) override;
	//~ End SWidget Interface

private:
	bool IsComposingNow() const;

	/** Frames in which a key still belongs to a composition. */
	int32 FramesLeft = 0;

	/** When it was seen last that an input method composed. */
	double ComposedAt = 0.0;
};
