// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "Tests/SpecSandbox.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/STuning.h"
#include "Widgets/STuningLines.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "HAL/FileManager.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "StandIn/Details.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SScrollBox.h"

// *Tune on my conversations*, through the widgets of the settings page.
BEGIN_DEFINE_SPEC(FSettingsTuningSpec, "VibeUE.Looks.Tuning", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
	FTestConversation Chat;
	TSharedPtr<SWidget> Page;

	static UVibeUESettings* GetSettings();

	/** Says enough to fill a small window more than once, in conversations of their own. */
	bool Talk(int32 Conversations);

	/** Opens the settings page. */
	void OpenPage();

	/** Opens the part of the page by itself, for a picture. */
	void OpenScene(float Height);

	bool Click(const TCHAR* Label);
	bool UntilSeen(const TCHAR* Words);

/** Returns whether a button can be seen. */
bool IsOffered(const TCHAR* Label) const
{
	const TSharedPtr<SWidget> Button = StandIn::FindButton(Page.ToSharedRef(), Label);
	return Button.IsValid() && Button->GetVisibility() == EVisibility::Visible;
}
END_DEFINE_SPEC(FSettingsTuningSpec)

UVibeUESettings* FSettingsTuningSpec::GetSettings()
{
	return GetMutableDefault<UVibeUESettings>();
}

bool FSettingsTuningSpec::Talk(int32 Conversations)
{
	if (!FTestConversation::UseServer(*this, 4000))
	{
		return false;
	}
	for (int32 Conversation = 0; Conversation < Conversations; ++Conversation)
	{
		if (!Chat.Open(*this))
		{
			return false;
		}
		Chat.Session->RenameConversation(Conversation == 0 ? TEXT("The airlock door") : TEXT("What the pumps and the alarms of the lower decks need"));
		for (int32 Turn = 0; Turn < 14; ++Turn)
		{
			if (!TestTrue(TEXT("said"), Chat.Say(FTestConversation::Ask(Turn + 3 * Conversation, 240 + 30 * Conversation + Turn))))
			{
				return false;
			}
		}
		Chat.Close();
		Chat = FTestConversation();
	}
	GetSettings()->Model = TEXT("gpt-4o");
	GetSettings()->InputPrice = 2.5;
	return true;
}

void FSettingsTuningSpec::OpenPage()
{
	Page = StandIn::MakeDetails(GetSettings());
	StandIn::ShowInWindow(Page.ToSharedRef(), 900.0f, 6000.0f);
}

void FSettingsTuningSpec::OpenScene(float Height)
{
	Page = SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Fill"))
		.BorderBackgroundColor(FStyleColors::Panel)
		.Padding(16.0f)
		[
			SNew(SScrollBox)
			+ SScrollBox::Slot()
			[
				SNew(STuning)
			]
		];
	StandIn::ShowInWindow(Page.ToSharedRef(), 960.0f, Height, TEXT("Project Settings"));
}

bool FSettingsTuningSpec::Click(const TCHAR* Label)
{
	StandIn::Frames();
	const TSharedPtr<SWidget> Button = StandIn::FindButton(Page.ToSharedRef(), Label);
	if (!TestTrue(FString::Printf(TEXT("a button says %s"), Label), Button.IsValid()))
	{
		return false;
	}
	StandIn::Click(Button);
	return true;
}

bool FSettingsTuningSpec::UntilSeen(const TCHAR* Words)
{
	const bool bSeen = StandIn::FramesUntil([this, Words] { return StandIn::ReadAll(Page.ToSharedRef()).Contains(Words); }, FSpecSandbox::FramePatience);
	return TestTrue(FString::Printf(TEXT("\"%s\" is in: %s"), Words, *StandIn::ReadAll(Page.ToSharedRef())), bSeen);
}

// Long because it lists its cases.
void FSettingsTuningSpec::Define()
{
	BeforeEach([this]() { Sandbox = FSpecSandbox::Enter(); });
	AfterEach([this]()
	{
		StandIn::RenderNow();
		StandIn::CloseTestWindows();
		Page.Reset();
		Chat.Close();
		Chat = FTestConversation();
		Sandbox.Reset();
	});

	It(TEXT("says what to do where nothing was said yet"), [this]()
	{
		OpenScene(240.0f);
		if (!Click(TEXT("Tune on my conversations")) || !UntilSeen(TEXT("There is no conversation to replay yet")))
		{
			return;
		}
		UntilSeen(TEXT("Chat with the agent first: every conversation with an answer counts"));
		// It can be asked again.
		Click(TEXT("Tune on my conversations"));
	});

	It(TEXT("shows what each preset and threshold would have come to, and how full each request was"), [this]()
	{
		if (!Talk(2))
		{
			return;
		}
		FFileHelper::SaveStringToFile(FString(TEXT("no journal\n")), *(Sandbox->GetFolder() / TEXT("old-station.jsonl")));
		OpenScene(880.0f);
		if (!Click(TEXT("Tune on my conversations")) || !UntilSeen(TEXT("Replayed conversations: 2; requests: 28; window: 4,000 tokens")))
		{
			return;
		}
		for (const TCHAR* const Words : {TEXT("Skipped, because it cannot be read: old-station ("), TEXT("Preset Economical"), TEXT("Preset Long memory"), TEXT("Threshold 0.6"),
				 TEXT("★ best"), TEXT("Tokens sent"), TEXT("($0."), TEXT("Fullest request: "), TEXT("100 %"), TEXT("threshold"), TEXT("a summary"), TEXT("Summarization Threshold")})
		{
			UntilSeen(Words);
		}
		// Today's plot, and that of the chosen one next to it.
		Click(TEXT("Preset Long memory"));
		StandIn::Frames();
		UntilSeen(TEXT("What the pumps and the alarms of the low\u2026"));
		TestEqual(TEXT("plots"), StandIn::FindAll<STuningLines>(Page.ToSharedRef()).Num(), 2);
		UntilSeen(TEXT(" → 0.9"));
		TestFalse(TEXT("names of properties"), StandIn::ReadAll(Page.ToSharedRef()).Contains(TEXT("SummaryShare")));
		StandIn::RenderNow();
		// A page that is narrower than a plot was.
		StandIn::ResizeWindow(StandIn::Windows()[0], 340.0f, 1600.0f);
		StandIn::Frames(4);
		for (const TSharedRef<STuningLines>& Lines : StandIn::FindAll<STuningLines>(Page.ToSharedRef()))
		{
			const float Right = Lines->StandInGeometry().GetAbsolutePosition().X + Lines->StandInGeometry().GetAbsoluteSize().X;
			const float Edge = Page->StandInGeometry().GetAbsolutePosition().X + Page->StandInGeometry().GetAbsoluteSize().X;
			TestTrue(FString::Printf(TEXT("a plot ends at %.0f of %.0f"), Right, Edge), Right <= Edge);
		}
	});

	It(TEXT("applies one, saves just what it changes, and takes it back"), [this]()
	{
		if (!Talk(1))
		{
			return;
		}
		OpenPage();
		const TMap<FString, FString> Before = GetSettings()->GetChangedCoreSettings();
		if (!Click(TEXT("Tune on my conversations")) || !UntilSeen(TEXT("Replayed conversations: 1; requests: 14;")) || !Click(TEXT("Threshold 0.6")) ||
			!Click(TEXT("Apply Threshold 0.6")))
		{
			return;
		}
		UntilSeen(TEXT("Applied: Threshold 0.6. Saved: Summarization Threshold."));
		const auto HasKeyboard = [this]
		{
			const TSharedPtr<SWidget> Row = StandIn::FindButton(Page.ToSharedRef(), TEXT("Threshold 0.6"));
			return Row.IsValid() && Row->HasKeyboardFocus();
		};
		TestTrue(TEXT("the row has the keyboard once its lever is gone"), StandIn::FramesUntil(HasKeyboard, FSpecSandbox::FramePatience));
		UntilSeen(TEXT("Summarization Threshold = 0.59999999999999998"));
		TMap<FString, FString> Expected = Before;
		Expected.Add(TEXT("SummarizationThreshold"), TEXT("0.6"));
		const TMap<FString, FString> After = GetSettings()->GetChangedCoreSettings();
		TestEqual(TEXT("settings that were changed"), After.Num(), Expected.Num());
		TestEqual(TEXT("the threshold"), After.FindRef(TEXT("SummarizationThreshold")), Expected.FindRef(TEXT("SummarizationThreshold")));
		// Another one is applied to what there was, not on top.
		if (!Click(TEXT("Preset Long memory")) || !Click(TEXT("Apply Preset Long memory")))
		{
			return;
		}
		UntilSeen(TEXT("Applied: Preset Long memory. Saved: Preset, Summarization Threshold,"));
		TestTrue(TEXT("the preset"), GetSettings()->Preset == EVibeUESettingsPreset::LongMemory);
		if (!Click(TEXT("Undo")))
		{
			return;
		}
		StandIn::Frames();
		const TMap<FString, FString> Restored = GetSettings()->GetChangedCoreSettings();
		TestEqual(TEXT("as before"), Restored.Num(), Before.Num());
		for (const TPair<FString, FString>& Pair : Before)
		{
			TestEqual(*Pair.Key, Restored.FindRef(Pair.Key), Pair.Value);
		}
		TestFalse(TEXT("nothing is left to take back"), StandIn::FindButton(Page.ToSharedRef(), TEXT("Undo")).IsValid());
	});

	It(TEXT("asks to compare again where the settings changed meanwhile, and stops when asked to"), [this]()
	{
		if (!Talk(1))
		{
			return;
		}
		OpenPage();
		if (!Click(TEXT("Tune on my conversations")) || !Click(TEXT("Stop comparing")) || !UntilSeen(TEXT("The comparison was stopped. Nothing was changed.")))
		{
			return;
		}
		if (!Click(TEXT("Tune on my conversations")) || !UntilSeen(TEXT("Replayed conversations: 1; requests: 14;")) || !Click(TEXT("Threshold 0.6")))
		{
			return;
		}
		StandIn::EditProperty(GetSettings(), TEXT("RecentMessagesToKeep"), TEXT("5"));
		UntilSeen(TEXT("The settings have changed since then: compare again before you apply one of these."));
		TestFalse(TEXT("it can be applied"), IsOffered(TEXT("Apply Threshold 0.6")));
		// What the figures depend on counts, too, and so does what is changed while they are made.
		if (!Click(TEXT("Tune on my conversations")))
		{
			return;
		}
		StandIn::EditProperty(GetSettings(), TEXT("RecentMessagesToKeep"), TEXT("6"));
		UntilSeen(TEXT("The settings have changed since then: compare again before you apply one of these."));
		if (!Click(TEXT("Tune on my conversations")) || !UntilSeen(TEXT("Replayed conversations: 1; requests: 14;")) || !Click(TEXT("Threshold 0.6")))
		{
			return;
		}
		TestTrue(TEXT("it can be applied now"), IsOffered(TEXT("Apply Threshold 0.6")));
		StandIn::EditProperty(GetSettings(), TEXT("ContextWindow"), TEXT("64000"));
		UntilSeen(TEXT("The settings have changed since then: compare again before you apply one of these."));
		TestFalse(TEXT("figures of another window"), IsOffered(TEXT("Apply Threshold 0.6")));
	});

	It(TEXT("takes back what was applied after other changes, but not over what the user set since"), [this]()
	{
		if (!Talk(1))
		{
			return;
		}
		OpenPage();
		if (!Click(TEXT("Tune on my conversations")) || !UntilSeen(TEXT("Replayed conversations: 1; requests: 14;")) || !Click(TEXT("Threshold 0.6")) ||
			!Click(TEXT("Apply Threshold 0.6")))
		{
			return;
		}
		const FString Applied = StandIn::PropertyText(GetSettings(), TEXT("SummarizationThreshold"));
		StandIn::EditProperty(GetSettings(), TEXT("RecentMessagesToKeep"), TEXT("5"));
		UntilSeen(TEXT("The settings have changed since then: compare again before you apply one of these."));
		if (!Click(TEXT("Undo")))
		{
			return;
		}
		TestEqual(TEXT("what was set beside"), GetSettings()->RecentMessagesToKeep, 5);
		TestNotEqual(TEXT("the threshold"), StandIn::PropertyText(GetSettings(), TEXT("SummarizationThreshold")), Applied);
		if (!Click(TEXT("Tune on my conversations")) || !UntilSeen(TEXT("Replayed conversations: 1; requests: 14;")) || !Click(TEXT("Threshold 0.6")) ||
			!Click(TEXT("Apply Threshold 0.6")))
		{
			return;
		}
		TestTrue(TEXT("it can be taken back"), IsOffered(TEXT("Undo")));
		StandIn::EditProperty(GetSettings(), TEXT("SummarizationThreshold"), TEXT("0.62"));
		StandIn::Frames();
		TestFalse(TEXT("nor over what was set since"), IsOffered(TEXT("Undo")));
	});
}

#endif
