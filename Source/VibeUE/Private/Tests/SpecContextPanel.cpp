// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/SpecContextPanel.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Slate.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SContextPanel.h"

FSpecContextPanel::FSpecContextPanel(FAutomationTestBase& InTest, const TSharedRef<FSpecWindow>& InWindow)
	: Test(InTest)
	, Window(InWindow)
{
}

bool FSpecContextPanel::OpenTalk(float Width, float Height, int32 ContextWindow)
{
	if (!FTestConversation::UseServer(Test, ContextWindow))
	{
		return false;
	}
	GetMutableDefault<UVibeUESettings>()->Model = TEXT("gpt-4o");
	FSpecSandbox::Notify();
	return Window->OpenScene(Width, Height) && Window->Settle();
}

void FSpecContextPanel::Talk(int32 Turns, int32 Words)
{
	for (int32 Turn = 0; Turn < Turns; ++Turn)
	{
		// A word of a sentence takes fewer tokens than a number does.
		Window->Say(FTestConversation::Ask(Talked++, Words * 3 / 2 + Turn));
	}
}

void FSpecContextPanel::AskAboutTheDoor(int32 Nodes)
{
	UChatSession* Session = Window->GetSession();
	Session->SetTools(TEXT("[{\"name\": \"read_blueprint\", \"description\": \"Reads a Blueprint's graph as text.\", \"parameters\": {\"type\": \"object\"}}]"));
	Session->OnToolCallRequested().AddWeakLambda(Session, [Session, Nodes](const FVibeUEToolCall& Call)
	{
		FString Text = TEXT("Blueprint /Game/Doors/BP_AirlockDoor, parent Actor\n");
		for (int32 Node = 0; Node < Nodes; ++Node)
		{
			Text += FString::Printf(TEXT("  Node K2Node_CallFunction_%d: Target=Generator, Function=GetPower\n"), Node);
		}
		Session->AnswerToolCall(Call.CallId, Text);
	});
	Window->Say(TEXT("Why does the airlock door stay shut? Please never touch BP_Legacy."));
}

TSharedRef<SContextPanel> FSpecContextPanel::GetPanel() const
{
	return StandIn::Find<SContextPanel>(Window->Get()).ToSharedRef();
}

void FSpecContextPanel::OpenPanel()
{
	Window->ClickIcon(TEXT("Show what fills the context"));
	Window->Until(TEXT("the panel"), [this] { return StandIn::IsOnScreen(GetPanel()); });
	// The button's tip would cover what is tested.
	StandIn::Hover(StandIn::FindByText(GetPanel(), TEXT("Context")));
}

void FSpecContextPanel::TestShowsReport(const TCHAR* When)
{
	Window->Until(When, [this]
	{
		const FVibeUEContextReport Report = Window->GetSession()->GetContextReport();
		return FindMissing(Report).Num() == 0;
	});
	Test.TestEqual(When, FString::Join(FindMissing(Window->GetSession()->GetContextReport()), TEXT("\n")), FString());
}

TArray<FString> FSpecContextPanel::FindMissing(const FVibeUEContextReport& Report) const
{
	TArray<FText> Texts = {FContextTexts::Fill(Report), FContextTexts::Line(Report.Next), FContextTexts::Window(Report), FContextTexts::Forecast(Report.Next),
		FContextTexts::Gain(Report.Next)};
	for (const FVibeUEContextPart& Part : Report.Parts)
	{
		if (Part.Tokens > 0)
		{
			Texts.Add(FContextTexts::NameOf(Part.Kind));
			Texts.Add(FContextTexts::LetterOf(Part.Kind));
			Texts.Add(FText::AsNumber(Part.Tokens));
		}
	}
	for (int32 Index = 0; Index < FMath::Min(Report.Heaviest.Num(), SContextPanel::MostHeavy); ++Index)
	{
		const FVibeUEHeavyMessage& Message = Report.Heaviest[Index];
		Texts.Add(FContextTexts::Speaker(Message));
		Texts.Add(FContextTexts::Age(Message));
		if (!Message.FirstWords.IsEmpty())
		{
			Texts.Add(FText::FromString(Message.FirstWords));
		}
		Texts.Add(FText::AsNumber(Message.Tokens));
	}
	for (const FVibeUESummaryRow& Row : Report.Summaries)
	{
		Texts.Add(FContextTexts::Size(Row));
		Texts.Add(Row.bInForce ? FContextTexts::Left(Row) : FContextTexts::State(Row));
		Texts.Add(FContextTexts::Origin(Row));
		if (Row.Account.FactsFound > 0)
		{
			Texts.Add(FContextTexts::Kept(Row));
		}
	}
	TArray<FString> Missing;
	for (const FText& Text : Texts)
	{
		if (!StandIn::FindByText(GetPanel(), Text.ToString()).IsValid())
		{
			Missing.Add(Text.ToString());
		}
	}
	return Missing;
}

void FSpecContextPanel::Pull(const TCHAR* Lever)
{
	const auto Find = [this, Lever] { return StandIn::FindButton(GetPanel(), Lever); };
	const auto CanBePulled = [Find] { return Find().IsValid() && StandIn::IsReallyEnabled(Find().ToSharedRef()); };
	if (Window->Until(*FString::Printf(TEXT("the lever \"%s\""), Lever), CanBePulled))
	{
		StandIn::Find<SScrollBox>(GetPanel())->ScrollDescendantIntoView(Find(), false, EDescendantScrollDestination::Center);
		Window->Until(*FString::Printf(TEXT("\"%s\" to be in view"), Lever), [Find] { return StandIn::IsOnScreen(Find().ToSharedRef()); });
		StandIn::Click(Find());
	}
}

bool FSpecContextPanel::HasLever(const TCHAR* Lever) const
{
	return StandIn::FindButton(GetPanel(), Lever).IsValid();
}

void FSpecContextPanel::TestNothingIsCutOff()
{
	StandIn::Layout();
	const FGeometry& Whole = Window->Get()->StandInGeometry();
	const float Left = static_cast<float>(Whole.GetAbsolutePosition().X);
	const float Right = Left + static_cast<float>(Whole.GetLocalSize().X);
	for (const TSharedRef<SWidget>& Widget : StandIn::Descendants(GetPanel()))
	{
		if (StandIn::WasOnScreen(Widget))
		{
			const float From = static_cast<float>(Widget->StandInGeometry().GetAbsolutePosition().X);
			const float To = From + static_cast<float>(Widget->StandInGeometry().GetAbsoluteSize().X);
			Test.TestTrue(FString::Printf(TEXT("%s (%s) lies within the window"), *FString(Widget->StandInTypeName()), *Widget->StandInText().ToString()),
				From >= Left - 0.5f && To <= Right + 0.5f);
		}
	}
}

#endif
