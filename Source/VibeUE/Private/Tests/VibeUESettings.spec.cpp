// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUESettings.h"

#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreText.h"
#include "Bridge/ToolBridge.h"
#include "Math/NumericLimits.h"
#include "Misc/AutomationTest.h"
#include "Misc/ConfigCacheIni.h"
#include "SettingNames.h"
#include "Tests/SpecSandbox.h"
#include "Tools/EditorTools.h"
#include "UObject/UnrealType.h"
#include "VibeUETool.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FVibeUESettingsSpec, "VibeUE.Settings", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
END_DEFINE_SPEC(FVibeUESettingsSpec)

// Long because it lists its cases.
void FVibeUESettingsSpec::Define()
{
	// These must not depend on what the user has set.
	BeforeEach([this] { Sandbox = FSpecSandbox::Enter(); });
	AfterEach([this] { Sandbox.Reset(); });

	It(TEXT("have a property for every setting of the core, with the core's own default"), [this]
	{
		const TMap<FString, FString> Values = NewObject<UVibeUESettings>()->GetCoreSettings();
		int32 Known = 0;
		for (const vibeue::SettingInfo& Info : vibeue::list_settings())
		{
			const FString Name = VibeUE::FromCore(Info.unreal_name);
			const FString* Value = Values.Find(Name);
			if (!TestNotNull(*Name, Value))
			{
				continue;
			}
			++Known;
			const FString Default = VibeUE::FromCore(Info.default_value);
			if (Info.kind == vibeue::SettingKind::Ratio || Info.kind == vibeue::SettingKind::Number)
			{
				double Number = 0.0;
				double Expected = 0.0;
				LexFromString(Number, **Value);
				LexFromString(Expected, *Default);
				TestEqual(*Name, Number, Expected);
			}
			else
			{
				TestEqual(*Name, *Value, Default);
			}
		}
		TestEqual(TEXT("settings"), Values.Num(), Known);
	});

	It(TEXT("are in order as they come"), [this]
	{
		TestEqual(TEXT("problems"), FString::Join(GetDefault<UVibeUESettings>()->FindProblems(), TEXT("\n")), FString());
	});

	It(TEXT("bring absurd values of a file into their ranges"), [this]
	{
		UVibeUESettings* Settings = NewObject<UVibeUESettings>();
		Settings->SummarizationThreshold = 7.0;
		Settings->SummarizationTargetRatio = -1.0;
		Settings->NoticeSeconds = 1e300;
		Settings->SummaryWaitSeconds = 0.0;
		Settings->BackgroundSummarySeconds = 1e9;
		Settings->RecentMessagesToKeep = TNumericLimits<int32>::Min();
		Settings->MaxSummaryTokens = TNumericLimits<int32>::Max();
		Settings->ContextWindow = -5;
		Settings->ReserveTokens = -1;
		for (int32 Index = 0; Index < 100; ++Index)
		{
			Settings->SummarizationModels.Add(TEXT("m"));
		}
		Settings->CustomSummarizationPrompt = FString::ChrN(50000, TEXT('x'));
		for (int32 Index = 0; Index < 100; ++Index)
		{
			Settings->KeepPhrases.Add(FString::Printf(TEXT("phrase %d, of %s"), Index, *FString::ChrN(100, TEXT('x'))));
		}
		Settings->ClampValues();
		TestEqual(TEXT("threshold"), Settings->SummarizationThreshold, VIBEUE_MAX_THRESHOLD);
		TestEqual(TEXT("target"), Settings->SummarizationTargetRatio, VIBEUE_MIN_TARGET_RATIO);
		TestEqual(TEXT("notice"), Settings->NoticeSeconds, VIBEUE_MAX_NOTICE_SECONDS);
		TestEqual(TEXT("wait"), Settings->SummaryWaitSeconds, VIBEUE_MIN_SUMMARY_WAIT_SECONDS);
		TestEqual(TEXT("background"), Settings->BackgroundSummarySeconds, VIBEUE_MAX_BACKGROUND_SUMMARY_SECONDS);
		TestEqual(TEXT("recent messages"), Settings->RecentMessagesToKeep, static_cast<int32>(VIBEUE_MIN_RECENT_MESSAGES_TO_KEEP));
		TestEqual(TEXT("summary"), Settings->MaxSummaryTokens, static_cast<int32>(VIBEUE_MAX_SUMMARY_MAX_TOKENS));
		TestEqual(TEXT("window"), Settings->ContextWindow, 0);
		TestEqual(TEXT("reserve"), Settings->ReserveTokens, 0);
		TestEqual(TEXT("models"), Settings->SummarizationModels.Num(), static_cast<int32>(VIBEUE_MAX_SUMMARY_MODELS));
		const FString Phrases = Settings->GetCoreSettings().FindRef(TEXT("KeepPhrases"));
		TestTrue(TEXT("phrases within the core's limit"), Phrases.Len() > 3000 && Phrases.Len() < static_cast<int32>(VIBEUE_MAX_KEEP));
		TestTrue(TEXT("phrases from the first on"), Phrases.StartsWith(TEXT("phrase 0, of ")));
		TestEqual(TEXT("prompt"), Settings->CustomSummarizationPrompt.Len(), static_cast<int32>(VIBEUE_MAX_CUSTOM_PROMPT));
	});

	It(TEXT("take the default where a file has NaN for a number"), [this]
	{
		UVibeUESettings* Settings = NewObject<UVibeUESettings>();
		// As it is read from "nan": an arithmetic that overflows would be a warning of some compilers.
		LexFromString(Settings->SummarizationThreshold, TEXT("nan"));
		TestFalse(TEXT("it is a number"), FMath::IsFinite(Settings->SummarizationThreshold));
		Settings->ClampValues();
		TestEqual(TEXT("threshold"), Settings->SummarizationThreshold, VIBEUE_DEFAULT_THRESHOLD);
	});

	It(TEXT("allow no console command where all were taken out of the list, also when they are read again"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		TestFalse(TEXT("the list as it comes"), Settings->AllowedConsoleCommands.IsEmpty());
		Settings->AllowedConsoleCommands.Empty();
		Settings->Save();
#if defined(STANDIN)
		StandIn::ForgetConfig();
#endif
		// As when the editor starts.
		Settings->ResetToDefaults();
		Settings->LoadConfig();
		Settings->PostInitProperties();
		TestTrue(TEXT("the list"), Settings->AllowedConsoleCommands == TArray<FString>({FString()}));
		const TSharedRef<IVibeUETool> Tool = VibeUE::MakeConsoleCommandTool();
		FVibeUEToolArguments Arguments;
		TestEqual(TEXT("what is wrong with a call"), VibeUE::ReadToolArguments(Tool->Describe().Schema, TEXT("{\"command\": \"stat fps\"}"), Arguments), FString());
		const FVibeUEToolPreview Shown = Tool->Preview(Arguments);
		TestTrue(TEXT("it would be refused"), Shown.bWouldFail);
		TestEqual(TEXT("why"), Shown.Text, FString(TEXT("the user's settings allow no console command.")));
	});

	It(TEXT("allow a console command whatever blanks stand around it in the list"), [this]
	{
		GetMutableDefault<UVibeUESettings>()->AllowedConsoleCommands = {FString(TEXT(" stat ")), FString(TEXT(" "))};
		const TSharedRef<IVibeUETool> Tool = VibeUE::MakeConsoleCommandTool();
		FVibeUEToolArguments Arguments;
		TestEqual(TEXT("what is wrong with a call"), VibeUE::ReadToolArguments(Tool->Describe().Schema, TEXT("{\"command\": \"stat fps\"}"), Arguments), FString());
		TestFalse(TEXT("it would be refused"), Tool->Preview(Arguments).bWouldFail);
		FVibeUEToolArguments Other;
		TestEqual(TEXT("what is wrong with another"), VibeUE::ReadToolArguments(Tool->Describe().Schema, TEXT("{\"command\": \"quit\"}"), Other), FString());
		TestTrue(TEXT("the other would be refused"), Tool->Preview(Other).bWouldFail);
	});

	It(TEXT("say which of them contradict each other, and what to do"), [this]
	{
		UVibeUESettings* Settings = NewObject<UVibeUESettings>();
		Settings->SummarizationThreshold = 0.6;
		Settings->SummarizationResetRatio = 0.65;
		TestEqual(TEXT("problems"), FString::Join(Settings->FindProblems(), TEXT("\n")),
			FString(TEXT("SummarizationResetRatio: \"0.65\" is above the threshold 0.6: the trigger would re-arm while it fires "
						 "(use at most 0.6, or a higher threshold)")));
	});

	It(TEXT("go to the core where they were changed, so that a threshold can be lowered alone"), [this]
	{
		UVibeUESettings* Settings = NewObject<UVibeUESettings>();
		TestEqual(TEXT("values of a fresh page"), Settings->GetChangedCoreSettings().Num(), 0);
		Settings->SummarizationThreshold = 0.65;
		const TMap<FString, FString> Changed = Settings->GetChangedCoreSettings();
		TestEqual(TEXT("values"), Changed.Num(), 1);
		TestEqual(TEXT("the threshold"), Changed.FindRef(TEXT("SummarizationThreshold")), FString(TEXT("0.65")));
		TestEqual(TEXT("problems"), FString::Join(Settings->FindProblems(), TEXT("\n")), FString());
	});

	It(TEXT("offer the providers that the core knows"), [this]
	{
		const TArray<FString> Names = GetDefault<UVibeUESettings>()->GetProviderNames();
		for (const TCHAR* Name : {TEXT(""), TEXT("openai"), TEXT("anthropic"), TEXT("gemini"), TEXT("ollama"), TEXT("lmstudio")})
		{
			TestTrue(Name, Names.Contains(FString(Name)));
		}
	});

#if defined(STANDIN)
	It(TEXT("take the values of a preset into their fields, and what differs from it wins over it"), [this]
	{
		UVibeUESettings* Settings = NewObject<UVibeUESettings>();
		StandIn::EditProperty(Settings, TEXT("Preset"), TEXT("Economical"));
		TestEqual(TEXT("the threshold"), Settings->SummarizationThreshold, 0.6);
		TestEqual(TEXT("the recent messages"), Settings->RecentMessagesToKeep, 6);
		TestEqual(TEXT("values"), Settings->GetChangedCoreSettings().Num(), 1);
		TestEqual(TEXT("the preset"), Settings->GetChangedCoreSettings().FindRef(TEXT("Preset")), FString(TEXT("economical")));
		// Even if it is the value of another preset.
		StandIn::EditProperty(Settings, TEXT("SummarizationThreshold"), TEXT("0.8"));
		TestEqual(TEXT("values with another threshold"), Settings->GetChangedCoreSettings().Num(), 2);
		TestEqual(TEXT("the other threshold"), Settings->GetChangedCoreSettings().FindRef(TEXT("SummarizationThreshold")), FString(TEXT("0.8")));
		TestEqual(TEXT("problems"), FString::Join(Settings->FindProblems(), TEXT("\n")), FString());
		StandIn::EditProperty(Settings, TEXT("Preset"), TEXT("LongMemory"));
		TestEqual(TEXT("the threshold of a long memory"), Settings->SummarizationThreshold, 0.9);
		StandIn::EditProperty(Settings, TEXT("Preset"), TEXT("Balanced"));
		TestEqual(TEXT("the recent messages again"), Settings->RecentMessagesToKeep, 10);
		TestEqual(TEXT("values of the default"), Settings->GetChangedCoreSettings().Num(), 0);
	});

	It(TEXT("reach the core by their property alone, each of them, and take its default back"), [this]
	{
		for (const vibeue::SettingInfo& Info : vibeue::list_settings())
		{
			const FString Name = VibeUE::FromCore(Info.unreal_name);
			UVibeUESettings* Settings = NewObject<UVibeUESettings>();
			const FString Before = Settings->GetCoreSettings().FindRef(Name);
			StandIn::EditProperty(Settings, *(TEXT("bLearn") + Name), TEXT("False"));
			for (const TCHAR* const Other : {TEXT("True"), TEXT("False"), TEXT("3"), TEXT("300"), TEXT("0.35"), TEXT("0.9"), TEXT("Rules"), TEXT("Economical"), TEXT("(\"a\",\"b\")"), TEXT("other")})
			{
				if (Settings->GetCoreSettings().FindRef(Name) == Before)
				{
					StandIn::EditProperty(Settings, *Name, Other);
				}
			}
			const TMap<FString, FString> Changed = Settings->GetChangedCoreSettings();
			TestEqual(*FString::Printf(TEXT("%s alone is changed"), *Name), Changed.Num(), 1);
			TestNotEqual(*Name, Changed.FindRef(Name), Before);
			Settings->ResetToDefaults();
			TestEqual(*FString::Printf(TEXT("%s after a reset"), *Name), Settings->GetCoreSettings().FindRef(Name), Before);
		}
	});

	It(TEXT("are all what they were before anybody changed one after a reset"), [this]
	{
		UVibeUESettings* Settings = NewObject<UVibeUESettings>();
		TMap<FString, FString> Before;
		for (TFieldIterator<FProperty> Iterator(UVibeUESettings::StaticClass()); Iterator; ++Iterator)
		{
			if (FSettingNames::IsField(**Iterator))
			{
				Before.Add(Iterator->GetName(), StandIn::PropertyText(Settings, *Iterator->GetName()));
			}
		}
		for (const TPair<FString, FString>& Value : Before)
		{
			// One of these is a different value, whatever the property is.
			for (const TCHAR* const Other : {TEXT("True"), TEXT("False"), TEXT("3"), TEXT("7"), TEXT("0.5"), TEXT("Rules"), TEXT("Economical"), TEXT("(\"a\")"), TEXT("((\"a\", \"b\"))"), TEXT("other")})
			{
				if (StandIn::PropertyText(Settings, *Value.Key) == Value.Value)
				{
					StandIn::EditProperty(Settings, *Value.Key, Other);
				}
			}
			TestNotEqual(*FString::Printf(TEXT("%s is changed"), *Value.Key), StandIn::PropertyText(Settings, *Value.Key), Value.Value);
		}
		Settings->ResetToDefaults();
		for (const TPair<FString, FString>& Value : Before)
		{
			TestEqual(*Value.Key, StandIn::PropertyText(Settings, *Value.Key), Value.Value);
		}
	});
#endif

	It(TEXT("that specs use, save and point elsewhere are the user's again afterwards, the key among them"), [this]
	{
		const TCHAR* const Section = TEXT("/Script/VibeUE.VibeUESettings");
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->ApiKey = TEXT("sk-of-the-person");
		Settings->AlwaysAllowedTools = {FString(TEXT("look"))};
		Settings->SummarizationThreshold = 0.7;
		Settings->SaveAndNotify();
		FSpecSandbox::WithinAnother([this, Settings]
		{
			TestEqual(TEXT("the key within"), Settings->ApiKey, FString());
			TestEqual(TEXT("tools within"), Settings->AlwaysAllowedTools.Num(), 0);
			Settings->ApiKey = TEXT("sk-of-the-spec");
			Settings->AlwaysAllowedTools = {FString(TEXT("a")), FString(TEXT("b"))};
			Settings->Model = TEXT("m");
			Settings->SaveAndNotify();
		});
		FString Saved;
		TArray<FString> Tools;
		TestEqual(TEXT("the key"), Settings->ApiKey, FString(TEXT("sk-of-the-person")));
		TestEqual(TEXT("the threshold"), Settings->SummarizationThreshold, 0.7);
		TestEqual(TEXT("the model"), Settings->Model, FString());
		TestEqual(TEXT("tools"), FString::Join(Settings->AlwaysAllowedTools, TEXT(",")), FString(TEXT("look")));
		TestTrue(TEXT("a saved key"), GConfig->GetString(Section, TEXT("ApiKey"), Saved, GEditorPerProjectIni));
		TestEqual(TEXT("the saved key"), Saved, FString(TEXT("sk-of-the-person")));
		GConfig->GetArray(Section, TEXT("AlwaysAllowedTools"), Tools, GEditorPerProjectIni);
		TestEqual(TEXT("the saved tools"), FString::Join(Tools, TEXT(",")), FString(TEXT("look")));
	});

	It(TEXT("are saved for one user only, the key among them"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->ApiKey = TEXT("sk-secret");
		Settings->SaveAndNotify();
		FString Saved;
		TestTrue(TEXT("saved"), GConfig->GetString(TEXT("/Script/VibeUE.VibeUESettings"), TEXT("ApiKey"), Saved, GEditorPerProjectIni));
		TestEqual(TEXT("the key"), Saved, FString(TEXT("sk-secret")));
		TestTrue(TEXT("the page"), Settings->GetContainerName() == FName(TEXT("Project")) && Settings->GetCategoryName() == FName(TEXT("Plugins")));
	});
}

#endif
