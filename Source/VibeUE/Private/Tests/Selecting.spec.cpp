// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be clicked from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "HAL/PlatformApplicationMisc.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUEMessages.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatSelectionBar.h"
#include "Widgets/SChatText.h"

/** Several messages are selected, and copied as one text. */
BEGIN_DEFINE_SPEC(FSelectingSpec, "VibeUE.Selecting", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

bool Open()
{
	if (!FTestConversation::UseServer(*this, 96000) || !Window->Open(700.0f, 900.0f) || !Window->Settle())
	{
		return false;
	}
	Window->Say(TEXT("The red door"));
	Window->Say(TEXT("The blue door"));
	return Window->UntilSeen(TEXT("You said: The blue door"));
}

/** Selects a message by its box, counted from the oldest one. */
void Tick(int32 Row, const FModifierKeysState& Modifiers = FModifierKeysState())
{
	const TArray<TSharedRef<SChatMessageRow>> Rows = StandIn::FindAll<SChatMessageRow>(Window->Get());
	const TSharedPtr<SCheckBox> Box = Rows.IsValidIndex(Row) ? StandIn::Find<SCheckBox>(Rows[Row]) : nullptr;
	if (TestTrue(TEXT("the row has a box"), Box.IsValid()))
	{
		Window->ScrollTo(Box);
		StandIn::Click(Box, Modifiers);
	}
}
END_DEFINE_SPEC(FSelectingSpec)

// Long because it lists its cases.
void FSelectingSpec::Define()
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

	It(TEXT("messages by their boxes, with those between by Shift, copies them in their order, and Escape ends it"), [this]
	{
		if (!Open())
		{
			return;
		}
		TestFalse(TEXT("a bar at first"), Window->Sees(TEXT("Messages selected")));
		StandIn::Focus(StandIn::Find<SChatInput>(Window->Get())->GetTextBox());
		StandIn::PressKey(EKeys::A, FSpecWindow::ControlAndShift());
		Window->UntilSeen(TEXT("Messages selected: 0"));
		Tick(3);
		Window->UntilSeen(TEXT("Messages selected: 1"));
		Tick(1, StandIn::Shift());
		Window->UntilSeen(TEXT("Messages selected: 3"));
		Window->Click(TEXT("Copy as Markdown"));
		TestEqual(TEXT("copied"), StandIn::Clipboard(),
			FString(TEXT("## Assistant\n\nYou said: The red door\n\n## User\n\nThe blue door\n\n## Assistant\n\nYou said: The blue door")));
		Tick(3);
		Tick(2);
		Window->UntilSeen(TEXT("Messages selected: 1"));
		Window->Click(TEXT("Copy as Markdown"));
		TestEqual(TEXT("one alone"), StandIn::Clipboard(), FString(TEXT("You said: The red door")));
		Window->Click(TEXT("Select all shown"));
		Window->UntilSeen(TEXT("Messages selected: 4"));
		StandIn::PressKey(EKeys::Escape);
		Window->UntilGone(TEXT("Messages selected"));
		const TSharedRef<SWidget> Field = StandIn::Find<SChatInput>(Window->Get())->GetTextBox().ToSharedRef();
		Window->Until(TEXT("the message box to have the keyboard"), [Field] { return Field->HasKeyboardFocus() || Field->HasFocusedDescendants(); });
	});

	It(TEXT("by the keyboard alone, and stays when the rows are made again"), [this]
	{
		if (!Open())
		{
			return;
		}
		StandIn::Focus(StandIn::Find<SChatInput>(Window->Get())->GetTextBox());
		StandIn::PressKey(EKeys::A, FSpecWindow::ControlAndShift());
		const TSharedRef<SChatSelectionBar> Bar = StandIn::Find<SChatSelectionBar>(Window->Get()).ToSharedRef();
		Window->Until(TEXT("the bar to have the keyboard"), [Bar] { return Bar->HasFocusedDescendants(); });
		StandIn::PressKey(EKeys::Enter);
		Window->UntilSeen(TEXT("Messages selected: 4"));
		StandIn::PressKey(EKeys::C, StandIn::Control());
		TestTrue(TEXT("copied by Ctrl+C"), StandIn::Clipboard().StartsWith(TEXT("## User\n\nThe red door\n\n")));
		FPlatformApplicationMisc::ClipboardCopy(TEXT(""));
		StandIn::PressKey(EKeys::Insert, StandIn::Control());
		TestTrue(TEXT("copied by Ctrl+Insert"), StandIn::Clipboard().StartsWith(TEXT("## User\n\nThe red door\n\n")));
		Window->GetSession()->PinMessage(1, true);
		Window->UntilSeen(TEXT("pinned"));
		Window->UntilSeen(TEXT("Messages selected: 4"));
	});

	It(TEXT("a message by a click with Ctrl beside its words"), [this]
	{
		if (!Open())
		{
			return;
		}
		// The name of the author is not a text that can be selected.
		const TSharedPtr<SWidget> Author = StandIn::FindByText(StandIn::FindAll<SChatMessageRow>(Window->Get())[0], TEXT("You"));
		StandIn::Click(Author, StandIn::Control());
		Window->UntilSeen(TEXT("Messages selected: 1"));
		StandIn::Click(Author, StandIn::Control());
		Window->UntilSeen(TEXT("Messages selected: 0"));
	});

	It(TEXT("nothing that is not there"), [this]
	{
		TestEqual(TEXT("without a session"), UVibeUEMessages::ToMarkdown(nullptr, {1, 2}), FString());
		if (Open())
		{
			TestEqual(TEXT("ids of no message"), UVibeUEMessages::ToMarkdown(Window->GetSession(), {-4, 999}), FString());
		}
	});
}

#endif
