// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and clicked from a spec: this one is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "ConversationFiles.h"
#include "CoreGlobals.h"
#include "HAL/FileManager.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/ConfigCacheIni.h"
#include "Misc/CoreDelegates.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "StandIn/Editor.h"
#include "StandIn/Slate.h"
#include "Tests/SpecContextPanel.h"
#include "Tests/SpecDayLevers.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMentions.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatQueue.h"
#include "Widgets/SChatText.h"
#include "Widgets/SChatTextBox.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SConversationRow.h"
#include "Widgets/SModelPicker.h"
#include "Widgets/SSummaryPreview.h"

/** A whole day at the window, in one conversation: everything is typed and clicked. */
BEGIN_DEFINE_SPEC(FWholeDaySpec, "VibeUE.WholeDay", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
static constexpr float Width = 1000.0f;
static constexpr float Height = 900.0f;

TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
TSharedPtr<FSpecContextPanel> Panel;
TSharedPtr<FSpecDayLevers> Levers;
FString Id;
FString Source;
FString Exported;

/** Types a message, and waits for the end of its turn. */
bool Say(const FString& Text);

void GiveFieldTheKeyboard() { Window->Write(FString()); }

/** Types over what is in the field that has the keyboard. */
static void TypeOver(const FString& Text);

/** Clicks a button in the row of a message, by the beginning of its tool tip. */
void ClickIn(const FString& Message, const TCHAR* ToolTip);

/** Returns what the person said in the branch that is shown, in order. */
FString Said() const;

/** Returns all messages of the branch, a line for each. */
TArray<FString> ReadHistory() const;

/** Returns what a part of the window says; nothing where it is not there. */
template <typename WidgetType>
FString Says() const;

/** Whether the model reads a summary, or a short form, instead of messages. */
bool IsInForce() const
{
	return Window->GetSession()->GetSummaries().ContainsByPredicate([](const FVibeUESummaryRow& Row) { return Row.bInForce; });
}

// The day, from yesterday's talks on.
bool TalkYesterday();
bool FindAndOpen();
bool ShowAFileAndThePicture();
bool EditWhatWaits();
bool AskInOtherWords();
bool SummarizeInOwnWords();
bool PullTheLevers();
bool LetAnotherModelAnswer();
bool UndoAndExport();
void ExitAndReturn();
END_DEFINE_SPEC(FWholeDaySpec)

bool FWholeDaySpec::Say(const FString& Text)
{
	const int32 Before = Window->Ends;
	Window->Type(Text);
	return Window->Until(*FString::Printf(TEXT("the end of the turn \"%s\""), *Text), [this, Before] { return Window->Ends > Before; }) && Window->Settle();
}

void FWholeDaySpec::TypeOver(const FString& Text)
{
	StandIn::PressKey(EKeys::A, StandIn::Control());
	StandIn::TypeText(Text);
}

void FWholeDaySpec::ClickIn(const FString& Message, const TCHAR* ToolTip)
{
	for (const TSharedRef<SChatMessageRow>& Row : StandIn::FindAll<SChatMessageRow>(Window->Get()))
	{
		const TSharedPtr<SWidget> Icon = StandIn::FindWhere(Row, [ToolTip](const SWidget& Widget) { return Widget.StandInToolTipText().ToString().StartsWith(ToolTip); });
		if (Row->GetFullText().Equals(Message) && Icon.IsValid())
		{
			Window->ScrollTo(Icon);
			StandIn::Click(StandIn::Find<SButton>(Icon.ToSharedRef()));
			return;
		}
	}
	AddError(FString::Printf(TEXT("No row says \"%s\" and has \"%s\". The window shows:\n%s"), *Message, ToolTip, *Window->Read()));
}

FString FWholeDaySpec::Said() const
{
	TArray<FString> Words;
	for (const FVibeUEMessage& Message : Window->GetSession()->GetMessages(0, MAX_int32))
	{
		if (Message.Role == EVibeUERole::User)
		{
			Words.Add(Message.Text);
		}
	}
	return FString::Join(Words, TEXT(" | "));
}

TArray<FString> FWholeDaySpec::ReadHistory() const
{
	TArray<FString> Lines;
	for (const FVibeUEMessage& Message : Window->GetSession()->GetMessages(0, MAX_int32))
	{
		FString Line = FString::Printf(TEXT("%lld %d %d %s"), Message.Id, static_cast<int32>(Message.Role), Message.Images, *Message.Text);
		for (const FVibeUEAttachment& Attachment : Message.Attachments)
		{
			Line += TEXT(" + ") + Attachment.Name + TEXT(" ") + Attachment.Detail;
		}
		Lines.Add(Line);
	}
	return Lines;
}

template <typename WidgetType>
FString FWholeDaySpec::Says() const
{
	const TSharedPtr<WidgetType> Part = StandIn::Find<WidgetType>(Window->Get());
	return Part.IsValid() ? StandIn::ReadAll(Part.ToSharedRef()) : FString();
}

bool FWholeDaySpec::TalkYesterday()
{
	if (!Panel->OpenTalk(Width, Height, 24000))
	{
		return false;
	}
	for (int32 Turn = 0; Turn < 4; ++Turn)
	{
		Say(FTestConversation::Ask(Turn, 90 + Turn));
	}
	Id = Window->GetSession()->GetConversationId();
	Window->ClickIcon(TEXT("Start a new conversation"));
	Window->Settle();
	Window->Follow();
	Say(TEXT("Ladders and stairs for the tower"));
	Window->Close();
	return Window->Open(Width, Height) && Window->Settle() && TestNotEqual(TEXT("the talk that is shown in the morning"), Window->GetSession()->GetConversationId(), Id);
}

bool FWholeDaySpec::FindAndOpen()
{
	Window->ClickIcon(TEXT("Show this project's conversations"));
	const TSharedRef<SConversationList> List = StandIn::Find<SConversationList>(Window->Get()).ToSharedRef();
	Window->Until(TEXT("the search field to have the keyboard"), [List] { return StandIn::Find<SChatText>(List)->HasKeyboardFocus(); });
	Window->Until(TEXT("both talks"), [List] { return StandIn::FindAll<SConversationRow>(List).Num() == 2; });
	StandIn::TypeText(TEXT("hatch cargo"));
	const bool bIsFound = Window->Until(TEXT("the one that has both words"), [this, List]
	{
		return Window->Sees(TEXT("Conversations found: 1")) && StandIn::FindAll<SConversationRow>(List).Num() == 1;
	});
	if (!bIsFound)
	{
		return false;
	}
	StandIn::Click(StandIn::FindByText(StandIn::Find<SConversationRow>(List).ToSharedRef(), TEXT("What does the door do"), true));
	const bool bIsOpen = Window->Until(TEXT("it to be open"), [this]
	{
		return Window->GetSession()->GetConversationId() == Id && Window->GetSession()->GetState() == EVibeUEChatState::Idle;
	});
	Window->Follow();
	return bIsOpen && Window->Settle();
}

bool FWholeDaySpec::ShowAFileAndThePicture()
{
	Window->Write(TEXT("Compare @Airlock"));
	Window->Until(TEXT("the file"), [this] { return Window->Lists(TEXT("AirlockDoor.cpp")); });
	StandIn::PressKey(EKeys::Tab);
	Window->Write(TEXT("with"));
	Window->ClickIcon(TEXT("Attach a picture of the active viewport."));
	const FString WithBoth = TEXT("Compare @Source/Doors/AirlockDoor.cpp with @picture:Viewport.jpg ");
	Window->Until(TEXT("both to be named"), [this, &WithBoth] { return Window->Written().Equals(WithBoth); });
	Window->Write(TEXT("and say what hangs"));
	Window->Until(TEXT("both boxes"), [this]
	{
		const TSharedRef<SChatInput> Input = StandIn::Find<SChatInput>(Window->Get()).ToSharedRef();
		const TSharedPtr<SChatMentions> Mentions = StandIn::Find<SChatMentions>(Input);
		const FString Boxes = Mentions.IsValid() ? StandIn::ReadAll(Mentions.ToSharedRef()) : FString();
		return Boxes.Contains(TEXT("Source/Doors/AirlockDoor.cpp")) && Boxes.Contains(TEXT("Viewport.jpg (JPEG, 640 \u00d7 480, "));
	});
	const int32 Before = Window->Ends;
	StandIn::PressKey(EKeys::Enter);
	Window->Until(TEXT("the answer"), [this, Before] { return Window->Ends > Before; });
	Window->Settle();
	for (const FVibeUEMessage& Message : Window->GetSession()->GetMessages(0, MAX_int32))
	{
		if (Message.Text.Equals(WithBoth + TEXT("and say what hangs")))
		{
			TArray<FString> Names;
			for (const FVibeUEAttachment& Attachment : Message.Attachments)
			{
				Names.Add(Attachment.Name);
			}
			Names.Sort();
			return TestEqual(TEXT("what is attached"), FString::Join(Names, TEXT(" ")), FString(TEXT("Source/Doors/AirlockDoor.cpp Viewport.jpg"))) &&
				TestEqual(TEXT("pictures"), Message.Images, 1);
		}
	}
	AddError(FString::Printf(TEXT("The message was not said: %s"), *Said()));
	return false;
}

bool FWholeDaySpec::EditWhatWaits()
{
	Window->Type(TEXT("say the first half"));
	Window->UntilSeen(TEXT("The first half."));
	Window->Type(TEXT("Paint the dor"));
	Window->Until(TEXT("it to wait"), [this] { return Says<SChatQueue>().Contains(TEXT("1. Paint the dor")); });
	Window->ClickIcon(TEXT("Put it back into the input box"));
	Window->Until(TEXT("nothing to wait"), [this] { return Says<SChatQueue>().IsEmpty(); });
	TestEqual(TEXT("it is in the field"), Window->Written(), FString(TEXT("Paint the dor")));
	TestEqual(TEXT("the answer is still coming"), Window->GetSession()->GetState(), EVibeUEChatState::Streaming);
	GiveFieldTheKeyboard();
	TypeOver(TEXT("Paint the door"));
	StandIn::PressKey(EKeys::Enter);
	Window->Until(TEXT("it to wait in other words"), [this] { return Says<SChatQueue>().Contains(TEXT("1. Paint the door")); });
	Window->ClickIcon(TEXT("Stop the answer and send this now"));
	Window->UntilSeen(TEXT("You said: Paint the door"));
	Window->Settle();
	return TestTrue(Said(), Said().EndsWith(TEXT(" | say the first half | Paint the door")));
}

bool FWholeDaySpec::AskInOtherWords()
{
	ClickIn(TEXT("Paint the door"), TEXT("Edit and send again"));
	Window->UntilSeen(TEXT("You are changing an earlier message."));
	TestEqual(TEXT("what it says is in the field"), Window->Written(), FString(TEXT("Paint the door")));
	GiveFieldTheKeyboard();
	TypeOver(TEXT("Paint the door red"));
	StandIn::PressKey(EKeys::Enter);
	Window->UntilSeen(TEXT("You said: Paint the door red"));
	Window->Settle();
	ClickIn(TEXT("Paint the door red"), TEXT("Show the previous version"));
	Window->Until(TEXT("the words of before"), [this] { return Said().EndsWith(TEXT(" | Paint the door")); });
	Window->UntilSeen(TEXT("1 of 2"));
	ClickIn(TEXT("Paint the door"), TEXT("Show the next version"));
	Window->UntilSeen(TEXT("2 of 2"));
	return TestTrue(Said(), Said().EndsWith(TEXT(" | say the first half | Paint the door red")));
}

bool FWholeDaySpec::SummarizeInOwnWords()
{
	for (int32 Turn = 4; Turn < 8; ++Turn)
	{
		Say(FTestConversation::Ask(Turn, 90 + Turn));
	}
	Window->ClickIcon(TEXT("Preview what summarizing"));
	// The button's tip would cover what is looked at.
	StandIn::MovePointerAway();
	const TSharedRef<SSummaryPreview> Page = StandIn::Find<SSummaryPreview>(Window->Get()).ToSharedRef();
	const auto FindText = [Page] { return StandIn::Find<SChatTextBox>(Page)->GetTextBox(); };
	const auto FindApply = [Page] { return StandIn::FindButton(Page, TEXT("Apply")); };
	const bool bHasDraft = Window->Until(TEXT("the draft"), [Page, FindText, FindApply]
	{
		return Page->IsOpen() && FindText().IsValid() && !FindText()->GetText().IsEmpty() && FindApply().IsValid() && StandIn::IsReallyEnabled(FindApply().ToSharedRef());
	});
	if (!bHasDraft)
	{
		return false;
	}
	TestEqual(TEXT("nothing was done yet"), Window->GetSession()->GetSummaries().Num(), 0);
	StandIn::Click(FindText());
	TypeOver(TEXT("The door was read. The hatch stays shut."));
	StandIn::Click(FindApply());
	StandIn::MovePointerAway();
	Window->Until(TEXT("the summary"), [this, Page] { return Window->Applied == 1 && !Page->IsOpen(); });
	Window->Settle();
	return TestTrue(TEXT("the model reads what was written"), Window->GetSession()->GetSummaryInView().Text.Contains(TEXT("The door was read. The hatch stays shut.")));
}

bool FWholeDaySpec::PullTheLevers()
{
	UChatSession* Session = Window->GetSession();
	Panel->OpenPanel();
	Panel->TestShowsReport(TEXT("the report"));
	const auto HasPinned = [Session]
	{
		return Session->GetContextReport().Heaviest.ContainsByPredicate([](const FVibeUEHeavyMessage& Message) { return Message.bPinned; });
	};
	Panel->Pull(TEXT("Pin"));
	Window->Until(TEXT("a heavy message to be pinned"), HasPinned);
	Panel->Pull(TEXT("Unpin"));
	Window->Until(TEXT("none to be"), [HasPinned] { return !HasPinned(); });
	Panel->Pull(TEXT("Undo"));
	Window->Until(TEXT("the summary to be undone"), [this] { return !IsInForce(); });
	Panel->Pull(TEXT("Redo"));
	Window->Until(TEXT("the summary to be applied again"), [this] { return IsInForce(); });
	Panel->TestShowsReport(TEXT("the report after all of that"));
	StandIn::MovePointerAway();
	return TestTrue(TEXT("the conversation is beside the panel"), StandIn::IsOnScreen(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()));
}

bool FWholeDaySpec::LetAnotherModelAnswer()
{
	TestEqual(TEXT("the model so far"), Window->GetSession()->GetModelId(), FString(TEXT("gpt-4o")));
	const TSharedRef<SModelPicker> Picker = StandIn::Find<SModelPicker>(Window->Get()).ToSharedRef();
	GiveFieldTheKeyboard();
	StandIn::PressKey(EKeys::M, StandIn::Control());
	Window->Until(TEXT("the models"), [this, Picker] { return Says<SModelPicker>().Contains(TEXT("tiny-coder")) && Picker->GetFilter()->HasKeyboardFocus(); });
	StandIn::TypeText(TEXT("scr"));
	Window->Until(TEXT("the one that fits"), [this] { return Says<SModelPicker>().Contains(TEXT("scripted")) && !Says<SModelPicker>().Contains(TEXT("tiny-coder")); });
	StandIn::PressKey(EKeys::Enter);
	Window->UntilSeen(TEXT("scripted answers starting with the next request."));
	Window->Until(TEXT("the model"), [this] { return Window->GetSession()->GetModelId().Equals(TEXT("scripted")); });
	return Say(TEXT("Does the elevator wait?")) && Window->UntilSeen(TEXT("You said: Does the elevator wait?"));
}

bool FWholeDaySpec::UndoAndExport()
{
	Window->ClickIcon(TEXT("Undo the newest summary"));
	Window->Until(TEXT("the undo"), [this] { return !IsInForce(); });
	StandIn::ChooseFiles({Exported});
	Window->ClickIcon(TEXT("Show this project's conversations"));
	Window->Until(TEXT("the search of the morning"), [this] { return StandIn::Find<SChatText>(StandIn::Find<SConversationList>(Window->Get()).ToSharedRef())->HasKeyboardFocus(); });
	StandIn::PressKey(EKeys::A, StandIn::Control());
	StandIn::PressKey(EKeys::BackSpace);
	Window->Until(TEXT("the list"), [this] { return StandIn::FindAll<SConversationRow>(StandIn::Find<SConversationList>(Window->Get()).ToSharedRef()).Num() == 2; });
	// The first is the one that changed last.
	Window->ClickIcon(TEXT("Export this conversation to a file."));
	Window->Click(TEXT("Markdown\u2026"));
	FString Text;
	Window->Until(TEXT("the file"), [this, &Text] { return FFileHelper::LoadFileToString(Text, *Exported) && Text.Contains(TEXT("Does the elevator wait?")); });
	TestTrue(TEXT("it has what was found in the morning"), Text.Contains(TEXT("How does the hatch of the cargo bay differ?")));
	TestTrue(TEXT("and the branch"), Text.Contains(TEXT("Paint the door red")));
	Window->ClickIcon(TEXT("Go back to the conversation"));
	return Window->UntilSeen(TEXT("You said: Does the elevator wait?"));
}

void FWholeDaySpec::ExitAndReturn()
{
	Window->Write(TEXT("Tomorrow the hatch"));
	const TArray<FString> Before = ReadHistory();
	const int32 Summaries = Window->GetSession()->GetSummaries().Num();
	FCoreDelegates::OnEnginePreExit.Broadcast();
	TestTrue(TEXT("the window holds no session any more"), Window->GetSession() == nullptr);
	Window->Close();
	GConfig->Flush(true, GEditorPerProjectIni);
	if (!Window->Open(Width, Height) || !Window->Settle())
	{
		return;
	}
	TestEqual(TEXT("the conversation"), Window->GetSession()->GetConversationId(), Id);
	TestEqual(TEXT("its messages"), FString::Join(ReadHistory(), TEXT("\n")), FString::Join(Before, TEXT("\n")));
	if (TestEqual(TEXT("summaries"), Window->GetSession()->GetSummaries().Num(), Summaries))
	{
		TestFalse(TEXT("the summary is still undone"), IsInForce());
	}
	TestEqual(TEXT("the model is the one that was chosen"), Window->GetSession()->GetModelId(), FString(TEXT("scripted")));
	TestTrue(TEXT("the context is beside it again"), StandIn::IsOnScreen(Panel->GetPanel()));
	Panel->TestShowsReport(TEXT("the report on the next morning"));
	ClickIn(TEXT("Paint the door red"), TEXT("Show the previous version"));
	Window->Until(TEXT("the old branch"), [this] { return Said().EndsWith(TEXT(" | Paint the door")); });
	Window->UntilSeen(TEXT("1 of 2"));
	Window->Settle();
	ClickIn(TEXT("Paint the door"), TEXT("Show the next version"));
	Window->Until(TEXT("the new one"), [this] { return Said().EndsWith(TEXT(" | Does the elevator wait?")); });
	Window->Settle();
	TestEqual(TEXT("what was being written"), Window->Written(), FString(TEXT("Tomorrow the hatch")));
	GiveFieldTheKeyboard();
	StandIn::PressKey(EKeys::Enter);
	Window->UntilSeen(TEXT("You said: Tomorrow the hatch"));
	Window->Settle();
	TestTrue(Said(), Said().EndsWith(TEXT(" | Does the elevator wait? | Tomorrow the hatch")));
}

void FWholeDaySpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		Panel = MakeShared<FSpecContextPanel>(*this, Window.ToSharedRef());
		Levers = MakeShared<FSpecDayLevers>(*this, Window.ToSharedRef(), Panel.ToSharedRef());
		Source = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT("Source/Doors/AirlockDoor.cpp");
		Exported = FConversationFiles::GetFolder() / TEXT("elsewhere") / TEXT("day.md");
		IFileManager::Get().MakeDirectory(*FPaths::GetPath(Exported), true);
		TestTrue(TEXT("the source is written"), FFileHelper::SaveStringToFile(TEXT("int DoorThatHangs;\n"), *Source));
		StandIn::SetViewport(FIntPoint(640, 480));
	});

	AfterEach([this]
	{
		StandIn::ChooseFiles(TArray<FString>());
		Levers.Reset();
		Panel.Reset();
		Window.Reset();
		StandIn::ResetEditor();
		Sandbox.Reset();
		IFileManager::Get().Delete(*Source);
	});

	It(TEXT("goes from a search in the history over a branch, a summary in the user's words and another model to the editor's exit, and on from there"), [this]
	{
		if (TalkYesterday() && FindAndOpen() && ShowAFileAndThePicture() && EditWhatWaits() && AskInOtherWords() && SummarizeInOwnWords() && PullTheLevers() &&
			Levers->ShortenAResult() && Levers->EditASummary() && Levers->WriteReport() && LetAnotherModelAnswer() && UndoAndExport())
		{
			ExitAndReturn();
		}
	});

	It(TEXT("goes on from a long result to a summary that ends there, and to one of the originals once no summary may be of a summary"), [this]
	{
		if (!Panel->OpenTalk(Width, Height, 24000))
		{
			return;
		}
		// What the server writes a summary of, when it is asked for one.
		Window->Say(TEXT("A STORY IN CHAPTERS"));
		Panel->Talk(2, 90);
		Panel->AskAboutTheDoor(60);
		Panel->Talk(3, 90);
		Panel->OpenPanel();
		if (Levers->SummarizeToHere())
		{
			Levers->SummarizeFromOriginals();
		}
	});
}

#endif
