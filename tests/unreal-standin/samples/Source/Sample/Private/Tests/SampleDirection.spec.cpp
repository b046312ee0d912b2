// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "GenericPlatform/ITextInputMethodSystem.h"
#include "Layout/FlowDirection.h"
#include "Misc/AutomationTest.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/SRichTextBlock.h"
#include "Widgets/Text/STextBlock.h"

BEGIN_DEFINE_SPEC(FSampleDirectionSpec, "Sample.Direction", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<SWindow> Window;
	TSharedPtr<SBox> First;
	TSharedPtr<SBox> Second;
	TSharedRef<SHorizontalBox> MakeRow(EFlowDirectionPreference Preference);
	float LeftOf(const TSharedPtr<SWidget>& Widget) const;
END_DEFINE_SPEC(FSampleDirectionSpec)

// A box of 40 with 10 before it, and one of 20 at the beginning of the rest.
TSharedRef<SHorizontalBox> FSampleDirectionSpec::MakeRow(EFlowDirectionPreference Preference)
{
	return SNew(SHorizontalBox)
		.FlowDirectionPreference(Preference)
		+ SHorizontalBox::Slot().AutoWidth().Padding(10.0f, 0.0f, 0.0f, 0.0f)[SAssignNew(First, SBox).WidthOverride(40.0f)]
		+ SHorizontalBox::Slot().FillWidth(1.0f).HAlign(HAlign_Left)[SAssignNew(Second, SBox).WidthOverride(20.0f)];
}

float FSampleDirectionSpec::LeftOf(const TSharedPtr<SWidget>& Widget) const
{
	return FVector2f(Widget->StandInGeometry().GetAbsolutePosition()).X - FVector2f(Window->StandInGeometry().GetAbsolutePosition()).X;
}

// Long because it lists its cases.
void FSampleDirectionSpec::Define()
{
	AfterEach([this]()
	{
		StandIn::CloseTestWindows();
		StandIn::SetCulture(TEXT("en"));
		Window.Reset();
		First.Reset();
		Second.Reset();
	});

	It("lays a row out from the right, with its paddings and alignments, where it or a widget around it says so", [this]()
	{
		Window = StandIn::ShowInWindow(MakeRow(EFlowDirectionPreference::Inherit), 200.0f, 50.0f);
		TestEqual(TEXT("the first from the left"), LeftOf(First), 10.0f);
		TestEqual(TEXT("the second from the left"), LeftOf(Second), 50.0f);
		Window->SetContent(SNew(SBox).FlowDirectionPreference(EFlowDirectionPreference::RightToLeft)[MakeRow(EFlowDirectionPreference::Inherit)]);
		StandIn::Layout();
		TestEqual(TEXT("the first from the right"), LeftOf(First), 150.0f);
		TestEqual(TEXT("the second from the right"), LeftOf(Second), 130.0f);
		TestTrue(TEXT("the page says so"), StandIn::RenderHtml(Window.ToSharedRef()).Contains(TEXT("dir=\"rtl\"")));
		Window->SetContent(SNew(SBox).FlowDirectionPreference(EFlowDirectionPreference::RightToLeft)[MakeRow(EFlowDirectionPreference::LeftToRight)]);
		StandIn::Layout();
		TestEqual(TEXT("the first where the row is pinned"), LeftOf(First), 10.0f);
		TestEqual(TEXT("the second there"), LeftOf(Second), 50.0f);
	});

	It("follows the language where a widget says so", [this]()
	{
		Window = StandIn::ShowInWindow(MakeRow(EFlowDirectionPreference::Culture), 200.0f, 50.0f);
		TestEqual(TEXT("in English"), LeftOf(First), 10.0f);
		StandIn::SetCulture(TEXT("he"));
		TestTrue(TEXT("Hebrew is written from the right"), FLayoutLocalization::GetLocalizedLayoutDirection() == EFlowDirection::RightToLeft);
		StandIn::Layout();
		TestEqual(TEXT("in Hebrew"), LeftOf(First), 150.0f);
	});

	It("writes each paragraph in the direction of its first letter, unless its widget is pinned", [this]()
	{
		const FText Hebrew = FText::FromString(TEXT("- \u05d4\u05d3\u05dc\u05ea BP_Door\nlocked"));
		const auto Page = [this](const TSharedRef<SWidget>& Text)
		{
			StandIn::CloseTestWindows();
			Window = StandIn::ShowInWindow(Text, 200.0f, 50.0f);
			return StandIn::RenderHtml(Window.ToSharedRef());
		};
		const TSharedRef<STextBlock> Free = SNew(STextBlock).Text(Hebrew);
		TestTrue(TEXT("by its letters"), Page(Free).Contains(TEXT("unicode-bidi:plaintext;text-align:start")));
		TestTrue(TEXT("from the right"), Free->StandInTextDirection() == EFlowDirection::RightToLeft);
		const TSharedRef<STextBlock> Pinned = SNew(STextBlock).Text(Hebrew).TextFlowDirection(ETextFlowDirection::LeftToRight);
		TestFalse(TEXT("pinned"), Page(Pinned).Contains(TEXT("unicode-bidi")));
		TestTrue(TEXT("from the left"), Pinned->StandInTextDirection() == EFlowDirection::LeftToRight);
		const TSharedRef<SWidget> Around = SNew(SBox).FlowDirectionPreference(EFlowDirectionPreference::RightToLeft)
			[SNew(SMultiLineEditableText).Text(FText::FromString(TEXT("int Door = 3;")))];
		TestTrue(TEXT("English in a layout from the right"), Page(Around).Contains(TEXT("direction:ltr;text-align:start")));
	});

	It("tells which way a string is written", [this]()
	{
		TestTrue(TEXT("Arabic after signs and digits"), TextBiDi::ComputeBaseDirection(TEXT("3. (\u0628\u0627\u0628) door")) == TextBiDi::ETextDirection::RightToLeft);
		TestTrue(TEXT("Latin first"), TextBiDi::ComputeBaseDirection(TEXT("door \u0628\u0627\u0628")) == TextBiDi::ETextDirection::LeftToRight);
		TestTrue(TEXT("neither"), TextBiDi::ComputeBaseDirection(TEXT("12 %")) == TextBiDi::ETextDirection::LeftToRight);
	});

	It("aligns a rich text as it says", [this]()
	{
		const auto PageOf = [this](ETextJustify::Type Side)
		{
			StandIn::CloseTestWindows();
			Window = StandIn::ShowInWindow(SNew(SRichTextBlock).Text(FText::FromString(TEXT("42"))).Justification(Side), 200.0f, 50.0f);
			return StandIn::RenderHtml(Window.ToSharedRef());
		};
		TestFalse(TEXT("left"), PageOf(ETextJustify::Left).Contains(TEXT("text-align:right")));
		TestTrue(TEXT("right"), PageOf(ETextJustify::Right).Contains(TEXT("text-align:right")));
	});

	It("composes in the text that has the focus, until the input method ends it", [this]()
	{
		const TSharedRef<SMultiLineEditableText> Text = SNew(SMultiLineEditableText);
		Window = StandIn::ShowInWindow(Text, 200.0f, 50.0f);
		StandIn::Focus(Text);
		StandIn::Compose(TEXT("\u304b\u3093\u3058"));
		TestTrue(TEXT("it composes"), Text->StandInInputMethod().IsComposing());
		TestEqual(TEXT("the words are in the text"), Text->GetText().ToString(), FString(TEXT("\u304b\u3093\u3058")));
		StandIn::EndComposition();
		TestFalse(TEXT("it has ended"), Text->StandInInputMethod().IsComposing());
	});
}
