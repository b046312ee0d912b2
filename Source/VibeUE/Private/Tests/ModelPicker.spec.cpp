// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecWindow.h"
#include "VibeUESettings.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatText.h"
#include "Widgets/SModelPicker.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The list of models, from which the user chooses who answers. */
BEGIN_DEFINE_SPEC(FModelPickerSpec, "VibeUE.Looks.Models", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Opens a window that talks to the server of the specs, whose models have their own windows. */
bool Open(float Width, float Height);

TSharedRef<SModelPicker> Picker() const;

/** Returns what the list says. */
FString Listed() const;

/** Opens the list by its chord, and waits until the server has listed its models. */
bool OpenList();

/** Says so much that the smallest of the models would need a summary. */
bool SayMuch();
END_DEFINE_SPEC(FModelPickerSpec)

bool FModelPickerSpec::Open(float Width, float Height)
{
	Sandbox->UseServer();
	UVibeUESettings* Values = GetMutableDefault<UVibeUESettings>();
	Values->ContextWindow = 0;
	return Window->OpenScene(Width, Height);
}

TSharedRef<SModelPicker> FModelPickerSpec::Picker() const
{
	return StandIn::Find<SModelPicker>(Window->Get()).ToSharedRef();
}

FString FModelPickerSpec::Listed() const
{
	return StandIn::ReadAll(Picker());
}

bool FModelPickerSpec::OpenList()
{
	StandIn::Focus(StandIn::Find<SChatInput>(Window->Get())->GetTextBox());
	StandIn::PressKey(EKeys::M, StandIn::Control());
	return Window->Until(TEXT("the list"), [this] { return Listed().Contains(TEXT("tiny-coder")) && Picker()->GetFilter()->HasKeyboardFocus(); });
}

bool FModelPickerSpec::SayMuch()
{
	FString Much = TEXT("Keep in mind:");
	for (int32 Number = 0; Number < 900; ++Number)
	{
		Much += FString::Printf(TEXT(" door %d is red."), Number);
	}
	return Window->Say(Much);
}

// Long because it lists its cases.
void FModelPickerSpec::Define()
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

	It(TEXT("lists the server's models with windows, abilities and the day on which they leave service"), [this]
	{
		if (!Open(760.0f, 720.0f) || !Window->Say(TEXT("hello")) || !OpenList())
		{
			return;
		}
		const FString List = Listed();
		TestTrue(TEXT("the one that answers is marked"), List.Contains(TEXT("answers now, tools, images")));
		TestTrue(TEXT("windows"), List.Contains(TEXT("128K")) && List.Contains(TEXT("96K")) && List.Contains(TEXT("200K")) && List.Contains(TEXT("4.1K")));
		// A day that is over: the words for one that comes would change with it.
		TestTrue(TEXT("its last day"), List.Contains(TEXT("retired 2026-10-23, tools, images, reasoning")));
		TestTrue(TEXT("all of them"), List.Contains(TEXT("5 of 5")));
		TestTrue(TEXT("of the first all is said"), List.Contains(TEXT("gpt-4o: A window of 128K tokens, answers of at most 16.4K.")));
		TestFalse(TEXT("no problem"), List.Contains(TEXT("did not list its models")));
		Window->TestNothingIsCutOff();
	});

	It(TEXT("says what a model costs, in its row and in full below the list"), [this]
	{
		if (!Open(760.0f, 720.0f) || !Window->Say(TEXT("Which material does the hull use?")) || !OpenList())
		{
			return;
		}
		TestTrue(TEXT("in its row"), Listed().Contains(TEXT("200K   $3 / $15")));
		TestFalse(TEXT("of the one that answers nobody knows it"), Listed().Contains(TEXT("A million tokens cost")));
		StandIn::TypeText(TEXT("sonnet"));
		Window->Until(TEXT("one row"), [this] { return Listed().Contains(TEXT("1 of 5")); });
		TestTrue(TEXT("below the list"), Listed().Contains(TEXT("A million tokens cost $3 for input and $15 for output.")));
		Window->TestNothingIsCutOff();
	});

	It(TEXT("narrows the list while the user types, switches by Enter, and gives the keyboard back"), [this]
	{
		if (!Open(640.0f, 720.0f) || !Window->Say(TEXT("hello")) || !OpenList())
		{
			return;
		}
		StandIn::TypeText(TEXT("scr"));
		Window->Until(TEXT("one row"), [this] { return Listed().Contains(TEXT("1 of 5")); });
		StandIn::PressKey(EKeys::Enter);
		TestFalse(TEXT("closed"), Picker()->IsOpen());
		Window->UntilSeen(TEXT("scripted answers starting with the next request."));
		Window->Until(TEXT("the model"), [this] { return Window->GetSession()->GetModelId().Equals(TEXT("scripted")); });
		Window->Until(TEXT("the field to have the keyboard"), [this] { return StandIn::Find<SChatInput>(Window->Get())->GetTextBox()->HasKeyboardFocus(); });
		OpenList();
		StandIn::PressKey(EKeys::Down);
		StandIn::PressKey(EKeys::Down);
		StandIn::PressKey(EKeys::Up);
		StandIn::PressKey(EKeys::Up);
		StandIn::PressKey(EKeys::Up);
		TestTrue(TEXT("round to the last one"), Listed().Contains(TEXT("A window of 4.1K tokens")));
		StandIn::PressKey(EKeys::Escape);
		TestFalse(TEXT("closed by Escape"), Picker()->IsOpen());
		TestEqual(TEXT("and nothing changed"), Window->GetSession()->GetModelId(), FString(TEXT("scripted")));
	});

	It(TEXT("says before it is chosen that a small model would be given a summary first"), [this]
	{
		if (!Open(760.0f, 760.0f) || !SayMuch() || !OpenList())
		{
			return;
		}
		TestTrue(TEXT("in its row"), Listed().Contains(TEXT("summarizes first")));
		StandIn::PressKey(EKeys::Up);
		TestTrue(TEXT("below the list"), Listed().Contains(TEXT("tokens, would be summarized first. ")));
		StandIn::PressKey(EKeys::Up);
		TestFalse(TEXT("not for one that has room"), Listed().Contains(TEXT("would be summarized first")));
	});

	It(TEXT("opens by a click on the model's name and by /model, and takes a name that is in no list"), [this]
	{
		if (!Open(380.0f, 720.0f) || !Window->Say(TEXT("hello")))
		{
			return;
		}
		Window->ClickIcon(TEXT("Which model answers: choose another one"));
		TestTrue(TEXT("open"), Picker()->IsOpen());
		Window->TestNothingIsCutOff();
		Window->ClickIcon(TEXT("Which model answers: choose another one"));
		TestFalse(TEXT("closed by a second click"), Picker()->IsOpen());
		Window->Type(TEXT("/model"));
		Window->Until(TEXT("the list by the command"), [this] { return Picker()->IsOpen() && Picker()->GetFilter()->HasKeyboardFocus(); });
		StandIn::TypeText(TEXT("zork-7"));
		Window->Until(TEXT("no row"), [this] { return Listed().Contains(TEXT("Enter uses the name as typed.")); });
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("the model"), [this] { return Window->GetSession()->GetModelId().Equals(TEXT("zork-7")); });
	});

	It(TEXT("takes a name as it was typed though a longer one fits, by the row below the others"), [this]
	{
		if (!Open(640.0f, 720.0f) || !Window->Say(TEXT("hello")) || !OpenList())
		{
			return;
		}
		StandIn::TypeText(TEXT("gpt-4"));
		Window->Until(TEXT("the row"), [this] { return Listed().Contains(TEXT("Use gpt-4 as typed")); });
		TestTrue(TEXT("the longer one is selected"), Listed().Contains(TEXT("A window of 128K tokens")));
		StandIn::PressKey(EKeys::Up);
		TestTrue(TEXT("what was typed is selected"), Listed().Contains(TEXT("The name is used as typed; ")));
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("the model"), [this] { return Window->GetSession()->GetModelId().Equals(TEXT("gpt-4")); });
		OpenList();
		StandIn::TypeText(TEXT("gpt-4o"));
		TestFalse(TEXT("a name that is in the list has its row alone"), Listed().Contains(TEXT("as typed")));
	});

	It(TEXT("switches while an answer is coming, for the next request"), [this]
	{
		if (!Open(640.0f, 720.0f))
		{
			return;
		}
		// The second half is held back: how much has come does not depend on the time.
		Window->Type(TEXT("say the first half"));
		Window->UntilSeen(TEXT("The first half."));
		TestEqual(TEXT("the answer is coming"), Window->GetSession()->GetState(), EVibeUEChatState::Streaming);
		OpenList();
		StandIn::TypeText(TEXT("tiny"));
		Window->Until(TEXT("one row"), [this] { return Listed().Contains(TEXT("1 of 5")); });
		Window->Click(TEXT("tiny-coder"));
		Window->Until(TEXT("the model"), [this] { return Window->GetSession()->GetModelId().Equals(TEXT("tiny-coder")); });
		TestFalse(TEXT("closed"), Picker()->IsOpen());
	});

	It(TEXT("switches to a model of the settings' server that is called like the one that answers elsewhere"), [this]
	{
		if (!Open(640.0f, 720.0f) || !Window->Say(TEXT("hello")))
		{
			return;
		}
		FVibeUEModelChoice Elsewhere = GetDefault<UVibeUESettings>()->GetModelChoice();
		Elsewhere.BaseUrl = TEXT("http://127.0.0.1:9/v1");
		Window->GetSession()->SwitchModel(Elsewhere);
		OpenList();
		TestFalse(TEXT("none of these answers"), Listed().Contains(TEXT("answers now")));
		StandIn::TypeText(TEXT("gpt-4o"));
		StandIn::PressKey(EKeys::Enter);
		Window->UntilSeen(TEXT("gpt-4o answers starting with the next request."));
		TestTrue(TEXT("by the settings' server"), Window->Say(TEXT("hello")));
	});

	It(TEXT("says why a server did not list its models, and keeps the one that answers"), [this]
	{
		if (!Open(640.0f, 720.0f) || !Window->Say(TEXT("hello")))
		{
			return;
		}
		UVibeUESettings* Values = GetMutableDefault<UVibeUESettings>();
		Values->BaseUrl = TEXT("http://127.0.0.1:9/v1");
		Window->GetSession()->SwitchModel(Values->GetModelChoice());
		StandIn::Focus(StandIn::Find<SChatInput>(Window->Get())->GetTextBox());
		StandIn::PressKey(EKeys::M, StandIn::Control());
		Window->UntilSeen(TEXT("The server did not list its models: "));
		TestTrue(TEXT("the one that answers"), Listed().Contains(TEXT("gpt-4o")) && Listed().Contains(TEXT("answers now")));
	});
}

#endif
