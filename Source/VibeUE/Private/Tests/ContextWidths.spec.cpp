// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "PanelMemory.h"
#include "Tests/SpecContextPanel.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SPanelGrip.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The conversation and the context panel next to each other, or in each other's place, at each width that a window has. */
BEGIN_DEFINE_SPEC(FContextWidthsSpec, "VibeUE.ContextWidths", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
TSharedPtr<FSpecContextPanel> Panel;

/** Slate units of a line of prose at most. */
static constexpr float MostOfTalk = 720.0f;

static float WidthOf(const TSharedRef<SWidget>& Widget)
{
	return static_cast<float>(Widget->StandInGeometry().GetLocalSize().X);
}

/** How wide the panel is to be, which the user wants as wide as it can be. */
float GetExpected() const
{
	const float Whole = WidthOf(Window->Get());
	// Below 760 it takes the conversation's place; next to it, it leaves that 420.
	return Whole < 760.0f ? Whole : FMath::Clamp(Whole - 420.0f, FPanelMemory::LeastWidth, FPanelMemory::MostWidth);
}

/** How wide the widest message or summary in the conversation is; 0 if none is seen. */
float GetWidest() const
{
	float Widest = 0.0f;
	for (const TSharedRef<SWidget>& Row : StandIn::FindAllWhere(Window->Get(), [](const SWidget& Any)
			 { return Any.StandInWasArranged() && (StandIn::Is<SChatMessageRow>(Any) || StandIn::Is<SChatSummaryRow>(Any)); }))
	{
		// The row itself has edges around it.
		Widest = FMath::Max(Widest, WidthOf(Row->GetChildren()->GetChildAt(0)));
	}
	return Widest;
}
END_DEFINE_SPEC(FContextWidthsSpec)

void FContextWidthsSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		Panel = MakeShared<FSpecContextPanel>(*this, Window.ToSharedRef());
	});

	AfterEach([this]
	{
		Panel.Reset();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("have room from a narrow dock to the widest screen: nothing is cut off, and no line of prose is longer than it may be"), [this]
	{
		if (!Panel->OpenTalk(3840.0f, 1000.0f, 24000))
		{
			return;
		}
		Panel->Talk(5, 150);
		TestTrue(TEXT("asked for a summary"), Window->GetSession()->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Panel->OpenPanel();
		Panel->Pull(TEXT("Sources"));
		Window->Until(TEXT("the summary to be unfolded"), [this] { return StandIn::Find<SChatSummaryRow>(Window->Get())->IsOpen(); });
		StandIn::MovePointerAway();
		StandIn::Drag(StandIn::Find<SPanelGrip>(Window->Get()), FVector2D(-1000.0, 0.0));
		for (const float Width : {3840.0f, 2560.0f, 1920.0f, 1280.0f, 1024.0f, 900.0f, 770.0f, 720.0f, 560.0f, 420.0f, 360.0f, 320.0f})
		{
			StandIn::ResizeWindow(StandIn::Windows()[0], Width, 1000.0f);
			const FString At = FString::Printf(TEXT("at %.0f"), Width);
			Window->Until(*FString::Printf(TEXT("the panel's width %s"), *At), [this] { return FMath::IsNearlyEqual(WidthOf(Panel->GetPanel()), GetExpected(), 0.5f); });
			TestTrue(FString::Printf(TEXT("the window is as wide as it was made %s"), *At), FMath::IsNearlyEqual(WidthOf(Window->Get()), Width, 16.0f));
			const float Widest = GetWidest();
			TestEqual(FString::Printf(TEXT("the conversation is seen %s"), *At), Widest > 0.0f, Width > 760.0f);
			TestTrue(FString::Printf(TEXT("%.1f units of prose %s"), Widest, *At), Widest <= MostOfTalk + 0.5f);
			TestTrue(FString::Printf(TEXT("where there is room, it is used %s: %.1f"), *At, Widest), Width < 1400.0f || FMath::IsNearlyEqual(Widest, MostOfTalk, 0.5f));
			Window->TestNothingIsCutOff();
		}
	});
}

#endif
