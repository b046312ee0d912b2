// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The screens of a real editor cannot be changed from a spec: these are the stand-in's.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "CoreGlobals.h"
#include "Misc/AutomationTest.h"
#include "Misc/ConfigCacheIni.h"
#include "PanelMemory.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SPanelGrip.h"

/** The state in which the user left the tab is restored on monitors of other scales and sizes, and behind what covers the conversation. */
BEGIN_DEFINE_SPEC(FTabPlaceSpec, "VibeUE.TabPlace", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
/** The Slate units that the user gives the context, and those that the conversation keeps in a narrow window. */
static constexpr float Made = 440.0f;
static constexpr float LeastTalk = 420.0f;

/** A monitor: its scale, and the pixels that the tab has there. */
struct FScreen
{
	float Scale;
	float Width;
	float Height;
};

/** One of the usual scale. */
static constexpr FScreen Usual{1.0f, 1600.0f, 640.0f};

TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
int64 Early = 0;

/** Opens the tab on the usual monitor, says some things, gives the context a width, and scrolls to an early message. */
bool Arrange();

/** Closes the tab as at the editor's end, forgets what is in memory, and opens it again on a monitor. */
bool ReturnOn(const FScreen& Screen);

/** Waits until the early message is at the top. */
bool UntilEarlyAtTop();

TSharedRef<SWidget> Panel() const { return StandIn::Find<SContextPanel>(Window->Get()).ToSharedRef(); }
float WidthOfContext() const { return static_cast<float>(Panel()->StandInGeometry().GetLocalSize().X); }
float WidthOfTab() const { return static_cast<float>(Window->Get()->StandInGeometry().GetLocalSize().X); }
END_DEFINE_SPEC(FTabPlaceSpec)

bool FTabPlaceSpec::Arrange()
{
	if (!FTestConversation::UseServer(*this, 96000) || !Window->Open(Usual.Width, Usual.Height, Usual.Scale) || !Window->Settle())
	{
		return false;
	}
	for (int32 Number = 1; Number <= 12; ++Number)
	{
		Window->Say(FString::Printf(TEXT("Look at door %d"), Number));
	}
	Window->ClickIcon(TEXT("Show what fills the context"));
	Window->Until(TEXT("the context"), [this] { return StandIn::IsOnScreen(Panel()) && WidthOfContext() == FPanelMemory::UsualWidth; });
	StandIn::Drag(StandIn::Find<SPanelGrip>(Window->Get()), FVector2D(static_cast<double>(FPanelMemory::UsualWidth - Made), 0.0));
	TestEqual(TEXT("as wide as it was dragged"), WidthOfContext(), Made);
	Early = Window->GetSession()->GetMessages(0, 100)[2].Id;
	StandIn::Find<SChatMessageList>(Window->Get())->ShowMessage(Early);
	return UntilEarlyAtTop();
}

bool FTabPlaceSpec::ReturnOn(const FScreen& Screen)
{
	Window->Close();
	GConfig->Flush(true, GEditorPerProjectIni);
	return Window->Open(Screen.Width, Screen.Height, Screen.Scale) && Window->Settle();
}

bool FTabPlaceSpec::UntilEarlyAtTop()
{
	return Window->Until(TEXT("the early message at the top"), [this]
	{
		const TSharedPtr<SChatMessageList> List = StandIn::Find<SChatMessageList>(Window->Get());
		return List->FindTopMessage() == Early && List->IsAtRest();
	});
}

// Long because it lists its cases.
void FTabPlaceSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("has the same message at the top and the context as wide, in units of the screen, when it comes back on a monitor of another scale"), [this]
	{
		if (!Arrange())
		{
			return;
		}
		const float Tab = WidthOfTab();
		for (const FScreen& Screen : {FScreen{2.0f, 3200.0f, 1280.0f}, FScreen{1.5f, 2400.0f, 960.0f}, FScreen{1.25f, 2000.0f, 800.0f}, Usual})
		{
			const FString Where = FString::Printf(TEXT("a scale of %.2f: "), static_cast<double>(Screen.Scale));
			if (!ReturnOn(Screen) || !UntilEarlyAtTop())
			{
				return;
			}
			TestEqual(Where + TEXT("units"), WidthOfContext(), Made);
			TestEqual(Where + TEXT("pixels"), static_cast<float>(Panel()->StandInGeometry().GetAbsoluteSize().X), Made * Screen.Scale);
			TestEqual(Where + TEXT("the units of the tab"), WidthOfTab(), Tab);
			Window->TestNothingIsCutOff();
		}
	});

	It(TEXT("stays as it is while its window is moved to a monitor of another scale, where its edge follows the pointer"), [this]
	{
		if (!Arrange())
		{
			return;
		}
		StandIn::MoveToScreen(StandIn::Windows()[0], 2.0f, 3200.0f, 1280.0f);
		StandIn::Frames(1);
		TestEqual(TEXT("the width"), WidthOfContext(), Made);
		UntilEarlyAtTop();
		StandIn::Drag(StandIn::Find<SPanelGrip>(Window->Get()), FVector2D(-100.0, 0.0));
		TestEqual(TEXT("a hundred pixels of it are fifty units"), WidthOfContext(), Made + 50.0f);
		if (ReturnOn(Usual))
		{
			TestEqual(TEXT("on the usual monitor"), WidthOfContext(), Made + 50.0f);
			UntilEarlyAtTop();
		}
	});

	It(TEXT("makes room for the conversation on a monitor that has less of it, and forgets nothing meanwhile"), [this]
	{
		if (!Arrange())
		{
			return;
		}
		if (!ReturnOn(FScreen{1.5f, 1280.0f, 960.0f}) || !UntilEarlyAtTop())
		{
			return;
		}
		TestNearlyEqual(TEXT("narrower"), WidthOfContext(), WidthOfTab() - LeastTalk, 0.1f);
		Window->TestNothingIsCutOff();
		// Twice: the second time with nothing of the conversation seen since.
		for (int32 Time = 0; Time < 2; ++Time)
		{
			if (!ReturnOn(FScreen{2.0f, 1000.0f, 1280.0f}))
			{
				return;
			}
			Window->Until(TEXT("the context"), [this] { return StandIn::IsOnScreen(Panel()); });
			TestEqual(TEXT("in the place of the conversation"), WidthOfContext(), WidthOfTab());
			TestFalse(TEXT("the conversation is covered"), StandIn::IsOnScreen(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()));
			Window->TestNothingIsCutOff();
		}
		if (ReturnOn(Usual))
		{
			TestEqual(TEXT("the width"), WidthOfContext(), Made);
			UntilEarlyAtTop();
		}
	});

	It(TEXT("has the same message at the top after it was opened and closed with the history in the place of the conversation"), [this]
	{
		if (!Arrange())
		{
			return;
		}
		Window->ClickIcon(TEXT("Show this project's conversations"));
		Window->UntilSeen(TEXT("Import\u2026"));
		for (int32 Time = 0; Time < 2; ++Time)
		{
			if (!ReturnOn(Usual) || !Window->UntilSeen(TEXT("Import\u2026")))
			{
				return;
			}
			TestFalse(TEXT("the conversation is covered"), StandIn::IsOnScreen(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()));
		}
		Window->ClickIcon(TEXT("Go back to the conversation"));
		UntilEarlyAtTop();
	});
}

#endif
