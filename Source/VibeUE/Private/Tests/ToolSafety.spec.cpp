// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"
#include "HAL/PlatformProcess.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecTool.h"
#include "VibeUEBlueprintTool.h"
#include "VibeUESettings.h"

#if defined(STANDIN)
#include "StandIn/Editor.h"
#include "Widgets/SWindow.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FToolSafetySpec, "VibeUE.Tools.a call", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecTool> Tool;
	TSharedPtr<FSpecTool> Other;

	/** Steps that submit a message and wait until the turn ends in any way. */
	void Submit(const TCHAR* Text);
END_DEFINE_SPEC(FToolSafetySpec)

void FToolSafetySpec::Submit(const TCHAR* Text)
{
	Chat->Do([this, Text]() { TestTrue(TEXT("the message is taken"), (*Chat)->SubmitUserMessage(Text)); });
	Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
}

// Long because it lists its cases.
void FToolSafetySpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		Chat = MakeShared<FSpecChat>(*this);
		FSpecSandbox::OfferEditorTools();
	});
	AfterEach([this]()
	{
		Chat.Reset();
		Tool.Reset();
		Other.Reset();
	});

	LatentIt(TEXT("is in the journal before it runs"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("look_at"), EVibeUEToolAccess::Read, [this](const TSharedRef<FVibeUEToolRun>& Run)
		{
			FString Journal;
			const FString Path = FConversationFiles::GetPath(Run->GetSession()->GetConversationId());
			TestTrue(TEXT("the journal can be read"), FFileHelper::LoadFileToString(Journal, *Path));
			TestTrue(TEXT("the call is in it"), Journal.Contains(TEXT("look_at")) && Journal.Contains(Run->GetCall().CallId));
			Run->Done(TEXT("seen"));
		});
		Chat->Open();
		Chat->Say(TEXT("use look_at {\"what\": \"a\"}"));
		Chat->Do([this]() { TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 1); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("that waits, for a frame or for the user, does not run once the turn was stopped"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("look_at"), EVibeUEToolAccess::Read, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->GetSession()->CancelTurn(); });
		Other = MakeShared<FSpecTool>(TEXT("paint"), EVibeUEToolAccess::Write, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("painted")); });
		Chat->Open();
		// The first stops the turn while the others wait; all of them are there before it runs.
		Submit(TEXT("use look_at {}\nuse look_at {\"what\": \"b\"}\nuse paint {}"));
		Chat->Do([this]()
		{
			TestEqual(TEXT("how it ended"), Chat->TurnEnds[0], EVibeUETurnEnd::Cancelled);
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 1);
			for (const FVibeUEToolCall& Call : Chat->ToolCalls)
			{
				(*Chat)->ApproveToolCall(Call.CallId, EVibeUEToolApproval::AllowAlways, FString());
			}
		});
		Chat->Say(TEXT("and now?"));
		Chat->Do([this]()
		{
			TestEqual(TEXT("runs of what was allowed too late"), Other->GetRuns().Num(), 0);
			TestEqual(TEXT("runs after the turn"), Tool->GetRuns().Num(), 1);
			Chat->TestPairs(TEXT("pairs"), EVibeUEHistory::View);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("that was handed out before the core heard of the stop does not run either, and the next turn's does"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("look_at"), EVibeUEToolAccess::Read, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("seen")); });
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this]()
		{
			TestTrue(TEXT("a stop without a turn is taken"), (*Chat)->CancelTurn());
			const TWeakPtr<FSpecChat> Weak = Chat;
			(*Chat)->OnToolCallRequested().AddLambda([Weak](const FVibeUEToolCall&)
			{
				const TSharedPtr<FSpecChat> Heard = Weak.Pin();
				if (Heard.IsValid() && Heard->TurnEnds.Num() == 0)
				{
					Heard->Get()->CancelTurn();
				}
			});
		});
		Submit(TEXT("use look_at {}"));
		Chat->Do([this]()
		{
			TestEqual(TEXT("how it ended"), Chat->TurnEnds[0], EVibeUETurnEnd::Cancelled);
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 0);
		});
		Chat->Say(TEXT("use look_at {\"what\": \"b\"}"));
		Chat->Do([this]() { TestEqual(TEXT("runs of the next turn"), Tool->GetRuns().Num(), 1); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("that the settings allow runs when the core has taken that, and once"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("paint"), EVibeUEToolAccess::Write, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("painted")); });
		GetMutableDefault<UVibeUESettings>()->AlwaysAllowedTools.Add(TEXT("paint"));
		Chat->Open();
		Chat->Say(TEXT("use paint {}"));
		Chat->Do([this]()
		{
			TestFalse(TEXT("a person is asked"), Chat->ToolCalls[0].bNeedsApproval);
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 1);
			TestTrue(TEXT("it is done"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done}));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("whose pictures cannot be taken fails, and does not hold the turn"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("look_at"), EVibeUEToolAccess::Read, [](const TSharedRef<FVibeUEToolRun>& Run)
		{
			FVibeUEImage Image;
			Image.MediaType = TEXT("text/plain");
			Image.Data.Add(1);
			Run->DoneWithImages(TEXT("half of it"), {Image});
		});
		Chat->Open();
		Chat->Say(TEXT("use look_at {}"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Failed}));
			TestTrue(TEXT("the model is told"), Chat->Streamed.Contains(TEXT("half of it")) && Chat->Streamed.Contains(TEXT("its pictures could not be taken")));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("is not charged the time in which the editor drew nothing"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("wait_for"), EVibeUEToolAccess::Read, nullptr, 1.5);
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use wait_for {}")); });
		Chat->Wait(TEXT("the call"), [this]() { return Tool->GetRuns().Num() == 1; });
		// What a dialog does to the editor: there is no frame until it is closed.
		Chat->Do([]() { FPlatformProcess::Sleep(2.0f); });
		Chat->Do([]() {});
		Chat->Do([this]()
		{
			TestTrue(TEXT("it is waited for"), Tool->GetRuns()[0]->IsOpen());
			Tool->GetRuns()[0]->Done(TEXT("closed at last"));
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]() { TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done})); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("of a tool that no provider would take is never offered, and the other tools are"), Timeout, [this](const FDoneDelegate& Done)
	{
		AddExpectedError(TEXT("is not offered"), EAutomationExpectedErrorFlags::Contains, 3);
		const FSpecTool BadName(TEXT("look at"), EVibeUEToolAccess::Read);
		const FSpecTool NoName(TEXT(""), EVibeUEToolAccess::Read);
		FVibeUEToolInfo Info;
		Info.Name = TEXT("bad_schema");
		Info.Schema = TEXT("[]");
		TestTrue(TEXT("a Blueprint gets none"), UVibeUEBlueprintTool::RegisterTool(Info) == nullptr);
		for (const TCHAR* const Name : {TEXT("look at"), TEXT(""), TEXT("bad_schema")})
		{
			TestTrue(FString::Printf(TEXT("'%s' is unknown"), Name), FVibeUEToolRegistry::Get().Find(Name) == nullptr);
		}
		Tool = MakeShared<FSpecTool>(TEXT("look_at"), EVibeUEToolAccess::Read, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("seen")); });
		Chat->Open();
		Chat->Say(TEXT("use look_at {}"));
		Chat->Do([this]() { TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 1); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("of a Blueprint's tool runs until it is answered, and is lost when the tool is taken back"), Timeout, [this](const FDoneDelegate& Done)
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("ring");
		Info.Description = TEXT("Rings.");
		Info.Access = EVibeUEToolAccess::Read;
		const TSharedRef<TStrongObjectPtr<UVibeUEBlueprintTool>> Bell =
			MakeShared<TStrongObjectPtr<UVibeUEBlueprintTool>>(UVibeUEBlueprintTool::RegisterTool(Info));
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use ring {}")); });
		Chat->Wait(TEXT("the call"), [Bell]() { return (*Bell)->GetOpenRuns().Num() == 1; });
		Chat->Do([Bell]()
		{
			CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
			(*Bell)->GetOpenRuns()[0]->Done(TEXT("it rang"));
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("the model reads it"), Chat->Streamed.Contains(TEXT("it rang")));
			(*Chat)->SubmitUserMessage(TEXT("use ring { }"));
		});
		Chat->Wait(TEXT("the second call"), [Bell]() { return (*Bell)->GetOpenRuns().Num() == 1; });
		Chat->Do([Bell]() { (*Bell)->UnregisterTool(); });
		Chat->Wait(TEXT("the end of the second turn"), [this]() { return Chat->TurnEnds.Num() == 2; });
		Chat->Do([this]() { TestTrue(TEXT("states"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done, EVibeUEToolEnd::Lost})); });
		Chat->Run(Done);
	});

#if defined(STANDIN)
	LatentIt(TEXT("that a dialog keeps from going on ends as busy with the dialog's title, not as late"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("wait_for"), EVibeUEToolAccess::Read,
			[](const TSharedRef<FVibeUEToolRun>&) { StandIn::SetModalWindow(SNew(SWindow).Title(FText::FromString(TEXT("Blueprint Errors")))); }, 0.2);
		Chat->Open();
		Chat->Say(TEXT("use wait_for {}"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Busy}));
			TestTrue(TEXT("the model is told"), Chat->Streamed.Contains(TEXT("Dialog open: Blueprint Errors.")));
			StandIn::SetModalWindow(nullptr);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("that waits, comes or runs while a dialog keeps the editor in its own loop learns of the dialog before it is closed"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<FString> Seen = MakeShared<FString>();
		// A call that opens a dialog itself and returns when it is closed, another that waits for it, and one in
		// progress at the same time.
		Tool = MakeShared<FSpecTool>(TEXT("open_dialog"), EVibeUEToolAccess::Read,
			[this, Seen](const TSharedRef<FVibeUEToolRun>& Run)
		{
			const bool bCame = StandIn::RunModalLoop(SNew(SWindow).Title(FText::FromString(TEXT("Save Content"))), [this]() { return Chat->ToolEnds.Num() == 3; });
			*Seen = bCame ? TEXT("told before it was closed") : TEXT("nothing was told");
			Run->Done(TEXT("closed"));
		}, 0.2);
		Other = MakeShared<FSpecTool>(TEXT("wait_for"), EVibeUEToolAccess::Read, nullptr, 0.2);
		Chat->Open();
		Submit(TEXT("use wait_for {}\nuse open_dialog {}\nuse wait_for {\"what\": \"b\"}"));
		Chat->Do([this, Seen]()
		{
			TestEqual(TEXT("when it was told"), *Seen, FString(TEXT("told before it was closed")));
			TestTrue(TEXT("states"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Busy, EVibeUEToolEnd::Busy, EVibeUEToolEnd::Busy}));
			TestEqual(TEXT("runs of the one that waited"), Other->GetRuns().Num(), 1);
			const FString Told = Chat->Describe(EVibeUEHistory::Transcript);
			TestTrue(TEXT("what waited"), Told.Contains(TEXT("Not run: dialog open: Save Content. Ask the user to close it, then call again.")));
			TestTrue(TEXT("what ran"), Told.Contains(TEXT("Dialog open: Save Content. The call started but could not continue")));
			Chat->TestPairs(TEXT("pairs"), EVibeUEHistory::View);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("of an answer that comes while the user has a dialog open learns of it at once"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("look_at"), EVibeUEToolAccess::Read, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("seen")); });
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this]()
		{
			(*Chat)->SubmitUserMessage(TEXT("use look_at {}"));
			// The user opens it before the model answers, and looks at it until the whole turn is over.
			const bool bCame = StandIn::RunModalLoop(SNew(SWindow).Title(FText::FromString(TEXT("Import Options"))), [this]() { return Chat->TurnEnds.Num() == 1; });
			TestTrue(TEXT("the turn ended behind the dialog"), bCame);
			TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Busy}));
			TestTrue(TEXT("the model was told"), Chat->Streamed.Contains(TEXT("Not run: dialog open: Import Options.")));
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 0);
		});
		Chat->Say(TEXT("use look_at {\"what\": \"b\"}"));
		Chat->Do([this]() { TestEqual(TEXT("runs after it was closed"), Tool->GetRuns().Num(), 1); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("with arguments that do not fit is shown as one that would be refused"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("paint"), EVibeUEToolAccess::Write, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("painted")); });
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use paint {\"count\": \"many\"}\nuse run_console_command {\"command\": \"quit\"}")); });
		Chat->Wait(TEXT("the questions"), [this]() { return Chat->ToolCalls.Num() == 2; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("a call that does not fit"), Chat->ToolCalls[0].Preview.bWouldFail);
			TestEqual(TEXT("why"), Chat->ToolCalls[0].Preview.Text, FString(TEXT("`count` is not of the type integer")));
			TestTrue(TEXT("a command that is not allowed"), Chat->ToolCalls[1].Preview.bWouldFail);
			TestEqual(TEXT("which"), Chat->ToolCalls[1].Preview.Title, FString(TEXT("quit")));
			(*Chat)->CancelTurn();
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Run(Done);
	});
#endif
}

#endif
