// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecTool.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"

// They write into the project's folder, which belongs to the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Slate.h"

BEGIN_DEFINE_SPEC(FDryRunSpec, "VibeUE.Tools.a dry run", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecTool> Tool;
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;
	FString Door;

	/** Returns what the door's file holds now. */
	FString Held() const
	{
		FString Text;
		FFileHelper::LoadFileToString(Text, *Door);
		return Text;
	}

	/** Steps that open a conversation in which a tool that writes is always allowed. */
	void OpenWithPaint();
END_DEFINE_SPEC(FDryRunSpec)

void FDryRunSpec::OpenWithPaint()
{
	Chat = MakeShared<FSpecChat>(*this);
	FSpecSandbox::OfferEditorTools();
	GetMutableDefault<UVibeUESettings>()->AlwaysAllowedTools.Add(TEXT("paint"));
	Tool = MakeShared<FSpecTool>(TEXT("paint"), EVibeUEToolAccess::Write, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("painted")); });
	Chat->Open();
	Chat->WaitUntilOpened();
}

// Long because it lists its cases.
void FDryRunSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();
	static const TCHAR* const Edit = TEXT("use edit_file {\"path\": \"DryDoor.txt\", \"old_text\": \"blue\", \"new_text\": \"red\"}");

	BeforeEach([this]()
	{
		Door = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT("DryDoor.txt");
		FFileHelper::SaveStringToFile(TEXT("the door\nis blue\n"), *Door);
	});
	AfterEach([this]()
	{
		Chat.Reset();
		Tool.Reset();
		Window.Reset();
		Sandbox.Reset();
		IFileManager::Get().Delete(*Door);
	});

	LatentIt(TEXT("runs no tool that writes, whoever allowed it, and tells the model what it would do"), Timeout, [this](const FDoneDelegate& Done)
	{
		OpenWithPaint();
		Chat->Do([this]() { TestTrue(TEXT("it is taken"), (*Chat)->SetDryRun(true)); });
		Chat->Say(TEXT("use paint {}"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("it is on"), (*Chat)->IsDryRun());
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 0);
			TestTrue(TEXT("a host is told"), Chat->ToolCalls.Num() == 1 && Chat->ToolCalls[0].bDryRun && Chat->ToolCalls[0].bNeedsApproval);
			TestTrue(TEXT("the model is told"), Chat->Streamed.Contains(TEXT("not done: dry run. ")));
			TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Refused}));
		});
		Chat->Do([this]() { TestTrue(TEXT("it is ended"), (*Chat)->SetDryRun(false)); });
		Chat->Say(TEXT("use paint {}"));
		Chat->Do([this]() { TestEqual(TEXT("runs when it is over"), Tool->GetRuns().Num(), 1); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("stays one where the conversation cannot be opened at first: plan mode is not turned on"), Timeout, [this](const FDoneDelegate& Done)
	{
		OpenWithPaint();
		Chat->Do([this]()
		{
			TestTrue(TEXT("it is taken"), (*Chat)->SetDryRun(true));
			const FString Id = (*Chat)->GetConversationId();
			(*Chat)->Close(FSpecSandbox::Patience);
			Chat->Forget();
			GetMutableDefault<UVibeUESettings>()->SummarizationTargetRatio = 0.9;
			TestTrue(TEXT("it begins to open"), (*Chat)->Open(Id));
		});
		Chat->WaitUntilOpened();
		Chat->Do([this]()
		{
			TestTrue(TEXT("openings"), Chat->Openings == TArray<bool>({false}));
			Chat->TestOneError(TEXT("opening"), EVibeUEFailure::Settings, TEXT("target"));
			TestFalse(TEXT("plan mode"), (*Chat)->IsPlanMode());
			Chat->Forget();
			GetMutableDefault<UVibeUESettings>()->SummarizationTargetRatio = 0.5;
			FSpecSandbox::Notify();
		});
		Chat->WaitUntilOpened();
		Chat->Say(TEXT("use paint {}"));
		Chat->Do([this]()
		{
			TestFalse(TEXT("plan mode at the end"), (*Chat)->IsPlanMode());
			TestTrue(TEXT("the dry run is on"), (*Chat)->IsDryRun() && Chat->Streamed.Contains(TEXT("not done: dry run. ")));
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 0);
		});
		Chat->Run(Done);
	});

	It(TEXT("shows in the window what would change, asks nobody, and changes nothing"), [this]()
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		if (!FTestConversation::UseServer(*this, 32000))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->bOfferFileTools = true;
		if (!Window->Open(560.0f, 1200.0f))
		{
			return;
		}
		Window->Click(TEXT("Dry run"));
		Window->Type(Edit);
		Window->UntilSeen(TEXT("Nothing was changed. The call would do this:"));
		Window->UntilSeen(TEXT("+is red"));
		Window->UntilSeen(TEXT("dry run: not done"));
		Window->Settle();
		TestFalse(TEXT("a question"), StandIn::ReadAll(Window->Get()).Contains(TEXT("Allow once")));
		TestEqual(TEXT("what the file holds"), Held(), FString(TEXT("the door\nis blue\n")));
		// A call that would fail says so, too.
		Window->Type(TEXT("use edit_file {\"path\": \"../Away.txt\", \"content\": \"x\"}"));
		Window->UntilSeen(TEXT("Nothing was changed. The call would have been refused:"));
		Window->Type(TEXT("/dry-run off"));
		Window->UntilSeen(TEXT("Dry run is off."));
		Window->Type(Edit);
		Window->UntilSeen(TEXT("Allow once"));
		Window->Click(TEXT("Allow once"));
		Window->UntilSeen(TEXT("Undo edits"));
		TestEqual(TEXT("when it is over"), Held(), FString(TEXT("the door\nis red\n")));
		Window->Close();
	});
}

#endif
