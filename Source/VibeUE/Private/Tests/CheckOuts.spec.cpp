// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/FileManager.h"
#include "HAL/PlatformTime.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecSandbox.h"
#include "VibeUESettings.h"
#include "Widgets/SWindow.h"

// They write into the project's folder, which belongs to the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Editor.h"
#include "StandIn/SourceControl.h"

BEGIN_DEFINE_SPEC(FCheckOutsSpec, "VibeUE.Tools.source control", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	FString Door;
	FString Asset;

	/** Opens a conversation that edits the project's files. */
	void Open();

	/** Steps that let a call run, and wait until its turn is over. */
	void Allow(const TCHAR* Call, TFunction<void(const FVibeUEToolCall&)> Look);

	/** Returns what a file holds. */
	static FString Read(const FString& File);
END_DEFINE_SPEC(FCheckOutsSpec)

void FCheckOutsSpec::Open()
{
	Chat = MakeShared<FSpecChat>(*this);
	GetMutableDefault<UVibeUESettings>()->bOfferFileTools = true;
	FSpecSandbox::OfferEditorTools();
	Chat->Open();
	Chat->WaitUntilOpened();
}

void FCheckOutsSpec::Allow(const TCHAR* Call, TFunction<void(const FVibeUEToolCall&)> Look)
{
	Chat->Do([this, Call]()
	{
		Chat->Forget();
		(*Chat)->SubmitUserMessage(Call);
	});
	Chat->Wait(TEXT("the question"), [this]() { return Chat->ToolCalls.Num() == 1; });
	Chat->Do([this, Look]()
	{
		Look(Chat->ToolCalls[0]);
		TestEqual(TEXT("what is checked out before it is allowed"), StandIn::CheckedOutFiles().Num(), 0);
		(*Chat)->ApproveToolCall(Chat->ToolCalls[0].CallId, EVibeUEToolApproval::Allow, FString());
	});
	Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
}

FString FCheckOutsSpec::Read(const FString& File)
{
	FString Text;
	FFileHelper::LoadFileToString(Text, *File);
	return Text;
}

// Long because it lists its cases.
void FCheckOutsSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();
	static const TCHAR* const Edit = TEXT("use edit_file {\"path\": \"SpecDoor.txt\", \"old_text\": \"blue\", \"new_text\": \"red\"}");
	static const TCHAR* const Save = TEXT("use save_assets {\"assets\": [\"/Game/Doors/BP_Door\"]}");

	BeforeEach([this]()
	{
		const FString Project = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir());
		Door = Project / TEXT("SpecDoor.txt");
		Asset = Project / TEXT("Content/Doors/BP_Door.uasset");
		FFileHelper::SaveStringToFile(TEXT("the door\nis blue\n"), *Door);
		FFileHelper::SaveStringToFile(TEXT("a door"), *Asset);
		StandIn::SetReadOnly(Door, true);
		StandIn::SetReadOnly(Asset, true);
		StandIn::AddAsset(TEXT("/Game/Doors/BP_Door"), TEXT("Blueprint"));
		StandIn::DirtyAsset(TEXT("/Game/Doors/BP_Door"));
	});
	AfterEach([this]()
	{
		Chat.Reset();
		StandIn::SetSourceControl(false);
		StandIn::ResetEditor();
		StandIn::SetReadOnly(Door, false);
		StandIn::SetReadOnly(Asset, false);
		IFileManager::Get().Delete(*Door);
		IFileManager::Get().DeleteDirectory(*FPaths::GetPath(Asset), false, true);
	});

	LatentIt(TEXT("gives a file that is edited, and an asset that is saved, after the user allowed it"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::SetSourceControl(true);
		Open();
		Allow(Edit, [this](const FVibeUEToolCall& Call)
		{
			TestTrue(FString::Printf(TEXT("it is said; it reads %s"), *Call.Preview.Title), Call.Preview.Title.EndsWith(TEXT("; it will be checked out first")));
			TestTrue(TEXT("the lines"), Call.Preview.bIsDiff && Call.Preview.Text.Contains(TEXT("+is red")));
		});
		Chat->Do([this]()
		{
			TestTrue(TEXT("how it ended"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done}));
			TestEqual(TEXT("what the file holds"), Read(Door), FString(TEXT("the door\nis red\n")));
			TestTrue(TEXT("what is checked out"), StandIn::CheckedOutFiles() == TArray<FString>({Door}));
			StandIn::SetSourceControl(true);
		});
		Allow(Save, [this](const FVibeUEToolCall& Call)
		{
			TestEqual(TEXT("it is said"), Call.Preview.Text, FString(TEXT("/Game/Doors/BP_Door (will be checked out first)")));
		});
		Chat->Do([this]()
		{
			TestTrue(TEXT("how it ended"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done}));
			TestTrue(TEXT("what is checked out"), StandIn::CheckedOutFiles() == TArray<FString>({Asset}));
			TestTrue(TEXT("what is saved"), StandIn::SavedPackages() == TArray<FString>({TEXT("/Game/Doors/BP_Door")}));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("is not asked while a dialog is open, which would not be drawn meanwhile, but after that"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::SetSourceControl(true);
		Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(Edit); });
		Chat->Wait(TEXT("the question"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Do([this]()
		{
			(*Chat)->ApproveToolCall(Chat->ToolCalls[0].CallId, EVibeUEToolApproval::Allow, FString());
			// As long as the core takes to ask for the file: what it asks for later cannot make this fail.
			const double Closing = FPlatformTime::Seconds() + 1.5;
			StandIn::RunModalLoop(SNew(SWindow).Title(FText::FromString(TEXT("Save Content"))),
				[Closing]() { return StandIn::CheckedOutFiles().Num() > 0 || FPlatformTime::Seconds() > Closing; });
			TestEqual(TEXT("what is checked out behind the dialog"), StandIn::CheckedOutFiles().Num(), 0);
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("how it ended"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done}));
			TestTrue(TEXT("what is checked out"), StandIn::CheckedOutFiles() == TArray<FString>({Door}));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("names who has a file, and nothing is written"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::SetSourceControl(true);
		StandIn::CheckOutBy(Door, TEXT("ann@workshop"));
		StandIn::CheckOutBy(Asset, TEXT("ann@workshop"));
		Open();
		Allow(Edit, [](const FVibeUEToolCall&) {});
		Chat->Do([this]()
		{
			TestTrue(TEXT("how it ended"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Failed}));
			TestTrue(TEXT("who has it"), Chat->Streamed.Contains(TEXT("could not be checked out: ann@workshop has it checked out")));
			TestEqual(TEXT("what the file holds"), Read(Door), FString(TEXT("the door\nis blue\n")));
		});
		Allow(Save, [](const FVibeUEToolCall&) {});
		Chat->Do([this]()
		{
			TestTrue(TEXT("how saving ended"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Failed}));
			TestTrue(TEXT("who has the asset"), Chat->Streamed.Contains(TEXT("/Game/Doors/BP_Door: not saved: it could not be checked out: ann@workshop has it checked out")));
			TestEqual(TEXT("what is saved"), StandIn::SavedPackages().Num(), 0);
			StandIn::SetSourceControl(true, false);
		});
		Allow(Edit, [](const FVibeUEToolCall&) {});
		Chat->Do([this]() { TestTrue(TEXT("that nobody answers"), Chat->Streamed.Contains(TEXT("source control does not answer"))); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("is not asked where there is none: a read-only file is named as locked"), Timeout, [this](const FDoneDelegate& Done)
	{
		Open();
		Allow(Edit, [this](const FVibeUEToolCall& Call)
		{
			TestTrue(TEXT("it is said"), Call.Preview.bWouldFail && Call.Preview.Text.Contains(TEXT("it is locked: read-only on the disk")));
		});
		Chat->Do([this]()
		{
			TestTrue(TEXT("how it ended"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Failed}));
			TestEqual(TEXT("what the file holds"), Read(Door), FString(TEXT("the door\nis blue\n")));
		});
		Allow(Save, [this](const FVibeUEToolCall& Call) { TestEqual(TEXT("nothing is checked out"), Call.Preview.Text, FString(TEXT("/Game/Doors/BP_Door"))); });
		Chat->Do([this]()
		{
			TestTrue(TEXT("how saving ended"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Failed}));
			TestTrue(TEXT("what is said"), Chat->Streamed.Contains(TEXT("/Game/Doors/BP_Door: could not be saved; it may be locked or checked in")));
			TestEqual(TEXT("what is saved"), StandIn::SavedPackages().Num(), 0);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("gives a map of a plugin, too"), Timeout, [this](const FDoneDelegate& Done)
	{
		const FString Kit = FPaths::ConvertRelativePathToFull(FPaths::ProjectPluginsDir()) / TEXT("SpecKit");
		const FString Map = Kit / TEXT("Content/Hall.umap");
		FFileHelper::SaveStringToFile(TEXT("a hall"), *Map);
		StandIn::SetReadOnly(Map, true);
		StandIn::MountContent(TEXT("/SpecKit/"), Kit / TEXT("Content"));
		StandIn::AddAsset(TEXT("/SpecKit/Hall"), TEXT("World"));
		StandIn::DirtyAsset(TEXT("/SpecKit/Hall"));
		StandIn::SetSourceControl(true);
		Open();
		Allow(TEXT("use save_assets {\"assets\": [\"/SpecKit/Hall\"]}"), [this](const FVibeUEToolCall& Call)
		{
			TestEqual(TEXT("it is said"), Call.Preview.Text, FString(TEXT("/SpecKit/Hall (will be checked out first)")));
		});
		Chat->Do([this, Kit, Map]()
		{
			TestTrue(TEXT("how it ended"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done}));
			TestTrue(TEXT("what is checked out"), StandIn::CheckedOutFiles() == TArray<FString>({Map}));
			TestTrue(TEXT("what is saved"), StandIn::SavedPackages() == TArray<FString>({TEXT("/SpecKit/Hall")}));
			IFileManager::Get().DeleteDirectory(*Kit, false, true);
		});
		Chat->Run(Done);
	});
}

#endif
