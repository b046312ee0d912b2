// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and clicked from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Framework/Application/SlateApplication.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatContents.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatRichText.h"
#include "Widgets/Text/SMultiLineEditableText.h"

BEGIN_DEFINE_SPEC(FChatContentsSpec, "VibeUE.Contents", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;

	/** Opens the tab and has something answered at length; false if it is not. */
	bool Explain(float Width = 560.0f);

	/** Returns the list of headings, scrolled to. */
	TSharedPtr<SChatContents> ShowContents();
	TSharedPtr<SWidget> FindHead();
	TSharedPtr<SWidget> FindEntry(const TCHAR* Title);

	/** Waits until the list shows what it has. */
	bool UntilOpen();

	/** Returns the words of a heading in the answer. */
	TSharedPtr<SMultiLineEditableText> FindHeading(const TCHAR* Title);
END_DEFINE_SPEC(FChatContentsSpec)

bool FChatContentsSpec::Explain(float Width)
{
	return FTestConversation::UseServer(*this, 96000) && Window->OpenScene(Width, 620.0f) && Window->Settle() && Window->Say(TEXT("Explain the airlock at length."));
}

TSharedPtr<SChatContents> FChatContentsSpec::ShowContents()
{
	const TSharedPtr<SChatContents> Contents = StandIn::Find<SChatContents>(Window->Get());
	if (TestTrue(TEXT("there is a list of headings"), Contents.IsValid()))
	{
		Window->ScrollTo(Contents);
	}
	return Contents;
}

TSharedPtr<SWidget> FChatContentsSpec::FindHead()
{
	return StandIn::FindButton(Window->Get(), TEXT("Contents (6)"));
}

TSharedPtr<SWidget> FChatContentsSpec::FindEntry(const TCHAR* Title)
{
	const TSharedPtr<SChatContents> Contents = StandIn::Find<SChatContents>(Window->Get());
	return Contents.IsValid() ? StandIn::FindButton(Contents.ToSharedRef(), Title) : TSharedPtr<SWidget>();
}

bool FChatContentsSpec::UntilOpen()
{
	return Window->Until(TEXT("the entries of the list"), [this] { return FindEntry(TEXT("How to test it")).IsValid(); });
}

TSharedPtr<SMultiLineEditableText> FChatContentsSpec::FindHeading(const TCHAR* Title)
{
	for (const TSharedRef<SMultiLineEditableText>& Words : StandIn::FindAll<SMultiLineEditableText>(Window->Get()))
	{
		if (Words->GetText().ToString().Equals(Title))
		{
			return Words;
		}
	}
	return nullptr;
}

// Long because it lists its cases.
void FChatContentsSpec::Define()
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

	It(TEXT("list the headings of a long answer, folded until the user opens them"), [this]
	{
		if (!Explain() || !ShowContents().IsValid())
		{
			return;
		}
		TestFalse(TEXT("an entry before it was opened"), FindEntry(TEXT("How to test it")).IsValid());
		StandIn::Click(FindHead());
		UntilOpen();
		const FString Listed = StandIn::ReadAll(StandIn::Find<SChatContents>(Window->Get()).ToSharedRef());
		TestEqual(TEXT("what it lists"), Listed.TrimStartAndEnd(), FString(TEXT("Contents (6)\nWhy the airlock door stays shut\nWhat the door does\nWhat the generator does\n"
			"In the Blueprint\nWhat to change\nHow to test it")));
		Window->TestNothingIsCutOff();
		StandIn::Click(FindHead());
		Window->Until(TEXT("the list to be folded"), [this] { return !FindEntry(TEXT("How to test it")).IsValid(); });
	});

	It(TEXT("go to a heading by a click, and the keyboard goes on from there"), [this]
	{
		if (!Explain() || !ShowContents().IsValid())
		{
			return;
		}
		StandIn::Click(FindHead());
		UntilOpen();
		Window->ScrollTo(StandIn::Find<SChatContents>(Window->Get()));
		const TSharedPtr<SMultiLineEditableText> Heading = FindHeading(TEXT("What to change"));
		if (!TestTrue(TEXT("there is the heading"), Heading.IsValid()))
		{
			return;
		}
		TestFalse(TEXT("the heading is seen before"), StandIn::IsOnScreen(Heading.ToSharedRef()));
		StandIn::Click(FindEntry(TEXT("What to change")));
		Window->Until(TEXT("the heading"), [this, Heading] { return StandIn::IsOnScreen(Heading.ToSharedRef()) && StandIn::Find<SChatMessageList>(Window->Get())->IsAtRest(); });
		TestTrue(TEXT("the keyboard is there"), FSlateApplication::Get().GetKeyboardFocusedWidget() == Heading);
		const float Top = Heading->StandInGeometry().GetAbsolutePosition().Y - StandIn::Find<SChatMessageList>(Window->Get())->StandInGeometry().GetAbsolutePosition().Y;
		const TSharedPtr<SScrollBox> Box = StandIn::Find<SScrollBox>(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef());
		const bool bIsEnd = Box->GetScrollOffsetOfEnd() - Box->GetScrollOffset() < 1.0f;
		TestTrue(FString::Printf(TEXT("it is at the top, or as near as the end lets it: %.0f below it"), Top), Top >= 0.0f && (Top < 60.0f || bIsEnd));
	});

	It(TEXT("open and lead on by the keyboard alone"), [this]
	{
		if (!Explain() || !ShowContents().IsValid())
		{
			return;
		}
		StandIn::Focus(FindHead());
		StandIn::PressKey(EKeys::Enter);
		UntilOpen();
		StandIn::Focus(FindEntry(TEXT("How to test it")));
		StandIn::PressKey(EKeys::Enter);
		const TSharedPtr<SMultiLineEditableText> Heading = FindHeading(TEXT("How to test it"));
		Window->Until(TEXT("the heading"), [Heading] { return Heading.IsValid() && StandIn::IsOnScreen(Heading.ToSharedRef()); });
	});

	It(TEXT("stay open when the rows are made again, and are not there for a short answer"), [this]
	{
		if (!Explain() || !ShowContents().IsValid())
		{
			return;
		}
		StandIn::Click(FindHead());
		UntilOpen();
		UChatSession* Session = Window->GetSession();
		const TSharedPtr<SChatContents> Before = StandIn::Find<SChatContents>(Window->Get());
		TestTrue(TEXT("pins"), Session->PinMessage(Session->GetMessages(Session->GetMessageCount() - 1, 1)[0].Id, true));
		Window->Until(TEXT("the rows to be made again"), [this, Before] { return StandIn::Find<SChatContents>(Window->Get()) != Before; });
		TestTrue(TEXT("it is open"), StandIn::Find<SChatContents>(Window->Get())->IsOpen());
		Window->Say(TEXT("Where is the generator?"));
		const auto IsSeen = [](const SWidget& Widget) { return StandIn::Is<SChatContents>(Widget) && Widget.GetVisibility() != EVisibility::Collapsed; };
		TestEqual(TEXT("lists of headings"), StandIn::FindAllWhere(Window->Get(), IsSeen).Num(), 1);
	});
}

BEGIN_DEFINE_SPEC(FChatContentsLooksSpec, "VibeUE.Looks.contents", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;
	void Show(float Width);
END_DEFINE_SPEC(FChatContentsLooksSpec)

void FChatContentsLooksSpec::Show(float Width)
{
	if (!FTestConversation::UseKnownModel(*this, 128000) || !Window->OpenScene(Width, 620.0f) || !Window->Settle() || !Window->Say(TEXT("Explain the airlock at length.")))
	{
		return;
	}
	Window->ScrollTo(StandIn::Find<SChatContents>(Window->Get()));
	Window->Click(TEXT("Contents (6)"));
	// Its tip would cover who answers.
	StandIn::MovePointerAway();
	Window->UntilSeen(TEXT("How to test it"));
	Window->ScrollTo(StandIn::Find<SChatContents>(Window->Get()));
	Window->TestNothingIsCutOff();
}

void FChatContentsLooksSpec::Define()
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

	It(TEXT("a long answer with its headings above it"), [this] { Show(620.0f); });

	It(TEXT("the same in a narrow dock"), [this] { Show(360.0f); });
}

#endif
