// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecContextPanel.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatScale.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/Text/STextBlock.h"

#if defined(STANDIN)
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The window smaller and larger than the editor, in a narrow dock and in a wide one: each scene's page is judged for texts that are cut off. */
BEGIN_DEFINE_SPEC(FScaledLooksSpec, "VibeUE.Looks.Scaled", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

static int32 GetScale()
{
	return GetDefault<UVibeUESettings>()->TextScale;
}

/** Opens an empty conversation that is shown at this size. */
bool OpenAt(int32 Percent, float Width, float Height)
{
	if (!FTestConversation::UseKnownModel(*this, 128000))
	{
		return false;
	}
	GetMutableDefault<UVibeUESettings>()->TextScale = Percent;
	return Window->OpenScene(Width, Height) && Window->Settle();
}

/** Opens a conversation in which there is something to summarize. */
bool OpenTalkAt(int32 Percent, float Width, float Height)
{
	FSpecContextPanel Panel(*this, Window.ToSharedRef());
	if (!Panel.OpenTalk(Width, Height, 24000))
	{
		return false;
	}
	GetMutableDefault<UVibeUESettings>()->TextScale = Percent;
	Window->GetSession()->RenameConversation(TEXT("The airlock door"));
	Panel.TalkPlainly(8);
	return true;
}

/** Returns how high a line of these words is on the screen. */
float GetHeightOf(const TCHAR* Words) const
{
	StandIn::Layout();
	const TSharedPtr<SWidget> Text = StandIn::FindByText(Window->Get(), Words);
	return Text.IsValid() ? FVector2f(Text->StandInGeometry().GetAbsoluteSize()).Y : 0.0f;
}

/** Clicks into the field for messages. */
void FocusField()
{
	Window->Write(TEXT("A draft"));
	TestEqual(TEXT("the field has the words"), Window->Written(), FString(TEXT("A draft")));
}
END_DEFINE_SPEC(FScaledLooksSpec)

// Long because it lists its cases.
void FScaledLooksSpec::Define()
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

	It(TEXT("Ctrl with plus, minus and zero changes the size at once, and what is being written stays"), [this]
	{
		if (!OpenAt(100, 900.0f, 700.0f))
		{
			return;
		}
		Window->UntilSeen(TEXT("What are you working on?"));
		const float Usual = GetHeightOf(TEXT("What are you working on?"));
		FocusField();
		const auto Press = [this](const FKey& Key, int32 Wanted)
		{
			TestTrue(FString::Printf(TEXT("%d is taken"), Wanted), StandIn::PressKey(Key, StandIn::Control()));
			TestEqual(TEXT("the size in percent"), GetScale(), Wanted);
		};
		Press(EKeys::Hyphen, 90);
		Press(EKeys::Subtract, 80);
		Press(EKeys::Subtract, 80);
		Press(EKeys::Equals, 90);
		Press(EKeys::Zero, 100);
		Press(EKeys::Add, 110);
		Press(EKeys::NumPadZero, 100);
		for (const int32 Wanted : {110, 125, 150, 175, 200, 200})
		{
			Press(EKeys::Equals, Wanted);
		}
		TestEqual(TEXT("a line is twice as high"), GetHeightOf(TEXT("What are you working on?")), 2.0f * Usual);
		TestEqual(TEXT("the draft"), Window->Written(), FString(TEXT("A draft")));
		Press(EKeys::Subtract, 175);
		Press(EKeys::Subtract, 150);
		// A size of the settings page that is no step goes to the next one.
		TestEqual(TEXT("up from 130"), SChatScale::Step(130, 1), 150);
		TestEqual(TEXT("down from 130"), SChatScale::Step(130, -1), 125);
		Window->TestNothingIsCutOff();
	});

	It(TEXT("at 80 percent a narrow dock shows the names of an answer's parts in smaller letters"), [this]
	{
		if (!OpenAt(100, 360.0f, 900.0f))
		{
			return;
		}
		Window->Say(TEXT("How do I light the corridor?"));
		Window->UntilSeen(TEXT("Shall I place them?"));
		const float Usual = GetHeightOf(TEXT("Assistant"));
		GetMutableDefault<UVibeUESettings>()->TextScale = 80;
		// What was painted is what says how wide the rows may be.
		const TSharedRef<SChatMessageList> List = Window->Part<SChatMessageList>();
		Window->Until(TEXT("the rows to be as wide as the list"), [List]
		{
			const float Width = StandIn::Find<SChatMessageRow>(List)->StandInGeometry().GetLocalSize().X;
			return Width > 0.95f * List->StandInGeometry().GetLocalSize().X;
		});
		Window->Settle();
		TestEqual(TEXT("a line is lower without a restart"), GetHeightOf(TEXT("Assistant")), 0.8f * Usual, 0.01f);
		Window->UntilSeen(TEXT("Shall I place them?"));
		Window->TestNothingIsCutOff();
	});

	It(TEXT("at 150 percent in a narrow dock a tool's question has room for its buttons"), [this]
	{
		if (!OpenAt(150, 360.0f, 900.0f))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"move_asset\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		Session->SubmitUserMessage(TEXT("Please move BP_Hatch to the doors."));
		Window->UntilSeen(TEXT("Allow once"));
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
		Window->Click(TEXT("Deny"));
		Window->UntilSeen(TEXT("denied"));
		Window->Until(TEXT("the turn ends"), [this] { return Window->Ends > 0; });
	});

	It(TEXT("at 150 percent in a wide dock the preview lays its panes out in tabs"), [this]
	{
		if (!OpenTalkAt(150, 900.0f, 900.0f))
		{
			return;
		}
		Window->ClickIcon(TEXT("Preview what summarizing"));
		Window->UntilSeen(TEXT("Apply"));
		Window->Settle();
		Window->TestNothingIsCutOff();
	});

	It(TEXT("at 200 percent in a narrow dock an answer of every kind breaks its lines"), [this]
	{
		if (!OpenAt(200, 360.0f, 1400.0f))
		{
			return;
		}
		Window->Say(TEXT("Show me everything that you can write."));
		Window->UntilSeen(TEXT("The end."));
		Window->Settle();
		Window->TestNothingIsCutOff();
	});

	It(TEXT("at 200 percent the context panel takes the place of the conversation"), [this]
	{
		if (!OpenTalkAt(200, 900.0f, 900.0f))
		{
			return;
		}
		FSpecContextPanel Panel(*this, Window.ToSharedRef());
		Panel.OpenPanel();
		Panel.TestShowsReport(TEXT("enlarged"));
		Window->Settle();
		TestFalse(TEXT("the conversation beside it"), Window->Sees(TEXT("Write a message")));
		const float Width = FVector2f(Panel.GetPanel()->StandInGeometry().GetAbsoluteSize()).X;
		TestTrue(FString::Printf(TEXT("the panel is as wide as the window: %.0f"), static_cast<double>(Width)), Width > 890.0f);
		Window->TestNothingIsCutOff();
	});
}

#endif
