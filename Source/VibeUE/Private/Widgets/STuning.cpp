// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/STuning.h"

#include "Layout/Margin.h"
#include "SettingNames.h"
#include "Styling/AppStyle.h"
#include "Styling/StyleColors.h"
#include "VibeUESettings.h"
#include "VibeUEStyle.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Notifications/SProgressBar.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/Text/STextBlock.h"
#include "Widgets/TuningTexts.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "STuning"

namespace STuningPrivate
{
/** How wide the columns are, as shares: the name first. */
static constexpr float Shares[] = {2.4f, 1.0f, 1.3f, 1.5f, 1.0f, 1.0f};

/** What the figures depend on: other values make them figures of the past. */
static TMap<FString, FString> FindBasis(const UVibeUESettings& Settings)
{
	TMap<FString, FString> Basis = Settings.GetCoreSettingsInForce();
	const FVibeUEModelChoice Model = Settings.GetModelChoice();
	Basis.Add(TEXT("model"), Model.Model);
	Basis.Add(TEXT("limits"), FString::Printf(TEXT("%lld %lld %lld"), Model.ContextWindow, Model.MaxOutputTokens, Model.InputLimit));
	Basis.Add(TEXT("price"), FString::SanitizeFloat(Settings.InputPrice));
	return Basis;
}

static bool AreEqual(const TMap<FString, FString>& One, const TMap<FString, FString>& Other)
{
	for (const TPair<FString, FString>& Pair : One)
	{
		const FString* Value = Other.Find(Pair.Key);
		if (!Value || *Value != Pair.Value)
		{
			return false;
		}
	}
	return One.Num() == Other.Num();
}

/** A row of the table. */
static TSharedRef<SWidget> MakeCells(const TArray<FText>& Cells, const ANSICHAR* Style)
{
	// Numbers are written from left to right, and so is a table of them.
	const TSharedRef<SHorizontalBox> Row = SNew(SHorizontalBox).FlowDirectionPreference(EFlowDirectionPreference::LeftToRight);
	for (int32 Index = 0; Index < Cells.Num(); ++Index)
	{
		Row->AddSlot()
		.FillWidth(Shares[Index])
		.VAlign(VAlign_Center)
		.Padding(Index > 0 ? 8.0f : 0.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(Cells[Index])
			.TextStyle(FVibeUEStyle::GetText(Style))
			.AutoWrapText(true)
			.TextFlowDirection(ETextFlowDirection::LeftToRight)
			.Justification(Index > 0 ? ETextJustify::Right : ETextJustify::Left)
		];
	}
	return Row;
}
} // namespace STuningPrivate

void STuning::Construct(const FArguments&)
{
	GetMutableDefault<UVibeUESettings>()->OnSettingChanged().AddSP(this, &STuning::HandleSettingsChanged);
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 6.0f, 0.0f, 0.0f)
		[
			MakeHead()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 4.0f, 0.0f, 6.0f)
		[
			SNew(STextBlock)
			.Text(LOCTEXT("What", "Replays your saved conversations under your current settings, each preset and other thresholds, and shows the outcome of each. "
				"No model is asked, and nothing leaves this machine."))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.AutoWrapText(true)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SAssignNew(Result, SVerticalBox)
		]
	];
}

TSharedRef<SWidget> STuning::MakeHead()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SChatButton)
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(this, &STuning::GetButtonText)
			.OnClicked(this, &STuning::HandleTuneClicked)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(10.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(SBox)
			.WidthOverride(160.0f)
			.HeightOverride(6.0f)
			.Visibility(this, &STuning::GetProgressVisibility)
			[
				SNew(SProgressBar)
				.Percent(this, &STuning::GetDone)
			]
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		.Padding(10.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(this, &STuning::GetProgressText)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.Visibility(this, &STuning::GetProgressVisibility)
		];
}

FReply STuning::HandleTuneClicked()
{
	if (IsRunning())
	{
		Tuning->Cancel();
		return FReply::Handled();
	}
	ClearResult();
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	Compared = STuningPrivate::FindBasis(*Settings);
	Report = FTuningReport();
	Applied.Reset();
	InForce = 0;
	bIsStale = false;
	Tuning = MakeUnique<FSettingsTuning>(*Settings);
	RegisterActiveTimer(0.1f, FWidgetActiveTimerDelegate::CreateSP(this, &STuning::HandleTime));
	return FReply::Handled();
}

EActiveTimerReturnType STuning::HandleTime(double, float)
{
	if (IsRunning())
	{
		return EActiveTimerReturnType::Continue;
	}
	if (Tuning.IsValid())
	{
		Report = Tuning->GetReport();
		// It was compared with what there was when it began.
		bIsStale = !STuningPrivate::AreEqual(Compared, STuningPrivate::FindBasis(*GetDefault<UVibeUESettings>()));
		Chosen = Report.Trials.Num() > 0 ? FTuningTexts::FindBest(Report) : 0;
		ShowResult();
	}
	return EActiveTimerReturnType::Stop;
}

void STuning::HandleSettingsChanged(UObject*, FPropertyChangedEvent&)
{
	if (!bIsApplying && Report.Trials.Num() > 0)
	{
		bIsStale = !STuningPrivate::AreEqual(Compared, STuningPrivate::FindBasis(*GetDefault<UVibeUESettings>()));
		ShowResult();
	}
}

FReply STuning::HandleTrialClicked(int32 Trial)
{
	Chosen = Trial;
	ShowResult();
	return FReply::Handled();
}

FReply STuning::HandleApplyClicked()
{
	UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
	bIsApplying = true;
	if (Applied.IsSet())
	{
		// Each trial was compared with what there was at the beginning.
		Applied->TakeBack(*Settings);
		Applied.Reset();
	}
	if (Chosen > 0)
	{
		Applied = FAppliedTrial::Apply(*Settings, Report.Trials[Chosen]);
	}
	bIsApplying = false;
	InForce = Chosen;
	if (!bIsStale)
	{
		Compared = STuningPrivate::FindBasis(*Settings);
	}
	ShowResult();
	return FReply::Handled();
}

FReply STuning::HandleTakeBackClicked()
{
	Chosen = 0;
	return HandleApplyClicked();
}

void STuning::ClearResult()
{
	NamedRows.Empty();
	Result->ClearChildren();
}

EActiveTimerReturnType STuning::HandleKeyboard(double, float)
{
	Keyboard.GiveBack(NamedRows, Result.ToSharedRef());
	return EActiveTimerReturnType::Stop;
}

void STuning::ShowResult()
{
	Keyboard.Note(NamedRows);
	if (Keyboard.IsNoted())
	{
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &STuning::HandleKeyboard));
	}
	ClearResult();
	if (Report.Problem.Kind == EVibeUEFailure::Cancelled)
	{
		AddLine(LOCTEXT("Cancelled", "The comparison was stopped. Nothing was changed."), "VibeUE.Text.Bold");
		return;
	}
	if (Report.Problem.Kind != EVibeUEFailure::None)
	{
		AddLine(FText::FromString(FChatSentence::Begin(Report.Problem.Message)), "VibeUE.Text.Bold");
		AddLine(FText::FromString(FChatSentence::Begin(Report.Problem.Hint)), "VibeUE.Text.Small");
		return;
	}
	if (Report.Trials.Num() == 0)
	{
		return;
	}
	AddLine(FTuningTexts::Verdict(Report), "VibeUE.Text.Bold");
	AddLine(FTuningTexts::Replayed(Report), "VibeUE.Text.Small");
	AddLine(FTuningTexts::Skipped(Report), "VibeUE.Text.Small");
	AddTable();
	AddChosen();
	AddPlots();
	AddLegend();
	AddLine(LOCTEXT("Rule", "Best means the fewest requests over the budget; then the most facts kept, with a difference of one in 100 ignored; then the fewest tokens "
		"with a cache, where the prefix shared with the previous request counts a tenth; then the fewest summaries."), "VibeUE.Text.Small");
}

void STuning::AddLine(const FText& Words, const ANSICHAR* Style)
{
	if (Words.IsEmpty())
	{
		return;
	}
	Result->AddSlot()
	.AutoHeight()
	.Padding(0.0f, 2.0f)
	[
		SNew(STextBlock)
		.Text(Words)
		.TextStyle(FVibeUEStyle::GetText(Style))
		.AutoWrapText(true)
	];
}

void STuning::AddTable()
{
	const TSharedRef<SVerticalBox> Table = SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(5.0f, 4.0f)
		[
			STuningPrivate::MakeCells({LOCTEXT("Settings", "Settings"), LOCTEXT("Summaries", "Summaries"), LOCTEXT("Tokens", "Tokens sent"),
				LOCTEXT("Cached", "With a cache"), LOCTEXT("Facts", "Facts kept"), LOCTEXT("Fullest", "Fullest")}, "VibeUE.Text.SmallBold")
		];
	for (int32 Trial = 0; Trial < Report.Trials.Num(); ++Trial)
	{
		const TSharedRef<SWidget> Row = MakeRow(Trial);
		NamedRows.Add(FNamedRow{FString::Printf(TEXT("trial %d"), Trial), Row});
		Table->AddSlot()
		.AutoHeight()
		[
			Row
		];
	}
	Result->AddSlot()
	.AutoHeight()
	.Padding(0.0f, 6.0f)
	[
		SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Card"))
		.Padding(FMargin(4.0f))
		[
			Table
		]
	];
}

TSharedRef<SWidget> STuning::MakeRow(int32 Index)
{
	const FTuningTrial& Trial = Report.Trials[Index];
	const FText Name = FTuningTexts::NameOf(Trial);
	const FText Cached = FTuningTexts::Tokens(Report, Trial.TokensWithCaching);
	const FText Fullest = FTuningTexts::Percent(Trial.PeakPercent);
	const TArray<FText> Cells = {
		Trial.bIsBest ? FText::Format(LOCTEXT("BestRow", "{0} ★ best"), Name) : Name,
		FText::AsNumber(Trial.Summarizations),
		FTuningTexts::Tokens(Report, Trial.Tokens),
		Trial.Dollars > 0.0 ? FText::Format(LOCTEXT("Cost", "{0} ({1})"), Cached, FTuningTexts::Dollars(Trial.Dollars)) : Cached,
		FTuningTexts::Percent(Trial.FactsPercent),
		Trial.OverBudget > 0 ? FText::Format(LOCTEXT("Over", "{0}, {1} too large"), Fullest, FText::AsNumber(Trial.OverBudget)) : Fullest,
	};
	return SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush(Index == Chosen ? "VibeUE.Box.Chosen" : "VibeUE.Box.Ground"))
		.Padding(FMargin(1.0f))
		[
			SNew(SChatButton)
			.ButtonStyle(FAppStyle::Get(), "SimpleButton")
			.ContentPadding(FMargin(4.0f, 3.0f))
			.HAlign(HAlign_Fill)
			.ToolTipText(FText::Format(LOCTEXT("RowTip", "Show what {0} would change."), Name))
			.OnClicked(FOnClicked::CreateSP(this, &STuning::HandleTrialClicked, Index))
			[
				STuningPrivate::MakeCells(Cells, Trial.bIsBest ? "VibeUE.Text.SmallBold" : "VibeUE.Text.Small")
			]
		];
}

void STuning::AddChosen()
{
	const FTuningTrial& Trial = Report.Trials[Chosen];
	if (Chosen > 0)
	{
		AddLine(FText::Format(LOCTEXT("Chosen", "{0}, compared with your settings: {1}."), FTuningTexts::NameOf(Trial), FTuningTexts::Compared(Trial, Report.Trials[0])), "VibeUE.Text.Bold");
		AddLine(FTuningTexts::Changes(Trial), "VibeUE.Text.Small");
	}
	AddLine(FTuningTexts::Peak(Trial), "VibeUE.Text.Small");
	if (bIsStale)
	{
		AddLine(LOCTEXT("Stale", "The settings have changed since then: compare again before you apply one of these."), "VibeUE.Text.Bold");
	}
	// What was set by hand since is not undone with it.
	const bool bCanTakeBack = Applied.IsSet() && Applied->IsInForce(*GetDefault<UVibeUESettings>());
	if (bCanTakeBack)
	{
		AddLine(FText::Format(LOCTEXT("Applied", "Applied: {0}. Saved: {1}."), FTuningTexts::NameOf(Report.Trials[InForce]),
			FSettingNames::Join(Applied->GetNames())), "VibeUE.Text.Bold");
	}
	AddLevers(bCanTakeBack);
}

void STuning::AddLevers(bool bCanTakeBack)
{
	const TSharedRef<SWidget> Apply = SNew(SChatButton)
		.ContentPadding(FMargin(10.0f, 3.0f))
		.Text(FText::Format(LOCTEXT("Apply", "Apply {0}"), FTuningTexts::NameOf(Report.Trials[Chosen])))
		.Visibility(!bIsStale && Chosen > 0 && Chosen != InForce ? EVisibility::Visible : EVisibility::Collapsed)
		.OnClicked(this, &STuning::HandleApplyClicked);
	const TSharedRef<SWidget> TakeBack = SNew(SChatButton)
		.ContentPadding(FMargin(10.0f, 3.0f))
		.Text(LOCTEXT("TakeBack", "Undo"))
		.Visibility(bCanTakeBack ? EVisibility::Visible : EVisibility::Collapsed)
		.OnClicked(this, &STuning::HandleTakeBackClicked);
	// A lever that goes with what it did gives the keyboard to the row of its trial, and not to the lever that reverts it.
	NamedRows.Add(FNamedRow{FString(), NamedRows[Chosen].Widget});
	NamedRows.Add(FNamedRow{TEXT("apply"), Apply});
	NamedRows.Add(FNamedRow{FString(), NamedRows[Chosen].Widget});
	NamedRows.Add(FNamedRow{TEXT("undo"), TakeBack});
	Result->AddSlot()
	.AutoHeight()
	.Padding(0.0f, 4.0f, 0.0f, 8.0f)
	[
		SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.Padding(0.0f, 0.0f, 8.0f, 0.0f)
		[
			Apply
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			TakeBack
		]
	];
}

bool STuning::IsRunning() const
{
	return Tuning.IsValid() && !Tuning->IsFinished();
}

FText STuning::GetButtonText() const
{
	return IsRunning() ? LOCTEXT("Stop", "Stop comparing") : LOCTEXT("Tune", "Tune on my conversations");
}

FText STuning::GetProgressText() const
{
	return IsRunning() ? FText::Format(LOCTEXT("Progress", "Replaying… {0}"), FTuningTexts::Percent(100.0 * static_cast<double>(Tuning->GetDone()))) : FText::GetEmpty();
}

TOptional<float> STuning::GetDone() const
{
	return IsRunning() ? Tuning->GetDone() : 0.0f;
}

EVisibility STuning::GetProgressVisibility() const
{
	return IsRunning() ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
