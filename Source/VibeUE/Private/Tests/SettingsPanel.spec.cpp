// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUESettings.h"

#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreText.h"
#include "Math/NumericLimits.h"
#include "Misc/AutomationTest.h"
#include "SettingNames.h"
#include "Tests/SpecSandbox.h"
#include "UObject/UnrealType.h"

#if defined(STANDIN)
#include "StandIn/Details.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

// What the panel says about each setting, against the core's own table of settings.
BEGIN_DEFINE_SPEC(FSettingsPanelSpec, "VibeUE.SettingsPanel", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	static FProperty* FindProperty(const FString& Name)
	{
		return UVibeUESettings::StaticClass()->FindPropertyByName(FName(*Name));
	}

	static bool IsNumber(const FProperty& Property)
	{
		return Property.GetCPPType() == TEXT("int32") || Property.GetCPPType() == TEXT("double");
	}

	static FString GetCategory(const FProperty& Property)
	{
#if defined(STANDIN)
		return Property.Specifiers.Get(TEXT("Category"));
#else
		return Property.GetMetaData(TEXT("Category"));
#endif
	}

	/** Returns a number of the panel; false, with an error, when there is none. */
	bool ReadNumber(const FProperty& Property, const TCHAR* Key, double& OutNumber);

	/** Returns what a property holds after this was put into it and the values were brought into their ranges. */
	static double Clamped(const FProperty& Property, double Value);
	TSharedPtr<FSpecSandbox> Sandbox;
END_DEFINE_SPEC(FSettingsPanelSpec)

bool FSettingsPanelSpec::ReadNumber(const FProperty& Property, const TCHAR* Key, double& OutNumber)
{
	if (!TestTrue(FString::Printf(TEXT("%s has %s"), *Property.GetName(), Key), Property.HasMetaData(Key)))
	{
		return false;
	}
	LexFromString(OutNumber, *Property.GetMetaData(Key));
	return true;
}

double FSettingsPanelSpec::Clamped(const FProperty& Property, double Value)
{
	UVibeUESettings* Settings = NewObject<UVibeUESettings>();
	if (Property.GetCPPType() == TEXT("double"))
	{
		*Property.ContainerPtrToValuePtr<double>(Settings) = Value;
		Settings->ClampValues();
		return *Property.ContainerPtrToValuePtr<double>(Settings);
	}
	*Property.ContainerPtrToValuePtr<int32>(Settings) = Value < 0.0 ? TNumericLimits<int32>::Min() : TNumericLimits<int32>::Max();
	Settings->ClampValues();
	return static_cast<double>(*Property.ContainerPtrToValuePtr<int32>(Settings));
}

// Long because it lists its cases.
void FSettingsPanelSpec::Define()
{
	// These must not depend on what the user has set.
	BeforeEach([this] { Sandbox = FSpecSandbox::Enter(); });
	AfterEach([this] { Sandbox.Reset(); });

	It(TEXT("has each range of the core as its clamps, and sliders that stay within"), [this]
	{
		int32 Ranges = 0;
		for (const vibeue::SettingInfo& Info : vibeue::list_settings())
		{
			const FString Name = VibeUE::FromCore(Info.unreal_name);
			const FProperty* Property = FindProperty(Name);
			if (!TestNotNull(*Name, Property) || !Info.has_range || !IsNumber(*Property))
			{
				continue;
			}
			++Ranges;
			double Smallest = 0.0;
			double Largest = 0.0;
			if (ReadNumber(*Property, TEXT("ClampMin"), Smallest) && ReadNumber(*Property, TEXT("ClampMax"), Largest))
			{
				TestEqual(FString::Printf(TEXT("%s: ClampMin"), *Name), Smallest, Info.min_value, 0.0);
				TestEqual(FString::Printf(TEXT("%s: ClampMax"), *Name), Largest, Info.max_value, 0.0);
			}
			for (const TCHAR* const Key : {TEXT("UIMin"), TEXT("UIMax")})
			{
				double Number = 0.0;
				if (Property->HasMetaData(Key) && ReadNumber(*Property, Key, Number))
				{
					TestTrue(FString::Printf(TEXT("%s: %s is within the range"), *Name, Key), Number >= Info.min_value && Number <= Info.max_value);
				}
			}
			TestEqual(FString::Printf(TEXT("%s: a slider has both ends or none"), *Name), Property->HasMetaData(TEXT("UIMin")), Property->HasMetaData(TEXT("UIMax")));
		}
		// All of them but the text and the list, whose ranges count characters and entries.
		TestEqual(TEXT("numbers with a range"), Ranges, 22);
	});

	It(TEXT("has each default of the core within its clamps and its slider"), [this]
	{
		const UVibeUESettings* Fresh = NewObject<UVibeUESettings>();
		for (const vibeue::SettingInfo& Info : vibeue::list_settings())
		{
			const FString Name = VibeUE::FromCore(Info.unreal_name);
			const FProperty* Property = FindProperty(Name);
			const FString Default = VibeUE::FromCore(Info.default_value);
			if (!TestNotNull(*Name, Property) || !IsNumber(*Property) || Default == TEXT("auto"))
			{
				continue;
			}
			double Expected = 0.0;
			LexFromString(Expected, *Default);
			const double Actual = Property->GetCPPType() == TEXT("double") ? *Property->ContainerPtrToValuePtr<double>(Fresh)
																		   : static_cast<double>(*Property->ContainerPtrToValuePtr<int32>(Fresh));
			TestEqual(FString::Printf(TEXT("%s: default"), *Name), Actual, Expected, 0.0);
			for (const TCHAR* const Key : {TEXT("ClampMin"), TEXT("UIMin")})
			{
				double Number = 0.0;
				TestTrue(FString::Printf(TEXT("%s: default and %s"), *Name, Key), !Property->HasMetaData(Key) || (ReadNumber(*Property, Key, Number) && Number <= Expected));
			}
			for (const TCHAR* const Key : {TEXT("ClampMax"), TEXT("UIMax")})
			{
				double Number = 0.0;
				TestTrue(FString::Printf(TEXT("%s: default and %s"), *Name, Key), !Property->HasMetaData(Key) || (ReadNumber(*Property, Key, Number) && Number >= Expected));
			}
		}
	});

	It(TEXT("clamps in code what it clamps in the panel, for every number"), [this]
	{
		int32 Numbers = 0;
		for (TFieldIterator<FProperty> Iterator(UVibeUESettings::StaticClass()); Iterator; ++Iterator)
		{
			const FProperty& Property = **Iterator;
			if (!IsNumber(Property))
			{
				continue;
			}
			++Numbers;
			double Smallest = 0.0;
			double Largest = 0.0;
			if (ReadNumber(Property, TEXT("ClampMin"), Smallest) && ReadNumber(Property, TEXT("ClampMax"), Largest))
			{
				TestEqual(FString::Printf(TEXT("%s: far too small"), *Property.GetName()), Clamped(Property, -1e300), Smallest, 0.0);
				TestEqual(FString::Printf(TEXT("%s: far too large"), *Property.GetName()), Clamped(Property, 1e300), Largest, 0.0);
			}
		}
		TestEqual(TEXT("numbers"), Numbers, 29);
	});

	It(TEXT("says what each number counts, and how long texts and lists may be"), [this]
	{
		const TPair<const TCHAR*, const TCHAR*> Words[] = {
			{TEXT("share of the budget"), TEXT("share")},
			{TEXT("tokens"), TEXT("token")},
			{TEXT("messages"), TEXT("messages")},
			// The core's compactions are summarizations to the user.
			{TEXT("compactions"), TEXT("summarizations")},
			{TEXT("summaries"), TEXT("summari")},
			{TEXT("seconds"), TEXT("seconds")},
			{TEXT("characters"), TEXT("characters")},
			{TEXT("models"), TEXT("models")},
			{TEXT("rounds"), TEXT("Rounds")},
			{TEXT("US dollars"), TEXT("US dollars")},
		};
		for (const vibeue::SettingInfo& Info : vibeue::list_settings())
		{
			const FString Name = VibeUE::FromCore(Info.unreal_name);
			const FString Unit = VibeUE::FromCore(Info.unit);
			const FProperty* Property = FindProperty(Name);
			if (!TestNotNull(*Name, Property))
			{
				continue;
			}
			const FString ToolTip = Property->GetMetaData(TEXT("ToolTip"));
			TestTrue(FString::Printf(TEXT("%s: a tool tip of a sentence"), *Name), ToolTip.Len() > 10 && ToolTip.EndsWith(TEXT(".")));
			TestEqual(FString::Printf(TEXT("%s: category"), *Name), GetCategory(*Property), VibeUE::FromCore(Info.group));
			bool bIsKnown = Unit.IsEmpty();
			for (const TPair<const TCHAR*, const TCHAR*>& Word : Words)
			{
				if (Unit == Word.Key)
				{
					bIsKnown = true;
					TestTrue(FString::Printf(TEXT("%s: \"%s\" says %s"), *Name, *ToolTip, Word.Value), ToolTip.Contains(Word.Value));
				}
			}
			TestTrue(FString::Printf(TEXT("%s: the unit %s is known here"), *Name, *Unit), bIsKnown);
			TestEqual(FString::Printf(TEXT("%s: the panel shows the unit"), *Name), Property->GetMetaData(TEXT("Units")),
				Unit == TEXT("seconds") ? FString(TEXT("Seconds")) : FString());
			if (Info.kind == vibeue::SettingKind::Text || Info.kind == vibeue::SettingKind::List)
			{
				const FString Most = FText::AsNumber(static_cast<int64>(Info.max_value)).ToString();
				TestTrue(FString::Printf(TEXT("%s: \"%s\" names the limit %s"), *Name, *ToolTip, *Most), ToolTip.Contains(Most));
			}
		}
	});

#if defined(STANDIN)
	It(TEXT("says below a field what is wrong with it, or what is in force instead, and nothing where all is well"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		const TSharedRef<SWidget> Page = StandIn::MakeDetails(Settings);
		StandIn::ShowInWindow(Page, 900.0f, 4000.0f);
		const FString AllWell = StandIn::ReadAll(Page);
		const auto Says = [this, &AllWell, Page](const FString& Expected)
		{
			// What the page says beyond its fields, each line with the field above it.
			TArray<FString> Lines;
			StandIn::Frames();
			StandIn::ReadAll(Page).ParseIntoArray(Lines, TEXT("\n"), true);
			FString Said;
			for (int32 Index = 1; Index < Lines.Num(); ++Index)
			{
				if (!Lines[Index].Contains(TEXT(" = ")) && !AllWell.Contains(Lines[Index]))
				{
					Said += Lines[Index - 1] + TEXT(" | ") + Lines[Index] + TEXT("\n");
				}
			}
			TestEqual(TEXT("what the page says"), Said, Expected);
		};
		Says(FString());
		StandIn::EditProperty(Settings, TEXT("SummarizationThreshold"), TEXT("0.65"));
		Says(TEXT("Summarization Threshold = 0.65000000000000002 | Set by you.\n"
				  "Summarization Reset Ratio = 0.69999999999999996 | Summarization Reset Ratio: 0.5687 is used instead, to match your other settings.\n"
				  "Summarization Target Ratio = 0.5 | Summarization Target Ratio: 0.4062 is used instead, to match your other settings.\n"
				  "Summary Share = 0.40000000000000002 | Summary Share: 0.3249 is used instead, to match your other settings.\n"
				  "Ledger Share = 0.10000000000000001 | Ledger Share: 0.0812 is used instead, to match your other settings.\n"));
		StandIn::EditProperty(Settings, TEXT("SummarizationThreshold"), TEXT("0.8"));
		StandIn::EditProperty(Settings, TEXT("SummarizationTargetRatio"), TEXT("0.5"));
		StandIn::EditProperty(Settings, TEXT("SummarizationResetRatio"), TEXT("0.45"));
		StandIn::EditProperty(Settings, TEXT("SummarizationTargetRatio"), TEXT("0.48"));
		Says(TEXT("Summarization Reset Ratio = 0.45000000000000001 | Set by you.\n"
				  "Summarization Target Ratio = 0.47999999999999998 | Set by you.\n"
				  "Set by you. | Summarization Target Ratio: 0.48 is above the reset ratio 0.45: a compaction "
				  "would not re-arm the trigger; use at most 0.45, or a higher Summarization Reset Ratio.\n"
				  "Summary Share = 0.40000000000000002 | Summary Share: 0.384 is used instead, to match your other settings.\n"
				  "Ledger Share = 0.10000000000000001 | Ledger Share: 0.096 is used instead, to match your other settings.\n"));
		StandIn::CloseTestWindows();
	});

	It(TEXT("says below its own field why a value is refused, in the page's words, for each thing that can be refused"), [this]
	{
		struct FRefusal
		{
			const TCHAR* Field;
			const TCHAR* Why;
			TArray<TPair<const TCHAR*, FString>> Edits;
		};
		const FString Long = FString::ChrN(190, TEXT('x'));
		const TArray<FRefusal> Refusals = {
			{TEXT("SummarizationResetRatio"), TEXT("0.9 is above the threshold 0.8"), {{TEXT("SummarizationResetRatio"), TEXT("0.9")}}},
			{TEXT("EmergencySummarizationRatio"), TEXT("0.5 is below the threshold 0.8"), {{TEXT("EmergencySummarizationRatio"), TEXT("0.5")}}},
			{TEXT("SummarizationTargetRatio"), TEXT("0.9 is not below the threshold 0.8"), {{TEXT("SummarizationTargetRatio"), TEXT("0.9")}}},
			{TEXT("SummarizationTargetRatio"), TEXT("0.48 is above the reset ratio 0.45: a compaction would not re-arm the trigger; use at most 0.45, or a higher Summarization Reset Ratio."),
				{{TEXT("SummarizationResetRatio"), TEXT("0.45")}, {TEXT("SummarizationTargetRatio"), TEXT("0.48")}}},
			{TEXT("SummaryShare"), TEXT("0.8 and Ledger Share 0 together are above the target ratio 0.5: summaries alone could miss it; lower one of the two shares, or raise Summarization Target Ratio."),
				{{TEXT("SummaryShare"), TEXT("0.8")}}},
			{TEXT("MaxSummaryTokens"), TEXT("60000 is not below Summary Chunk Tokens 60000"),
				{{TEXT("SummaryChunkTokens"), TEXT("60000")}, {TEXT("MaxSummaryTokens"), TEXT("60000")}}},
			{TEXT("MinimumRecentMessages"), TEXT("9 is above Recent Messages To Keep 8"),
				{{TEXT("RecentMessagesToKeep"), TEXT("8")}, {TEXT("MinimumRecentMessages"), TEXT("9")}}},
			{TEXT("MinimumMessagesToSummarize"), TEXT("5 is not above Minimum Recent Messages 5"),
				{{TEXT("MinimumMessagesToSummarize"), TEXT("5")}, {TEXT("MinimumRecentMessages"), TEXT("5")}}},
			{TEXT("RefreshEveryMessages"), TEXT("6 is not above Summarization Cooldown Messages 7"),
				{{TEXT("SummarizationCooldownMessages"), TEXT("7")}, {TEXT("RefreshEveryMessages"), TEXT("6")}}},
			{TEXT("ReserveTokens"), TEXT("8000 uses up a window of 8000 tokens"),
				{{TEXT("ContextWindow"), TEXT("8000")}, {TEXT("bLearnReserveTokens"), TEXT("False")}, {TEXT("ReserveTokens"), TEXT("8000")}}},
			{TEXT("ReserveTokens"), TEXT("7500 leaves 500 of a window of 8000 tokens"),
				{{TEXT("ContextWindow"), TEXT("8000")}, {TEXT("bLearnReserveTokens"), TEXT("False")}, {TEXT("ReserveTokens"), TEXT("7500")}}},
			{TEXT("KeepPhrases"), TEXT("takes about 63 tokens of each summary"),
				{{TEXT("ContextWindow"), TEXT("1000")}, {TEXT("KeepPhrases"), TEXT("(\"") + Long + TEXT("\")")}}},
			{TEXT("KeepPhrases"), TEXT("has more than 200 characters"), {{TEXT("KeepPhrases"), TEXT("(\"") + Long + Long + TEXT("\")")}}},
			{TEXT("SummarizationModels"), TEXT("m occurs twice"), {{TEXT("SummarizationModels"), TEXT("(\"m\",\"m\")")}}},
		};
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		const TSharedRef<SWidget> Page = StandIn::MakeDetails(Settings);
		StandIn::ShowInWindow(Page, 900.0f, 4000.0f);
		for (const FRefusal& Refusal : Refusals)
		{
			Settings->ResetToDefaults();
			for (const TPair<const TCHAR*, FString>& Edit : Refusal.Edits)
			{
				StandIn::EditProperty(Settings, Edit.Key, *Edit.Value);
			}
			StandIn::Frames();
			TArray<FString> Lines;
			StandIn::ReadAll(Page).ParseIntoArray(Lines, TEXT("\n"), true);
			const FString Field = FSettingNames::Find(Refusal.Field).ToString();
			const int32 Place = Lines.IndexOfByPredicate([&Field](const FString& Line) { return Line.StartsWith(Field + TEXT(" = ")); });
			// Between the two is who set it.
			const int32 Said = Place != INDEX_NONE && Place + 1 < Lines.Num() && Lines[Place + 1] == TEXT("Set by you.") ? Place + 2 : Place + 1;
			const FString Below = Place != INDEX_NONE && Said < Lines.Num() ? Lines[Said] : FString();
			TestTrue(FString::Printf(TEXT("\"%s\" is below %s, and says \"%s\""), *Below, *Field, Refusal.Why),
				Below.StartsWith(Field + TEXT(": ")) && Below.Contains(Refusal.Why));
			const TArray<FString> Problems = Settings->FindProblems();
			TestTrue(FString::Printf(TEXT("the log names it: %s"), *FString::Join(Problems, TEXT("\n"))),
				Problems.Num() == 1 && Problems[0].StartsWith(FString(Refusal.Field) + TEXT(": ")));
		}
		StandIn::CloseTestWindows();
	});

	It(TEXT("says below the preset what it is for and which values it gives, and nothing below those fields"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		const TSharedRef<SWidget> Page = StandIn::MakeDetails(Settings);
		StandIn::ShowInWindow(Page, 900.0f, 4000.0f);
		StandIn::EditProperty(Settings, TEXT("Preset"), TEXT("Economical"));
		StandIn::Frames();
		const FString Said = StandIn::ReadAll(Page);
		TestTrue(FString::Printf(TEXT("the page says what for: %s"), *Said), Said.Contains(TEXT("Economical: Keeps requests short. On the sample conversation it sends at least a fifth fewer tokens")));
		TestTrue(TEXT("the page says which values"), Said.Contains(
			TEXT("Summarization Threshold 0.6, Summarization Reset Ratio 0.5, Summarization Target Ratio 0.25, Minimum Messages To Summarize 12, "
				 "Recent Messages To Keep 6, Summary Share 0.2, Ledger Share 0.05.")));
		TestTrue(TEXT("the field shows the value"), Said.Contains(TEXT("Recent Messages To Keep = 6")));
		TestFalse(TEXT("another value is in force"), Said.Contains(TEXT("is in force")));
		StandIn::CloseTestWindows();
	});
#endif

	It(TEXT("offers each choice of the core, in its order"), [this]
	{
		int32 Choices = 0;
		for (const vibeue::SettingInfo& Info : vibeue::list_settings())
		{
			if (Info.kind != vibeue::SettingKind::Choice)
			{
				continue;
			}
			++Choices;
			const bool bIsPreset = VibeUE::FromCore(Info.unreal_name) == TEXT("Preset");
			const UEnum* Words = bIsPreset ? StaticEnum<EVibeUESettingsPreset>() : StaticEnum<EVibeUESummarizationMode>();
			UVibeUESettings* Settings = NewObject<UVibeUESettings>();
			int32 Number = 0;
			for (const rust::String& Word : Info.choices)
			{
				if (bIsPreset)
				{
					Settings->Preset = static_cast<EVibeUESettingsPreset>(Number);
				}
				else
				{
					Settings->SummarizationMode = static_cast<EVibeUESummarizationMode>(Number);
				}
				const FString Name = Words->GetNameStringByValue(Number++);
				// The core writes several words with lines between them.
				TestTrue(FString::Printf(TEXT("%s is named as the core's word"), *Name),
					Name.Equals(VibeUE::FromCore(Word).Replace(TEXT("_"), TEXT("")), ESearchCase::IgnoreCase));
				TestEqual(TEXT("the core's word"), Settings->GetCoreSettings().FindRef(VibeUE::FromCore(Info.unreal_name)), VibeUE::FromCore(Word));
			}
			TestFalse(TEXT("the last choice has a name"), Words->GetNameStringByValue(Number - 1).IsEmpty());
			const FString Behind = Words->GetNameStringByValue(Number);
			TestTrue(TEXT("there is none behind it"), Behind.IsEmpty() || Behind.EndsWith(TEXT("MAX")));
		}
		TestEqual(TEXT("choices"), Choices, 2);
	});
}

#endif
