// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CodeColors.h"
#include "Misc/AutomationTest.h"
#include "Styling/StyleColors.h"
#include "VibeUESettings.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/STokenBar.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/SContextBar.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FTokenBarSpec, "VibeUE.TokenBar", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FTokenBarSpec)

// Long because it lists its cases.
void FTokenBarSpec::Define()
{
	It(TEXT("shows the numbers, and marks an estimate"), [this]
	{
		const TSharedRef<STokenBar> Bar = SNew(STokenBar);
		TestEqual(TEXT("before"), Bar->GetLabel().ToString(), FString(TEXT("Tokens: not counted yet")));
		TestTrue(TEXT("it is made once, and not in each frame"), Bar->GetLabel().IdenticalTo(Bar->GetLabel()));
		FVibeUETokenUsage Usage;
		Usage.Used = 12345;
		Usage.Available = 103000;
		Usage.Percent = 11.985;
		Usage.bExact = true;
		Bar->SetUsage(Usage, FVibeUETrigger(), FVibeUECosts());
		TestEqual(TEXT("exact"), Bar->GetLabel().ToString(), FString(TEXT("Tokens: 12,345 / 103,000 (12 %)")));
		Usage.bExact = false;
		Usage.ErrorBound = 0.1;
		Usage.ToolResults = 9000;
		Bar->SetUsage(Usage, FVibeUETrigger(), FVibeUECosts());
		TestEqual(TEXT("estimated"), Bar->GetLabel().ToString(), FString(TEXT("Tokens: ~12,345 / 103,000 (12 %)")));
		Usage.bWindowAssumed = true;
		Bar->SetUsage(Usage, FVibeUETrigger(), FVibeUECosts());
		TestEqual(TEXT("a window that nobody knows"), Bar->GetLabel().ToString(), FString(TEXT("Tokens: ~12,345 / ~103,000 (12 %)")));
		TestTrue(TEXT("what is assumed"), Bar->GetBreakdown().ToString().Contains(TEXT("is assumed")));
		TestTrue(TEXT("breakdown"), Bar->GetBreakdown().ToString().Contains(TEXT("Tool results: 9,000")));
		TestFalse(TEXT("what is 0 is left out"), Bar->GetBreakdown().ToString().Contains(TEXT("Images")));
	});

#if defined(STANDIN)
	It(TEXT("sets numbers that become longer in one line where there is room"), [this]
	{
		const TSharedRef<STokenBar> Bar = SNew(STokenBar).Model(FText::FromString(TEXT("gpt-4o")));
		StandIn::ShowInWindow(Bar, 480.0f, 120.0f);
		FVibeUETokenUsage Usage;
		Usage.Available = 103000;
		Usage.bExact = true;
		const auto MeasureLine = [this, &Usage, &Bar](int64 Used, const TCHAR* Label)
		{
			Usage.Used = Used;
			Usage.Percent = 100.0 * static_cast<double>(Used) / 103000.0;
			Bar->SetUsage(Usage, FVibeUETrigger(), FVibeUECosts());
			StandIn::Frames(3);
			const TSharedPtr<SWidget> Line = StandIn::FindByText(Bar, Label);
			return TestTrue(Label, Line.IsValid()) ? FVector2f(Line->StandInGeometry().GetLocalSize()).Y : 0.0f;
		};
		const float Before = MeasureLine(987, TEXT("Tokens: 987 / 103,000 (1 %)"));
		TestEqual(TEXT("the height of longer numbers"), MeasureLine(98765, TEXT("Tokens: 98,765 / 103,000 (96 %)")), Before);
		StandIn::CloseTestWindows();
	});

	It(TEXT("keeps the model's button where the numbers are hidden, or are not there yet"), [this]
	{
		const TSharedRef<STokenBar> Bar = SNew(STokenBar).Model(FText::FromString(TEXT("gpt-4o")));
		StandIn::ShowInWindow(Bar, 480.0f, 120.0f);
		const auto Read = [&Bar]
		{
			StandIn::Frames(3);
			return StandIn::ReadAll(Bar).TrimStartAndEnd();
		};
		TestEqual(TEXT("before they are there"), Read(), FString(TEXT("gpt-4o")));
		FVibeUETokenUsage Usage;
		Usage.Used = 100;
		Usage.Available = 1000;
		Usage.Percent = 10.0;
		Usage.bExact = true;
		Bar->SetUsage(Usage, FVibeUETrigger(), FVibeUECosts());
		TestEqual(TEXT("with them"), Read(), FString(TEXT("gpt-4o\nTokens: 100 / 1,000 (10 %)")));
		GetMutableDefault<UVibeUESettings>()->bShowTokenCount = false;
		TestEqual(TEXT("where they are hidden"), Read(), FString(TEXT("gpt-4o")));
		GetMutableDefault<UVibeUESettings>()->bShowTokenCount = true;
		StandIn::CloseTestWindows();
	});

	It(TEXT("marks where the next summary starts, unless there is none, or an agent keeps its own context"), [this]
	{
		const TSharedRef<STokenBar> Bar = SNew(STokenBar);
		const int32 Others = StandIn::FindAll<SBorder>(Bar).Num();
		const auto CountMarks = [&Bar, Others] { return StandIn::FindAll<SBorder>(Bar).Num() - Others; };
		FVibeUETokenUsage Usage;
		Usage.Used = 100;
		Usage.Available = 1000;
		FVibeUETrigger Trigger;
		Bar->SetUsage(Usage, Trigger, FVibeUECosts());
		TestEqual(TEXT("without a line"), CountMarks(), 0);
		Trigger.ThresholdTokens = 800;
		Bar->SetUsage(Usage, Trigger, FVibeUECosts());
		TestEqual(TEXT("with a line"), CountMarks(), 1);
		FVibeUEAgent Agent;
		Agent.bIsUsed = true;
		Bar->SetAgent(Agent);
		TestEqual(TEXT("with an agent"), CountMarks(), 0);
		Bar->SetAgent(FVibeUEAgent());
		Trigger.ThresholdTokens = 1000;
		Bar->SetUsage(Usage, Trigger, FVibeUECosts());
		TestEqual(TEXT("at the end of the bar"), CountMarks(), 0);
	});
#endif

#if defined(STANDIN)
	It(TEXT("keeps the parts of its panel's bar while an answer changes their numbers"), [this]
	{
		const TSharedRef<SContextBar> Bar = SNew(SContextBar);
		StandIn::ShowInWindow(Bar, 300.0f, 200.0f);
		FVibeUEContextReport Report;
		Report.Available = 1000;
		const auto Show = [&Report, &Bar](int64 Tokens)
		{
			Report.Parts.Empty();
			FVibeUEContextPart& Part = Report.Parts.AddDefaulted_GetRef();
			Part.Kind = EVibeUEContextKind::Assistant;
			Part.Tokens = Tokens;
			Part.Percent = static_cast<double>(Tokens) / 10.0;
			Report.Used = Tokens;
			Report.Percent = Part.Percent;
			Report.Free = FMath::Max<int64>(1000 - Tokens, 0);
			Report.Over = FMath::Max<int64>(Tokens - 1000, 0);
			Bar->SetReport(Report);
			StandIn::Frames();
		};
		Show(200);
		const int64 Before = StandIn::WidgetsMade();
		Show(300);
		TestEqual(TEXT("widgets for other numbers"), StandIn::WidgetsMade() - Before, 0LL);
		TestTrue(TEXT("the numbers are shown"), StandIn::FindByText(Bar, TEXT("300")).IsValid() && StandIn::FindByText(Bar, TEXT("30 %")).IsValid() &&
			StandIn::FindByText(Bar, TEXT("700")).IsValid());
		Show(1100);
		TestTrue(TEXT("too much is told"), StandIn::FindByText(Bar, TEXT("Over by")).IsValid());
		StandIn::CloseTestWindows();
	});

	It(TEXT("marks in its panel's bar where the next summary starts, and moves the mark"), [this]
	{
		const TSharedRef<SContextBar> Bar = SNew(SContextBar);
		StandIn::ShowInWindow(Bar, 300.0f, 200.0f);
		FVibeUEContextReport Report;
		Report.Available = 1000;
		Report.Used = 200;
		Report.Free = 800;
		FVibeUEContextPart& Part = Report.Parts.AddDefaulted_GetRef();
		Part.Kind = EVibeUEContextKind::User;
		Part.Tokens = 200;
		Part.Percent = 20.0;
		const auto FindMark = [&Bar] { return StandIn::FindWhere(Bar, [](const SWidget& Any) { return Any.StandInToolTipText().ToString().StartsWith(TEXT("Mark in the bar")); }); };
		const auto Show = [&Report, &Bar](int64 Line, int64 Used)
		{
			Report.Next.Line = Line;
			Report.Next.LinePercent = static_cast<double>(Line) / 10.0;
			Report.Used = Used;
			Bar->SetReport(Report);
			StandIn::Frames();
		};
		Show(0, 200);
		TestFalse(TEXT("without a line"), FindMark().IsValid());
		TestEqual(TEXT("nothing is said of it either"), FContextTexts::Line(Report.Next).ToString(), FString());
		struct FPlace
		{
			int64 Line;
			int64 Used;
			float Share;
			const TCHAR* Tip;
		};
		// The bar of a request that does not fit is as long as that.
		for (const FPlace& Case : {FPlace{800, 200, 0.8f, TEXT("Mark in the bar: a summary at 800 tokens (80 %)")},
				 FPlace{600, 200, 0.6f, TEXT("Mark in the bar: a summary at 600 tokens (60 %)")},
				 FPlace{800, 1600, 0.5f, TEXT("Mark in the bar: a summary at 800 tokens (80 %)")}})
		{
			Show(Case.Line, Case.Used);
			const TSharedPtr<SWidget> Mark = FindMark();
			if (TestTrue(Case.Tip, Mark.IsValid()))
			{
				TestEqual(TEXT("what it says"), Mark->StandInToolTipText().ToString(), FString(Case.Tip));
				const float Width = static_cast<float>(Mark->StandInGeometry().GetLocalSize().X);
				const float Place = static_cast<float>(Mark->StandInGeometry().GetAbsolutePosition().X - Bar->StandInGeometry().GetAbsolutePosition().X);
				const float Expected = (static_cast<float>(Bar->StandInGeometry().GetLocalSize().X) - Width) * Case.Share;
				TestTrue(FString::Printf(TEXT("%s: %.1f, and not %.1f"), Case.Tip, Place, Expected), Width > 0.0f && FMath::IsNearlyEqual(Place, Expected, 1.0f));
			}
		}
		Show(1000, 200);
		TestFalse(TEXT("at the end of the bar"), FindMark().IsValid());
		StandIn::CloseTestWindows();
	});
#endif

	It(TEXT("is green below 70 %, yellow below 90 %, and red above"), [this]
	{
		const FLinearColor Green = STokenBar::GetColor(0.0);
		const FLinearColor Yellow = STokenBar::GetColor(70.0);
		const FLinearColor Red = STokenBar::GetColor(90.0);
		TestTrue(TEXT("green"), Green.G > Green.R && STokenBar::GetColor(69.9) == Green);
		TestTrue(TEXT("yellow"), Yellow.R > Yellow.B && Yellow.G > Yellow.B && STokenBar::GetColor(89.9) == Yellow);
		TestTrue(TEXT("red"), Red.R > Red.G && STokenBar::GetColor(1000.0) == Red);
	});

#if defined(STANDIN)
	It(TEXT("stands out from its ground in a dark and in a light theme"), [this]
	{
		for (const bool bIsLight : {false, true})
		{
			StandIn::SetLightTheme(bIsLight);
			const float Ground = FCodeColors::GetLuminance(FStyleColors::Input.GetSpecifiedColor());
			for (const double Percent : {10.0, 80.0, 95.0})
			{
				const float Own = FCodeColors::GetLuminance(STokenBar::GetColor(Percent));
				const float Contrast = (FMath::Max(Own, Ground) + 0.05f) / (FMath::Min(Own, Ground) + 0.05f);
				TestTrue(FString::Printf(TEXT("%.0f %%, light %d: %.2f to 1"), Percent, bIsLight ? 1 : 0, Contrast), Contrast >= 3.0f);
			}
		}
		StandIn::SetLightTheme(false);
	});
#endif
}

#endif
