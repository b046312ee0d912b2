// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "IDetailCustomization.h"
#include "Styling/SlateColor.h"
#include "Templates/Function.h"

class IPropertyHandle;

/**
 * The page of UVibeUESettings: below each setting, lines that say where its value comes from and what there is to say
 * about it, if anything.
 */
class FSettingsPage : public IDetailCustomization
{
public:
	/** Makes the editor lay out the page so, until Unregister. */
	static void Register();
	static void Unregister();

	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;

private:
	static TSharedRef<IDetailCustomization> MakeInstance();
	/** Says above the fields of the user's own, and above those that a project is meant to share, whose they are. */
	static void AddOwner(IDetailLayoutBuilder& DetailBuilder, const TSharedRef<IPropertyHandle>& Property, FName Name);
	/** Adds a line that is seen while there is a text for it; the name is what a search in the panel finds. */
	static void AddNote(IDetailLayoutBuilder& DetailBuilder, const TSharedRef<IPropertyHandle>& Property, const FText& Name, const FSlateColor& Color, const TFunction<FText()>& Get);
};
