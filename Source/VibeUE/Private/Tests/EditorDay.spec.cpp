// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Engine/Blueprint.h"
#include "Input/Reply.h"
#include "Kismet2/CompilerResultsLog.h"
#include "Misc/AutomationTest.h"
#include "PythonScriptTypes.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "UObject/StrongObjectPtr.h"
#include "VibeUELog.h"
#include "VibeUESettings.h"
#include "Widgets/Input/SEditableTextBox.h"

// A day of an agent in the editor, through the window, with what the stand-in's editor finds and says.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Editor.h"
#include "StandIn/Slate.h"

BEGIN_DEFINE_SPEC(FEditorDaySpec, "VibeUE.Tools.a day", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;

	/** What the editor has, and how it answers. */
	void PrepareEditor();

	/** Waits for the question of a call, tests what it shows, and answers it. */
	void Answer(const TCHAR* Shown, const TCHAR* Button);

	/** Types why a call is denied, into the box of the row that asks. */
	void TypeReason(const TCHAR* Reason);

	/** Tests that each call of the conversation has one result. */
	void TestCalls(const UChatSession& Session, int32 Calls);
END_DEFINE_SPEC(FEditorDaySpec)

void FEditorDaySpec::PrepareEditor()
{
	StandIn::AddAsset(TEXT("/Game/Doors/BP_AirlockDoor"), TEXT("Blueprint"));
	StandIn::AddAsset(TEXT("/Game/Doors/M_Door"), TEXT("Material"));
	StandIn::SelectActor(TEXT("AirlockDoor_2"));
	StandIn::SetViewport(FIntPoint{1920, 1080});
	StandIn::SetPython([](FPythonCommandEx& Command)
	{
		StandIn::Touch();
		StandIn::DirtyAsset(TEXT("/Game/Doors/BP_AirlockDoor"));
		Command.LogOutput.Add(FPythonLogOutputEntry{EPythonLogOutputType::Info, TEXT("connected 1 pin")});
		return true;
	});
	StandIn::SetCompiler([](UBlueprint&, FCompilerResultsLog& Results)
	{
		if (StandIn::Transactions().Num() == 0)
		{
			// As the compiler of Blueprints words it.
			Results.Messages.Add(MakeShared<FTokenizedMessage>(
				EMessageSeverity::Error, FText::FromString(TEXT("In use pin Target no longer exists on node Open Door. Please refresh node or break links to remove pin."))));
		}
	});
}

void FEditorDaySpec::Answer(const TCHAR* Shown, const TCHAR* Button)
{
	Window->UntilSeen(TEXT("waits for your approval"));
	Window->UntilSeen(Shown);
	Window->Click(Button);
	Window->UntilGone(TEXT("waits for your approval"));
}

void FEditorDaySpec::TypeReason(const TCHAR* Reason)
{
	for (const TSharedRef<SWidget>& Box : StandIn::FindAllWhere(Window->Get(), [](const SWidget& Widget) { return StandIn::Is<SEditableTextBox>(Widget); }))
	{
		if (Box->GetVisibility().IsVisible() && StandIn::IsOnScreen(Box))
		{
			StandIn::Focus(Box);
			StandIn::TypeText(Reason);
			return;
		}
	}
	AddError(TEXT("No box for a reason is on the screen."));
}

void FEditorDaySpec::TestCalls(const UChatSession& Session, int32 Calls)
{
	TArray<FString> Open;
	int32 Results = 0;
	for (const FVibeUEMessage& Message : Session.GetMessages(0, MAX_int32))
	{
		for (const FVibeUEToolResult& Result : Message.ToolResults)
		{
			TestEqual(FString::Printf(TEXT("%s answers a call"), *Result.CallId), Open.Remove(Result.CallId), 1);
			++Results;
		}
		for (const FVibeUEToolCall& Call : Message.ToolCalls)
		{
			Open.Add(Call.CallId);
		}
	}
	TestEqual(TEXT("results"), Results, Calls);
	TestEqual(TEXT("calls without a result"), Open.Num(), 0);
}

// As long as the list of its cases.
void FEditorDaySpec::Define()
{
	BeforeEach([this]()
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});
	AfterEach([this]()
	{
		Window.Reset();
		StandIn::ResetEditor();
		Sandbox.Reset();
	});

	It(TEXT("of finding, compiling, fixing, looking, being denied and undoing holds, also after the editor was closed"), [this]()
	{
		if (!FTestConversation::UseServer(*this, 100000))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->bOfferEditorTools = true;
		PrepareEditor();
		if (!Window->Open(560.0f, 1400.0f))
		{
			return;
		}
		Window->Type(TEXT("Fix the airlock door, and show me."));
		// It looks without a question, and asks before it compiles: once, and then it may.
		Answer(TEXT("/Game/Doors/BP_AirlockDoor"), TEXT("For this conversation"));
		Window->UntilSeen(TEXT("did not compile"));
		// The script is in the row before it runs, and with it what it may do.
		Window->UntilSeen(TEXT("It controls the editor"));
		Window->UntilSeen(TEXT("door.connect('Target', 'PowerGrid')"));
		TestEqual(TEXT("steps before it is allowed"), StandIn::Transactions().Num(), 0);
		StandIn::RenderNow();
		Answer(TEXT("import unreal"), TEXT("Allow once"));
		// It compiles again without a question, looks, and wants to save.
		Window->UntilSeen(TEXT("It changes something for good"));
		TestEqual(TEXT("steps"), StandIn::Transactions().Num(), 1);
		TypeReason(TEXT("the level is locked today"));
		Window->Click(TEXT("Deny"));
		Window->UntilSeen(TEXT("denied"));
		Window->UntilSeen(TEXT("It changes something that can be taken back"));
		Window->Click(TEXT("Allow once"));
		Window->UntilSeen(TEXT("Nothing is saved and my change is undone, as you wish."));
		Window->Settle();

		UChatSession* Session = Window->GetSession();
		TestEqual(TEXT("steps in the end"), StandIn::Transactions().Num(), 0);
		TestEqual(TEXT("saved"), StandIn::SavedPackages().Num(), 0);
		TestTrue(TEXT("the picture counts"), Session->GetTokenBreakdown().Images > 0);
		TestCalls(*Session, 9);
		const FString Id = Session->GetConversationId();
		Window->Close();

		const TStrongObjectPtr<UChatSession> Again(UChatSession::OpenConversation(Id));
		StandIn::FramesUntil([&Again] { return Again->GetState() == EVibeUEChatState::Idle; }, FSpecSandbox::FramePatience);
		TestCalls(*Again, 9);
		FString Told;
		for (const FVibeUEMessage& Message : Again->GetMessages(0, MAX_int32))
		{
			for (const FVibeUEToolResult& Result : Message.ToolResults)
			{
				Told += Result.Text + TEXT("\n");
			}
		}
		for (const TCHAR* const Words : {TEXT("/Game/Doors/BP_AirlockDoor.BP_AirlockDoor Blueprint"), TEXT("actor AirlockDoor_2 (Actor)"),
				 TEXT("In use pin Target no longer exists"), TEXT("connected 1 pin"), TEXT("compiled: 0 errors"), TEXT("shown as 960 by 540"),
				 TEXT("the level is locked today"), TEXT("1 of 1 steps were undone.")})
		{
			TestTrue(FString::Printf(TEXT("the journal holds %s; it holds %s"), Words, *Told), Told.Contains(Words));
		}
		// The server refuses what no provider would take: calls without results, results without calls.
		const int64 Before = Again->GetMessageCount();
		TestTrue(TEXT("it goes on"), Again->SubmitUserMessage(TEXT("Thank you.")));
		StandIn::FramesUntil([&Again, Before] { return Again->GetState() == EVibeUEChatState::Idle && Again->GetMessageCount() >= Before + 2; }, FSpecSandbox::FramePatience);
		TestEqual(TEXT("what failed"), Again->GetLastError().Kind, EVibeUEFailure::None);
		Again->Close();
	});
}

#endif
