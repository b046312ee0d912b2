// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Tools/ServedTools.h"
#include "VibeUESettings.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Program.h"
#include "StandIn/Slate.h"

BEGIN_DEFINE_SPEC(FServedToolsLooksSpec, "VibeUE.Looks.served tools", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;
	TSharedPtr<StandIn::FProgram> Program;
	FString Config;

	/** Opens the tab with tools that are served; false where it cannot be. */
	bool Open();
END_DEFINE_SPEC(FServedToolsLooksSpec)

bool FServedToolsLooksSpec::Open()
{
	if (!FTestConversation::UseServer(*this, 96000))
	{
		return false;
	}
	UVibeUESettings* Values = GetMutableDefault<UVibeUESettings>();
	Values->bOfferFileTools = true;
	Values->bServeTools = true;
	return Window->OpenScene(560.0f, 760.0f) && Window->UntilSeen(TEXT("Tools are served at http://127.0.0.1:"));
}

void FServedToolsLooksSpec::Define()
{
	BeforeEach([this]()
	{
		// A case before this one may have played the editor's exit.
		FServedTools::Get()->Start();
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		Program = MakeShared<StandIn::FProgram>();
		Config = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT("SpecServed.ini");
		FFileHelper::SaveStringToFile(TEXT("[/Script/Doors.DoorSettings]\nColor=Blue\nOpensBy=Lever\n"), *Config);
	});
	AfterEach([this]()
	{
		StandIn::RenderNow();
		Program.Reset();
		Window.Reset();
		Sandbox.Reset();
		IFileManager::Get().Delete(*Config);
	});

	It(TEXT("say where they are, and that plan mode holds for them"), [this]()
	{
		if (Open())
		{
			Window->GetSession()->SetPlanMode(true);
			Window->UntilSeen(TEXT("Plan mode is on in a conversation"));
			Window->UntilSeen(TEXT("Copy for a program"));
		}
	});

	It(TEXT("ask for what another program wants to change"), [this]()
	{
		if (!Open())
		{
			return;
		}
		const TSharedPtr<FServedTools> Served = FServedTools::Get();
		const FString Body = TEXT("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"edit_file\", "
			"\"arguments\": {\"path\": \"SpecServed.ini\", \"old_text\": \"Blue\", \"new_text\": \"Red\"}, \"_meta\": "
			"{\"io.modelcontextprotocol/protocolVersion\": \"2026-07-28\", "
			"\"io.modelcontextprotocol/clientInfo\": {\"name\": \"claude-code\", \"version\": \"2.1\"}}}}");
		Program->Post(Served->GetUrl(), FString::Printf(TEXT("Authorization: %s\r\nMcp-Method: tools/call\r\nMcp-Name: edit_file\r\n"), *Served->GetAuthorization()), Body);
		Window->UntilSeen(TEXT("Another program, which calls itself claude-code 2.1, requests this:"));
		Window->UntilSeen(TEXT("Color=Red"));
		Window->UntilSeen(TEXT("Allow once"));
	});
}

#endif
