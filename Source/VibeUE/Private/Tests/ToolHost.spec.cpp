// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecTool.h"
#include "UObject/StrongObjectPtr.h"
#include "UObject/UObjectGlobals.h"
#include "VibeUEBlueprintTool.h"
#include "VibeUESettings.h"
#include "VibeUEToolRegistry.h"

#if defined(STANDIN)
#include "StandIn/Editor.h"
#include "StandIn/Host.h"
#include "Widgets/SWindow.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

namespace ToolHostSpecPrivate
{
// The example of docs/tools.md: all that a module needs for a tool of its own.
class FCountDoors final : public IVibeUETool
{
public:
	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("count_doors");
		Info.Description = TEXT("Counts the doors of a floor.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {\"floor\": {\"type\": \"integer\"}}, \"required\": [\"floor\"]}");
		Info.Access = EVibeUEToolAccess::Read;
		return Info;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		Run->Done(FString::Printf(TEXT("Floor %lld has 7 doors."), Run->GetArguments().GetInteger(TEXT("floor"))));
	}
};
} // namespace ToolHostSpecPrivate

BEGIN_DEFINE_SPEC(FToolHostSpec, "VibeUE.Tools.a tool", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecTool> Tool;
END_DEFINE_SPEC(FToolHostSpec)

// Long because it lists its cases.
void FToolHostSpec::Define()
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
	});

	LatentIt(TEXT("of another module is offered, called with its arguments, and heard"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<IVibeUETool> Doors = MakeShared<ToolHostSpecPrivate::FCountDoors>();
		TestTrue(TEXT("it is taken"), FVibeUEToolRegistry::Get().Register(Doors));
		AddExpectedError(TEXT("count_doors"), EAutomationExpectedErrorFlags::Contains, 1);
		TestFalse(TEXT("a second one of its name is taken"), FVibeUEToolRegistry::Get().Register(Doors));
		Chat->Open();
		Chat->Say(TEXT("use count_doors {\"floor\": \"3\"}"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("the model reads it"), Chat->Streamed.Contains(TEXT("Floor 3 has 7 doors.")));
			TestEqual(TEXT("calls"), Chat->ToolCalls.Num(), 1);
			TestEqual(TEXT("what it may touch"), Chat->ToolCalls[0].Access, EVibeUEToolAccess::Read);
			TestFalse(TEXT("a person was asked"), Chat->ToolCalls[0].bNeedsApproval);
			TestTrue(TEXT("it is done"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done}));
			FVibeUEToolRegistry::Get().Unregister(TEXT("count_doors"));
			TestTrue(TEXT("it is gone"), FVibeUEToolRegistry::Get().Find(TEXT("count_doors")) == nullptr);
		});
		Chat->Run(Done);
	});

#if defined(STANDIN)
	LatentIt(TEXT("gives five megabytes away and costs the game thread no more memory than with an empty result"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<TArray<int64>> Taken = MakeShared<TArray<int64>>();
		Tool = MakeShared<FSpecTool>(TEXT("dump"), EVibeUEToolAccess::Read, [Taken](const TSharedRef<FVibeUEToolRun>& Run)
		{
			FString Text = FString::ChrN(static_cast<int32>(Run->GetArguments().GetInteger(TEXT("count"))), TEXT('x'));
			const int64 Before = StandIn::AllocatedBytes();
			Run->Done(MoveTemp(Text));
			Taken->Add(StandIn::AllocatedBytes() - Before);
		});
		Chat->Open();
		// The first one makes what a process makes once.
		Chat->Say(TEXT("use dump {\"count\": 0}"));
		Chat->Say(TEXT("use dump {\"count\": 0}"));
		Chat->Say(TEXT("use dump {\"count\": 5242880}"));
		Chat->Do([this, Taken]()
		{
			TestTrue(TEXT("all of them were done"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done, EVibeUEToolEnd::Done, EVibeUEToolEnd::Done}));
			TestTrue(TEXT("no more than an empty one"), Taken->Num() == 3 && (*Taken)[2] <= (*Taken)[1] + 256);
			static constexpr int32 Shown = 16 * 1024;
			static constexpr int32 Kept = 1024 * 1024;
			const int64 Count = (*Chat)->GetMessageCount();
			const FVibeUEToolResult Beginning = (*Chat)->GetMessages(Count - 2, 1, EVibeUEHistory::Transcript, true)[0].ToolResults[0];
			const FVibeUEToolResult Whole = (*Chat)->GetMessages(Count - 2, 1)[0].ToolResults[0];
			TestEqual(TEXT("the window reads its beginning"), Beginning.Text.Len(), Shown);
			TestTrue(TEXT("and how long it is"), Beginning.Bytes == Whole.Bytes && Whole.Bytes > Kept);
			TestTrue(TEXT("all that is kept can be read"), Whole.Text.Len() > Kept && Whole.Text.Contains(TEXT("5242880")));
		});
		Chat->Run(Done);
	});
#endif

	LatentIt(TEXT("is not called with what its schema does not allow, and the model learns what"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("look_at"), EVibeUEToolAccess::Read);
		Chat->Open();
		Chat->Say(TEXT("use look_at {\"count\": \"many\"}"));
		Chat->Say(TEXT("use look_at {\"why\": 1}"));
		Chat->Do([this]()
		{
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 0);
			TestTrue(TEXT("the type is named"), Chat->Streamed.Contains(TEXT("Not run: `count` is not of the type integer.")));
			TestTrue(TEXT("the names are named"), Chat->Streamed.Contains(TEXT("there is no argument `why`; there are what, count")));
			TestTrue(TEXT("both were refused"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Refused, EVibeUEToolEnd::Refused}));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("that writes waits for the user, whose reason against it reaches the model"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("paint"), EVibeUEToolAccess::Write, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("painted")); });
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use paint {}")); });
		Chat->Wait(TEXT("the question"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("a person is asked"), Chat->ToolCalls[0].bNeedsApproval);
			TestEqual(TEXT("what it may touch"), Chat->ToolCalls[0].Access, EVibeUEToolAccess::Write);
			(*Chat)->ApproveToolCall(Chat->ToolCalls[0].CallId, EVibeUEToolApproval::Deny, TEXT("the wall is new"));
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 0);
			TestTrue(TEXT("the reason"), Chat->Streamed.Contains(TEXT("the wall is new")));
			TestTrue(TEXT("denied"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Denied}));
			(*Chat)->SubmitUserMessage(TEXT("use paint {}"));
		});
		Chat->Wait(TEXT("the second question"), [this]() { return Chat->ToolCalls.Num() == 2; });
		Chat->Do([this]() { (*Chat)->ApproveToolCall(Chat->ToolCalls[1].CallId, EVibeUEToolApproval::Allow, FString()); });
		Chat->Wait(TEXT("the end of the second turn"), [this]() { return Chat->TurnEnds.Num() == 2; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 1);
			TestTrue(TEXT("the model reads it"), Chat->Streamed.Contains(TEXT("painted")));
			Chat->TestPairs(TEXT("pairs"), EVibeUEHistory::View);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("that was allowed in the project is not asked for again, in the next conversation either"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("paint"), EVibeUEToolAccess::Write, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("painted")); });
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use paint {}")); });
		Chat->Wait(TEXT("the question"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Do([this]() { (*Chat)->ApproveToolCall(Chat->ToolCalls[0].CallId, EVibeUEToolApproval::AllowProject, FString()); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("it is written down"), IFileManager::Get().FileExists(*(Chat->GetSandbox().GetFolder() / TEXT("permissions.json"))));
			Chat->Close();
			Chat->Forget();
			Chat->Open();
		});
		Chat->Say(TEXT("use paint {}"));
		Chat->Do([this]()
		{
			TestFalse(TEXT("a person is asked"), Chat->ToolCalls[0].bNeedsApproval);
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 2);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("may answer later, and hears each frame until then"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("wait_for"), EVibeUEToolAccess::Read, [](const TSharedRef<FVibeUEToolRun>& Run)
		{
			const TSharedRef<int32> Frames = MakeShared<int32>(0);
			const TWeakPtr<FVibeUEToolRun> Weak = Run;
			Run->OnFrame().AddLambda([Weak, Frames]()
			{
				const TSharedPtr<FVibeUEToolRun> Waiting = Weak.Pin();
				if (Waiting.IsValid() && ++*Frames == 3)
				{
					Waiting->Done(TEXT("three frames later"));
				}
			});
		});
		Chat->Open();
		Chat->Say(TEXT("use wait_for {}\nuse wait_for {\"what\": \"b\"}"));
		Chat->Do([this]()
		{
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 2);
			TestTrue(TEXT("both are done"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done, EVibeUEToolEnd::Done}));
			TestTrue(TEXT("the model reads it"), Chat->Streamed.Contains(TEXT("three frames later")));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("hears that the turn was cancelled, and may answer all the same without harm"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<int32> Stops = MakeShared<int32>(0);
		Tool = MakeShared<FSpecTool>(TEXT("dig"), EVibeUEToolAccess::Read, [Stops](const TSharedRef<FVibeUEToolRun>& Run)
		{
			Run->OnStopped().AddLambda([Stops]() { ++*Stops; });
		});
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use dig {}")); });
		Chat->Wait(TEXT("the call"), [this]() { return Tool->GetRuns().Num() == 1; });
		Chat->Do([this]() { (*Chat)->CancelTurn(); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this, Stops]()
		{
			TestEqual(TEXT("how it ended"), Chat->TurnEnds[0], EVibeUETurnEnd::Cancelled);
			TestEqual(TEXT("stops"), *Stops, 1);
			TestFalse(TEXT("it is waited for"), Tool->GetRuns()[0]->IsOpen());
			Tool->GetRuns()[0]->Done(TEXT("too late"));
			Tool->GetRuns()[0]->Fail(TEXT("much too late"));
		});
		Chat->Say(TEXT("and now?"));
		Chat->Do([this]()
		{
			TestFalse(TEXT("the late answer is anywhere"), Chat->Describe(EVibeUEHistory::Transcript).Contains(TEXT("too late")));
			TestEqual(TEXT("errors"), Chat->Errors.Num(), 0);
			Chat->TestPairs(TEXT("pairs"), EVibeUEHistory::View);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("may release the session and collect garbage when its call is answered elsewhere"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<int32> Stops = MakeShared<int32>(0);
		const TWeakPtr<FSpecChat> Weak = Chat;
		Tool = MakeShared<FSpecTool>(TEXT("dig"), EVibeUEToolAccess::Read, [Weak, Stops](const TSharedRef<FVibeUEToolRun>& Run)
		{
			Run->OnStopped().AddLambda([Weak, Stops]()
			{
				++*Stops;
				Weak.Pin()->LetGo();
				CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
			});
		});
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use dig {}")); });
		Chat->Wait(TEXT("the call"), [this]() { return Tool->GetRuns().Num() == 1; });
		Chat->Do([this]() { (*Chat)->AnswerToolCall(Tool->GetRuns()[0]->GetCall().CallId, TEXT("answered elsewhere")); });
		Chat->Wait(TEXT("that it is told"), [Stops]() { return *Stops > 0; });
		Chat->Do([this]() { TestEqual(TEXT("ends that were reported"), Chat->ToolEnds.Num(), 1); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("may release the session and collect garbage when the conversation is closed"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<int32> Stops = MakeShared<int32>(0);
		const TWeakPtr<FSpecChat> Weak = Chat;
		Tool = MakeShared<FSpecTool>(TEXT("dig"), EVibeUEToolAccess::Read, [Weak, Stops](const TSharedRef<FVibeUEToolRun>& Run)
		{
			Run->OnStopped().AddLambda([Weak, Stops]()
			{
				++*Stops;
				Weak.Pin()->LetGo();
				CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
			});
		});
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use dig {}")); });
		Chat->Wait(TEXT("the call"), [this]() { return Tool->GetRuns().Num() == 1; });
		Chat->Do([this, Stops]()
		{
			(*Chat)->Close(FSpecSandbox::Patience);
			TestEqual(TEXT("stops"), *Stops, 1);
			TestEqual(TEXT("turns whose end was reported"), Chat->TurnEnds.Num(), 1);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("may make objects when it hears that the session was collected"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<int32> Stops = MakeShared<int32>(0);
		Tool = MakeShared<FSpecTool>(TEXT("dig"), EVibeUEToolAccess::Read, [Stops](const TSharedRef<FVibeUEToolRun>& Run)
		{
			Run->OnStopped().AddLambda([Stops]()
			{
				++*Stops;
				NewObject<UVibeUEBlueprintTool>();
			});
		});
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use dig {}")); });
		Chat->Wait(TEXT("the call"), [this]() { return Tool->GetRuns().Num() == 1; });
		Chat->Do([this, Stops]()
		{
			Chat->LetGo();
			CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
			TestEqual(TEXT("stops while garbage is collected"), *Stops, 0);
		});
		Chat->Wait(TEXT("that it is told"), [Stops]() { return *Stops > 0; });
		Chat->Do([this, Stops]()
		{
			TestEqual(TEXT("stops"), *Stops, 1);
			TestFalse(TEXT("somebody waits for it"), Tool->GetRuns()[0]->IsOpen());
		});
		Chat->Run(Done);
	});

	It(TEXT("of a Blueprint that is collected is unregistered after the collection, or when another takes its name"), [this]()
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("ring");
		Info.Description = TEXT("Rings.");
		TestTrue(TEXT("it is registered"), UVibeUEBlueprintTool::RegisterTool(Info) != nullptr);
		const TSharedRef<int32> Changes = MakeShared<int32>(0);
		const FDelegateHandle Handle = FVibeUEToolRegistry::Get().OnChanged().AddLambda([Changes]()
		{
			++*Changes;
			NewObject<UVibeUEBlueprintTool>();
		});
		CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
		TestEqual(TEXT("changes while garbage is collected"), *Changes, 0);
		const TStrongObjectPtr<UVibeUEBlueprintTool> Other(UVibeUEBlueprintTool::RegisterTool(Info));
		TestTrue(TEXT("another of its name is registered"), Other.IsValid());
		TestEqual(TEXT("changes"), *Changes, 2);
		FVibeUEToolRegistry::Get().OnChanged().Remove(Handle);
		Other->UnregisterTool();
		TestTrue(TEXT("it is gone"), FVibeUEToolRegistry::Get().Find(TEXT("ring")) == nullptr);
	});

	LatentIt(TEXT("that never answers is ended when its time is over"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<int32> Stops = MakeShared<int32>(0);
		Tool = MakeShared<FSpecTool>(
			TEXT("sleep"), EVibeUEToolAccess::Read, [Stops](const TSharedRef<FVibeUEToolRun>& Run) { Run->OnStopped().AddLambda([Stops]() { ++*Stops; }); }, 0.2);
		Chat->Open();
		Chat->Say(TEXT("use sleep {}"));
		Chat->Do([this, Stops]()
		{
			TestEqual(TEXT("stops"), *Stops, 1);
			TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::TimedOut}));
			TestTrue(TEXT("the model is told"), Chat->Streamed.Contains(TEXT("no answer within 1 seconds")));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("that is taken away while it runs is lost, and the next turn works"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("vanish"), EVibeUEToolAccess::Read);
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use vanish {}")); });
		Chat->Wait(TEXT("the call"), [this]() { return Tool->GetRuns().Num() == 1; });
		Chat->Do([this]() { Tool->Unregister(); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]() { TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Lost})); });
		Chat->Say(TEXT("use vanish {}"));
		Chat->Do([this]() { TestEqual(TEXT("a call of what is gone"), Chat->ToolCalls.Num(), 1); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("that writes does not run in plan mode, whoever allowed it"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("paint"), EVibeUEToolAccess::Write, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("painted")); });
		GetMutableDefault<UVibeUESettings>()->AlwaysAllowedTools.Add(TEXT("paint"));
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this]() { TestTrue(TEXT("it is taken"), (*Chat)->SetPlanMode(true)); });
		Chat->Say(TEXT("use paint {}"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("plan mode is on"), (*Chat)->IsPlanMode());
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 0);
			TestTrue(TEXT("the model is told"), Chat->Streamed.Contains(TEXT("plan mode is on")));
			TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Refused}));
			(*Chat)->SetPlanMode(false);
		});
		Chat->Say(TEXT("use paint {}"));
		Chat->Do([this]() { TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 1); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("is not offered where the settings say so, or a host has one of its name"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("look_at"), EVibeUEToolAccess::Read, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("of the registry")); });
		GetMutableDefault<UVibeUESettings>()->bOfferEditorTools = false;
		Chat->Open();
		Chat->Say(TEXT("use look_at {}"));
		Chat->Do([this]()
		{
			TestEqual(TEXT("calls without tools"), Chat->ToolCalls.Num(), 0);
			GetMutableDefault<UVibeUESettings>()->bOfferEditorTools = true;
			FSpecSandbox::Notify();
			(*Chat)->SetTools(TEXT("[{\"name\": \"look_at\"}]"));
		});
		Chat->SayWithTool(TEXT("use look_at {}"), [this]() { TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 0); }, TEXT("of the host"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("the host's counts"), Chat->Streamed.Contains(TEXT("of the host")));
			(*Chat)->SetTools(TEXT("[]"));
		});
		Chat->Say(TEXT("use look_at {}"));
		Chat->Do([this]() { TestEqual(TEXT("runs without the host's"), Tool->GetRuns().Num(), 1); });
		Chat->Run(Done);
	});

#if defined(STANDIN)
	LatentIt(TEXT("is not run while a dialog is open, which the model learns by its title"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("look_at"), EVibeUEToolAccess::Read, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("seen")); });
		StandIn::SetModalWindow(SNew(SWindow).Title(FText::FromString(TEXT("Save Content"))));
		Chat->Open();
		Chat->Say(TEXT("use look_at {}"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Busy}));
			TestTrue(TEXT("the model is told"), Chat->Streamed.Contains(TEXT("dialog open: Save Content")));
			StandIn::SetModalWindow(nullptr);
		});
		Chat->Say(TEXT("use look_at {}"));
		Chat->Do([this]() { TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 1); });
		Chat->Run(Done);
	});
#endif
}

#endif
