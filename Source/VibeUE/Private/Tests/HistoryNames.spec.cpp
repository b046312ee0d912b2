// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and clicked from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/SChatText.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SConversationRow.h"

/** The names that the user gives to conversations in the history. */
BEGIN_DEFINE_SPEC(FHistoryNamesSpec, "VibeUE.HistoryNames", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Opens the history of two conversations, of which that about ladders is open. */
bool OpenHistory()
{
	if (!FTestConversation::UseServer(*this, 96000) || !Window->Open(420.0f, 640.0f) || !Window->Settle())
	{
		return false;
	}
	Window->Say(TEXT("The red door"));
	Window->ClickIcon(TEXT("Start a new conversation"));
	Window->Settle();
	Window->Follow();
	Window->Say(TEXT("Ladders and stairs"));
	Window->ClickIcon(TEXT("Show this project's conversations"));
	// The button's tip would cover the tab.
	StandIn::MovePointerAway();
	return Window->Until(TEXT("the history"), [this] { return Lists(TEXT("The red door")) && Lists(TEXT("Ladders and stairs")); });
}

TSharedRef<SConversationList> GetList() const
{
	return StandIn::Find<SConversationList>(Window->Get()).ToSharedRef();
}

bool Lists(const TCHAR* Words) const
{
	return StandIn::ReadAll(GetList()).Contains(Words);
}

/** Types into the search field. */
void Search(const TCHAR* Words)
{
	StandIn::Focus(GetList()->GetSearchBox());
	StandIn::TypeText(Words);
}

/** Opens the form of the first row, and replaces the name in it. */
void Rename(const TCHAR* Name)
{
	Window->ClickIcon(TEXT("Name and tag this conversation."));
	const auto FindBox = [this]
	{
		const TSharedPtr<SConversationRow> Row = StandIn::Find<SConversationRow>(GetList());
		return Row.IsValid() ? StandIn::Find<SChatText>(Row.ToSharedRef()) : nullptr;
	};
	if (Window->Until(TEXT("the box for the name to have the keyboard"), [FindBox] { return FindBox().IsValid() && FindBox()->HasKeyboardFocus(); }))
	{
		FindBox()->SetText(FText::FromString(Name));
	}
}
END_DEFINE_SPEC(FHistoryNamesSpec)

void FHistoryNamesSpec::Define()
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

	It(TEXT("a name is kept also when a search no longer finds its conversation"), [this]
	{
		if (!OpenHistory())
		{
			return;
		}
		Rename(TEXT("Towers"));
		Search(TEXT("red door"));
		Window->Until(TEXT("what was found, beside the form"), [this] { return Lists(TEXT("Conversations found: 1")) && Lists(TEXT("The red door")); });
		Window->Click(TEXT("Save"));
		Window->Until(TEXT("the name"), [this] { return Window->GetSession()->GetTitle() == TEXT("Towers"); });
	});

	It(TEXT("a row's buttons are heard with the name of its conversation"), [this]
	{
		if (!OpenHistory())
		{
			return;
		}
		TArray<FString> Names;
		for (const TSharedRef<SConversationRow>& Row : StandIn::FindAll<SConversationRow>(GetList()))
		{
			for (const TSharedRef<SChatIconButton>& Icon : StandIn::FindAll<SChatIconButton>(Row))
			{
				Names.Add(StandIn::Find<SButton>(Icon)->GetAccessibleText().ToString());
			}
		}
		const FString Expected = TEXT("Keep \"Ladders and stairs\" at the top.|Name and tag \"Ladders and stairs\".|Export \"Ladders and stairs\" to a file.|")
			TEXT("Delete \"Ladders and stairs\"; it stays in the trash for 30 days.|Keep \"The red door\" at the top.|Name and tag \"The red door\".|")
			TEXT("Export \"The red door\" to a file.|Delete \"The red door\"; it stays in the trash for 30 days.");
		TestEqual(TEXT("names"), FString::Join(Names, TEXT("|")), Expected);
	});

	It(TEXT("a name that is cleared gives way to the first words at once"), [this]
	{
		if (!OpenHistory())
		{
			return;
		}
		Search(TEXT("red door"));
		Window->Until(TEXT("it alone"), [this] { return Lists(TEXT("Conversations found: 1")) && !Lists(TEXT("Ladders and stairs")); });
		Rename(TEXT("Towers"));
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("the name"), [this] { return Lists(TEXT("Towers")) && !Lists(TEXT("Save")); });
		Rename(TEXT(""));
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("the first words"), [this] { return !Lists(TEXT("Towers")) && !Lists(TEXT("Save")) && Lists(TEXT("The red door")); });
	});
}

#endif
