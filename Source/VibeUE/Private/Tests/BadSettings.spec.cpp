// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreHeaders.h"
#include "CoreGlobals.h"
#include "Misc/AutomationTest.h"
#include "Misc/ConfigCacheIni.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "UObject/UObjectGlobals.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FBadSettingsSpec, "VibeUE.BadInput.settings", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
END_DEFINE_SPEC(FBadSettingsSpec)

// Long because it lists its cases.
void FBadSettingsSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		Chat = MakeShared<FSpecChat>(*this);
	});
	AfterEach([this]()
	{
		Chat.Reset();
	});

	LatentIt(TEXT("out of range in the ini are brought into range, and a conversation opens with them"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TCHAR* const Section = TEXT("/Script/VibeUE.VibeUESettings");
		const TPair<const TCHAR*, const TCHAR*> Absurd[] = {
			{TEXT("SummarizationThreshold"), TEXT("17.5")},
			{TEXT("NoticeSeconds"), TEXT("-3")},
			{TEXT("MaxSummaryTokens"), TEXT("-2147483648")},
			{TEXT("RefreshEveryMessages"), TEXT("99999999999999999999")},
			{TEXT("Temperature"), TEXT("hot")},
		};
		for (const TPair<const TCHAR*, const TCHAR*>& Pair : Absurd)
		{
			GConfig->SetString(Section, Pair.Key, Pair.Value, GEditorPerProjectIni);
		}
		// The sandbox takes the values out of the ini again.
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->LoadConfig();
		Settings->PostInitProperties();
		TestEqual(TEXT("threshold"), Settings->SummarizationThreshold, VIBEUE_MAX_THRESHOLD);
		TestEqual(TEXT("notice"), Settings->NoticeSeconds, VIBEUE_MIN_NOTICE_SECONDS);
		TestEqual(TEXT("summary"), Settings->MaxSummaryTokens, static_cast<int32>(VIBEUE_MIN_SUMMARY_MAX_TOKENS));
		TestTrue(TEXT("temperature"), Settings->Temperature >= 0.0 && Settings->Temperature <= 2.0);
		TestTrue(TEXT("refresh"), Settings->RefreshEveryMessages >= 0);
		Chat->GetSandbox().UseServer();
		Settings->EmergencySummarizationRatio = 1.0;
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this]() { TestTrue(TEXT("it opened"), Chat->Openings[0]); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("that contradict each other are named, and fixing them is enough"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->TestRefusedOpening(Done, EVibeUEFailure::Settings, TEXT("target"),
			[]() { GetMutableDefault<UVibeUESettings>()->SummarizationTargetRatio = 0.9; },
			[]() { GetMutableDefault<UVibeUESettings>()->SummarizationTargetRatio = 0.5; });
	});

	LatentIt(TEXT("that become wrong leave an open conversation as it was"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<int64> Threshold = MakeShared<int64>(0);
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this, Threshold]()
		{
			*Threshold = (*Chat)->GetTrigger().ThresholdTokens;
			GetMutableDefault<UVibeUESettings>()->SummarizationTargetRatio = 0.9;
			FSpecSandbox::Notify();
			TestEqual(TEXT("errors"), Chat->Errors.Num(), 1);
			TestEqual(TEXT("kind"), (*Chat)->GetLastError().Kind, EVibeUEFailure::Settings);
			TestTrue(FString::Printf(TEXT("\"%s\" says what to do"), *(*Chat)->GetLastError().Hint),
				(*Chat)->GetLastError().Hint.Contains(TEXT("use less than 0.8")));
			TestEqual(TEXT("threshold"), (*Chat)->GetTrigger().ThresholdTokens, *Threshold);
		});
		Chat->Say(TEXT("Hello."));
		Chat->Run(Done);
	});

	LatentIt(TEXT("take the others along where one is lowered alone, in an open conversation and when it is opened again"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<int64> Threshold = MakeShared<int64>(0);
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this, Threshold]()
		{
			*Threshold = (*Chat)->GetTrigger().ThresholdTokens;
			GetMutableDefault<UVibeUESettings>()->SummarizationThreshold = 0.65;
			FSpecSandbox::Notify();
			TestEqual(TEXT("errors"), Chat->Errors.Num(), 0);
		});
		Chat->Wait(TEXT("the lower threshold"), [this, Threshold]() { return (*Chat)->GetTrigger().ThresholdTokens < *Threshold; });
		Chat->Do([this, Threshold]() { *Threshold = (*Chat)->GetTrigger().ThresholdTokens; });
		Chat->Reopen();
		Chat->Do([this, Threshold]() { TestEqual(TEXT("threshold when opened again"), (*Chat)->GetTrigger().ThresholdTokens, *Threshold); });
		Chat->Say(TEXT("Hello."));
		Chat->Run(Done);
	});

	LatentIt(TEXT("changed in the middle of an answer hold from then on, and the answer is whole"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<int64> Threshold = MakeShared<int64>(0);
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this, Threshold]()
		{
			*Threshold = (*Chat)->GetTrigger().ThresholdTokens;
			(*Chat)->SubmitUserMessage(TEXT("count slowly"));
		});
		Chat->Wait(TEXT("the first word"), [this]() { return Chat->Streamed.Contains(TEXT("one")); });
		Chat->Do([]()
		{
			UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
			Settings->SummarizationThreshold = 0.75;
			Settings->Model = TEXT("scripted");
			FSpecSandbox::Notify();
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this, Threshold]()
		{
			TestEqual(TEXT("words"), Chat->Streamed, FString(TEXT("one two three four five six seven eight")));
			TestEqual(TEXT("model"), (*Chat)->GetModelId(), FString(TEXT("scripted")));
			TestTrue(TEXT("threshold"), (*Chat)->GetTrigger().ThresholdTokens < *Threshold);
			TestEqual(TEXT("errors"), Chat->Errors.Num(), 0);
		});
		Chat->Say(TEXT("And on."));
		Chat->Run(Done);
	});

	LatentIt(TEXT("with an unknown provider name the ones that are known"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->TestRefusedOpening(Done, EVibeUEFailure::Settings, TEXT("openai"), []() { GetMutableDefault<UVibeUESettings>()->Provider = TEXT("skynet"); },
			[]() { GetMutableDefault<UVibeUESettings>()->Provider.Empty(); });
	});

	LatentIt(TEXT("without a key, where one is needed, name the variable to set"), Timeout, [this](const FDoneDelegate& Done)
	{
		const FString Server = GetMutableDefault<UVibeUESettings>()->BaseUrl;
		Chat->TestRefusedOpening(Done, EVibeUEFailure::Settings, TEXT("OPENAI_API_KEY"),
			[this]()
			{
				Chat->GetSandbox().SetEnvironment(TEXT("OPENAI_API_KEY"), FString());
				UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
				Settings->Provider = TEXT("openai");
				Settings->Protocol.Empty();
				Settings->BaseUrl.Empty();
				Settings->ApiKey.Empty();
			},
			[Server]()
			{
				UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
				Settings->Provider.Empty();
				Settings->Protocol = TEXT("openai");
				Settings->BaseUrl = Server;
			});
	});

	LatentIt(TEXT("with a variable for the key that is not set name it"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->TestRefusedOpening(Done, EVibeUEFailure::Settings, TEXT("VIBEUE_SPEC_NO_SUCH_KEY"),
			[]() { GetMutableDefault<UVibeUESettings>()->ApiKeyVariable = TEXT("VIBEUE_SPEC_NO_SUCH_KEY"); },
			[]() { GetMutableDefault<UVibeUESettings>()->ApiKeyVariable.Empty(); });
	});

	for (const TCHAR* const Address : {TEXT("no address at all"), TEXT("file:///etc/passwd"), TEXT("http://"), TEXT("http://model.example.com/v1")})
	{
		LatentIt(FString::Printf(TEXT("with the address \"%s\" are refused with words"), Address), Timeout, [this, Address](const FDoneDelegate& Done)
		{
			const FString Server = GetMutableDefault<UVibeUESettings>()->BaseUrl;
			Chat->TestRefusedOpening(Done, EVibeUEFailure::Settings, TEXT("http"), [Address]() { GetMutableDefault<UVibeUESettings>()->BaseUrl = Address; },
				[Server]() { GetMutableDefault<UVibeUESettings>()->BaseUrl = Server; });
		});
	}
}

#endif
