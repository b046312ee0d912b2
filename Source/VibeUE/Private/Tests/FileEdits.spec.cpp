// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"

// They write into the project's folder, which belongs to the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Slate.h"

BEGIN_DEFINE_SPEC(FFileEditsSpec, "VibeUE.Tools.the project's files", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;
	TSharedRef<TArray<FVibeUEFilesRestored>> Restored = MakeShared<TArray<FVibeUEFilesRestored>>();
	FString Door;

	/** Returns what the door's file holds now. */
	FString Held() const;

	/** Steps that open a conversation and let the model call a tool, up to the question whether it may. */
	void UntilAsked(const TCHAR* Call);
END_DEFINE_SPEC(FFileEditsSpec)

FString FFileEditsSpec::Held() const
{
	FString Text;
	FFileHelper::LoadFileToString(Text, *Door);
	return Text;
}

void FFileEditsSpec::UntilAsked(const TCHAR* Call)
{
	Chat = MakeShared<FSpecChat>(*this);
	GetMutableDefault<UVibeUESettings>()->bOfferFileTools = true;
	GetMutableDefault<UVibeUESettings>()->ContextWindow = 32000;
	Chat->Open();
	Chat->Do([this, Call]() { (*Chat)->SubmitUserMessage(Call); });
	Chat->Wait(TEXT("the question"), [this]() { return Chat->ToolCalls.Num() == 1; });
}

// Long because it lists its cases.
void FFileEditsSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();
	static const TCHAR* const Edit = TEXT("use edit_file {\"path\": \"SpecDoor.txt\", \"old_text\": \"blue\", \"new_text\": \"red\"}");

	BeforeEach([this]()
	{
		Restored->Empty();
		Door = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT("SpecDoor.txt");
		FFileHelper::SaveStringToFile(TEXT("the door\nis blue\n"), *Door);
	});
	AfterEach([this]()
	{
		Chat.Reset();
		Window.Reset();
		Sandbox.Reset();
		IFileManager::Get().Delete(*Door);
	});

	LatentIt(TEXT("are edited when the user allows what is shown, and taken back, also after a restart"), Timeout, [this](const FDoneDelegate& Done)
	{
		UntilAsked(Edit);
		Chat->Do([this]()
		{
			const FVibeUEToolCall& Call = Chat->ToolCalls[0];
			TestTrue(TEXT("a person is asked"), Call.bNeedsApproval);
			TestTrue(TEXT("the plugin runs it"), Call.bRunsItself);
			TestEqual(TEXT("what it may touch"), Call.Access, EVibeUEToolAccess::Write);
			TestTrue(TEXT("it is a diff of what would run"), Call.Preview.bIsDiff && !Call.Preview.bWouldFail);
			TestTrue(TEXT("the line about it"), Call.Preview.Title.StartsWith(TEXT("edit SpecDoor.txt: +1 -1 lines")));
			TestTrue(TEXT("the lines"), Call.Preview.Text.Contains(TEXT("-is blue\n+is red\n")));
			TestEqual(TEXT("before it is allowed"), Held(), FString(TEXT("the door\nis blue\n")));
			TestFalse(TEXT("a host's answer is taken"), (*Chat)->AnswerToolCall(Call.CallId, TEXT("done")));
			Chat->Errors.Empty();
			(*Chat)->ApproveToolCall(Call.CallId, EVibeUEToolApproval::Allow, FString());
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("after it"), Held(), FString(TEXT("the door\nis red\n")));
			TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done}));
			const TArray<FVibeUEFileChanges> Changes = (*Chat)->GetFileChanges();
			TestTrue(TEXT("it is listed"), Changes.Num() == 1 && Changes[0].Files == TArray<FString>({TEXT("SpecDoor.txt")}) && !Changes[0].bRestored);
		});
		Chat->Reopen();
		Chat->Wait(TEXT("the list of edits"), [this]() { return (*Chat)->GetFileChanges().Num() == 1; });
		Chat->Do([this]()
		{
			const TSharedRef<TArray<FVibeUEFilesRestored>> Heard = Restored;
			(*Chat)->OnFilesRestored().AddLambda([Heard](const FVibeUEFilesRestored& Report) { Heard->Add(Report); });
			TestTrue(TEXT("it begins"), (*Chat)->RestoreFiles((*Chat)->GetFileChanges()[0].Id));
		});
		Chat->Wait(TEXT("what came of it"), [this]() { return Restored->Num() == 1; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("what failed"), (*Restored)[0].Error.Kind, EVibeUEFailure::None);
			TestTrue(TEXT("what is as before"), (*Restored)[0].Restored == TArray<FString>({TEXT("SpecDoor.txt")}));
			TestEqual(TEXT("what it holds"), Held(), FString(TEXT("the door\nis blue\n")));
			(*Chat)->RestoreFiles();
		});
		Chat->Wait(TEXT("that there is nothing more"), [this]() { return Restored->Num() == 2; });
		Chat->Do([this]() { TestEqual(TEXT("a second time"), (*Restored)[1].Error.Kind, EVibeUEFailure::Invalid); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("stay as they are when the user says no, the turn is stopped, or the call leads out of the project"), Timeout, [this](const FDoneDelegate& Done)
	{
		UntilAsked(Edit);
		Chat->Do([this]() { (*Chat)->ApproveToolCall(Chat->ToolCalls[0].CallId, EVibeUEToolApproval::Deny, TEXT("it is freshly painted")); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("the model reads why"), Chat->Streamed.Contains(TEXT("it is freshly painted")));
			(*Chat)->SubmitUserMessage(Edit);
		});
		Chat->Wait(TEXT("the second question"), [this]() { return Chat->ToolCalls.Num() == 2; });
		Chat->Do([this]() { (*Chat)->CancelTurn(); });
		Chat->Wait(TEXT("the end of the second turn"), [this]() { return Chat->TurnEnds.Num() == 2; });
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use edit_file {\"path\": \"../SpecDoor.txt\", \"content\": \"x\"}")); });
		Chat->Wait(TEXT("the third question"), [this]() { return Chat->ToolCalls.Num() == 3; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("it says that it would be refused"), Chat->ToolCalls[2].Preview.bWouldFail);
			(*Chat)->ApproveToolCall(Chat->ToolCalls[2].CallId, EVibeUEToolApproval::Allow, FString());
		});
		Chat->Wait(TEXT("the end of the third turn"), [this]() { return Chat->TurnEnds.Num() == 3; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("states"), Chat->ToolEnds.Num() == 3 && Chat->ToolEnds[0] == EVibeUEToolEnd::Denied && Chat->ToolEnds[1] == EVibeUEToolEnd::Cancelled &&
				Chat->ToolEnds[2] != EVibeUEToolEnd::Done);
			TestEqual(TEXT("what it holds"), Held(), FString(TEXT("the door\nis blue\n")));
			TestEqual(TEXT("edits"), (*Chat)->GetFileChanges().Num(), 0);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("that are being taken back when the conversation is closed are reported"), Timeout, [this](const FDoneDelegate& Done)
	{
		UntilAsked(Edit);
		Chat->Do([this]() { (*Chat)->ApproveToolCall(Chat->ToolCalls[0].CallId, EVibeUEToolApproval::Allow, FString()); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("after it"), Held(), FString(TEXT("the door\nis red\n")));
			const TSharedRef<TArray<FVibeUEFilesRestored>> Heard = Restored;
			(*Chat)->OnFilesRestored().AddLambda([Heard](const FVibeUEFilesRestored& Report) { Heard->Add(Report); });
			TestTrue(TEXT("it begins"), (*Chat)->RestoreFiles());
			(*Chat)->Close(FSpecSandbox::Patience);
			if (!TestEqual(TEXT("how often it was told"), Restored->Num(), 1))
			{
				return;
			}
			TestEqual(TEXT("what failed"), (*Restored)[0].Error.Kind, EVibeUEFailure::None);
			TestTrue(TEXT("what is as before"), (*Restored)[0].Restored == TArray<FString>({TEXT("SpecDoor.txt")}));
			TestEqual(TEXT("what it holds"), Held(), FString(TEXT("the door\nis blue\n")));
		});
		Chat->Run(Done);
	});

	It(TEXT("show their changed lines in the window, which takes them back at a click"), [this]()
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		if (!FTestConversation::UseServer(*this, 100000))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->bOfferFileTools = true;
		if (!Window->Open(560.0f, 1200.0f))
		{
			return;
		}
		TestFalse(TEXT("the lever is there without edits"), StandIn::ReadAll(Window->Get()).Contains(TEXT("Undo edits")));
		Window->Type(Edit);
		Window->UntilSeen(TEXT("edit SpecDoor.txt: +1 -1 lines"));
		Window->UntilSeen(TEXT("+is red"));
		StandIn::RenderNow();
		TestEqual(TEXT("before it is allowed"), Held(), FString(TEXT("the door\nis blue\n")));
		Window->Click(TEXT("Allow once"));
		Window->UntilSeen(TEXT("Undo edits"));
		TestEqual(TEXT("after it"), Held(), FString(TEXT("the door\nis red\n")));
		Window->Settle();
		Window->Click(TEXT("Undo edits"));
		Window->UntilSeen(TEXT("Edits undone. Files restored: 1, removed: 0"));
		Window->UntilGone(TEXT("Undo edits"));
		TestEqual(TEXT("taken back"), Held(), FString(TEXT("the door\nis blue\n")));
		Window->Close();
	});
}

#endif
