// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

class FProperty;
class UObject;

/** Properties of settings by the kind that each is of: a switch, a number, a text, a list of texts or a choice. */
struct FPropertyText
{
	/** Returns a value as text: true or false, a number, the text, the list with a line for each, the number of the choice. */
	static FString Read(const FProperty& Property, const UObject& Object);

	/** Sets a value by its text; a property of another kind stays as it is. */
	static void Write(const FProperty& Property, UObject& Object, const FString& Text);

	/** Returns the texts of a list; null where the property is of another kind. */
	static const TArray<FString>* FindList(const FProperty& Property, const UObject& Object);
	static TArray<FString>* FindList(const FProperty& Property, UObject& Object);

	/** Brings a number into a range. What is not a number has no nearest value, and becomes the default. */
	static void ClampNumber(const FProperty& Property, UObject& Object, double Smallest, double Largest, double Default);

	/** Cuts a text. */
	static void CutText(const FProperty& Property, UObject& Object, int32 Longest);

	/** Cuts a list to at most this many texts, with at most this many characters in all, one for the end of each among them. */
	static void CutList(const FProperty& Property, UObject& Object, int32 Most, int32 Longest);
};
