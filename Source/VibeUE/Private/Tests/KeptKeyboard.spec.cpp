// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and typed into from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatQueue.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SChatText.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SConversationRow.h"
#include "Widgets/SFollowingScrollBox.h"
#include "Widgets/SToolCallRow.h"

/** A user of the keyboard does not lose the focus when rows are made again, or a button disappears. */
BEGIN_DEFINE_SPEC(FKeptKeyboardSpec, "VibeUE.KeptKeyboard", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

bool Open(int32 ContextWindow)
{
	return FTestConversation::UseServer(*this, ContextWindow) && Window->Open(620.0f, 900.0f) && Window->Settle();
}

/** Returns the first button that is seen and whose tool tip begins so; null if there is none. */
static TSharedPtr<SButton> FindIcon(const TSharedRef<SWidget>& Root, const TCHAR* ToolTip)
{
	return StandIn::As<SButton>(StandIn::FindWhere(Root, [ToolTip](const SWidget& Widget)
	{
		return StandIn::Is<SButton>(Widget) && Widget.StandInToolTipText().ToString().StartsWith(ToolTip) && StandIn::IsOnScreen(const_cast<SWidget&>(Widget).AsShared());
	}));
}

/** Presses a button by the keyboard. */
void Press(const TSharedPtr<SWidget>& Button, const TCHAR* What)
{
	if (TestTrue(FString(What) + TEXT(" is there"), Button.IsValid()) && TestTrue(FString(What) + TEXT(" has the keyboard"), StandIn::Focus(Button)))
	{
		StandIn::PressKey(EKeys::Enter);
	}
}

/** Waits until a button with this tool tip has the keyboard; it is searched for each time, because rows are made again. */
void UntilAt(const TFunction<TSharedRef<SWidget>()>& FindRoot, const TCHAR* ToolTip)
{
	Window->Until(*FString::Printf(TEXT("the keyboard at \"%s\""), ToolTip), [FindRoot, ToolTip]
	{
		const TSharedPtr<SButton> Button = FindIcon(FindRoot(), ToolTip);
		return Button.IsValid() && Button->HasKeyboardFocus();
	});
}

void UntilAt(const TSharedRef<SWidget>& Root, const TCHAR* ToolTip)
{
	UntilAt([Root] { return Root; }, ToolTip);
}

/** Waits until the last row has the keyboard at a button with this tool tip. */
void UntilAtInLastRow(const TCHAR* ToolTip)
{
	UntilAt([this] { return GetLastRow(); }, ToolTip);
}

TSharedRef<SWidget> GetList() const
{
	return StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef();
}

TSharedRef<SWidget> GetLastRow() const
{
	return StandIn::FindAll<SChatMessageRow>(Window->Get()).Last();
}

/** Waits until the user can continue writing. */
void UntilWriting(const TCHAR* When)
{
	const TSharedRef<SWidget> Field = StandIn::Find<SChatInput>(Window->Get())->GetTextBox().ToSharedRef();
	Window->Until(*FString::Printf(TEXT("the message box to have the keyboard after %s"), When), [Field] { return Field->HasKeyboardFocus(); });
}
END_DEFINE_SPEC(FKeptKeyboardSpec)

// Long because it lists its cases.
void FKeptKeyboardSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		StandIn::CloseTestWindows();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("a button of a message has it when the rows are made again, also where it says something else then"), [this]
	{
		if (!Open(100000))
		{
			return;
		}
		Window->Say(TEXT("The red door"));
		const TSharedPtr<SButton> Before = FindIcon(GetList(), TEXT("Pin this message"));
		Press(Before, TEXT("the pin"));
		UntilAt(GetList(), TEXT("Unpin this message"));
		TestFalse(TEXT("the row is the one of before"), FindIcon(GetList(), TEXT("Unpin this message")) == Before);
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("nothing to be pinned"), [this] { return !FindIcon(GetList(), TEXT("Unpin this message")).IsValid(); });
		UntilAt(GetList(), TEXT("Pin this message"));
		TestTrue(TEXT("the button that copies has it"), StandIn::Focus(FindIcon(GetLastRow(), TEXT("Copy the whole text"))));
		TestTrue(TEXT("pins"), Window->GetSession()->PinMessage(1, true));
		Window->UntilSeen(TEXT("pinned"));
		UntilAtInLastRow(TEXT("Copy the whole text"));
	});

	It(TEXT("a button of an answer that is coming has it when the answer is complete"), [this]
	{
		if (!Open(100000))
		{
			return;
		}
		Window->GetSession()->SubmitUserMessage(TEXT("count slowly"));
		Window->UntilSeen(TEXT("one two"));
		const TSharedPtr<SButton> Before = FindIcon(GetLastRow(), TEXT("Copy the whole text."));
		TestTrue(TEXT("the button has it"), StandIn::Focus(Before));
		Window->Until(TEXT("the answer"), [this] { return Window->Ends > 0; });
		UntilAtInLastRow(TEXT("Copy the whole text. To copy several messages"));
		TestFalse(TEXT("the row is the one of before"), FindIcon(GetLastRow(), TEXT("Copy the whole text.")) == Before);
	});

	It(TEXT("the nearest row has it when the row of a summary goes by its own button"), [this]
	{
		if (!Open(24000))
		{
			return;
		}
		for (int32 Turn = 0; Turn < 8; ++Turn)
		{
			Window->Say(FTestConversation::Ask(Turn, 60));
		}
		TestTrue(TEXT("asked for a summary"), Window->GetSession()->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Window->Settle();
		const TSharedRef<SChatSummaryRow> Row = StandIn::Find<SChatSummaryRow>(Window->Get()).ToSharedRef();
		Window->ScrollTo(StandIn::FindByText(Row, TEXT("Earlier messages summarized"), true));
		Press(Row, TEXT("the row of the summary"));
		Window->ScrollToWords(TEXT("Undo summary"));
		Press(StandIn::FindButton(Row, TEXT("Edit summary")), TEXT("the button that edits"));
		const TSharedPtr<SWidget> Field = StandIn::FindWhere(Row, [](const SWidget& Widget) { return Widget.StandInGivenWords().ToString() == TEXT("The summary that the model reads"); });
		Window->Until(TEXT("the field to have it"), [Field] { return Field->HasKeyboardFocus(); });
		Press(StandIn::FindButton(Row, TEXT("Discard")), TEXT("the button that discards"));
		Window->Until(TEXT("the row of the summary to have it again"), [Row] { return Row->HasKeyboardFocus(); });
		Press(StandIn::FindButton(Row, TEXT("Undo summary")), TEXT("the button that undoes"));
		Window->Until(TEXT("the row to be gone"), [this] { return !StandIn::Find<SChatSummaryRow>(Window->Get()).IsValid(); });
		Window->Until(TEXT("a row to have it"), [this] { return GetList()->HasFocusedDescendants(); });
	});

	It(TEXT("the row of a call has it when its question was answered by the keyboard, and folds"), [this]
	{
		if (!Open(100000))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		Session->OnToolCallApproved().AddWeakLambda(Session, [Session](const FString& CallId) { Session->AnswerToolCall(CallId, TEXT("A red door.")); });
		Session->SubmitUserMessage(TEXT("use look {\"at\": \"the door\"}"));
		Window->UntilSeen(TEXT("Allow once"));
		Press(StandIn::FindButton(Window->Get(), TEXT("Allow once")), TEXT("the button that allows"));
		Window->Settle();
		const TSharedRef<SToolCallRow> Row = StandIn::Find<SToolCallRow>(Window->Get()).ToSharedRef();
		TestEqual(TEXT("how far it is"), Row->GetState(), EToolCallState::Done);
		TestTrue(TEXT("the row has it"), Row->HasKeyboardFocus());
		TestTrue(TEXT("what it was called with is shown"), Window->Sees(TEXT("Arguments")));
		StandIn::PressKey(EKeys::SpaceBar);
		TestFalse(TEXT("it is shown still"), Window->Sees(TEXT("Arguments")));
	});

	It(TEXT("the message box has it when a button that was pressed disappears"), [this]
	{
		if (!Open(100000))
		{
			return;
		}
		Window->GetSession()->SubmitUserMessage(TEXT("say the first half"));
		Window->UntilSeen(TEXT("The first half."));
		Press(FindIcon(Window->Get(), TEXT("Stop the answer;")), TEXT("the button that stops"));
		Window->Settle();
		UntilWriting(TEXT("the answer was stopped"));
	});

	It(TEXT("a row of the history has it when it was pinned, and another one when it was deleted"), [this]
	{
		if (!Open(100000))
		{
			return;
		}
		Window->Say(TEXT("The red door"));
		Window->ClickIcon(TEXT("Start a new conversation"));
		Window->Settle();
		Window->Follow();
		Window->Say(TEXT("The blue door"));
		StandIn::Focus(StandIn::Find<SChatInput>(Window->Get())->GetTextBox());
		StandIn::PressKey(EKeys::H, StandIn::Control());
		const TSharedRef<SConversationList> List = StandIn::Find<SConversationList>(Window->Get()).ToSharedRef();
		Window->Until(TEXT("the history"), [List] { return List->HasFocusedDescendants() && StandIn::ReadAll(List).Contains(TEXT("The red door")); });
		const auto FindRow = [List]() -> TSharedRef<SWidget>
		{
			const TArray<TSharedRef<SConversationRow>> Rows = StandIn::FindAll<SConversationRow>(List);
			return *Rows.FindByPredicate([](const TSharedRef<SConversationRow>& Row) { return StandIn::ReadAll(Row).Contains(TEXT("The red door")); });
		};
		Press(FindIcon(FindRow(), TEXT("Keep this conversation at the top.")), TEXT("the pin"));
		UntilAt(List, TEXT("Unpin this conversation."));
		Press(FindIcon(FindRow(), TEXT("Delete this conversation")), TEXT("the button that deletes"));
		Window->UntilSeen(TEXT("is in the trash"));
		// Enter again must not delete that one, too.
		UntilAt(List, TEXT("Open this conversation."));
		StandIn::PressKey(EKeys::Escape);
		UntilWriting(TEXT("the history"));
	});

	It(TEXT("a message that waits has it when it was moved"), [this]
	{
		if (!Open(100000))
		{
			return;
		}
		Window->Type(TEXT("say the first half"));
		Window->UntilSeen(TEXT("The first half."));
		const TSharedRef<SChatQueue> Queue = StandIn::Find<SChatQueue>(Window->Get()).ToSharedRef();
		for (const TCHAR* const Words : {TEXT("Paint the door"), TEXT("Oil the hinges"), TEXT("Call it a day")})
		{
			Window->Type(Words);
			Window->Until(Words, [Queue, Words] { return StandIn::ReadAll(Queue).Contains(Words); });
		}
		const auto Find = [Queue](const TCHAR* Name)
		{
			return StandIn::FindWhere(Queue, [Name](const SWidget& Widget) { return StandIn::Is<SButton>(Widget) && Widget.StandInGivenWords().ToString() == Name; });
		};
		Press(Find(TEXT("Move message 3 up")), TEXT("the button that moves"));
		Window->Until(TEXT("the last one to be the second"), [Queue] { return StandIn::ReadAll(Queue).Contains(TEXT("2. Call it a day")); });
		Window->Until(TEXT("the same button to have it"), [Find] { return Find(TEXT("Move message 2 up"))->HasKeyboardFocus(); });
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("the last one to be the first"), [Queue] { return StandIn::ReadAll(Queue).Contains(TEXT("1. Call it a day")); });
		Window->Until(TEXT("its row to have it"), [Find] { return Find(TEXT("Edit waiting message 1"))->HasKeyboardFocus(); });
	});

	It(TEXT("whoever has gone elsewhere meanwhile stays there"), [this]
	{
		const TSharedRef<SFollowingScrollBox> Box = SNew(SFollowingScrollBox);
		const TSharedRef<SButton> Beside = SNew(SButton).Text(FText::FromString(TEXT("Beside")));
		const auto Fill = [Box](const TArray<FString>& Names)
		{
			Box->Clear();
			for (const FString& Name : Names)
			{
				Box->AddRow(SNew(SButton).Text(FText::FromString(Name)), FMargin(0.0f), Name);
			}
		};
		const auto Has = [Box](const TCHAR* Name) { return StandIn::FindButton(Box, Name)->HasKeyboardFocus(); };
		StandIn::ShowInWindow(SNew(SVerticalBox) + SVerticalBox::Slot()[Box] + SVerticalBox::Slot().AutoHeight()[Beside], 200.0f, 200.0f);
		Fill({TEXT("a"), TEXT("b")});
		StandIn::Focus(StandIn::FindButton(Box, TEXT("b")));
		Fill({TEXT("b"), TEXT("a"), TEXT("c")});
		TestTrue(TEXT("the row of the same name"), StandIn::FramesUntil([Has] { return Has(TEXT("b")); }));
		Fill({TEXT("a"), TEXT("c")});
		TestTrue(TEXT("the row in its place"), StandIn::FramesUntil([Has] { return Has(TEXT("a")); }));
		Fill({TEXT("a")});
		StandIn::Focus(Beside);
		TestTrue(TEXT("the rows come to rest"), StandIn::FramesUntil([Box] { return Box->IsAtRest(); }));
		TestTrue(TEXT("the button beside"), Beside->HasKeyboardFocus());
	});
}

#endif
