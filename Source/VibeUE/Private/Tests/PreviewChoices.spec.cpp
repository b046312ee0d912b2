// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecContextPanel.h"
#include "Tests/SpecPreview.h"
#include "Tests/TestConversation.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/PreviewTexts.h"
#include "Widgets/SChatText.h"
#include "Widgets/SChatTextBox.h"
#include "Widgets/SPreviewMessageList.h"
#include "Widgets/SSummaryPreview.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The preview of a summary: what a choice says of its price, and whether it is another one. */
BEGIN_DEFINE_SPEC(FPreviewChoicesSpec, "VibeUE.Looks.PreviewChoices", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
TSharedPtr<FSpecContextPanel> Panel;
TSharedPtr<FSpecPreview> Preview;
END_DEFINE_SPEC(FPreviewChoicesSpec)

// Long because it lists its cases.
void FPreviewChoicesSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		Panel = MakeShared<FSpecContextPanel>(*this, Window.ToSharedRef());
		Preview = MakeShared<FSpecPreview>(Window.ToSharedRef(), Panel.ToSharedRef());
	});

	AfterEach([this]
	{
		StandIn::RenderNow();
		// The preview listens until then.
		Window->Close();
		Preview.Reset();
		Panel.Reset();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("says what to set for an unknown price in no more than two lines of a narrow dock"), [this]
	{
		if (!Preview->OpenTalk(360.0f, 760.0f) || !Preview->Open())
		{
			return;
		}
		const FString Note = FPreviewTexts::Unpriced(Preview->Drafts[0].Offers[2]).ToString();
		TestTrue(TEXT("the writer has the keyboard"), StandIn::Focus(StandIn::FindButton(Preview->GetPage(), TEXT("Rules and model"))));
		StandIn::PressKey(EKeys::SpaceBar);
		Window->UntilSeen(*Note);
		const auto HeightOf = [this](const FString& Words)
		{
			const TSharedPtr<SWidget> Text = StandIn::FindByText(Preview->GetPage(), Words);
			return Text.IsValid() ? static_cast<float>(Text->StandInGeometry().GetLocalSize().Y) : 0.0f;
		};
		const float Line = HeightOf(FPreviewTexts::NameOf(EVibeUEPreviewStrategy::Rules).ToString());
		Window->Until(TEXT("two lines"), [HeightOf, Line, Note] { return HeightOf(Note) > 0.0f && HeightOf(Note) <= 2.0f * Line + 0.5f; });
		Panel->TestNothingIsCutOff();
	});

	It(TEXT("keeps each text that was set aside when drafts come one after the other"), [this]
	{
		if (!Preview->OpenTalk(900.0f, 760.0f) || !Preview->Open())
		{
			return;
		}
		const TSharedPtr<SChatText> Text = StandIn::Find<SChatTextBox>(Preview->GetPage())->GetTextBox();
		for (const int32 Draft : {2, 3})
		{
			Text->SetText(FText::FromString(Draft == 2 ? TEXT("My own words.") : TEXT("Other words.")));
			Preview->Choose(TEXT("Keep"));
			if (!Preview->UntilDraft(Draft))
			{
				return;
			}
		}
		Preview->Choose(TEXT("Restore one of my 2 texts"));
		TestEqual(TEXT("the newest"), Text->GetText().ToString(), FString(TEXT("Other words.")));
		for (const TCHAR* Written : {TEXT("My own words."), TEXT("Other words."), TEXT("My own words.")})
		{
			Preview->Choose(TEXT("Restore my text"));
			TestEqual(TEXT("the other one"), Text->GetText().ToString(), FString(Written));
		}
	});

	It(TEXT("has nothing new to try when the same messages were chosen in another order"), [this]
	{
		if (!Preview->OpenTalk(900.0f, 760.0f) || !Preview->Open())
		{
			return;
		}
		for (const int32 Draft : {2, 3})
		{
			Preview->Choose(TEXT("Keep"));
			if (!Preview->UntilDraft(Draft))
			{
				return;
			}
		}
		const TSharedPtr<SPreviewMessageList> Stays = StandIn::FindAll<SPreviewMessageList>(Preview->GetPage())[1];
		const TSharedPtr<SCheckBox> First = StandIn::As<SCheckBox>(StandIn::FindWhere(Stays.ToSharedRef(),
			[](const SWidget& Widget) { return StandIn::Is<SCheckBox>(Widget) && static_cast<const SCheckBox&>(Widget).IsChecked(); }));
		if (!TestTrue(TEXT("one is kept"), First.IsValid()))
		{
			return;
		}
		Preview->Choose(TEXT("Rules and model"));
		for (const bool bKept : {false, true})
		{
			StandIn::Click(First);
			Window->Until(TEXT("the box"), [First, bKept] { return First->IsChecked() == bKept; });
		}
		Preview->Choose(TEXT("Rules"));
		Window->Until(TEXT("the draft can be applied"), [this] { return StandIn::IsReallyEnabled(StandIn::FindButton(Preview->GetPage(), TEXT("Apply")).ToSharedRef()); });
		TestEqual(TEXT("nothing else was tried"), Preview->Drafts.Num(), 3);
	});
}

#endif
