// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The parts of a preview.

#include "Widgets/SSummaryPreview.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUEStyle.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/PreviewTexts.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatField.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/SChatTextBox.h"
#include "Widgets/SPreviewMessageList.h"
#include "Widgets/SShareChoice.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SSummaryPreview"

namespace SSummaryPreviewPartsPrivate
{
/**
 * Words whose place is as wide as the page or the pane. In one that is as wide as the text they must not wrap: longer
 * ones would then wrap, and stay so.
 */
static TSharedRef<SWidget> MakeLabel(const TAttribute<FText>& Text, const FName& Style, bool bWraps = true)
{
	const TSharedRef<STextBlock> Words = SNew(STextBlock).Text(Text).TextStyle(FVibeUEStyle::GetText(Style)).AutoWrapText(bWraps);
	if (Style == FName("VibeUE.Text.Subdued"))
	{
		Words->SetColorAndOpacity(TAttribute<FSlateColor>::CreateStatic(&FWordColors::GetQuiet));
	}
	return Words;
}

static TSharedRef<SWidget> MakeRowLabel(const FText& Text)
{
	return SNew(SBox)
		.MinDesiredWidth(SShareChoice::LabelWidth)
		[
			MakeLabel(Text, "VibeUE.Text.SmallBold", false)
		];
}

static void AddTo(SWrapBox& Row, const TSharedRef<SWidget>& Widget)
{
	Row.AddSlot()
	.Padding(0.0f, 2.0f, 10.0f, 2.0f)
	[
		Widget
	];
}

static void AddTo(SVerticalBox& Column, const TSharedRef<SWidget>& Widget, float Above)
{
	Column.AddSlot()
	.AutoHeight()
	.Padding(0.0f, Above, 0.0f, 0.0f)
	[
		Widget
	];
}
} // namespace SSummaryPreviewPartsPrivate

void SSummaryPreview::Construct(const FArguments& InArgs)
{
	using namespace SSummaryPreviewPartsPrivate;
	OnClosed = InArgs._OnClosed;
	const TSharedRef<SVerticalBox> Body = SNew(SVerticalBox);
	AddTo(*Body, MakeHeader(), 0.0f);
	AddTo(*Body, MakeNumbers(), 4.0f);
	AddTo(*Body, MakeStrategies(), 6.0f);
	AddTo(*Body, MakeTargets(), 0.0f);
	AddTo(*Body, MakeThresholds(), 0.0f);
	AddTo(*Body, MakeOriginals(), 0.0f);
	AddTo(*Body, MakeInstructions(), 4.0f);
	AddTo(*Body, MakeTabs(), 8.0f);
	Body->AddSlot()
	.FillHeight(1.0f)
	.Padding(0.0f, 6.0f)
	[
		MakePanes()
	];
	AddTo(*Body, MakeFoot(), 2.0f);
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(FAppStyle::GetBrush("Brushes.Panel"))
		.Padding(FMargin(12.0f, 8.0f))
		[
			Body
		]
	];
}

TSharedRef<SWidget> SSummaryPreview::MakeHeader()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SSummaryPreviewPartsPrivate::MakeLabel(LOCTEXT("Title", "Preview of a summary"), "VibeUE.Text.Heading2")
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SChatIconButton)
			.Icon("VibeUE.Close.Small")
			.ToolTipText(LOCTEXT("CloseTip", "Close the preview and leave the conversation as it is (Esc)."))
			.OnClicked(this, &SSummaryPreview::HandleCloseClicked)
		];
}

TSharedRef<SWidget> SSummaryPreview::MakeNumbers()
{
	using namespace SSummaryPreviewPartsPrivate;
	const TSharedRef<SVerticalBox> Column = SNew(SVerticalBox);
	AddTo(*Column, MakeLabel(TAttribute<FText>::CreateSP(this, &SSummaryPreview::GetNumbers), "VibeUE.Text.Bold"), 0.0f);
	AddTo(*Column, MakeLabel(TAttribute<FText>::CreateSP(this, &SSummaryPreview::GetSums), "VibeUE.Text.Subdued"), 2.0f);
	AddTo(*Column, MakeLabel(TAttribute<FText>::CreateSP(this, &SSummaryPreview::GetNext), "VibeUE.Text.Subdued"), 0.0f);
	return Column;
}

TSharedRef<SWidget> SSummaryPreview::MakeStrategies()
{
	using namespace SSummaryPreviewPartsPrivate;
	const TSharedRef<SWrapBox> Row = SNew(SWrapBox).UseAllottedSize(true);
	AddTo(*Row, MakeRowLabel(LOCTEXT("Strategy", "Written by")));
	for (const EVibeUEPreviewStrategy Strategy :
		{EVibeUEPreviewStrategy::Rules, EVibeUEPreviewStrategy::Hybrid, EVibeUEPreviewStrategy::Model, EVibeUEPreviewStrategy::Native})
	{
		AddTo(*Row, SNew(SCheckBox)
			.Style(FAppStyle::Get(), "RadioButton")
			.IsChecked(this, &SSummaryPreview::GetStrategyState, Strategy)
			.OnCheckStateChanged(this, &SSummaryPreview::HandleStrategyChosen, Strategy)
			.ToolTipText(this, &SSummaryPreview::GetStrategyTip, Strategy)
			[
				SNew(SHorizontalBox)
				+ SHorizontalBox::Slot()
				.AutoWidth()
				[
					MakeLabel(FPreviewTexts::NameOf(Strategy), "VibeUE.Text.Small", false)
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.Padding(4.0f, 0.0f, 0.0f, 0.0f)
				[
					MakeLabel(TAttribute<FText>::CreateSP(this, &SSummaryPreview::GetPrice, Strategy), "VibeUE.Text.Subdued", false)
				]
			]);
	}
	return Row;
}

TSharedRef<SWidget> SSummaryPreview::MakeTargets()
{
	return SAssignNew(Targets, SShareChoice)
		.Label(LOCTEXT("Target", "At most"))
		.ChoiceTip(LOCTEXT("TargetTip", "The share of the budget that the request should take afterwards. Only tried: no setting changes."))
		.Shares({0.1, 0.25, 0.4, 0.6})
		.CanChoose(this, &SSummaryPreview::CanAim)
		.ShareAsSet(this, &SSummaryPreview::GetTargetAsSet)
		.OnChosen(this, &SSummaryPreview::HandleTargetChosen)
		.OnNoShare(this, &SSummaryPreview::HandleNoShare);
}

TSharedRef<SWidget> SSummaryPreview::MakeThresholds()
{
	return SAssignNew(Thresholds, SShareChoice)
		.Label(LOCTEXT("Threshold", "Next one at"))
		.ChoiceTip(LOCTEXT("ThresholdTip",
			"The share of the budget at which the next summary starts. A lower one also lowers the target of this one, unless you choose a target. Only tried: no setting changes."))
		.Shares({0.5, 0.7, 0.9})
		.CanChoose(true)
		.ShareAsSet(this, &SSummaryPreview::GetThresholdAsSet)
		.OnChosen(this, &SSummaryPreview::HandleThresholdChosen)
		.OnNoShare(this, &SSummaryPreview::HandleNoShare);
}

TSharedRef<SWidget> SSummaryPreview::MakeOriginals()
{
	using namespace SSummaryPreviewPartsPrivate;
	const TSharedRef<SWrapBox> Row = SNew(SWrapBox).UseAllottedSize(true).Visibility(this, &SSummaryPreview::GetOriginalsVisibility);
	AddTo(*Row, MakeRowLabel(LOCTEXT("From", "Made from")));
	AddTo(*Row, SNew(SCheckBox)
		.IsEnabled(this, &SSummaryPreview::CanUseOriginals)
		.IsChecked(this, &SSummaryPreview::GetOriginalsState)
		.OnCheckStateChanged(this, &SSummaryPreview::HandleOriginalsChanged)
		.ToolTipText(LOCTEXT("OriginalsTip",
			"Write it from the original messages behind the earlier summaries, so that nothing in it is a summary of a summary. Those are undone when you apply it."))
		[
			MakeLabel(LOCTEXT("Originals", "Summarize from the originals"), "VibeUE.Text.Small", false)
		]);
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			Row
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			// If it cannot be chosen, words take its place: of a grey box only the tool tip could say why.
			SNew(SHorizontalBox)
			.Visibility(this, &SSummaryPreview::GetMadeFromVisibility)
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.Padding(0.0f, 2.0f, 10.0f, 2.0f)
			[
				MakeRowLabel(LOCTEXT("From", "Made from"))
			]
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			.Padding(0.0f, 2.0f)
			[
				MakeLabel(TAttribute<FText>::CreateSP(this, &SSummaryPreview::GetMadeFrom), "VibeUE.Text.Subdued")
			]
		];
}

TSharedRef<SWidget> SSummaryPreview::MakeInstructions()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SAssignNew(InstructionsBox, SChatField)
			.HintText(this, &SSummaryPreview::GetInstructionsHint)
			.ToolTipText(LOCTEXT("InstructionsTip", "What a model should pay attention to in this summary. Rules ignore it."))
			.OnTextChanged(this, &SSummaryPreview::HandleInstructionsChanged)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(6.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(SChatButton)
			.Visibility(this, &SSummaryPreview::GetTryVisibility)
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(this, &SSummaryPreview::GetTryText)
			.ToolTipText(LOCTEXT("TryTip", "Make a new draft with these choices. Nothing is applied."))
			.OnClicked(this, &SSummaryPreview::HandleTryClicked)
		];
}

TSharedRef<SWidget> SSummaryPreview::MakeTabs()
{
	using namespace SSummaryPreviewPartsPrivate;
	const TSharedRef<SWrapBox> Row = SNew(SWrapBox).UseAllottedSize(true).Visibility(this, &SSummaryPreview::GetTabsVisibility);
	const auto AddTab = [this, &Row](EPart Part, const FText& Name)
	{
		AddTo(*Row, SNew(SCheckBox)
			.Style(FAppStyle::Get(), "RadioButton")
			.IsChecked(this, &SSummaryPreview::GetPartState, Part)
			.OnCheckStateChanged(this, &SSummaryPreview::HandlePartChosen, Part)
			[
				MakeLabel(Name, "VibeUE.Text.Small", false)
			]);
	};
	AddTab(EPart::Goes, LOCTEXT("GoesTab", "What is condensed"));
	AddTab(EPart::Stays, LOCTEXT("StaysTab", "What stays"));
	AddTab(EPart::Summary, LOCTEXT("SummaryTab", "Summary"));
	return Row;
}

TSharedRef<SWidget> SSummaryPreview::MakePanes()
{
	const TSharedRef<SWidget> Summary = SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(4.0f, 0.0f, 4.0f, 4.0f)
		[
			SSummaryPreviewPartsPrivate::MakeLabel(TAttribute<FText>::CreateSP(this, &SSummaryPreview::GetOrigin), "VibeUE.Text.Subdued")
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(4.0f, 0.0f, 4.0f, 4.0f)
		[
			SNew(SChatButton)
			.Visibility(this, &SSummaryPreview::GetTextBackVisibility)
			.ContentPadding(FMargin(8.0f, 1.0f))
			.Text(this, &SSummaryPreview::GetTextBackText)
			.ToolTipText(LOCTEXT("TextBackTip", "A new draft arrived while you were writing: replace it with what you wrote."))
			.OnClicked(this, &SSummaryPreview::HandleTextBackClicked)
		]
		+ SVerticalBox::Slot()
		.FillHeight(1.0f)
		[
			SAssignNew(TextBox, SChatTextBox)
			.HintText(LOCTEXT("TextHint", "The summary; you can edit it before it is applied."))
			.OnTextChanged(this, &SSummaryPreview::HandleTextChanged)
		];
	SAssignNew(GoesList, SPreviewMessageList)
	.Empty(LOCTEXT("NothingGoes", "Nothing would be condensed."))
	.OnKept(this, &SSummaryPreview::HandleKept);
	SAssignNew(StaysList, SPreviewMessageList)
	.Empty(LOCTEXT("NothingStays", "No message stays."))
	.OnKept(this, &SSummaryPreview::HandleKept);
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		[
			MakePane(EPart::Goes, GoesList.ToSharedRef())
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		[
			MakePane(EPart::Stays, StaysList.ToSharedRef())
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.2f)
		[
			MakePane(EPart::Summary, Summary)
		];
}

TSharedRef<SWidget> SSummaryPreview::MakePane(EPart Part, const TSharedRef<SWidget>& Content)
{
	return SNew(SBox)
		.Visibility(this, &SSummaryPreview::GetPaneVisibility, Part)
		.Padding(FMargin(0.0f, 0.0f, 4.0f, 0.0f))
		[
			SNew(SBorder)
			.BorderImage(FVibeUEStyle::GetBrush(Part == EPart::Summary ? "VibeUE.Box.Summary" : "VibeUE.Box.Card"))
			.Padding(FMargin(6.0f))
			[
				SNew(SVerticalBox)
				+ SVerticalBox::Slot()
				.AutoHeight()
				.Padding(4.0f, 0.0f, 4.0f, 4.0f)
				[
					SSummaryPreviewPartsPrivate::MakeLabel(TAttribute<FText>::CreateSP(this, &SSummaryPreview::GetPartText, Part), "VibeUE.Text.SmallBold")
				]
				+ SVerticalBox::Slot()
				.FillHeight(1.0f)
				[
					Content
				]
			]
		];
}

TSharedRef<SWidget> SSummaryPreview::MakeFoot()
{
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 0.0f, 0.0f, 6.0f)
		[
			SNew(STextBlock)
			.Visibility(this, &SSummaryPreview::GetNoteVisibility)
			.Text(this, &SSummaryPreview::GetNote)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.AutoWrapText(true)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			[
				SNew(SChatButton)
				.ButtonStyle(FAppStyle::Get(), "PrimaryButton")
				.ContentPadding(FMargin(10.0f, 3.0f))
				.Text(LOCTEXT("Apply", "Apply"))
				.ToolTipText(this, &SSummaryPreview::GetApplyTip)
				.IsEnabled(this, &SSummaryPreview::CanApply)
				.OnClicked(this, &SSummaryPreview::HandleApplyClicked)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			.Padding(6.0f, 0.0f)
			[
				SNew(SChatButton)
				.ContentPadding(FMargin(10.0f, 3.0f))
				.Text(LOCTEXT("Cancel", "Cancel"))
				.ToolTipText(LOCTEXT("CancelTip", "Leave the conversation as it is."))
				.OnClicked(this, &SSummaryPreview::HandleCloseClicked)
			]
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			.VAlign(VAlign_Center)
			.Padding(4.0f, 0.0f, 0.0f, 0.0f)
			[
				SNew(STextBlock)
				.Text(LOCTEXT("Kept", "Nothing is deleted: condensed messages stay here for you to read, and Undo gives them back to the model."))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.AutoWrapText(true)
			]
		];
}

#undef LOCTEXT_NAMESPACE
