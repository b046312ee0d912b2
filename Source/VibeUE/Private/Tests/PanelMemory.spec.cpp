// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "PanelMemory.h"

#include "ConversationFiles.h"
#include "CoreGlobals.h"
#include "HAL/FileManager.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/ConfigCacheIni.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SPanelGrip.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** What the tab shows again when it is opened the next time: a restart of the editor opens it with what is on the disk. */
BEGIN_DEFINE_SPEC(FPanelMemorySpec, "VibeUE.Looks.Place", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

bool Open(float Width)
{
	return FTestConversation::UseServer(*this, 96000) && Window->OpenScene(Width, 640.0f) && Window->Settle();
}

/** Closes the tab as at the editor's end, forgets what is in memory, and opens it again. */
void Restart(float Width)
{
	Window->Close();
	GConfig->Flush(true, GEditorPerProjectIni);
	Window->OpenScene(Width, 640.0f);
	Window->Settle();
}

float WidthOfContext() const
{
	return static_cast<float>(StandIn::Find<SContextPanel>(Window->Get())->StandInGeometry().GetLocalSize().X);
}
END_DEFINE_SPEC(FPanelMemorySpec)

// Long because it lists its cases.
void FPanelMemorySpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		StandIn::RenderNow();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("shows the same message and the context as wide as it was made"), [this]
	{
		if (!Open(980.0f))
		{
			return;
		}
		for (const TCHAR* Words : {TEXT("The red door"), TEXT("Ladders and stairs"), TEXT("A light above the stairs"), TEXT("The hatch"), TEXT("The window of the tower"), TEXT("The cargo bay"), TEXT("A lamp"), TEXT("The bridge")})
		{
			Window->Say(Words);
		}
		Window->ClickIcon(TEXT("Show what fills the context"));
		Window->Until(TEXT("the context"), [this] { return StandIn::Find<SContextPanel>(Window->Get()).IsValid() && WidthOfContext() == FPanelMemory::UsualWidth; });
		StandIn::Drag(StandIn::Find<SPanelGrip>(Window->Get()), FVector2D(-60.0, 0.0));
		TestEqual(TEXT("dragged"), WidthOfContext(), FPanelMemory::UsualWidth + 60.0f);
		StandIn::Focus(StandIn::Find<SPanelGrip>(Window->Get()));
		StandIn::PressKey(EKeys::Left);
		StandIn::Layout();
		TestEqual(TEXT("moved by a key"), WidthOfContext(), FPanelMemory::UsualWidth + 80.0f);
		StandIn::PressKey(EKeys::Right);
		StandIn::Layout();
		TestEqual(TEXT("moved back by the other one"), WidthOfContext(), FPanelMemory::UsualWidth + 60.0f);
		StandIn::Drag(StandIn::Find<SPanelGrip>(Window->Get()), FVector2D(600.0, 0.0));
		TestEqual(TEXT("never too narrow for its words"), WidthOfContext(), FPanelMemory::LeastWidth);
		StandIn::Drag(StandIn::Find<SPanelGrip>(Window->Get()), FVector2D(-50.0, 0.0));
		const FString Conversation = Window->GetSession()->GetConversationId();
		const TSharedPtr<SChatMessageList> List = StandIn::Find<SChatMessageList>(Window->Get());
		const int64 Question = Window->GetSession()->GetMessages(0, 100)[2].Id;
		List->ShowMessage(Question);
		Window->Until(TEXT("the message at the top"), [List, Question] { return List->FindTopMessage() == Question; });
		Restart(980.0f);
		TestEqual(TEXT("the conversation"), Window->GetSession()->GetConversationId(), Conversation);
		TestEqual(TEXT("the width"), WidthOfContext(), FPanelMemory::LeastWidth + 50.0f);
		Window->Until(TEXT("the same message at the top"),
			[this, Question] { return StandIn::Find<SChatMessageList>(Window->Get())->FindTopMessage() == Question; });
		Window->TestNothingIsCutOff();
	});

	It(TEXT("opens the conversation that was shown, though another one changed last, and that one when it is gone"), [this]
	{
		if (!Open(420.0f) || !Window->Say(TEXT("The red door")))
		{
			return;
		}
		const FString First = Window->GetSession()->GetConversationId();
		Window->ClickIcon(TEXT("Start a new conversation"));
		Window->Settle();
		Window->Follow();
		Window->Say(TEXT("Ladders and stairs"));
		const FString Second = Window->GetSession()->GetConversationId();
		Window->ClickIcon(TEXT("Show this project's conversations"));
		Window->UntilSeen(TEXT("The red door"));
		StandIn::Click(StandIn::FindByText(StandIn::Find<SConversationList>(Window->Get()).ToSharedRef(), TEXT("The red door")));
		Window->UntilSeen(TEXT("You said: The red door"));
		TestEqual(TEXT("changed last"), UChatSession::FindConversations()[0], Second);
		Restart(420.0f);
		TestEqual(TEXT("the one that was shown"), Window->GetSession()->GetConversationId(), First);
		Window->Close();
		UChatSession::DiscardConversation(First);
		Window->OpenScene(420.0f, 640.0f);
		TestEqual(TEXT("the one that is left"), Window->GetSession()->GetConversationId(), Second);
	});

	It(TEXT("shows the history again, and leaves the keyboard where it was"), [this]
	{
		if (!Open(420.0f) || !Window->Say(TEXT("The red door")))
		{
			return;
		}
		Window->ClickIcon(TEXT("Show this project's conversations"));
		Window->UntilSeen(TEXT("Import\u2026"));
		Restart(420.0f);
		Window->UntilSeen(TEXT("Import\u2026"));
		Window->UntilSeen(TEXT("The red door"));
		TestFalse(TEXT("it took the keyboard"), StandIn::Find<SConversationList>(Window->Get())->HasFocusedDescendants());
		StandIn::RenderNow();
		Window->ClickIcon(TEXT("Go back to the conversation"));
		Window->UntilSeen(TEXT("You said: The red door"));
		Restart(420.0f);
		TestFalse(TEXT("closed, it stays closed"), Window->Sees(TEXT("Import\u2026")));
	});

	It(TEXT("passes over what cannot be used"), [this]
	{
		const TCHAR* const Section = TEXT("VibeUE.Panel");
		GConfig->SetString(Section, TEXT("Conversation"), TEXT("../../secret"), GEditorPerProjectIni);
		GConfig->SetString(Section, TEXT("TopMessage"), TEXT("-7"), GEditorPerProjectIni);
		GConfig->SetString(Section, TEXT("bShowsContext"), TEXT("True"), GEditorPerProjectIni);
		GConfig->SetString(Section, TEXT("ContextWidth"), TEXT("90000"), GEditorPerProjectIni);
		FPanelMemory Expected;
		Expected.bShowsContext = true;
		Expected.ContextWidth = FPanelMemory::MostWidth;
		TestTrue(TEXT("what is left"), FPanelMemory::Read() == Expected);
		// A window without room for both still shows the conversation.
		if (!Open(780.0f))
		{
			return;
		}
		TestTrue(TEXT("room for the conversation"), WidthOfContext() <= 360.0f);
		Window->TestNothingIsCutOff();
	});
}

#endif
