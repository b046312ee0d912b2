// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and clicked from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/SpecContextPanel.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatText.h"
#include "Widgets/SToolCallRow.h"

/** The row of one message: what its buttons do, where it is and how wide. */
BEGIN_DEFINE_SPEC(FMessageRowsSpec, "VibeUE.MessageRows", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
FString File;

bool Open(float Width)
{
	return FTestConversation::UseServer(*this, 96000) && Window->Open(Width, 900.0f) && Window->Settle();
}

/** Presses the button that copies a message, counted from the oldest one, and returns what was copied. */
FString Copy(int32 Row)
{
	const TArray<TSharedRef<SChatMessageRow>> Rows = StandIn::FindAll<SChatMessageRow>(Window->Get());
	const TSharedPtr<SWidget> Icon = Rows.IsValidIndex(Row) ? StandIn::FindByTag(Rows[Row], FName(TEXT("Copy"))) : nullptr;
	if (!TestTrue(TEXT("the row has the button"), Icon.IsValid()))
	{
		return FString();
	}
	Window->ScrollTo(Icon);
	StandIn::Click(StandIn::Find<SButton>(Icon.ToSharedRef()));
	return StandIn::Clipboard();
}

/** Returns more than is laid out at once, and less than twice that. */
static FString MakeLong()
{
	FString Long;
	for (int32 Line = 0; Line < 1200; ++Line)
	{
		Long += FString::Printf(TEXT("Line %d of what was pasted\n"), Line);
	}
	return Long + TEXT("the end");
}

/** Whether a call's row is heard with the number of a message. */
bool HearsCall(int64 MessageId) const
{
	for (const TSharedRef<SToolCallRow>& Row : StandIn::FindAll<SToolCallRow>(Window->Get()))
	{
		if (Row->GetSpoken().ToString().Contains(FString::Printf(TEXT(", m%lld, "), MessageId)))
		{
			return true;
		}
	}
	return false;
}

/** Whether a message has a row of its own words. */
static bool HasWords(const FVibeUEMessage& Message)
{
	return !Message.Text.IsEmpty() && (Message.Role == EVibeUERole::User || Message.Role == EVibeUERole::Assistant);
}

/** Returns the number that the row of a message has beside its author, if it has one. */
FString NoteOf(const FVibeUEMessage& Message) const
{
	const FString Numbered = FString::Printf(TEXT("summarized, m%lld"), Message.Id);
	bool bHasRow = false;
	for (const TSharedRef<SChatMessageRow>& Row : StandIn::FindAll<SChatMessageRow>(Window->Get()))
	{
		const bool bIsIt = Row->GetFullText().Equals(Message.Text);
		if (bIsIt && StandIn::FindByText(Row, Numbered).IsValid())
		{
			return Numbered;
		}
		bHasRow = bHasRow || bIsIt;
	}
	return bHasRow ? FString() : FString(TEXT("no row"));
}

/** Returns how wide the widest thing in the rows is that has words. */
float FindWidest() const
{
	float Widest = 0.0f;
	for (const TSharedRef<SChatMessageRow>& Row : StandIn::FindAll<SChatMessageRow>(Window->Get()))
	{
		for (const TSharedRef<SWidget>& Words : StandIn::FindAllWhere(Row, [](const SWidget& Widget) { return Widget.StandInWasArranged() && !Widget.StandInText().IsEmpty(); }))
		{
			Widest = FMath::Max(Widest, static_cast<float>(Words->StandInGeometry().GetLocalSize().X));
		}
	}
	return Widest;
}

static float LeftOfRow(const TSharedRef<SWidget>& Widget)
{
	return FVector2f(Widget->StandInGeometry().GetAbsolutePosition()).X;
}

static float WidthOfRow(const TSharedRef<SWidget>& Widget)
{
	return FVector2f(Widget->StandInGeometry().GetAbsoluteSize()).X;
}

/** Whether something is as far from the left edge of what is around it as from the right one. */
static bool IsInMiddle(const TSharedRef<SWidget>& Widget, const TSharedRef<SWidget>& Around)
{
	return FMath::IsNearlyEqual(LeftOfRow(Widget) + WidthOfRow(Widget) / 2.0f, LeftOfRow(Around) + WidthOfRow(Around) / 2.0f, 0.5f);
}

/** Whether what is in each row of a message is this wide, and in the middle of the window, as the box in which one writes; rows of calls lie within it. */
bool IsColumn(float Width) const
{
	const TSharedRef<SWidget> Input = StandIn::Find<SChatInput>(Window->Get()).ToSharedRef();
	const TArray<TSharedRef<SChatMessageRow>> Rows = StandIn::FindAll<SChatMessageRow>(Window->Get());
	const TArray<TSharedRef<SToolCallRow>> Calls = StandIn::FindAll<SToolCallRow>(Window->Get());
	bool bIsSo = Rows.Num() > 0 && Calls.Num() > 0 && IsInMiddle(Input, Window->Get());
	for (const TSharedRef<SChatMessageRow>& Row : Rows)
	{
		const TSharedRef<SWidget> Content = Row->GetChildren()->GetChildAt(0);
		bIsSo = bIsSo && FMath::IsNearlyEqual(WidthOfRow(Content), Width, 0.5f) && IsInMiddle(Content, Input);
	}
	for (const TSharedRef<SToolCallRow>& Call : Calls)
	{
		const TSharedRef<SWidget> Content = Call->GetChildren()->GetChildAt(0);
		const float Edge = bIsSo ? LeftOfRow(Rows[0]->GetChildren()->GetChildAt(0)) : 0.0f;
		bIsSo = bIsSo && LeftOfRow(Content) >= Edge && LeftOfRow(Content) + WidthOfRow(Content) <= Edge + Width;
	}
	return bIsSo;
}

/** Returns how wide the conversation is. */
float GetTalk() const
{
	return WidthOfRow(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef());
}
END_DEFINE_SPEC(FMessageRowsSpec)

// Long because it lists its cases.
void FMessageRowsSpec::Define()
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
		StandIn::SetCulture(TEXT("en"));
		if (!File.IsEmpty())
		{
			IFileManager::Get().Delete(*File);
			File.Empty();
		}
	});

	It(TEXT("each message is copied by its button, all of it, also where only a part is shown"), [this]
	{
		if (!Open(700.0f))
		{
			return;
		}
		Window->Say(TEXT("The *red* door"));
		const FString Long = MakeLong();
		Window->Say(Long);
		Window->UntilSeen(TEXT("Show more"));
		TestEqual(TEXT("the question"), Copy(0), FString(TEXT("The *red* door")));
		TestEqual(TEXT("the answer, as it was written"), Copy(1), FString(TEXT("You said: The *red* door")));
		TestEqual(TEXT("the long question"), Copy(2), Long);
	});

	It(TEXT("a notice is copied with what to do about it"), [this]
	{
		const TSharedRef<SChatMessageRow> Row = SNew(SChatMessageRow).Kind(EChatRowKind::Error).Text(TEXT("nobody answers")).Hint(TEXT("try again"));
		StandIn::ShowInWindow(Row, 480.0f, 300.0f);
		const TSharedPtr<SWidget> Icon = StandIn::FindWhere(Row, [](const SWidget& Widget) { return Widget.StandInToolTipText().ToString() == TEXT("Copy this notice."); });
		StandIn::Click(StandIn::Find<SButton>(Icon.ToSharedRef()));
		TestEqual(TEXT("copied"), StandIn::Clipboard(), FString(TEXT("Nobody answers (try again)")));
		StandIn::CloseTestWindows();
	});

	It(TEXT("a message that was summarized has the number by which the summary names it, and so has a call"), [this]
	{
		FSpecContextPanel Panel(*this, Window.ToSharedRef());
		if (!Panel.OpenTalk(700.0f, 900.0f, 24000))
		{
			return;
		}
		Panel.Talk(2, 90);
		Panel.AskAboutTheDoor(30);
		Panel.Talk(5, 90);
		UChatSession* Session = Window->GetSession();
		for (const FVibeUEMessage& Message : Session->GetMessages(0, 100, EVibeUEHistory::Transcript))
		{
			TestTrue(TEXT("no number before there is a summary"), !HasWords(Message) || NoteOf(Message).IsEmpty());
			TestFalse(TEXT("nor of a call"), HearsCall(Message.Id));
		}
		TestTrue(TEXT("asked for a summary"), Session->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Window->UntilSeen(TEXT("Earlier messages summarized"));
		Window->Settle();
		int32 Condensed = 0;
		int32 Calls = 0;
		for (const FVibeUEMessage& Message : Session->GetMessages(0, 100, EVibeUEHistory::Transcript))
		{
			const FString Expected = Message.bCondensed ? FString::Printf(TEXT("summarized, m%lld"), Message.Id) : FString();
			if (HasWords(Message))
			{
				TestEqual(Message.Text.Left(40), NoteOf(Message), Expected);
				Condensed += Message.bCondensed ? 1 : 0;
			}
			if (Message.ToolCalls.Num() > 0 || Message.ToolResults.Num() > 0)
			{
				TestEqual(TEXT("its call is heard with it"), HearsCall(Message.Id), Message.bCondensed);
				Calls += Message.bCondensed ? 1 : 0;
			}
		}
		TestTrue(TEXT("messages and calls were summarized"), Condensed > 2 && Calls > 1);
		Window->TestNothingIsCutOff();
	});

	It(TEXT("a long message that was summarized stays unfolded when the rows are made again"), [this]
	{
		if (!Open(700.0f))
		{
			return;
		}
		const FString Long = MakeLong();
		Window->Say(TEXT("The red door"));
		Window->Say(Long);
		for (int32 Turn = 0; Turn < 8; ++Turn)
		{
			Window->Say(FString::Printf(TEXT("write %d words"), 60 + Turn));
		}
		UChatSession* Session = Window->GetSession();
		TestTrue(TEXT("asked for a summary"), Session->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Window->Settle();
		const auto Find = [this, &Long]() -> TSharedPtr<SChatMessageRow>
		{
			const TArray<TSharedRef<SChatMessageRow>> Rows = StandIn::FindAll<SChatMessageRow>(Window->Get());
			const TSharedRef<SChatMessageRow>* Found = Rows.FindByPredicate([&Long](const TSharedRef<SChatMessageRow>& Row) { return Row->GetFullText().Equals(Long); });
			return Found ? TSharedPtr<SChatMessageRow>(*Found) : nullptr;
		};
		const auto FindMore = [Find] { return StandIn::FindByText(Find().ToSharedRef(), TEXT("Show more ("), true); };
		if (!TestTrue(TEXT("its row, folded"), Find().IsValid() && FindMore().IsValid()) ||
			!TestTrue(TEXT("it was summarized"), StandIn::FindByText(Find().ToSharedRef(), TEXT("summarized, m"), true).IsValid()))
		{
			return;
		}
		Window->ScrollTo(FindMore());
		StandIn::Click(FindMore());
		Window->Until(TEXT("all of it"), [FindMore] { return !FindMore().IsValid(); });
		const TSharedPtr<SChatMessageRow> Before = Find();
		TestTrue(TEXT("pins"), Session->PinMessage(Session->GetMessages(Session->GetMessageCount() - 1, 1)[0].Id, true));
		Window->Until(TEXT("the rows to be made again"), [Find, Before] { return Find().IsValid() && Find() != Before; });
		TestFalse(TEXT("it is folded again"), FindMore().IsValid());
	});

	It(TEXT("lines are no longer than can be read, however wide the window is"), [this]
	{
		if (!Open(1600.0f))
		{
			return;
		}
		Window->Say(FString(TEXT("write 900 words")));
		FString Long = TEXT("And");
		for (int32 Word = 0; Word < 300; ++Word)
		{
			Long += TEXT(" again");
		}
		Window->Say(Long);
		const float Widest = FindWidest();
		TestTrue(FString::Printf(TEXT("the widest words: %.1f units"), Widest), Widest > 600.0f && Widest <= 720.0f);
		Window->TestNothingIsCutOff();
		StandIn::ResizeWindow(StandIn::Windows()[0], 500.0f, 900.0f);
		Window->Until(TEXT("narrower rows"), [this] { return FindWidest() < 500.0f; });
		Window->TestNothingIsCutOff();
	});

	It(TEXT("they are in the middle of a wide window, above the box in which one writes, also from right to left, and fill a narrow one"), [this]
	{
		if (!Open(1600.0f))
		{
			return;
		}
		Window->Say(TEXT("The red door"));
		Window->GetSession()->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		Window->GetSession()->SubmitUserMessage(TEXT("use look {\"at\": \"the door\"}"));
		Window->UntilSeen(TEXT("Allow once"));
		Window->Until(TEXT("a column of 720 units"), [this] { return IsColumn(720.0f); });
		StandIn::SetCulture(TEXT("he"));
		Window->Until(TEXT("the window to turn"), [this] { return Window->Get()->StandInFlow() == EFlowDirection::RightToLeft; });
		Window->Until(TEXT("the same column"), [this] { return IsColumn(720.0f); });
		StandIn::ResizeWindow(StandIn::Windows()[0], 500.0f, 900.0f);
		Window->Until(TEXT("all of the room"), [this] { return IsColumn(GetTalk() - 16.0f); });
		Window->TestNothingIsCutOff();
		Window->Click(TEXT("Deny"));
		Window->UntilSeen(TEXT("denied"));
		Window->Settle();
	});

	It(TEXT("a change to a file is shown as wide as there is room"), [this]
	{
		File = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT("SpecMessageRows.ini");
		FFileHelper::SaveStringToFile(FString(TEXT("Door=shut\n")), *File, FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM);
		if (!FTestConversation::UseServer(*this, 96000))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->bOfferFileTools = true;
		if (!Window->Open(1600.0f, 900.0f) || !Window->Settle())
		{
			return;
		}
		Window->Click(TEXT("Dry run"));
		Window->Say(TEXT("use edit_file {\"path\": \"SpecMessageRows.ini\", \"old_text\": \"shut\", \"new_text\": \"open\"}"));
		Window->UntilSeen(TEXT("Nothing was changed. The call would do this:"));
		const TSharedRef<SToolCallRow> Call = StandIn::Find<SToolCallRow>(Window->Get()).ToSharedRef();
		Window->Until(TEXT("the whole width"), [this, Call] { return FMath::IsNearlyEqual(WidthOfRow(Call), GetTalk(), 0.5f); });
	});
}

#endif
