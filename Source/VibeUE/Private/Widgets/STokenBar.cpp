// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/STokenBar.h"

#include "Bridge/CoreSentences.h"
#include "CodeColors.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Styling/StyleColors.h"
#include "VibeUECommands.h"
#include "VibeUESettings.h"
#include "VibeUEStyle.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SSpacer.h"
#include "Widgets/Notifications/SProgressBar.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SOverlay.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "STokenBar"

namespace STokenBarPrivate
{
/** Slate units below which the bar was not laid out yet. */
static constexpr float LeastWidth = 20.0f;

/** Slate units between the name of the model and the numbers. */
static constexpr float LeastGap = 8.0f;
} // namespace STokenBarPrivate

void STokenBar::Construct(const FArguments& InArgs)
{
	OnModelsAsked = InArgs._OnModelsAsked;
	Model = InArgs._Model;
	Label = MakeLabel();
	SetVisibility(TAttribute<EVisibility>::CreateSP(this, &STokenBar::GetBarVisibility));
	SetToolTipText(TAttribute<FText>::CreateSP(this, &STokenBar::GetTip));
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(SBox)
			// It fills as the number next to it grows, and its mark lies over the fill.
			.FlowDirectionPreference(EFlowDirectionPreference::LeftToRight)
			.HeightOverride(5.0f)
			.Visibility(this, &STokenBar::GetNumbersVisibility)
			[
				SNew(SOverlay)
				+ SOverlay::Slot()
				[
					SNew(SProgressBar)
					.AccessibleText(this, &STokenBar::GetSpoken)
					.Percent(this, &STokenBar::GetFraction)
					.FillColorAndOpacity(this, &STokenBar::GetFillColor)
				]
				+ SOverlay::Slot()
				[
					SAssignNew(Mark, SHorizontalBox)
				]
			]
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 4.0f, 0.0f, 0.0f)
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			.VAlign(VAlign_Center)
			.Padding(0.0f, 0.0f, 8.0f, 0.0f)
			.HAlign(HAlign_Left)
			[
				MakeModelButton(InArgs._Model)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			[
				SNew(STextBlock)
				.Text(this, &STokenBar::GetLabel)
				.Visibility(this, &STokenBar::GetNumbersVisibility)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				// Not at its own width, which is that of the numbers before: longer ones would then wrap, and stay so.
				.WrapTextAt(this, &STokenBar::GetLineWidth)
			]
		]
	];
}

TSharedRef<SWidget> STokenBar::MakeModelButton(const TAttribute<FText>& Name)
{
	return SNew(SChatButton)
		.ButtonStyle(FAppStyle::Get(), "SimpleButton")
		.ContentPadding(FMargin(2.0f, 1.0f))
		.IsEnabled(this, &STokenBar::CanChooseModel)
		.Visibility(this, &STokenBar::GetModelVisibility)
		.ToolTipText(FVibeUEChatCommands::Tip(LOCTEXT("ModelTip", "Which model answers: choose another one."), FVibeUEChatCommands::Get().ChooseModel))
		.OnClicked(this, &STokenBar::HandleModelClicked)
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			.VAlign(VAlign_Center)
			[
				SNew(STextBlock)
				.Text(Name)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
				.Clipping(EWidgetClipping::ClipToBounds)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			.Padding(4.0f, 0.0f, 0.0f, 0.0f)
			[
				SNew(SImage)
				.Image(FVibeUEStyle::GetBrush("VibeUE.Up.Small"))
				.ColorAndOpacity(FSlateColor::UseForeground())
				.Visibility(this, &STokenBar::GetArrowVisibility)
			]
		];
}

void STokenBar::SetUsage(const FVibeUETokenUsage& InUsage, const FVibeUETrigger& InTrigger, const FVibeUECosts& InCosts)
{
	Usage = InUsage;
	Trigger = InTrigger;
	Costs = InCosts;
	// It is asked for in each frame, and changes far less often.
	Label = MakeLabel();
	PlaceMark();
}

void STokenBar::SetAgent(const FVibeUEAgent& InAgent)
{
	Agent = InAgent;
	Label = MakeLabel();
	PlaceMark();
}

void STokenBar::PlaceMark()
{
	const int64 Line = Agent.bIsUsed ? 0 : Trigger.ThresholdTokens;
	if (MarkedLine == Line && MarkedWhole == Usage.Available)
	{
		return;
	}
	MarkedLine = Line;
	MarkedWhole = Usage.Available;
	Mark->ClearChildren();
	if (Line <= 0 || Line >= Usage.Available)
	{
		return;
	}
	Mark->AddSlot()
	.FillWidth(static_cast<float>(Line))
	[
		SNew(SSpacer)
	];
	Mark->AddSlot()
	.AutoWidth()
	[
		SNew(SBox)
		.WidthOverride(2.0f)
		[
			SNew(SBorder)
			.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Fill"))
			.BorderBackgroundColor(FStyleColors::ForegroundHover)
		]
	];
	Mark->AddSlot()
	.FillWidth(static_cast<float>(Usage.Available - Line))
	[
		SNew(SSpacer)
	];
}

FReply STokenBar::HandleModelClicked()
{
	OnModelsAsked.ExecuteIfBound();
	return FReply::Handled();
}

bool STokenBar::CanChooseModel() const
{
	// An agent has models of its own.
	return OnModelsAsked.IsBound() && !Agent.bIsUsed;
}

EVisibility STokenBar::GetModelVisibility() const
{
	return Model.Get().IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible;
}

EVisibility STokenBar::GetArrowVisibility() const
{
	return CanChooseModel() ? EVisibility::Visible : EVisibility::Collapsed;
}

float STokenBar::GetLineWidth() const
{
	const FVector2f Size = GetCachedGeometry().GetLocalSize();
	return Size.X > STokenBarPrivate::LeastWidth ? Size.X - STokenBarPrivate::LeastGap : 0.0f;
}

FText STokenBar::MakeLabel() const
{
	if (Agent.bIsUsed)
	{
		return Usage.Available > 0 ? FText::Format(LOCTEXT("AgentShare", "Agent's context: {0} / {1} ({2})"), FText::AsNumber(Usage.Used),
										 FText::AsNumber(Usage.Available), FContextTexts::Share(Usage.Percent))
								   : LOCTEXT("AgentSilent", "Agent's context: not reported");
	}
	if (Usage.Available <= 0)
	{
		return LOCTEXT("NoNumbers", "Tokens: not counted yet");
	}
	// What is estimated, and what is taken for granted, is marked.
	const FText Guess = LOCTEXT("Guess", "~{0}");
	const FText Used = FText::AsNumber(Usage.Used);
	const FText Available = FText::AsNumber(Usage.Available);
	return FText::Format(LOCTEXT("LabelShare", "Tokens: {0} / {1} ({2})"), Usage.bExact ? Used : FText::Format(Guess, Used),
		Usage.bWindowAssumed ? FText::Format(Guess, Available) : Available, FContextTexts::Share(Usage.Percent));
}

FText STokenBar::GetAgentBreakdown() const
{
	TArray<FText> Lines;
	Lines.Add(LOCTEXT("AgentKeeps", "The agent keeps its own context: it is sent only your newest message, and nothing is summarized here."));
	Lines.Add(Usage.Available > 0 ? LOCTEXT("AgentNumbers", "The numbers are the agent's own.")
								  : LOCTEXT("AgentNoNumbers", "It has not reported how full its context is."));
	if (Agent.Cost > 0.0)
	{
		FNumberFormattingOptions Cents;
		Cents.SetMinimumFractionalDigits(2).SetMaximumFractionalDigits(4);
		Lines.Add(FText::Format(LOCTEXT("AgentCost", "Cost so far, as reported by the agent: {0} {1}"), FText::AsNumber(Agent.Cost, &Cents), FText::FromString(Agent.Currency)));
	}
	return FText::Join(FText::FromString(TEXT("\n")), Lines);
}

FText STokenBar::GetBreakdown() const
{
	if (Agent.bIsUsed)
	{
		return GetAgentBreakdown();
	}
	if (Usage.Available <= 0)
	{
		return LOCTEXT("NoBreakdown", "The numbers appear when the conversation is open.");
	}
	TArray<FText> Lines;
	const auto Add = [&Lines](const FText& Name, int64 Tokens)
	{
		if (Tokens > 0)
		{
			Lines.Add(FText::Format(LOCTEXT("Line", "{0}: {1}"), Name, FText::AsNumber(Tokens)));
		}
	};
	Lines.Add(LOCTEXT("BreakdownTitle", "Tokens of the next request"));
	Add(LOCTEXT("System", "System prompt"), Usage.System);
	Add(LOCTEXT("Tools", "Tool definitions"), Usage.Tools);
	Add(LOCTEXT("Summary", "Summary"), Usage.Summary);
	Add(LOCTEXT("User", "Your messages"), Usage.User);
	Add(LOCTEXT("Assistant", "Answers"), Usage.Assistant);
	Add(LOCTEXT("ToolCalls", "Tool calls"), Usage.ToolCalls);
	Add(LOCTEXT("ToolResults", "Tool results"), Usage.ToolResults);
	Add(LOCTEXT("Images", "Images"), Usage.Images);
	Add(LOCTEXT("Overhead", "Wire format"), Usage.Overhead);
	Lines.Add(FText::Format(LOCTEXT("Budget", "Budget: {0} of a context window of {1}, with {2} kept free for the reply"),
		FText::AsNumber(Usage.Available), FText::AsNumber(Usage.Window), FText::AsNumber(Usage.Reserve)));
	if (Usage.bWindowAssumed)
	{
		Lines.Add(LOCTEXT("Assumed", "The size of the context window is assumed: neither the server nor the table of models has reported it yet"));
	}
	if (!Usage.bExact)
	{
		Lines.Add(FText::Format(LOCTEXT("Error", "An estimate, accurate to within {0}"), FText::AsPercent(Usage.ErrorBound)));
	}
	if (!Trigger.Explanation.IsEmpty())
	{
		Lines.Add(FCoreSentences::Say(Trigger.Explanation));
	}
	if (Trigger.ThresholdTokens > 0)
	{
		Lines.Add(FText::Format(LOCTEXT("Next", "The next summarization starts at {0} tokens"), FText::AsNumber(Trigger.ThresholdTokens)));
	}
	if (Costs.Dollars > 0.0)
	{
		FNumberFormattingOptions Cents;
		Cents.SetMinimumFractionalDigits(2).SetMaximumFractionalDigits(4);
		Lines.Add(FText::Format(LOCTEXT("Costs", "Cost so far: ${0}, of which summaries ${1}"), FText::AsNumber(Costs.Dollars, &Cents),
			FText::AsNumber(Costs.SummaryDollars, &Cents)));
	}
	return FText::Join(FText::FromString(TEXT("\n")), Lines);
}

FLinearColor STokenBar::GetColor(double Percent)
{
	// At least 3 to 1 before black and before white.
	static const FCodeColor Green{"Green", FColor(0x4c, 0xaf, 0x50), FColor(0x2e, 0x7d, 0x32)};
	static const FCodeColor Yellow{"Yellow", FColor(0xff, 0xb3, 0x00), FColor(0x9a, 0x67, 0x00)};
	static const FCodeColor Red{"Red", FColor(0xff, 0x6b, 0x63), FColor(0xa8, 0x1e, 0x1a)};
	const FCodeColor& Look = Percent < 70.0 ? Green : Percent < 90.0 ? Yellow : Red;
	return FCodeColors::Choose(Look, FStyleColors::Input.GetSpecifiedColor());
}

TOptional<float> STokenBar::GetFraction() const
{
	return static_cast<float>(FMath::Clamp(Usage.Percent / 100.0, 0.0, 1.0));
}

FSlateColor STokenBar::GetFillColor() const
{
	return GetColor(Usage.Percent);
}

FText STokenBar::GetSpoken() const
{
	return MarkedLine > 0 ? FText::Format(LOCTEXT("SpokenLine", "{0}. The next summary starts at {1} tokens"), Label, FText::AsNumber(MarkedLine)) : Label;
}

FText STokenBar::GetTip() const
{
	return ShowsNumbers() ? GetBreakdown() : FText::GetEmpty();
}

bool STokenBar::ShowsNumbers() const
{
	// Before there is a conversation there is nothing to count.
	const bool bHasNumbers = Usage.Available > 0 || Agent.bIsUsed;
	return bHasNumbers && GetDefault<UVibeUESettings>()->bShowTokenCount;
}

EVisibility STokenBar::GetNumbersVisibility() const
{
	return ShowsNumbers() ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility STokenBar::GetBarVisibility() const
{
	// Without numbers, too, the user sees which model answers and can choose another one.
	return ShowsNumbers() || !Model.Get().IsEmpty() ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
