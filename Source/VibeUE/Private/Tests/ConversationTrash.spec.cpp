// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Tests/SpecReach.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SChatText.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SConversationRow.h"
#include "Widgets/SConversationTrash.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The trash of the history: whatever was deleted can be restored from there. */
BEGIN_DEFINE_SPEC(FConversationTrashSpec, "VibeUE.Looks.Trash", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Opens the tab, says this in a conversation each, and returns their ids. */
TArray<FString> OpenTalks(float Width, const TArray<FString>& Words)
{
	TArray<FString> Ids;
	if (!FTestConversation::UseServer(*this, 96000) || !Window->OpenScene(Width, 640.0f) || !Window->Settle())
	{
		return Ids;
	}
	for (const FString& Each : Words)
	{
		if (Ids.Num() > 0)
		{
			// Not by its button, whose tip is in the editor's language.
			Window->Type(TEXT("/new"));
			Window->Until(TEXT("a new conversation"), [this, &Ids]
			{
				return Window->GetSession()->GetConversationId() != Ids.Last() && Window->GetSession()->GetState() == EVibeUEChatState::Idle;
			});
			Window->Follow();
		}
		Window->Say(Each);
		Ids.Add(Window->GetSession()->GetConversationId());
	}
	return Ids;
}

TSharedRef<SConversationList> GetList() const { return StandIn::Find<SConversationList>(Window->Get()).ToSharedRef(); }

TSharedRef<SConversationTrash> GetTrash() const { return StandIn::Find<SConversationTrash>(Window->Get()).ToSharedRef(); }

bool HasSearchKeyboard() const { return StandIn::Find<SChatText>(GetList())->HasKeyboardFocus(); }

/** Presses the chord that shows the history, and waits until this is listed. */
void OpenHistory(const TCHAR* Listed)
{
	Window->Write(FString());
	StandIn::PressKey(EKeys::H, StandIn::Control());
	Window->Until(TEXT("the search field to have the keyboard"), [this] { return HasSearchKeyboard(); });
	Window->Until(Listed, [this, Listed] { return FindRow(Listed).IsValid(); });
}

/** Returns the row of a conversation that is listed; null if there is none. */
TSharedPtr<SConversationRow> FindRow(const TCHAR* Title) const
{
	for (const TSharedRef<SConversationRow>& Row : StandIn::FindAll<SConversationRow>(GetList()))
	{
		if (StandIn::ReadAll(Row).Contains(Title))
		{
			return Row;
		}
	}
	return nullptr;
}

/** Deletes a conversation by its row's button, the last one, and waits until it is gone. */
void Delete(const TCHAR* Title)
{
	const TArray<TSharedRef<SButton>> Buttons = StandIn::FindAll<SButton>(FindRow(Title).ToSharedRef());
	StandIn::Click(Buttons.Last());
	StandIn::MovePointerAway();
	Window->Until(*FString::Printf(TEXT("\"%s\" to be gone"), Title), [this, Title] { return !FindRow(Title).IsValid(); });
}

/** Returns the button of this name, as a screen reader reads it; null if none can be seen. */
TSharedPtr<SWidget> FindNamed(const FString& Name) const
{
	return StandIn::FindWhere(GetList(), [&Name](const SWidget& Widget)
	{
		return StandIn::Is<SButton>(Widget) && Widget.StandInGivenWords().ToString() == Name && StandIn::IsOnScreen(const_cast<SWidget&>(Widget).AsShared());
	});
}

/** Presses the button of this name by the keyboard, once it is there. */
void Press(const FString& Name)
{
	Window->Until(*Name, [this, &Name] { return FindNamed(Name).IsValid(); });
	StandIn::Focus(FindNamed(Name));
	StandIn::PressKey(EKeys::Enter);
}

FString SaysTrash() const { return StandIn::ReadAll(GetTrash()); }
END_DEFINE_SPEC(FConversationTrashSpec)

// Long because it lists its cases.
void FConversationTrashSpec::Define()
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
		StandIn::SetCulture(TEXT("en"));
		Sandbox.Reset();
	});

	It(TEXT("restores each of several deleted conversations by the keyboard, also after the history was opened again"), [this]
	{
		if (OpenTalks(320.0f, {TEXT("The red door"), TEXT("Ladders and stairs"), TEXT("A light above")}).Num() != 3)
		{
			return;
		}
		OpenHistory(TEXT("The red door"));
		TestFalse(TEXT("an empty trash has a line"), Window->Sees(TEXT("In the trash: ")));
		Delete(TEXT("The red door"));
		Window->UntilSeen(TEXT("In the trash: 1"));
		Delete(TEXT("Ladders and stairs"));
		Window->UntilSeen(TEXT("In the trash: 2"));
		Window->ClickIcon(TEXT("Go back to the conversation"));
		OpenHistory(TEXT("A light above"));
		TestFalse(TEXT("a deletion of before is still offered to be undone"), Window->Sees(TEXT("is in the trash for 30 days.")));
		Press(TEXT("In the trash: 2, collapsed"));
		Window->Until(TEXT("both"), [this] { return SaysTrash().Contains(TEXT("The red door")) && SaysTrash().Contains(TEXT("Ladders and stairs")); });
		TestTrue(TEXT("when, and how long they stay"), SaysTrash().Contains(TEXT("Deleted: just now. Kept for 30 more days.")));
		TestTrue(TEXT("it takes the place of the conversations"), FindNamed(TEXT("In the trash: 2, expanded")).IsValid() && !FindRow(TEXT("A light above")).IsValid());
		FSpecReach(*this).TestAll(GetList(), TEXT("the trash"));
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
		Press(TEXT("Restore \"The red door\""));
		Window->UntilSeen(TEXT("In the trash: 1"));
		Window->Until(TEXT("the other one to have the keyboard"), [this]
		{
			const TSharedPtr<SWidget> Other = FindNamed(TEXT("Restore \"Ladders and stairs\""));
			return Other.IsValid() && Other->HasKeyboardFocus();
		});
		TestFalse(TEXT("it is still in the trash"), SaysTrash().Contains(TEXT("The red door")));
		StandIn::PressKey(EKeys::Escape);
		Window->Until(TEXT("the conversations again, with the one that came back"), [this] { return FindRow(TEXT("The red door")).IsValid() && FindRow(TEXT("A light above")).IsValid(); });
		Window->Until(TEXT("the line to have the keyboard"), [this]
		{
			const TSharedPtr<SWidget> Line = FindNamed(TEXT("In the trash: 1, collapsed"));
			return Line.IsValid() && Line->HasKeyboardFocus();
		});
		StandIn::PressKey(EKeys::Enter);
		Press(TEXT("Restore \"Ladders and stairs\""));
		Window->UntilGone(TEXT("In the trash: "));
		Window->Until(TEXT("all of them"), [this] { return FindRow(TEXT("The red door")).IsValid() && FindRow(TEXT("Ladders and stairs")).IsValid() && FindRow(TEXT("A light above")).IsValid(); });
		Window->Until(TEXT("the search field to have the keyboard"), [this] { return HasSearchKeyboard(); });
		TestEqual(TEXT("conversations"), FConversationFiles::FindIds().Num(), 3);
	});

	It(TEXT("takes back the deletion that Undo offers as well, and a search closes it"), [this]
	{
		if (OpenTalks(420.0f, {TEXT("The red door"), TEXT("A light above")}).Num() != 2)
		{
			return;
		}
		OpenHistory(TEXT("The red door"));
		Delete(TEXT("The red door"));
		Window->UntilSeen(TEXT("\"The red door\" is in the trash for 30 days."));
		Press(TEXT("In the trash: 1, collapsed"));
		Window->Until(TEXT("the trash"), [this] { return FindNamed(TEXT("Restore \"The red door\"")).IsValid(); });
		StandIn::Focus(StandIn::Find<SChatText>(GetList()));
		StandIn::TypeText(TEXT("light"));
		Window->Until(TEXT("what is found"), [this] { return FindRow(TEXT("A light above")).IsValid() && Window->Sees(TEXT("Conversations found: 1")); });
		TestFalse(TEXT("the trash is open"), GetTrash()->IsOpen());
		Press(TEXT("In the trash: 1, collapsed"));
		Press(TEXT("Restore \"The red door\""));
		Window->UntilGone(TEXT("is in the trash for 30 days."));
		Window->UntilGone(TEXT("In the trash: "));
		TestEqual(TEXT("conversations"), FConversationFiles::FindIds().Num(), 2);
	});

	It(TEXT("says why one does not come back whose name was taken meanwhile, and restores that very one once it is free"), [this]
	{
		const TArray<FString> Ids = OpenTalks(420.0f, {TEXT("The red door"), TEXT("A light above")});
		if (Ids.Num() != 2)
		{
			return;
		}
		const FString File = FConversationFiles::GetPath(Ids[0]);
		OpenHistory(TEXT("The red door"));
		FString Journal;
		TestTrue(TEXT("the journal"), FFileHelper::LoadFileToString(Journal, *File));
		Delete(TEXT("The red door"));
		Window->UntilSeen(TEXT("In the trash: 1"));
		TestTrue(TEXT("somebody takes its name"), FFileHelper::SaveStringToFile(TEXT("hello\n"), *File));
		Press(TEXT("In the trash: 1, collapsed"));
		Press(TEXT("Restore \"The red door\""));
		Window->UntilSeen(TEXT("a conversation with this name already exists"));
		Window->Until(TEXT("it to be there still"), [this] { return FindNamed(TEXT("Restore \"The red door\"")).IsValid(); });
		Window->TestNothingIsCutOff();
		StandIn::Focus(StandIn::Find<SChatText>(GetList()));
		StandIn::PressKey(EKeys::Escape);
		Window->Until(TEXT("the one that has the name"), [this] { return FindRow(TEXT("this is not a VibeUE journal")).IsValid(); });
		Delete(TEXT("this is not a VibeUE journal"));
		Window->UntilSeen(TEXT("In the trash: 2"));
		Press(TEXT("In the trash: 2, collapsed"));
		Press(TEXT("Restore \"The red door\""));
		Window->UntilSeen(TEXT("In the trash: 1"));
		Window->Until(TEXT("the damaged one to be left"), [this] { return SaysTrash().Contains(TEXT("this is not a VibeUE journal")); });
		FString Back;
		TestTrue(TEXT("the journal again"), FFileHelper::LoadFileToString(Back, *File));
		TestEqual(TEXT("its words"), Back, Journal);
	});

	It(TEXT("is whole in German in the narrowest dock"), [this]
	{
		StandIn::SetCulture(TEXT("de"));
		if (OpenTalks(320.0f, {TEXT("Die rote Tür der Luftschleuse im unteren Deck"), TEXT("Ein Licht")}).Num() != 2)
		{
			return;
		}
		OpenHistory(TEXT("Die rote Tür"));
		Delete(TEXT("Die rote Tür"));
		Window->UntilSeen(TEXT("Im Papierkorb: 1"));
		Press(TEXT("Im Papierkorb: 1, zugeklappt"));
		Window->Until(TEXT("its facts"), [this] { return SaysTrash().Contains(TEXT("Gelöscht: gerade eben. Bleibt noch 30 Tage.")); });
		TestTrue(TEXT("the button"), StandIn::FindButton(GetTrash(), TEXT("Wiederherstellen")).IsValid());
		Window->TestNothingIsCutOff();
	});
}

#endif
