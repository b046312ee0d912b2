// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Misc/Optional.h"

class SWidget;

/** A row of a list, and what it is called by however often it is made again; a row without a name is known by its place. */
struct FNamedRow
{
	FString Name;
	TSharedRef<SWidget> Widget;
};

/**
 * Keeps the keyboard where it is while the rows of a list are made again: the control of a row that had it is found in
 * the row that comes in its place. Controls that change their place in the row have a tag.
 */
class FKeptKeyboard
{
public:
	/** Notes which control of these rows has the keyboard, if any; what was noted before stays until it was given back. */
	void Note(const TArray<FNamedRow>& Rows);

	/** Returns whether something had the keyboard and no longer has it. */
	bool IsNoted() const
	{
		return Place.IsSet();
	}

	/**
	 * Gives the keyboard to the same control of the row of the same name, or else to the nearest row, unless it is
	 * somewhere else meanwhile. List is what the rows are in. Returns false if no row has a control to give it to; if a
	 * text had it, only a text counts.
	 */
	bool GiveBack(const TArray<FNamedRow>& Rows, const TSharedRef<SWidget>& List);

	/** Returns the first widget with a tag, the given one or one in it; null if none has it. */
	static TSharedPtr<SWidget> FindTagged(const TSharedRef<SWidget>& Widget, const FName& Tag);

private:
	/** Where in a list a control is. */
	struct FPlace
	{
		FString Row;
		int32 Index = 0;
		/** The tag nearest to it, on the way from its row, and the children to go through from there. */
		FName Tag;
		TArray<int32> Path;
		TWeakPtr<SWidget> Widget;
		/** The user writes or reads in it. */
		bool bIsText = false;
	};

	static TSharedPtr<SWidget> FindFirst(const TSharedRef<SWidget>& Widget);
	static TSharedPtr<SWidget> Follow(const TSharedRef<SWidget>& Start, const TArray<int32>& Path);

	/** Returns the control that was noted, in a row that has its name; else null. */
	TSharedPtr<SWidget> FindSame(const TArray<FNamedRow>& Rows) const;

	/**
	 * Returns the control of the same tag in the nearest row, or the first control there; if a text had the keyboard,
	 * only a text counts.
	 */
	TSharedPtr<SWidget> FindNear(const TArray<FNamedRow>& Rows) const;

	TOptional<FPlace> Place;
};
