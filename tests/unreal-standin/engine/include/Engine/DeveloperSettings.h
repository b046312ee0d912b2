#pragma once

#include "StandIn/GeneratedBody.h"

// A page of Project Settings or Editor Preferences that registers itself.
// CES CesiumEditor/Private/CesiumEditorSettings.h; PDU ProceduralDungeon/Public/ProceduralDungeonSettings.h;
// Epic: Runtime/DeveloperSettings/Engine/UDeveloperSettings
class UDeveloperSettings : public UObject
{
	STANDIN_CLASS_BODY(UDeveloperSettings, UObject)

public:
	UDeveloperSettings() = default;
	explicit UDeveloperSettings(const FObjectInitializer& ObjectInitializer)
		: Super(ObjectInitializer)
	{
	}
	virtual FName GetContainerName() const; // "Project", or "Editor" for per-user config
	virtual FName GetCategoryName() const;
	virtual FName GetSectionName() const; // the class's name unless set
	virtual FText GetSectionText() const;
	virtual FText GetSectionDescription() const;
	virtual bool SupportsAutoRegistration() const // USH UnrealSharpEditor
	{
		return true;
	}
	void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) override;

	// CES CesiumRuntime/Private/Cesium3DTileset.cpp; USH UnrealSharpRuntimeGlue
	DECLARE_MULTICAST_DELEGATE_TwoParams(FOnSettingsChanged, UObject*, FPropertyChangedEvent&);
	FOnSettingsChanged& OnSettingChanged()
	{
		return SettingsChanged;
	}

protected:
	FName CategoryName;
	FName SectionName;

private:
	FOnSettingsChanged SettingsChanged;
};
