// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "IDetailCustomization.h"

/** The page of UVibeUESettings: below each setting of the core, a line where something is to be said of it. */
class FSettingsPage : public IDetailCustomization
{
public:
	/** Makes the editor lay out the page so, until Unregister. */
	static void Register();
	static void Unregister();

	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;

private:
	static TSharedRef<IDetailCustomization> MakeInstance();
};
