// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/SpecContextPanel.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Slate.h"
#include "Tests/TestConversation.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SContextPanel.h"

namespace SpecContextPanelPrivate
{
/** A Blueprint as the tool describes it. */
struct FBlueprint
{
	const TCHAR* Name;
	/** How many nodes it has where the largest one has a hundred. */
	int32 Percent;
	/** What its nodes do, over and over. */
	const TCHAR* Nodes[6];
};

static const FBlueprint Blueprints[] = {
	{TEXT("BP_AirlockDoor"), 100,
		{TEXT("GetPower, Target=Generator"), TEXT("Branch, Condition=bIsPowered"), TEXT("IsOverlappingActor, Target=DoorBox"), TEXT("PlayFromStart, Target=OpenTimeline"),
			TEXT("SetRelativeLocation, Target=LeftWing"), TEXT("SetRelativeLocation, Target=RightWing")}},
	{TEXT("BP_Generator"), 75,
		{TEXT("RegisterSource, Target=PowerGrid"), TEXT("SetOutput, Target=Self"), TEXT("SetMaterial, Target=CoreMesh"), TEXT("SetIntensity, Target=CoreLight"),
			TEXT("Call OnPowerChanged, Target=Self"), TEXT("SetActive, Target=SmokeParticles")}},
	{TEXT("BP_PowerGrid"), 50,
		{TEXT("ForEachLoop, Array=Consumers"), TEXT("GetOutput, Target=Source"), TEXT("SetPowered, Target=Consumer"), TEXT("AddUnique, Array=Consumers"),
			TEXT("RemoveItem, Array=Sources"), TEXT("PrintString, InString=Deck without power")}}};

/** What the tool says of the Blueprint that a call names. */
static FString Describe(const FString& Arguments, int32 Nodes)
{
	FString Text;
	for (const FBlueprint& Blueprint : Blueprints)
	{
		if (!Arguments.Contains(Blueprint.Name))
		{
			continue;
		}
		Text += FString::Printf(TEXT("Blueprint /Game/Doors/%s, parent Actor, graph EventGraph\n"), Blueprint.Name);
		for (int32 Node = 0; Node < Nodes * Blueprint.Percent / 100; ++Node)
		{
			Text += FString::Printf(TEXT("  K2Node_CallFunction_%d: Function=%s\n"), Node, Blueprint.Nodes[Node % static_cast<int32>(UE_ARRAY_COUNT(Blueprint.Nodes))]);
		}
	}
	return Text;
}
} // namespace SpecContextPanelPrivate

FSpecContextPanel::FSpecContextPanel(FAutomationTestBase& InTest, const TSharedRef<FSpecWindow>& InWindow)
	: Test(InTest)
	, Window(InWindow)
{
}

bool FSpecContextPanel::OpenTalk(float Width, float Height, int32 ContextWindow)
{
	return FTestConversation::UseKnownModel(Test, ContextWindow) && Window->OpenScene(Width, Height) && Window->Settle();
}

void FSpecContextPanel::Talk(int32 Turns, int32 Words)
{
	for (int32 Turn = 0; Turn < Turns; ++Turn)
	{
		// A word of a sentence takes fewer tokens than a number does.
		Window->Say(FTestConversation::Ask(Talked++, Words * 3 / 2 + Turn));
	}
}

void FSpecContextPanel::TalkPlainly(int32 Turns)
{
	for (int32 Turn = 0; Turn < Turns; ++Turn)
	{
		Window->Say(FTestConversation::AskPlainly(Talked++));
	}
}

void FSpecContextPanel::AskAboutTheDoor(int32 Nodes)
{
	UChatSession* Session = Window->GetSession();
	Session->SetTools(TEXT("[{\"name\": \"read_blueprint\", \"description\": \"Reads a Blueprint's graph as text.\", \"parameters\": {\"type\": \"object\"}}]"));
	Session->OnToolCallRequested().AddWeakLambda(Session, [Session, Nodes](const FVibeUEToolCall& Call)
	{
		Session->AnswerToolCall(Call.CallId, SpecContextPanelPrivate::Describe(Call.Arguments, Nodes));
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
		Texts.Add(FContextTexts::Left(Row));
		if (!Row.bInForce)
		{
			Texts.Add(FContextTexts::State(Row));
		}
		Texts.Add(FContextTexts::Origin(Row));
		if (Row.Account.FactsFound > 0)
		{
			Texts.Add(FContextTexts::Kept(Row));
		}
		if (!FContextTexts::Figures(Row).IsEmpty())
		{
			Texts.Add(FContextTexts::Figures(Row));
		}
	}
	TArray<FString> Missing;
	for (const FText& Text : Texts)
	{
		if (!Text.IsEmpty() && !StandIn::FindByText(GetPanel(), Text.ToString()).IsValid())
		{
			Missing.Add(Text.ToString());
		}
	}
	return Missing;
}

bool FSpecContextPanel::ScrollToLever(const TCHAR* Lever)
{
	const auto Find = [this, Lever] { return StandIn::FindButton(GetPanel(), Lever); };
	const auto CanBePulled = [Find] { return Find().IsValid() && StandIn::IsReallyEnabled(Find().ToSharedRef()); };
	if (!Window->Until(*FString::Printf(TEXT("the lever \"%s\""), Lever), CanBePulled))
	{
		return false;
	}
	StandIn::Find<SScrollBox>(GetPanel())->ScrollDescendantIntoView(Find(), false, EDescendantScrollDestination::Center);
	return Window->Until(*FString::Printf(TEXT("\"%s\" to be in view"), Lever), [Find] { return StandIn::IsOnScreen(Find().ToSharedRef()); });
}

void FSpecContextPanel::Pull(const TCHAR* Lever)
{
	if (ScrollToLever(Lever))
	{
		StandIn::Click(StandIn::FindButton(GetPanel(), Lever));
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
