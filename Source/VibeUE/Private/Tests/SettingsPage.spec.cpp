// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUESettings.h"

#include "Misc/AutomationTest.h"
#include "SettingNames.h"
#include "Tests/SpecSandbox.h"
#include "UObject/UnrealType.h"
#include "Widgets/SWidget.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Details.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"

// The page as a whole: whose settings are where, and in which language.
BEGIN_DEFINE_SPEC(FSettingsPageSpec, "VibeUE.SettingsPage", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<SWidget> Page;

	/** Opens the page in a language. */
	void OpenPage(const TCHAR* Culture)
	{
		StandIn::SetCulture(Culture);
		Page = StandIn::MakeDetails(GetMutableDefault<UVibeUESettings>());
		StandIn::ShowInWindow(Page.ToSharedRef(), 900.0f, 6000.0f);
		StandIn::Frames();
	}

	TArray<FString> ReadLines()
	{
		TArray<FString> Lines;
		StandIn::Frames();
		StandIn::ReadAll(Page.ToSharedRef()).ParseIntoArray(Lines, TEXT("\n"), true);
		return Lines;
	}

	/** Returns the names of the fields between two headings. */
	FString ReadFields(const TCHAR* From, const TCHAR* To)
	{
		const TArray<FString> Lines = ReadLines();
		const int32 First = Lines.IndexOfByKey(FString(From));
		const int32 Last = Lines.IndexOfByKey(FString(To));
		TArray<FString> Names;
		for (int32 Index = First + 1; First != INDEX_NONE && Index < Last; ++Index)
		{
			FString Name;
			if (Lines[Index].Split(TEXT(" = "), &Name, nullptr))
			{
				Names.Add(Name);
			}
		}
		return FString::Join(Names, TEXT(", "));
	}
END_DEFINE_SPEC(FSettingsPageSpec)

// Long because it lists its cases.
void FSettingsPageSpec::Define()
{
	BeforeEach([this] { Sandbox = FSpecSandbox::Enter(); });
	AfterEach([this]
	{
		StandIn::CloseTestWindows();
		Page.Reset();
		Sandbox.Reset();
		StandIn::SetCulture(TEXT("en"));
	});

	It(TEXT("has what is the user's own first and apart, and says whose each part is"), [this]
	{
		OpenPage(TEXT("en"));
		TestEqual(TEXT("what comes first"), ReadLines()[0], FString(TEXT("Your Connection")));
		TestEqual(TEXT("the user's connection"), ReadFields(TEXT("Your Connection"), TEXT("Your Agent")),
			FString(TEXT("Provider, Model, Base URL, Protocol, API Key Variable, API Key, Key In Credential Store, Headers, Allow Insecure, Context Window, Input Limit, "
						 "Max Output Tokens, Set Temperature, Temperature, Reasoning Effort, Input Price, Output Price")));
		TestEqual(TEXT("the user's agent"), ReadFields(TEXT("Your Agent"), TEXT("Project Instructions")), FString(TEXT("Agent, Sign-In Method, Mode, Variables")));
		TestEqual(TEXT("the project's"), ReadFields(TEXT("Project Instructions"), TEXT("Context Management")), FString(TEXT("System Prompt, Pinned Rules")));
		const TArray<FString> Lines = ReadLines();
		const auto FindLine = [&Lines](const TCHAR* Begin) { return Lines.IndexOfByPredicate([Begin](const FString& Line) { return Line.StartsWith(Begin); }); };
		TestEqual(TEXT("whose the connection is"), FindLine(TEXT("These values are yours alone: they are saved in this project's Saved folder")), FindLine(TEXT("Provider = ")) - 1);
		TestEqual(TEXT("whose the instructions are"), FindLine(TEXT("A team shares its instructions, and what it sets under")), FindLine(TEXT("System Prompt = ")) - 2);
		TestEqual(TEXT("how they become the team's"), FindLine(TEXT("Share with the project")), FindLine(TEXT("System Prompt = ")) - 1);
	});

	It(TEXT("speaks German: headings, the name and the tool tip of each field, and its choices"), [this]
	{
		OpenPage(TEXT("de"));
		const TArray<FString> Lines = ReadLines();
		for (const TCHAR* const Heading : {TEXT("Eigene Verbindung"), TEXT("Eigener Agent"), TEXT("Anweisungen des Projekts"), TEXT("Kontextverwaltung"),
				 TEXT("Zusammenfassung"), TEXT("Werkzeuge"), TEXT("Runden"), TEXT("Oberfläche")})
		{
			TestTrue(FString::Printf(TEXT("the heading %s"), Heading), Lines.Contains(FString(Heading)));
		}
		int32 Fields = 0;
		for (TFieldIterator<FProperty> Iterator(UVibeUESettings::StaticClass()); Iterator; ++Iterator)
		{
			if (!FSettingNames::IsField(**Iterator))
			{
				continue;
			}
			const FString Name = FSettingNames::Find(Iterator->GetName()).ToString();
			TestNotEqual(TEXT("a name"), Name, Iterator->GetMetaData(TEXT("DisplayName")));
			const TSharedPtr<SWidget> Row = StandIn::FindByText(Page.ToSharedRef(), Name + TEXT(" = "), true);
			if (TestTrue(FString::Printf(TEXT("the field %s"), *Name), Row.IsValid()))
			{
				const FString ToolTip = Row->StandInToolTipText().ToString();
				TestTrue(FString::Printf(TEXT("a tool tip of %s: %s"), *Name, *ToolTip), ToolTip.EndsWith(TEXT(".")));
				TestNotEqual(TEXT("a tool tip"), ToolTip, Iterator->GetMetaData(TEXT("ToolTip")));
				++Fields;
			}
		}
		TestEqual(TEXT("fields"), Fields, 68);
		TestTrue(TEXT("a choice"), Lines.Contains(FString(TEXT("Voreinstellung = Ausgewogen"))));
	});

	It(TEXT("says in German why a value is refused, and which value is in force instead"), [this]
	{
		OpenPage(TEXT("de"));
		UVibeUESettings* const Settings = GetMutableDefault<UVibeUESettings>();
		StandIn::EditProperty(Settings, TEXT("SummarizationResetRatio"), TEXT("0.45"));
		StandIn::EditProperty(Settings, TEXT("SummarizationTargetRatio"), TEXT("0.48"));
		const TArray<FString> Lines = ReadLines();
		const TArray<FString> Expected = {
			TEXT("Zielanteil: 0.48 liegt über dem Rückstellanteil 0.45: eine Verdichtung würde den Auslöser nicht wieder scharf machen; höchstens 0.45 verwenden oder den Wert von „Rückstellanteil“ erhöhen."),
			TEXT("Anteil der Fakten: In Kraft ist 0.096, passend zu den anderen Einstellungen."),
		};
		for (const FString& Words : Expected)
		{
			TestTrue(FString::Printf(TEXT("\"%s\" is in: %s"), *Words, *FString::Join(Lines, TEXT("\n"))), Lines.Contains(Words));
		}
	});
}

#endif
