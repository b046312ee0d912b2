// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SettingsPage.h"

#include "DetailLayoutBuilder.h"
#include "DetailWidgetRow.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"
#include "PropertyHandle.h"
#include "SettingNames.h"
#include "SettingNotes.h"
#include "Styling/StyleColors.h"
#include "UObject/UnrealType.h"
#include "VibeUESettings.h"
#include "Widgets/SKeyKeeper.h"
#include "Widgets/SSettingsConnection.h"
#include "Widgets/STeamSharing.h"
#include "Widgets/STeamValue.h"
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
	for (TFieldIterator<FProperty> Iterator(UVibeUESettings::StaticClass()); Iterator; ++Iterator)
	{
		const FName Name = Iterator->GetFName();
		if (!FSettingNames::IsField(**Iterator))
		{
			continue;
		}
		const TSharedRef<IPropertyHandle> Property = DetailBuilder.GetProperty(Name);
		if (Name == GET_MEMBER_NAME_CHECKED(UVibeUESettings, Provider))
		{
			// Above all fields: it is about each of them.
			const auto GetSources = [Notes]() { return Notes->GetSources(); };
			const auto GetProblem = [Notes]() { return Notes->GetSourcesProblem(); };
			const FText Title = LOCTEXT("Sources", "Settings file and environment");
			AddNote(DetailBuilder, Property, Title, FStyleColors::Foreground, GetSources);
			AddNote(DetailBuilder, Property, Title, FStyleColors::Warning, GetProblem);
		}
		AddOwner(DetailBuilder, Property, Name);
		DetailBuilder.AddPropertyToCategory(Property);
		if (Name == GET_MEMBER_NAME_CHECKED(UVibeUESettings, bKeyInCredentialStore))
		{
			DetailBuilder.AddCustomRowToCategory(Property, FSettingNames::Find(Name.ToString())).WholeRowContent()[SNew(SKeyKeeper)];
			DetailBuilder.AddCustomRowToCategory(Property, LOCTEXT("Connection", "Test connection")).WholeRowContent()[SNew(SSettingsConnection)];
		}
		const bool bIsPreset = Name == GET_MEMBER_NAME_CHECKED(UVibeUESettings, Preset);
		const FText Shown = FSettingNames::Find(Name.ToString());
		// Also of an advanced setting the lines are among the others: those are folded away, and this must be seen.
		AddNote(DetailBuilder, Property, Shown, FStyleColors::Foreground, [Notes, Name]() { return Notes->GetOrigin(Name); });
		DetailBuilder.AddCustomRowToCategory(Property, Shown)
			.Visibility(TAttribute<EVisibility>::CreateLambda(
				[Notes, Name]() { return Notes->GetTeamValue(Name).IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible; }))
			.WholeRowContent()
			[
				SNew(STeamValue, Notes, Name)
			];
		AddNote(DetailBuilder, Property, Shown, bIsPreset ? FStyleColors::Foreground : FStyleColors::Warning,
			[Notes, Name]() { return Notes->Get(Name); });
		if (bIsPreset)
		{
			DetailBuilder.AddCustomRowToCategory(Property, LOCTEXT("Tune", "Tune on my conversations"))
				.WholeRowContent()
				[
					SNew(STuning)
				];
		}
	}
}

void FSettingsPage::AddOwner(IDetailLayoutBuilder& DetailBuilder, const TSharedRef<IPropertyHandle>& Property, FName Name)
{
	// Above the first field of each of the two: all of them are in one file of the user's, and only the project's are meant to be shared.
	if (Name == GET_MEMBER_NAME_CHECKED(UVibeUESettings, Provider))
	{
		AddNote(DetailBuilder, Property, FSettingNames::Find(Name.ToString()), FStyleColors::Foreground,
			[]() { return LOCTEXT("Yours", "These values are yours alone: they are saved in this project's Saved folder, which should not be in source control."); });
	}
	else if (Name == GET_MEMBER_NAME_CHECKED(UVibeUESettings, SystemPrompt))
	{
		AddNote(DetailBuilder, Property, FSettingNames::Find(Name.ToString()), FStyleColors::Foreground,
			[]() { return LOCTEXT("Projects", "A team shares its instructions, and what it sets under Context Management, Summarization, Tools and Turns, in the project's Config/DefaultEditorPerProjectUserSettings.ini. What you set yourself replaces it for you alone."); });
		DetailBuilder.AddCustomRowToCategory(Property, LOCTEXT("Share", "Share with the project"))
			.WholeRowContent()
			[
				SNew(STeamSharing)
			];
	}
}

void FSettingsPage::AddNote(IDetailLayoutBuilder& DetailBuilder, const TSharedRef<IPropertyHandle>& Property, const FText& Name, const FSlateColor& Color, const TFunction<FText()>& Get)
{
	DetailBuilder.AddCustomRowToCategory(Property, Name)
		.Visibility(TAttribute<EVisibility>::CreateLambda([Get]() { return Get().IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible; }))
		.WholeRowContent()
		[
			SNew(STextBlock)
			.AutoWrapText(true)
			.ColorAndOpacity(Color)
			.Text_Lambda([Get]() { return Get(); })
		];
}

#undef LOCTEXT_NAMESPACE
