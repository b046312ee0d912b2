// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SettingsPage.h"

#include "CoreSetting.h"
#include "DetailLayoutBuilder.h"
#include "DetailWidgetRow.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"
#include "PropertyHandle.h"
#include "SettingNotes.h"
#include "Styling/StyleColors.h"
#include "UObject/UnrealType.h"
#include "VibeUESettings.h"
#include "Widgets/SKeyKeeper.h"
#include "Widgets/STuning.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SettingsPage"

namespace SettingsPagePrivate
{
/** By its name: at the editor's exit the class may be gone already. */
static const TCHAR* const ClassName = TEXT("VibeUESettings");
} // namespace SettingsPagePrivate

void FSettingsPage::Register()
{
	FPropertyEditorModule& Editor = FModuleManager::LoadModuleChecked<FPropertyEditorModule>("PropertyEditor");
	Editor.RegisterCustomClassLayout(FName(SettingsPagePrivate::ClassName), FOnGetDetailCustomizationInstance::CreateStatic(&FSettingsPage::MakeInstance));
}

void FSettingsPage::Unregister()
{
	// At the editor's exit it may be gone already.
	FPropertyEditorModule* Editor = FModuleManager::GetModulePtr<FPropertyEditorModule>("PropertyEditor");
	if (Editor)
	{
		Editor->UnregisterCustomClassLayout(FName(SettingsPagePrivate::ClassName));
	}
}

TSharedRef<IDetailCustomization> FSettingsPage::MakeInstance()
{
	return MakeShared<FSettingsPage>();
}

void FSettingsPage::CustomizeDetails(IDetailLayoutBuilder& DetailBuilder)
{
	const TSharedRef<FSettingNotes> Notes = FSettingNotes::Make();
	TArray<FString> Settings;
	for (const FCoreSetting& Setting : FCoreSetting::FindAll())
	{
		Settings.Add(Setting.GetName());
	}
	for (TFieldIterator<FProperty> Iterator(UVibeUESettings::StaticClass()); Iterator; ++Iterator)
	{
		const FName Name = Iterator->GetFName();
		const TSharedRef<IPropertyHandle> Property = DetailBuilder.GetProperty(Name);
		DetailBuilder.AddPropertyToCategory(Property);
		if (Name == GET_MEMBER_NAME_CHECKED(UVibeUESettings, bKeyInCredentialStore))
		{
			DetailBuilder.AddCustomRowToCategory(Property, FText::FromName(Name)).WholeRowContent()[SNew(SKeyKeeper)];
		}
		if (!Settings.Contains(Iterator->GetName()))
		{
			continue;
		}
		// Also of an advanced setting the line is among the others: those are folded away, and this must be seen.
		DetailBuilder.AddCustomRowToCategory(Property, FText::FromName(Name))
			.Visibility(TAttribute<EVisibility>::CreateLambda(
				[Notes, Name]() { return Notes->Get(Name).IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible; }))
			.WholeRowContent()
			[
				SNew(STextBlock)
				.AutoWrapText(true)
				.ColorAndOpacity(Name == GET_MEMBER_NAME_CHECKED(UVibeUESettings, Preset) ? FStyleColors::Foreground : FStyleColors::Warning)
				.Text_Lambda([Notes, Name]() { return Notes->Get(Name); })
			];
		if (Name == GET_MEMBER_NAME_CHECKED(UVibeUESettings, Preset))
		{
			DetailBuilder.AddCustomRowToCategory(Property, LOCTEXT("Tune", "Tune on my conversations"))
				.WholeRowContent()
				[
					SNew(STuning)
				];
		}
	}
}

#undef LOCTEXT_NAMESPACE
