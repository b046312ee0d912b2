// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "TeamSettings.h"

#include "CoreGlobals.h"
#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "SettingNames.h"
#include "Tests/SpecSandbox.h"
#include "VibeUESettings.h"
#include "Widgets/SWidget.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Details.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "StandIn/SourceControl.h"

// What a team shares of the settings: by the button of the page into the project's file, and from there to everybody who has not chosen another value.
BEGIN_DEFINE_SPEC(FTeamSettingsSpec, "VibeUE.TeamSettings", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<SWidget> Page;

	/** Opens the page, or opens it again. */
	void OpenPage()
	{
		StandIn::CloseTestWindows();
		Page = StandIn::MakeDetails(GetMutableDefault<UVibeUESettings>());
		StandIn::ShowInWindow(Page.ToSharedRef(), 900.0f, 6000.0f);
		StandIn::Frames();
	}

	void Press(const TCHAR* Label)
	{
		StandIn::Click(StandIn::FindButton(Page.ToSharedRef(), Label));
		StandIn::Frames();
	}

	bool Says(const FString& Text)
	{
		return StandIn::ReadAll(Page.ToSharedRef()).Contains(Text);
	}

	/** Returns the line below a field. */
	FString ReadBelow(const TCHAR* Field)
	{
		TArray<FString> Lines;
		StandIn::ReadAll(Page.ToSharedRef()).ParseIntoArray(Lines, TEXT("\n"), true);
		const FString Begin = FSettingNames::Find(Field).ToString() + TEXT(" = ");
		const int32 Place = Lines.IndexOfByPredicate([&Begin](const FString& Line) { return Line.StartsWith(Begin); });
		return Place != INDEX_NONE && Place + 1 < Lines.Num() ? Lines[Place + 1] : FString();
	}

	static FString ReadFile()
	{
		FString Text;
		FFileHelper::LoadFileToString(Text, *FTeamSettings::GetFile());
		return Text;
	}

	/** Writes the project's file, as it comes from source control. */
	void WriteFile(const TCHAR* Lines)
	{
		TestTrue(TEXT("the project's file"), FFileHelper::SaveStringToFile(FString(TEXT("[/Script/VibeUE.VibeUESettings]\n")) + Lines, *FTeamSettings::GetFile(),
			FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM));
	}

	/** Reads the settings as an editor does that starts. */
	static UVibeUESettings* Start()
	{
		UVibeUESettings* const Settings = GetMutableDefault<UVibeUESettings>();
		StandIn::ForgetConfig();
		Settings->ResetToDefaults();
		Settings->LoadConfig();
		Settings->PostInitProperties();
		return Settings;
	}

	/** The same for a user who has never saved any. */
	static UVibeUESettings* StartFresh()
	{
		StandIn::DropConfig(GEditorPerProjectIni);
		return Start();
	}

	/** Changes a setting as the panel does, which saves all of them. */
	static void Edit(UVibeUESettings* Settings, const TCHAR* Property, const TCHAR* Text)
	{
		StandIn::EditProperty(Settings, Property, Text);
		Settings->SaveConfig();
		StandIn::Frames();
	}
END_DEFINE_SPEC(FTeamSettingsSpec)

// Long because it lists its cases.
void FTeamSettingsSpec::Define()
{
	BeforeEach([this] { Sandbox = FSpecSandbox::Enter(); });
	AfterEach([this]
	{
		StandIn::CloseTestWindows();
		Page.Reset();
		StandIn::SetReadOnly(FTeamSettings::GetFile(), false);
		IFileManager::Get().Delete(*FTeamSettings::GetFile());
		StandIn::ForgetConfig();
		Sandbox.Reset();
		StandIn::SetCulture(TEXT("en"));
	});

	It(TEXT("has nothing to write where all is as it comes"), [this]
	{
		OpenPage();
		Press(TEXT("Share with the project"));
		TestTrue(TEXT("it is said"), Says(TEXT("There is nothing to write: ") + FTeamSettings::GetFile() + TEXT(" has everything that differs from the defaults.")));
		TestFalse(TEXT("there is a file"), IFileManager::Get().FileExists(*FTeamSettings::GetFile()));
	});

	It(TEXT("writes what differs of the project's settings and nothing of the user's, and a new user has it"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->Provider = TEXT("anthropic");
		Settings->Model = TEXT("mine");
		Settings->BaseUrl = TEXT("https://gate.example/v1");
		Settings->ApiKeyVariable = TEXT("MINE");
		Settings->ApiKey = TEXT("sk-secret");
		Settings->Headers.Add(FString(TEXT("x-secret")), FString(TEXT("sk-header")));
		Settings->ContextWindow = 32000;
		Settings->AgentCommand = TEXT("my-agent");
		Settings->SummarizationModels = {FString(TEXT("mine"))};
		Settings->ToolServerFiles = {FString(TEXT("/home/me/servers.json"))};
		Settings->bAskBeforeToolsRun = false;
		Settings->AlwaysAllowedTools = {FString(TEXT("look"))};
		Settings->AllowedConsoleCommands = {FString(TEXT("quit"))};
		Settings->bServeTools = true;
		Settings->TextScale = 120;
		Settings->SystemPrompt = TEXT("Metric units; say \"please\".");
		Settings->PinnedRules = {FString(TEXT("Never touch Config/")), FString(TEXT("BP_Door"))};
		Settings->SummarizationThreshold = 0.7;
		Settings->SummarizationMode = EVibeUESummarizationMode::Rules;
		Settings->bUseToolServers = false;
		OpenPage();
		Press(TEXT("Share with the project"));
		TestEqual(TEXT("the file"), ReadFile(),
			FString(TEXT("[/Script/VibeUE.VibeUESettings]\nSummarizationThreshold=0.7\nSummarizationMode=Rules\nSystemPrompt=\"Metric units; say \\\"please\\\".\"\n"
						 "+PinnedRules=\"Never touch Config/\"\n+PinnedRules=BP_Door\nbUseToolServers=False\n")));
		TestTrue(TEXT("what is written and where is said"), Says(TEXT("Written to ") + FTeamSettings::GetFile() +
			TEXT(": Summarization Threshold, Summarization Mode, System Prompt, Pinned Rules, Use Tool Servers.")));
		TestTrue(TEXT("what to do"), Says(TEXT("Submit the file to source control.")));
		TestEqual(TEXT("whose it is now"), ReadBelow(TEXT("SystemPrompt")), FString(TEXT("Set by the project for everyone.")));
		TestEqual(TEXT("the user's own"), Settings->ApiKey, FString(TEXT("sk-secret")));
		const TMap<FString, FString> Shared = Settings->GetCoreSettings();

		Settings = StartFresh();
		TestEqual(TEXT("the key of another user"), Settings->ApiKey, FString());
		TestEqual(TEXT("their model"), Settings->Model, FString());
		TestTrue(TEXT("their permissions"), Settings->bAskBeforeToolsRun && Settings->AlwaysAllowedTools.IsEmpty() && !Settings->bServeTools);
		TestEqual(TEXT("the prompt"), Settings->SystemPrompt, FString(TEXT("Metric units; say \"please\".")));
		TestEqual(TEXT("the rules"), FString::Join(Settings->PinnedRules, TEXT("|")), FString(TEXT("Never touch Config/|BP_Door")));
		TestFalse(TEXT("tool servers"), Settings->bUseToolServers);
		for (const TCHAR* const Name : {TEXT("SummarizationThreshold"), TEXT("SummarizationMode")})
		{
			TestEqual(Name, Settings->GetCoreSettings().FindRef(Name), Shared.FindRef(Name));
		}
		OpenPage();
		TestEqual(TEXT("where it comes from"), ReadBelow(TEXT("SummarizationThreshold")), FString(TEXT("Set by the project for everyone.")));
		TestEqual(TEXT("where the rules come from"), ReadBelow(TEXT("PinnedRules")), FString(TEXT("Set by the project for everyone.")));
	});

	It(TEXT("takes out of the file what is at its default again, and leaves all else in it"), [this]
	{
		WriteFile(TEXT("; ours\nModel=of-the-team\nSummarizationThreshold=0.7\n+KeepPhrases=BP_Door\n\n[/Script/Other.Settings]\nSummarizationThreshold=0.7\n"));
		UVibeUESettings* const Settings = StartFresh();
		Edit(Settings, TEXT("SummarizationThreshold"), TEXT("0.8"));
		OpenPage();
		Press(TEXT("Share with the project"));
		TestEqual(TEXT("the file"), ReadFile(),
			FString(TEXT("[/Script/VibeUE.VibeUESettings]\n; ours\nModel=of-the-team\n+KeepPhrases=BP_Door\n\n[/Script/Other.Settings]\nSummarizationThreshold=0.7\n")));
		TestTrue(TEXT("it is said"), Says(TEXT("Taken out of ") + FTeamSettings::GetFile() + TEXT(", because the defaults apply: Summarization Threshold.")));
		TestEqual(TEXT("the next start"), StartFresh()->SummarizationThreshold, 0.8);
	});

	It(TEXT("refuses a write-protected file beside the button, and says what to do"), [this]
	{
		WriteFile(TEXT("Model=of-the-team\n"));
		const FString Before = ReadFile();
		const FString File = FTeamSettings::GetFile();
		StandIn::SetReadOnly(File, true);
		GetMutableDefault<UVibeUESettings>()->SystemPrompt = TEXT("Metric units.");
		OpenPage();
		Press(TEXT("Share with the project"));
		TestTrue(TEXT("why, and what to do"), Says(TEXT("Nothing was shared: ") + File +
			TEXT(" is write-protected. Check it out in source control, or make it writable, and share again.")));
		StandIn::SetCulture(TEXT("de"));
		OpenPage();
		Press(TEXT("Mit dem Projekt teilen"));
		TestTrue(TEXT("in German"), Says(TEXT("Nichts wurde geteilt: ") + File +
			TEXT(" ist schreibgeschützt. In der Versionsverwaltung auschecken oder beschreibbar machen, dann noch einmal teilen.")));
		TestEqual(TEXT("the file"), ReadFile(), Before);
		StandIn::SetReadOnly(File, false);
		Press(TEXT("Mit dem Projekt teilen"));
		TestEqual(TEXT("the file, once it can be written"), ReadFile(), Before + TEXT("SystemPrompt=\"Metric units.\"\n"));
		TestTrue(TEXT("in German, too"), Says(TEXT("Geschrieben in ") + File + TEXT(": Systemprompt.")));
	});

	It(TEXT("follows the team where the user changed nothing, also where all settings were saved before"), [this]
	{
		UVibeUESettings* Settings = StartFresh();
		Edit(Settings, TEXT("Model"), TEXT("mine"));
		Edit(Settings, TEXT("RecentMessagesToKeep"), TEXT("14"));
		WriteFile(TEXT("SummarizationThreshold=0.7\nRecentMessagesToKeep=20\nSystemPrompt=\"Metric units.\"\n"));
		Settings = Start();
		TestEqual(TEXT("the team's threshold"), Settings->SummarizationThreshold, 0.7);
		TestEqual(TEXT("the team's prompt"), Settings->SystemPrompt, FString(TEXT("Metric units.")));
		TestEqual(TEXT("the user's number"), Settings->RecentMessagesToKeep, 14);
		TestEqual(TEXT("the user's model"), Settings->Model, FString(TEXT("mine")));
		Edit(Settings, TEXT("NoticeSeconds"), TEXT("3"));
		WriteFile(TEXT("SummarizationThreshold=0.6\n"));
		Settings = Start();
		TestEqual(TEXT("the team's next threshold"), Settings->SummarizationThreshold, 0.6);
		TestEqual(TEXT("a prompt that the team no longer has"), Settings->SystemPrompt, FString());
		TestEqual(TEXT("the user's number, still"), Settings->RecentMessagesToKeep, 14);
	});

	It(TEXT("lets a user have another value, the default among them, and go back to the team's"), [this]
	{
		WriteFile(TEXT("SummarizationThreshold=0.7\n"));
		UVibeUESettings* Settings = StartFresh();
		Edit(Settings, TEXT("SummarizationThreshold"), TEXT("0.8"));
		Settings = Start();
		TestEqual(TEXT("the user's own"), Settings->SummarizationThreshold, 0.8);
		OpenPage();
		TestEqual(TEXT("what is said"), ReadBelow(TEXT("SummarizationThreshold")), FString(TEXT("Shared by the project: 0.7. Your own value is used instead.")));
		Press(TEXT("Use the project's value"));
		TestEqual(TEXT("the team's"), Settings->SummarizationThreshold, 0.7);
		TestEqual(TEXT("whose it is"), ReadBelow(TEXT("SummarizationThreshold")), FString(TEXT("Set by the project for everyone.")));
		TestFalse(TEXT("it is offered once more"), StandIn::FindButton(Page.ToSharedRef(), TEXT("Use the project's value")).IsValid());
		WriteFile(TEXT("SummarizationThreshold=0.6\n"));
		TestEqual(TEXT("it follows the team again"), Start()->SummarizationThreshold, 0.6);
	});

	It(TEXT("goes back to the team's preset with the fields that it fills in"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Edit(Settings, TEXT("Preset"), TEXT("Economical"));
		Edit(Settings, TEXT("SummarizationThreshold"), TEXT("0.65"));
		OpenPage();
		Press(TEXT("Share with the project"));
		Settings = StartFresh();
		const TMap<FString, FString> Teams = Settings->GetCoreSettings();
		TestEqual(TEXT("the team's preset"), Teams.FindRef(TEXT("Preset")), FString(TEXT("economical")));
		Edit(Settings, TEXT("Preset"), TEXT("LongMemory"));
		OpenPage();
		TestTrue(TEXT("the team's is said"), Says(TEXT("Shared by the project: economical. Your own value is used instead.")));
		// The preset's is the first on the page.
		Press(TEXT("Use the project's value"));
		for (const TPair<FString, FString>& Value : Teams)
		{
			TestEqual(*Value.Key, Settings->GetCoreSettings().FindRef(Value.Key), Value.Value);
		}
	});

	It(TEXT("keeps a list empty that a user emptied, though an empty list has no line in the user's file"), [this]
	{
		WriteFile(TEXT("+PinnedRules=a\n+PinnedRules=\"b c\"\n"));
		UVibeUESettings* Settings = StartFresh();
		TestEqual(TEXT("the team's"), Settings->PinnedRules.Num(), 2);
		Settings->PinnedRules.Empty();
		Settings->Save();
		Settings = Start();
		TestEqual(TEXT("the user's"), Settings->PinnedRules.Num(), 0);
		OpenPage();
		TestEqual(TEXT("what is said"), ReadBelow(TEXT("PinnedRules")), FString(TEXT("Shared by the project: a, b c. Your own value is used instead.")));
		Press(TEXT("Use the project's value"));
		TestEqual(TEXT("the team's again"), FString::Join(Start()->PinnedRules, TEXT("|")), FString(TEXT("a|b c")));
	});
}

#endif
