// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace BadToolsPrivate
{
static const TCHAR* const Tools =
	TEXT("[{\"type\":\"function\",\"function\":{\"name\":\"look\",\"parameters\":{\"type\":\"object\",\"properties\":{}}}}]");
} // namespace BadToolsPrivate

BEGIN_DEFINE_SPEC(FBadToolsSpec, "VibeUE.BadInput.a tool", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
END_DEFINE_SPEC(FBadToolsSpec)

// Long because it lists its cases.
void FBadToolsSpec::Define()
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

	LatentIt(TEXT("whose definition is broken JSON is refused, and the earlier ones stay"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this]()
		{
			TestTrue(TEXT("good ones are taken"), (*Chat)->SetTools(BadToolsPrivate::Tools));
			for (const TCHAR* const Json : {TEXT("[{\"type\":"), TEXT("{}"), TEXT("[1]"), TEXT("no JSON"), TEXT("[{\"name\":7}]")})
			{
				Chat->Forget();
				TestFalse(FString::Printf(TEXT("%s is taken"), Json), (*Chat)->SetTools(Json));
				TestEqual(FString::Printf(TEXT("errors for %s"), Json), Chat->Errors.Num(), 1);
				TestEqual(TEXT("kind"), (*Chat)->GetLastError().Kind, EVibeUEFailure::Invalid);
			}
			TestFalse(TEXT("JSON of bottomless depth is taken"), (*Chat)->SetTools(FString::ChrN(100000, TEXT('['))));
			(*Chat)->SubmitUserMessage(TEXT("use look {}"));
		});
		Chat->Wait(TEXT("a call of the earlier tool"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Do([this]() { (*Chat)->AnswerToolCall(Chat->ToolCalls[0].CallId, TEXT("a door")); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Run(Done);
	});

	LatentIt(TEXT("that nobody called may answer without harm, and twice"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this]()
		{
			(*Chat)->SetTools(BadToolsPrivate::Tools);
			(*Chat)->AnswerToolCall(TEXT("nobody"), TEXT("hm"));
			(*Chat)->ApproveToolCall(FString(), EVibeUEToolApproval::Allow, FString());
			(*Chat)->SubmitUserMessage(TEXT("use look {}"));
		});
		Chat->Wait(TEXT("a call"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Do([this]()
		{
			(*Chat)->AnswerToolCall(TEXT("nobody"), TEXT("hm"));
			(*Chat)->AnswerToolCall(Chat->ToolCalls[0].CallId, TEXT("the first answer"));
			(*Chat)->AnswerToolCall(Chat->ToolCalls[0].CallId, TEXT("the second answer"));
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("how it ended"), Chat->TurnEnds[0], EVibeUETurnEnd::Completed);
			TestTrue(TEXT("a person is told"), Chat->Warnings.Num() + Chat->Errors.Num() > 0);
			TestTrue(TEXT("the first answer counts"), Chat->Streamed.Contains(TEXT("the first answer")));
			TestFalse(TEXT("the second answer is anywhere"), Chat->Describe(EVibeUEHistory::Transcript).Contains(TEXT("the second answer")));
		});
		Chat->Run(Done);
	});
}

#endif
