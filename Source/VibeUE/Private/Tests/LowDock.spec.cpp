// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and typed into from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SChatText.h"
#include "Widgets/SModelPicker.h"
#include "Widgets/STokenBar.h"

/** A tab that is docked below the viewport, and so is hardly higher than its own field. */
BEGIN_DEFINE_SPEC(FLowDockSpec, "VibeUE.LowDock", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

bool Open(float Height)
{
	return FTestConversation::UseServer(*this, 96000) && Window->Open(620.0f, Height) && Window->Settle();
}

/** Returns whether all of a widget is in the window, from top to bottom. */
static bool IsWhole(const TSharedRef<SWidget>& Widget)
{
	if (!StandIn::IsOnScreen(Widget))
	{
		return false;
	}
	const FGeometry& Around = StandIn::Windows()[0]->StandInGeometry();
	const FVector2f At = Widget->StandInGeometry().GetAbsolutePosition();
	const FVector2f Size = Widget->StandInGeometry().GetAbsoluteSize();
	const FVector2f From = Around.GetAbsolutePosition();
	const FVector2f Room = Around.GetAbsoluteSize();
	return Size.Y > 1.0f && At.Y >= From.Y - 0.5f && At.Y + Size.Y <= From.Y + Room.Y + 0.5f;
}

/** Returns how high the room of the messages is. */
float GetRoom() const
{
	return FVector2f(StandIn::Find<SChatMessageList>(Window->Get())->StandInGeometry().GetAbsoluteSize()).Y;
}

/** Summarizes, opens the summary and scrolls to the button that corrects it; returns that, or null with an error. */
TSharedPtr<SWidget> OpenSummary()
{
	for (int32 Turn = 0; Turn < 8; ++Turn)
	{
		Window->Say(FTestConversation::Ask(Turn, 90 + Turn));
	}
	TestTrue(TEXT("asked for a summary"), Window->GetSession()->ForceSummarize(FString()));
	const auto FindRow = [this] { return StandIn::Find<SChatSummaryRow>(Window->Get()); };
	if (!Window->Until(TEXT("the summary"), [this, FindRow] { return Window->Applied == 1 && FindRow().IsValid(); }) || !Window->Settle())
	{
		return nullptr;
	}
	FindRow()->Unfold();
	const auto FindEdit = [FindRow] { return StandIn::FindButton(FindRow().ToSharedRef(), TEXT("Edit summary")); };
	if (!Window->Until(TEXT("the button"), [FindEdit] { return FindEdit().IsValid(); }))
	{
		return nullptr;
	}
	Window->ScrollTo(FindEdit());
	return FindEdit();
}

/** Waits until the field and the bar below it are in view, all of them. */
void UntilBothInView(const TCHAR* When)
{
	Window->Until(*FString::Printf(TEXT("the field and the bar to be in view %s"), When), [this]
	{
		return IsWhole(StandIn::Find<SChatInput>(Window->Get())->GetTextBox().ToSharedRef()) && IsWhole(StandIn::Find<STokenBar>(Window->Get()).ToSharedRef());
	});
}
END_DEFINE_SPEC(FLowDockSpec)

// Long because it lists its cases.
void FLowDockSpec::Define()
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

	It(TEXT("has its field and its bar in view at each height, while it answers and while it is idle"), [this]
	{
		if (!Open(200.0f))
		{
			return;
		}
		UntilBothInView(TEXT("in an empty conversation"));
		Window->Say(TEXT("The red door"));
		UntilBothInView(TEXT("after an answer"));
		Window->GetSession()->SubmitUserMessage(TEXT("say the first half"));
		Window->Until(TEXT("the answer"), [this] { return Window->GetSession()->GetState() == EVibeUEChatState::Streaming; });
		UntilBothInView(TEXT("while it answers"));
		for (const float Height : {170.0f, 260.0f, 400.0f, 200.0f})
		{
			StandIn::ResizeWindow(StandIn::Windows()[0], 620.0f, Height);
			UntilBothInView(*FString::Printf(TEXT("at %.0f units"), Height));
		}
	});

	It(TEXT("has them in view beside the list of commands, the list of models and a long draft"), [this]
	{
		if (!Open(200.0f))
		{
			return;
		}
		Window->Write(TEXT("/"));
		Window->Until(TEXT("the list of commands"), [this] { return Window->Lists(TEXT("/")); });
		UntilBothInView(TEXT("below the list of commands"));
		StandIn::PressKey(EKeys::Escape);
		StandIn::PressKey(EKeys::BackSpace);
		StandIn::PressKey(EKeys::M, StandIn::Control());
		const TSharedRef<SModelPicker> Picker = StandIn::Find<SModelPicker>(Window->Get()).ToSharedRef();
		Window->Until(TEXT("the list of models"), [Picker] { return Picker->IsOpen() && Picker->GetFilter()->HasKeyboardFocus(); });
		UntilBothInView(TEXT("above the list of models"));
		StandIn::PressKey(EKeys::Escape);
		const TSharedRef<SChatText> Field = StandIn::Find<SChatInput>(Window->Get())->GetTextBox().ToSharedRef();
		Window->Until(TEXT("the field to have the keyboard"), [Field] { return Field->HasKeyboardFocus(); });
		for (int32 Line = 0; Line < 30; ++Line)
		{
			StandIn::TypeText(TEXT("A line of a draft."));
			StandIn::PressKey(EKeys::Enter, StandIn::Shift());
		}
		UntilBothInView(TEXT("with a long draft"));
		StandIn::ResizeWindow(StandIn::Windows()[0], 620.0f, 900.0f);
		Window->Until(TEXT("the field to grow where there is room"), [Field] { return FVector2f(Field->StandInGeometry().GetAbsoluteSize()).Y > 150.0f; });
	});

	It(TEXT("scrolls what is above the field, so that all of it can be reached"), [this]
	{
		if (!Open(200.0f))
		{
			return;
		}
		Window->Say(TEXT("The red door"));
		UntilBothInView(TEXT("at first"));
		const TSharedPtr<SWidget> Label = StandIn::FindWhere(Window->Get(), [](const SWidget& Widget) { return Widget.StandInText().ToString() == TEXT("Plan only"); });
		if (!TestTrue(TEXT("the box is there"), Label.IsValid()))
		{
			return;
		}
		TSharedPtr<SWidget> Top = Label->GetParentWidget();
		while (Top.IsValid() && !StandIn::Is<SScrollBox>(*Top))
		{
			Top = Top->GetParentWidget();
		}
		const TSharedRef<SScrollBox> Scroller = StaticCastSharedPtr<SScrollBox>(Top).ToSharedRef();
		Window->Until(TEXT("a line of it to be seen"), [Scroller] { return FVector2f(Scroller->StandInGeometry().GetAbsoluteSize()).Y >= 20.0f; });
		Scroller->StandInUserScroll(Scroller->GetScrollOffsetOfEnd());
		Window->Until(TEXT("the box to be in view"), [Label] { return StandIn::IsOnScreen(Label.ToSharedRef()); });
		StandIn::Click(StandIn::FindButton(Window->Get(), TEXT("Plan only")));
		TestTrue(TEXT("it is ticked"), Window->GetSession()->IsPlanMode());
	});

	It(TEXT("leaves the messages their room while it says that it was summarized, and the buttons of an opened summary their place"), [this]
	{
		// Long enough for a machine on which each frame takes long.
		GetMutableDefault<UVibeUESettings>()->NoticeSeconds = 600.0;
		if (!FTestConversation::UseServer(*this, 24000) || !Window->Open(620.0f, 330.0f) || !Window->Settle())
		{
			return;
		}
		const TSharedPtr<SWidget> Edit = OpenSummary();
		if (!TestTrue(TEXT("there is a button"), Edit.IsValid()) || !TestTrue(TEXT("the notice is shown"), Window->Sees(TEXT("Context summarized"))))
		{
			return;
		}
		const float Room = GetRoom();
		const float Place = FVector2f(Edit->StandInGeometry().GetAbsolutePosition()).Y;
		StandIn::AdvanceClock(600.0);
		Window->UntilGone(TEXT("Context summarized"));
		Window->Settle();
		TestTrue(TEXT("the button is in view"), StandIn::IsOnScreen(Edit.ToSharedRef()));
		TestEqual(TEXT("the room of the messages"), GetRoom(), Room);
		TestEqual(TEXT("where the button is"), FVector2f(Edit->StandInGeometry().GetAbsolutePosition()).Y, Place);
	});
}

#endif
