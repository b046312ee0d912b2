// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/DateTime.h"
#include "Tests/SpecReach.h"
#include "Tests/SpecSandbox.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SConversationUsage.h"

/** What the head of the history says of tokens and cost, this month and earlier. */
BEGIN_DEFINE_SPEC(FConversationUsageSpec, "VibeUE.Looks.Usage", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<SConversationUsage> Usage;

/** Shows it in a window as narrow as a dock can be. */
void OpenScene()
{
	SAssignNew(Usage, SConversationUsage);
	const TSharedRef<SWidget> Page = SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Fill"))
		.BorderBackgroundColor(FStyleColors::Panel)
		.Padding(10.0f)
		[
			Usage.ToSharedRef()
		];
	StandIn::ShowInWindow(Page, 320.0f, 320.0f);
}

static FConversationUsage MakeUsage(const FString& Month, int64 Tokens, double Dollars)
{
	FConversationUsage Made;
	Made.Month = Month;
	Made.Tokens = Tokens;
	Made.Dollars = Dollars;
	return Made;
}

static FString ThisMonth() { return FDateTime::UtcNow().ToString(TEXT("%Y-%m")); }

FString Says() const { return StandIn::ReadAll(Usage.ToSharedRef()); }

/** Returns the button that opens and closes the months, if it is visible. */
TSharedPtr<SWidget> FindLine() const
{
	return StandIn::FindWhere(Usage.ToSharedRef(), [](const SWidget& Widget)
	{
		return StandIn::Is<SButton>(Widget) && StandIn::IsOnScreen(const_cast<SWidget&>(Widget).AsShared());
	});
}
END_DEFINE_SPEC(FConversationUsageSpec)

void FConversationUsageSpec::Define()
{
	BeforeEach([this] { Sandbox = FSpecSandbox::Enter(); });

	AfterEach([this]
	{
		StandIn::RenderNow();
		StandIn::CloseTestWindows();
		Usage.Reset();
		Sandbox.Reset();
	});

	It(TEXT("shows this month always, and opens the earlier ones by the keyboard"), [this]
	{
		OpenScene();
		Usage->SetUsage({MakeUsage(ThisMonth(), 1000, 0.02), MakeUsage(TEXT("2024-03"), 204, 0.0), MakeUsage(TEXT("2024-02"), 40000, 0.39), MakeUsage(FString(), 41204, 0.41)});
		const FString Head = TEXT("This month: 1,000 tokens, $0.02. Total: 41,204 tokens, $0.41");
		TestTrue(TEXT("this month"), Says().Contains(Head));
		TestFalse(TEXT("the others, unasked"), Says().Contains(TEXT("2024-")));
		const TSharedPtr<SWidget> Line = FindLine();
		if (!TestTrue(TEXT("a line that opens"), Line.IsValid()))
		{
			return;
		}
		TestEqual(TEXT("what is read of it"), FSpecReach::NameOf(Line.ToSharedRef()), Head + TEXT(", collapsed"));
		TestTrue(TEXT("it takes the keyboard"), StandIn::Focus(Line));
		StandIn::PressKey(EKeys::Enter);
		TestTrue(TEXT("each month"), Says().Contains(TEXT("2024-03: 204 tokens, no cost")) && Says().Contains(TEXT("2024-02: 40,000 tokens, $0.39")));
		TestTrue(TEXT("all of them"), Says().Contains(TEXT("All: 41,204 tokens, $0.41")));
		TestTrue(TEXT("this month is still there"), Says().Contains(Head));
		TestEqual(TEXT("what is read of it then"), FSpecReach::NameOf(Line.ToSharedRef()), Head + TEXT(", expanded"));
		StandIn::RenderNow();
		StandIn::PressKey(EKeys::SpaceBar);
		TestFalse(TEXT("closed again"), Says().Contains(TEXT("2024-")));
	});

	It(TEXT("is a plain line where no month came before, and nothing where nothing was spent"), [this]
	{
		OpenScene();
		Usage->SetUsage({MakeUsage(ThisMonth(), 1000, 0.02), MakeUsage(FString(), 1000, 0.02)});
		TestTrue(TEXT("this month"), Says().Contains(TEXT("This month: 1,000 tokens, $0.02")));
		TestFalse(TEXT("a line that opens nothing"), FindLine().IsValid());
		StandIn::RenderNow();
		Usage->SetUsage({MakeUsage(FString(), 0, 0.0)});
		TestEqual(TEXT("nothing"), Says().TrimStartAndEnd(), FString());
	});
}

#endif
