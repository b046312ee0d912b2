// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUESettings.h"

#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "SettingNames.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecSandbox.h"
#include "UObject/UnrealType.h"

#if defined(STANDIN)
#include "StandIn/Details.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

// Where the values of the settings come from next to the page, who wins, and what the page says of it.
BEGIN_DEFINE_SPEC(FSettingSourcesSpec, "VibeUE.SettingSources", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	/** Writes the settings file of all programs, and has it read. */
	void WriteFile(const FString& Text);
	static FString GetFile(const FSpecSandbox& InSandbox)
	{
		return InSandbox.GetFolder() / TEXT("settings.toml");
	}
#if defined(STANDIN)
	/** Returns what the page says right below the field of a property. */
	static FString ReadBelow(const TSharedRef<SWidget>& Page, const FString& Field);
#endif
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecChat> Chat;
END_DEFINE_SPEC(FSettingSourcesSpec)

void FSettingSourcesSpec::WriteFile(const FString& Text)
{
	const FString File = GetFile(*Sandbox);
	TestTrue(TEXT("the settings file is written"), FFileHelper::SaveStringToFile(Text, *File, FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM));
	Sandbox->SetEnvironment(TEXT("VIBEUE_CONFIG"), File);
}

#if defined(STANDIN)
FString FSettingSourcesSpec::ReadBelow(const TSharedRef<SWidget>& Page, const FString& Field)
{
	StandIn::Frames();
	TArray<FString> Lines;
	StandIn::ReadAll(Page).ParseIntoArray(Lines, TEXT("\n"), true);
	const FString Shown = FSettingNames::Find(Field).ToString();
	const int32 Place = Lines.IndexOfByPredicate([&Shown](const FString& Line) { return Line.StartsWith(Shown + TEXT(" = ")); });
	const FString Below = Place != INDEX_NONE && Place + 1 < Lines.Num() ? Lines[Place + 1] : FString();
	// The next field is a name and its value.
	FString Name;
	if (Below.Split(TEXT(" = "), &Name, nullptr))
	{
		for (TFieldIterator<FProperty> Iterator(UVibeUESettings::StaticClass()); Iterator; ++Iterator)
		{
			if (Iterator->GetDisplayNameText().ToString() == Name)
			{
				return FString();
			}
		}
	}
	return Below;
}
#endif

// Long because it lists its cases.
void FSettingSourcesSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
	});
	AfterEach([this]
	{
		Chat.Reset();
		Sandbox.Reset();
	});

	It(TEXT("takes for a connection what each variable says, unless the page says something else"), [this]
	{
		Sandbox->SetEnvironment(TEXT("VIBEUE_PROVIDER"), TEXT("openrouter"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_BASE_URL"), TEXT("https://gate.example/v1"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_MODEL"), TEXT("of-the-environment"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_WINDOW"), TEXT("32k"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_MAX_OUTPUT"), TEXT("4000"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_TEMPERATURE"), TEXT("0.25"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_REASONING_EFFORT"), TEXT("high"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_API_KEY"), TEXT("sk-of-the-environment"));
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		const FVibeUEModelChoice Model = Settings->GetModelChoice();
		TestEqual(TEXT("provider"), Model.Provider, FString(TEXT("openrouter")));
		TestEqual(TEXT("address"), Model.BaseUrl, FString(TEXT("https://gate.example/v1")));
		TestEqual(TEXT("model"), Model.Model, FString(TEXT("of-the-environment")));
		TestEqual(TEXT("window"), Model.ContextWindow, static_cast<int64>(32000));
		TestEqual(TEXT("most output"), Model.MaxOutputTokens, static_cast<int64>(4000));
		TestTrue(TEXT("temperature"), Model.bSetTemperature && Model.Temperature == 0.25);
		TestEqual(TEXT("effort"), Model.ReasoningEffort, FString(TEXT("high")));
		TestEqual(TEXT("the variable with the key"), Model.ApiKeyVariable, FString(TEXT("VIBEUE_API_KEY")));
		TestTrue(TEXT("the page has no key"), Model.ApiKey.IsEmpty());
		Settings->Model = TEXT("of-the-page");
		Settings->ApiKey = TEXT("sk-of-the-page");
		const FVibeUEModelChoice Own = Settings->GetModelChoice();
		TestEqual(TEXT("the page's model"), Own.Model, FString(TEXT("of-the-page")));
		TestTrue(TEXT("the page's key"), Own.ApiKeyVariable.IsEmpty() && Own.ApiKey == TEXT("sk-of-the-page"));
		TestEqual(TEXT("the fields stay as they were"), Settings->Provider, FString());
	});

	It(TEXT("sends the page's key to the page's server alone"), [this]
	{
		Sandbox->SetEnvironment(TEXT("VIBEUE_BASE_URL"), TEXT("https://gate.example/v1"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_API_KEY"), TEXT("sk-of-the-environment"));
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->Provider = TEXT("openai");
		Settings->ApiKey = TEXT("sk-of-the-page");
		const FVibeUEModelChoice Own = Settings->GetModelChoice();
		TestEqual(TEXT("the page's provider"), Own.Provider, FString(TEXT("openai")));
		TestTrue(TEXT("at its own address with its own key"), Own.BaseUrl.IsEmpty() && Own.ApiKeyVariable.IsEmpty() && Own.ApiKey == TEXT("sk-of-the-page"));
		const FString Ini = FPaths::ProjectConfigDir() / TEXT("DefaultEditorPerProjectUserSettings.ini");
		TestTrue(TEXT("the project's file"), FFileHelper::SaveStringToFile(TEXT("[/Script/VibeUE.VibeUESettings]\nProvider=openai\n"), *Ini));
		const FVibeUEModelChoice Gate = Settings->GetModelChoice();
		TestEqual(TEXT("the variable's server over the project's"), Gate.BaseUrl, FString(TEXT("https://gate.example/v1")));
		TestTrue(TEXT("without the project's provider and the page's key"), Gate.Provider.IsEmpty() && Gate.ApiKey.IsEmpty());
		TestEqual(TEXT("with the variable's key"), Gate.ApiKeyVariable, FString(TEXT("VIBEUE_API_KEY")));
		IFileManager::Get().Delete(*Ini);
	});

	LatentIt(TEXT("has a conversation summarize where the environment says, and where the page says once it does"), FSpecSandbox::GetCaseTimeout(), [this](const FDoneDelegate& Done)
	{
		const TSharedRef<int64> Threshold = MakeShared<int64>(0);
		Chat = MakeShared<FSpecChat>(*this);
		Sandbox->SetEnvironment(TEXT("VIBEUE_THRESHOLD"), TEXT("0.5"));
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this, Threshold]()
		{
			*Threshold = (*Chat)->GetTrigger().ThresholdTokens;
			GetMutableDefault<UVibeUESettings>()->SummarizationThreshold = 0.75;
			FSpecSandbox::Notify();
		});
		Chat->Wait(TEXT("half as much again"), [this, Threshold]() { return (*Chat)->GetTrigger().ThresholdTokens == *Threshold * 3 / 2; });
		Chat->Do([this]() { TestEqual(TEXT("errors"), Chat->Errors.Num(), 0); });
		Chat->Run(Done);
	});

#if defined(STANDIN)
	It(TEXT("says beside each field where its value comes from: file, environment, project or user"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		const FString Ini = FPaths::ProjectConfigDir() / TEXT("DefaultEditorPerProjectUserSettings.ini");
		TestTrue(TEXT("the project's file"), FFileHelper::SaveStringToFile(TEXT("[/Script/VibeUE.VibeUESettings]\nRecentMessagesToKeep=12\nSummaryShare=0.3\n"), *Ini));
		Settings->RecentMessagesToKeep = 12;
		Settings->SummaryShare = 0.3;
		WriteFile(TEXT("model = \"of-the-file\"\nthreshold = 0.7\nmode = \"rules\"\n"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_THRESHOLD"), TEXT("0.75"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_SUMMARY_SHARE"), TEXT("0.2"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_API_KEY"), TEXT("sk-of-nobody"));
		const TSharedRef<SWidget> Page = StandIn::MakeDetails(Settings);
		StandIn::ShowInWindow(Page, 900.0f, 4000.0f);
		const FString File = GetFile(*Sandbox);
		TestEqual(TEXT("of the file"), ReadBelow(Page, TEXT("Model")), TEXT("In effect: of-the-file, from the settings file ") + File + TEXT("."));
		TestEqual(TEXT("a choice of the file"), ReadBelow(Page, TEXT("SummarizationMode")), TEXT("In effect: rules, from the settings file ") + File + TEXT("."));
		TestEqual(TEXT("of a variable"), ReadBelow(Page, TEXT("SummarizationThreshold")), FString(TEXT("In effect: 0.75, from the environment variable VIBEUE_THRESHOLD.")));
		TestEqual(TEXT("a variable over the project"), ReadBelow(Page, TEXT("SummaryShare")), FString(TEXT("In effect: 0.2, from the environment variable VIBEUE_SUMMARY_SHARE.")));
		TestEqual(TEXT("of the project"), ReadBelow(Page, TEXT("RecentMessagesToKeep")), FString(TEXT("Set by the project for everyone.")));
		TestEqual(TEXT("the key"), ReadBelow(Page, TEXT("ApiKeyVariable")), FString(TEXT("The key comes from the environment variable VIBEUE_API_KEY.")));
		TestEqual(TEXT("what follows"), ReadBelow(Page, TEXT("SummarizationResetRatio")), FString(TEXT("Summarization Reset Ratio: 0.6562 is used instead, to match your other settings.")));
		TestEqual(TEXT("of nobody"), ReadBelow(Page, TEXT("SummarizationCooldownMessages")), FString());
		const FString Said = StandIn::ReadAll(Page);
		TestTrue(FString::Printf(TEXT("the order is said: %s"), *Said), Said.Contains(TEXT("or your settings file ") + File + TEXT(", in this order.")));
		TestFalse(TEXT("the key is shown"), Said.Contains(TEXT("sk-of-nobody")));
		StandIn::EditProperty(Settings, TEXT("SummarizationThreshold"), TEXT("0.78"));
		TestEqual(TEXT("of the person"), ReadBelow(Page, TEXT("SummarizationThreshold")), FString(TEXT("Set by you.")));
		TestEqual(TEXT("what is in force"), Settings->GetCoreSettingsInForce().FindRef(TEXT("SummarizationThreshold")), FString(TEXT("0.78")));
		StandIn::CloseTestWindows();
		IFileManager::Get().Delete(*Ini);
	});

	It(TEXT("says what is wrong with the settings file or a variable, and goes on with the rest"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Sandbox->SetEnvironment(TEXT("VIBEUE_THRESHOLD"), TEXT("0.75"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_COOLDOWN_MESSAGES"), TEXT("many"));
		WriteFile(TEXT("mode = \"rules\"\n"));
		const FString File = GetFile(*Sandbox);
		TArray<uint8> Large;
		Large.SetNumZeroed(2 << 20);
		const TPair<TArray<uint8>, const TCHAR*> Hostile[] = {
			{TArray<uint8>{'m', 'o', 'd', 'e', ' ', '=', ' ', '"', 'r'}, TEXT("line 1: not TOML")},
			{TArray<uint8>{'m', ' ', '=', ' ', '"', 0xff, '"'}, TEXT("not UTF-8: wrong byte at offset 5")},
			{TArray<uint8>{'[', 'm', ']', '\n'}, TEXT("without [tables]")},
			{Large, TEXT("the settings file has more than 1048576 bytes")},
		};
		for (const TPair<TArray<uint8>, const TCHAR*>& Bytes : Hostile)
		{
			TestTrue(TEXT("the file is written"), FFileHelper::SaveArrayToFile(Bytes.Key, *File));
			const TSharedRef<SWidget> Page = StandIn::MakeDetails(Settings);
			StandIn::ShowInWindow(Page, 900.0f, 4000.0f);
			StandIn::Frames();
			const FString Said = StandIn::ReadAll(Page);
			TestTrue(FString::Printf(TEXT("%s is said: %s"), Bytes.Value, *Said),
				Said.Contains(TEXT("The settings file is ignored: ") + File) && Said.Contains(Bytes.Value));
			TestEqual(TEXT("the other variable"), ReadBelow(Page, TEXT("SummarizationThreshold")), FString(TEXT("In effect: 0.75, from the environment variable VIBEUE_THRESHOLD.")));
			TestTrue(TEXT("the wrong variable is named beside its field"),
				ReadBelow(Page, TEXT("SummarizationCooldownMessages")).StartsWith(TEXT("$VIBEUE_COOLDOWN_MESSAGES: cooldown_messages = \"many\" is not a number")));
			StandIn::CloseTestWindows();
		}
		TestEqual(TEXT("what is in force"), Settings->GetCoreSettingsInForce().FindRef(TEXT("SummarizationThreshold")), FString(TEXT("0.75")));
	});
#endif
}

#endif
