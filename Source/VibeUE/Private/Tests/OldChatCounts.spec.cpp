// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace OldChatCountsPrivate
{
static const TCHAR* const Tools =
	TEXT("[{\"type\":\"function\",\"function\":{\"name\":\"look\",\"description\":\"Looks at an actor of the level.\","
		 "\"parameters\":{\"type\":\"object\",\"properties\":{\"actor\":{\"type\":\"string\"}}}}}]");

/** A PNG of this size; all that anybody looks at is its head. */
static FVibeUEImage MakeImage(int32 Width, int32 Height)
{
	FVibeUEImage Image;
	Image.MediaType = TEXT("image/png");
	Image.Data = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R'};
	for (const int32 Size : {Width, Height})
	{
		for (int32 Shift = 24; Shift >= 0; Shift -= 8)
		{
			Image.Data.Add(static_cast<uint8>((Size >> Shift) & 0xff));
		}
	}
	Image.Data.Append({8, 2, 0, 0, 0, 0, 0, 0, 0});
	return Image;
}
} // namespace OldChatCountsPrivate

// The one of the old chat's defects that was about counting.
BEGIN_DEFINE_SPEC(FOldChatCountsSpec, "VibeUE.OldChatDefects.g", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
END_DEFINE_SPEC(FOldChatCountsSpec)

// Long because it lists its cases.
void FOldChatCountsSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]() { Chat = MakeShared<FSpecChat>(*this); });
	AfterEach([this]() { Chat.Reset(); });

	LatentIt(TEXT("the count holds the summary, the arguments of calls and the definitions of tools"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<FVibeUETokenUsage> Before = MakeShared<FVibeUETokenUsage>();
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this, Before]()
		{
			*Before = (*Chat)->GetTokenBreakdown();
			TestEqual(TEXT("tools before there are any"), Before->Tools, static_cast<int64>(0));
			TestTrue(TEXT("the instructions"), Before->System > 0);
			TestTrue(TEXT("the tools are taken"), (*Chat)->SetTools(OldChatCountsPrivate::Tools));
		});
		const FString Arguments = FSpecChat::Words(200, 3).Replace(TEXT("\n"), TEXT(" "));
		Chat->SayWithTool(FString::Printf(TEXT("use look {\"actor\":\"%s\"}"), *Arguments), []() {}, FSpecChat::Words(100, 4));
		Chat->Talk(6, 150);
		Chat->Do([this]()
		{
			const FVibeUETokenUsage Usage = (*Chat)->GetTokenBreakdown();
			TestTrue(TEXT("definitions of tools"), Usage.Tools > 10);
			TestTrue(TEXT("arguments"), Usage.ToolCalls > 150);
			TestTrue(TEXT("results"), Usage.ToolResults > 80);
			(*Chat)->ForceSummarize(FString());
		});
		Chat->WaitUntilSummarized();
		Chat->Do([this]()
		{
			const FVibeUETokenUsage Usage = (*Chat)->GetTokenBreakdown();
			TestTrue(TEXT("the summary"), Usage.Summary > 0);
			TestTrue(TEXT("it counts about what its text has"),
				Usage.Summary >= (*Chat)->EstimateTokenCount(Chat->Summarizations[0].Summary));
			TestEqual(TEXT("the parts add up"), Usage.Used,
				Usage.System + Usage.Tools + Usage.Summary + Usage.User + Usage.Assistant + Usage.ToolCalls + Usage.ToolResults + Usage.Images +
					Usage.Overhead);
			TestEqual(TEXT("the summarization told the same"), Chat->Summarizations[0].TokensAfter, Usage.Used);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("the count holds the images of messages and of results"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<FVibeUETokenUsage> Before = MakeShared<FVibeUETokenUsage>();
		const TSharedRef<FVibeUETokenUsage> Between = MakeShared<FVibeUETokenUsage>();
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this, Before]()
		{
			*Before = (*Chat)->GetTokenBreakdown();
			TestEqual(TEXT("images before there are any"), Before->Images, static_cast<int64>(0));
			TestTrue(TEXT("the tools are taken"), (*Chat)->SetTools(OldChatCountsPrivate::Tools));
			TestTrue(TEXT("the message is taken"), (*Chat)->SubmitUserMessageWithImages(TEXT("use look {}"), {OldChatCountsPrivate::MakeImage(1024, 768)}));
		});
		Chat->Wait(TEXT("the call"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Do([this, Between]()
		{
			*Between = (*Chat)->GetTokenBreakdown();
			// 4 tiles of 170 and 85, by OpenAI's published rule for this model.
			TestEqual(TEXT("the message's image"), Between->Images, static_cast<int64>(765));
			TestTrue(TEXT("the result is taken"),
				(*Chat)->AnswerToolCallWithImages(Chat->ToolCalls[0].CallId, TEXT("This is the viewport."), {OldChatCountsPrivate::MakeImage(512, 512)}));
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this, Between]()
		{
			TestEqual(TEXT("how it ended"), Chat->TurnEnds[0], EVibeUETurnEnd::Completed);
			const FVibeUETokenUsage Usage = (*Chat)->GetTokenBreakdown();
			// One tile of 170 and 85, with the result or on its own.
			TestTrue(TEXT("the result's image"), Usage.Images + Usage.ToolResults >= Between->Images + 255);
			TestEqual(TEXT("images of the message"), (*Chat)->GetMessages(1, 1)[0].Images, 1);
		});
		Chat->Run(Done);
	});
}

#endif
