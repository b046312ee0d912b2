// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/TestConversation.h"

#include "HAL/PlatformProcess.h"
#include "HAL/PlatformTime.h"
#include "Tests/SpecSandbox.h"
#include "VibeUESettings.h"

#if WITH_DEV_AUTOMATION_TESTS

bool FTestConversation::UseServer(FAutomationTestBase& Test, int32 ContextWindow)
{
	const FString Server = FSpecSandbox::GetServer();
	if (Server.IsEmpty())
	{
		Test.AddError(TEXT("Start the scripted server of the repository and name its address in VIBEUE_TEST_SERVER."));
		return false;
	}
	UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
	// A case that is about them turns them on.
	Settings->bOfferEditorTools = false;
	Settings->bOfferFileTools = false;
	Settings->Protocol = TEXT("openai");
	Settings->BaseUrl = Server + TEXT("/v1");
	Settings->Model = TEXT("scripted");
	Settings->ContextWindow = ContextWindow;
	Settings->SummarizationMode = EVibeUESummarizationMode::Rules;
	Settings->bLearnReserveTokens = false;
	Settings->ReserveTokens = 500;
	Settings->MinimumMessagesToSummarize = 4;
	Settings->SummarizationCooldownMessages = 0;
	Settings->RecentMessagesToKeep = 3;
	FSpecSandbox::Notify();
	return Test.TestEqual(TEXT("problems of the settings"), FString::Join(Settings->FindProblems(), TEXT("\n")), FString());
}

bool FTestConversation::UseKnownModel(FAutomationTestBase& Test, int32 ContextWindow)
{
	if (!UseServer(Test, ContextWindow))
	{
		return false;
	}
	GetMutableDefault<UVibeUESettings>()->Model = TEXT("gpt-4o");
	FSpecSandbox::Notify();
	return true;
}

void FTestConversation::SetPrices(double Input, double Output)
{
	UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
	Settings->InputPrice = Input;
	Settings->OutputPrice = Output;
}

FString FTestConversation::DescribeSpent(int64 Tokens, double Dollars)
{
	return FString::Printf(TEXT("%s tokens, $%.2f"), *FText::AsNumber(Tokens).ToString(), Dollars);
}

bool FTestConversation::Open(FAutomationTestBase& Test, const FString& ConversationId)
{
	Session.Reset(NewObject<UChatSession>());
	Listen();
	return Test.TestTrue(TEXT("opening began"), Session->Open(ConversationId)) &&
		Test.TestTrue(TEXT("opened"), WaitUntil([this] { return Session->GetState() == EVibeUEChatState::Idle && Told.Num() > 0; }));
}

void FTestConversation::Close()
{
	if (Session.IsValid())
	{
		Session->Close();
		Session.Reset();
	}
}

bool FTestConversation::WaitUntil(TFunction<bool()> Condition)
{
	const double End = FPlatformTime::Seconds() + FSpecSandbox::Patience;
	while (FPlatformTime::Seconds() < End)
	{
		Session->Pump();
		if (Condition())
		{
			return true;
		}
		FPlatformProcess::Sleep(0.002f);
	}
	return false;
}

FString FTestConversation::Ask(int32 Turn, int32 Words)
{
	static const TCHAR* const Questions[] = {TEXT("What does the door do when the level begins?"), TEXT("Who else needs power at that moment?"),
		TEXT("How does the hatch of the cargo bay differ?"), TEXT("Which event tells that power has changed?"), TEXT("What would the smallest change be?"),
		TEXT("Does the corridor have the same flaw?"), TEXT("What does the pump cost in a frame?"), TEXT("When does the alarm stop?"),
		TEXT("Does the elevator have to know of it?"), TEXT("Which assets are left as they are?")};
	return FString::Printf(TEXT("%s Answer in %d words."), Questions[Turn % UE_ARRAY_COUNT(Questions)], Words);
}

FString FTestConversation::AskPlainly(int32 Turn)
{
	struct FQuestion
	{
		const TCHAR* Beginning;
		const TCHAR* End;
	};
	static const FQuestion Questions[] = {{TEXT("Which lights"), TEXT(" cast shadows")}, {TEXT("Why does the hatch"), TEXT(" open twice")},
		{TEXT("How large are the textures of the hull"), TEXT("")}, {TEXT("What happens when the alarm"), TEXT(" rings and the power is off")},
		{TEXT("Can the crates"), TEXT(" be one draw call")}, {TEXT("Does the elevator wait for the door"), TEXT("")}, {TEXT("Which Blueprints"), TEXT(" still tick")},
		{TEXT("What would it take to make the stairs"), TEXT(" walkable for the robot")}, {TEXT("Is anything"), TEXT(" not used any more")},
		{TEXT("How does the console"), TEXT(" know the pressure")}};
	const int32 Count = static_cast<int32>(UE_ARRAY_COUNT(Questions));
	const FQuestion& Question = Questions[Turn % Count];
	// From deck to deck, so that none is asked twice.
	return FString::Printf(TEXT("%s on deck %d%s?"), Question.Beginning, 3 + Turn / Count, Question.End);
}

bool FTestConversation::Say(const FString& Text)
{
	const int32 Before = Ends.Num();
	Words.Empty();
	return Session->SubmitUserMessage(Text) && WaitUntil([this, Before] { return Ends.Num() > Before; });
}

void FTestConversation::Listen()
{
	UChatSession* Heard = Session.Get();
	Heard->OnOpened().AddWeakLambda(Heard, [this](bool bSuccess) { Told.Add(bSuccess ? TEXT("opened") : TEXT("not opened")); });
	Heard->OnTurnStarted().AddWeakLambda(Heard, [this](int64) { Told.Add(TEXT("turn started")); });
	Heard->OnTextDelta().AddWeakLambda(Heard, [this](const FString& Text)
	{
		Words += Text;
		if (Told.Num() == 0 || Told.Last() != TEXT("words"))
		{
			Told.Add(TEXT("words"));
		}
	});
	Heard->OnMessageAdded().AddWeakLambda(Heard, [this](const FVibeUEMessage& Message)
	{
		Told.Add(Message.Role == EVibeUERole::User ? TEXT("user message") : Message.Role == EVibeUERole::Tool ? TEXT("tool message") : TEXT("answer"));
	});
	Heard->OnToolCallRequested().AddWeakLambda(Heard, [this](const FVibeUEToolCall& Call)
	{
		Told.Add(TEXT("tool call"));
		Calls.Add(Call);
	});
	Heard->OnToolCallApproved().AddWeakLambda(Heard, [this](const FString&) { Told.Add(TEXT("tool approved")); });
	Heard->OnSummarizationStarted().AddWeakLambda(Heard, [this](const FString&)
	{
		++Started;
		Told.Add(TEXT("summarization started"));
	});
	Heard->OnSummarizationEnded().AddWeakLambda(Heard, [this](const FVibeUESummarization& Summarization) { Summarizations.Add(Summarization); });
	Heard->OnSummarizationComplete().AddWeakLambda(Heard, [this](bool bSuccess, const FString&)
	{
		Told.Add(bSuccess ? TEXT("summarization applied") : TEXT("summarization not applied"));
	});
	Heard->OnSummaryPreview().AddWeakLambda(Heard, [this](const FVibeUESummaryPreview& Shown) { Preview = Shown; });
	Heard->OnSessionError().AddWeakLambda(Heard, [this](const FVibeUEError& Error)
	{
		Told.Add(TEXT("error"));
		Errors.Add(Error);
	});
	Heard->OnTurnEnded().AddWeakLambda(Heard, [this](int64, EVibeUETurnEnd End)
	{
		Told.Add(TEXT("turn ended"));
		Ends.Add(End);
	});
}

#endif
