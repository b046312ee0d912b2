// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SContextPanel.h"

#include "InputCoreTypes.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUEStyle.h"
#include "Widgets/ButtonPair.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/SContextBar.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SContextPanel"

namespace SContextPanelPrivate
{
/** Seconds until what changed is shown: an answer that is coming changes the numbers with each word. */
static constexpr float Delay = 0.1f;

/** Frames until the height of new rows is known. */
static constexpr int32 FramesToSettle = 3;

static TSharedRef<SWidget> MakeHeading(const FText& Text)
{
	return SNew(STextBlock).Text(Text).TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"));
}

static TSharedRef<STextBlock> MakeSentence(const FName& Style)
{
	const TSharedRef<STextBlock> Words = SNew(STextBlock).TextStyle(FVibeUEStyle::GetText(Style)).AutoWrapText(true);
	if (Style == FName("VibeUE.Text.Subdued"))
	{
		Words->SetColorAndOpacity(TAttribute<FSlateColor>::CreateStatic(&FWordColors::GetQuiet));
	}
	return Words;
}

/** A box around a part, below the part before. */
static void AddSection(SVerticalBox& Body, const TSharedRef<SWidget>& Heading, const TSharedRef<SWidget>& Content)
{
	Body.AddSlot()
	.AutoHeight()
	.Padding(0.0f, 14.0f, 0.0f, 4.0f)
	[
		Heading
	];
	Body.AddSlot()
	.AutoHeight()
	[
		Content
	];
}
} // namespace SContextPanelPrivate

void SContextPanel::Construct(const FArguments& InArgs)
{
	OnClosed = InArgs._OnClosed;
	OnPreviewAsked = InArgs._OnPreviewAsked;
	OnPreviewUpToAsked = InArgs._OnPreviewUpToAsked;
	OnPreviewOriginalsAsked = InArgs._OnPreviewOriginalsAsked;
	OnMessageShown = InArgs._OnMessageShown;
	OnSourcesAsked = InArgs._OnSourcesAsked;
	OnEditAsked = InArgs._OnEditAsked;
	OnSettingsAsked = InArgs._OnSettingsAsked;
	OnExported = InArgs._OnExported;
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(FAppStyle::GetBrush("Brushes.Panel"))
		.Padding(FMargin(12.0f, 8.0f, 6.0f, 8.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				MakeHeader()
			]
			+ SVerticalBox::Slot()
			.FillHeight(1.0f)
			[
				SAssignNew(ScrollBox, SScrollBox)
				.Orientation(Orient_Vertical)
				.OnUserScrolled(this, &SContextPanel::HandleUserScrolled)
				.ScrollWhenFocusChanges(EScrollWhenFocusChanges::InstantScroll)
				+ SScrollBox::Slot()
				.Padding(0.0f, 0.0f, 6.0f, 0.0f)
				[
					MakeBody()
				]
			]
		]
	];
	Refresh();
}

SContextPanel::~SContextPanel()
{
	UnbindSession();
}

TSharedRef<SWidget> SContextPanel::MakeHeader()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(LOCTEXT("Title", "Context"))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Heading2"))
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SChatIconButton)
			.Icon("VibeUE.Export.Small")
			.Label(LOCTEXT("Json", "JSON"))
			.ToolTipText(LOCTEXT("JsonTip", "Write this report to a new file, as JSON. Credentials in it are masked."))
			.OnClicked(this, &SContextPanel::HandleExportClicked, EVibeUEContextFormat::Json)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SChatIconButton)
			.Icon("VibeUE.Export.Small")
			.Label(LOCTEXT("Csv", "CSV"))
			.ToolTipText(LOCTEXT("CsvTip", "Write this report to a new file, as a table. Credentials in it are masked."))
			.OnClicked(this, &SContextPanel::HandleExportClicked, EVibeUEContextFormat::Csv)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SChatIconButton)
			.Icon("VibeUE.Close.Small")
			.ToolTipText(LOCTEXT("CloseTip", "Close the context and go back to the conversation (Esc)."))
			.OnClicked(this, &SContextPanel::HandleCloseClicked)
		];
}

TSharedRef<SWidget> SContextPanel::MakeBody()
{
	Bar = SNew(SContextBar);
	Fill = SContextPanelPrivate::MakeSentence("VibeUE.Text.Bold");
	Line = SContextPanelPrivate::MakeSentence("VibeUE.Text.Small");
	Window = SContextPanelPrivate::MakeSentence("VibeUE.Text.Subdued");
	Breakers.Box = SNew(SVerticalBox);
	Heaviest.Box = SNew(SVerticalBox);
	Summaries.Box = SNew(SVerticalBox);
	const TSharedRef<SVerticalBox> Body = SNew(SVerticalBox);
	const auto Add = [&Body](const TSharedRef<SWidget>& Widget, float Above)
	{
		Body->AddSlot()
		.AutoHeight()
		.Padding(0.0f, Above, 0.0f, 0.0f)
		[
			Widget
		];
	};
	Add(Fill.ToSharedRef(), 6.0f);
	Add(Bar.ToSharedRef(), 6.0f);
	Add(Line.ToSharedRef(), 8.0f);
	Add(Window.ToSharedRef(), 4.0f);
	SContextPanelPrivate::AddSection(*Body, SContextPanelPrivate::MakeHeading(LOCTEXT("Next", "NEXT SUMMARY")), MakeNext());
	SContextPanelPrivate::AddSection(*Body, SContextPanelPrivate::MakeHeading(LOCTEXT("Heaviest", "HEAVIEST MESSAGES")), Heaviest.Box.ToSharedRef());
	SContextPanelPrivate::AddSection(*Body, SContextPanelPrivate::MakeHeading(LOCTEXT("Summaries", "SUMMARIES")), Summaries.Box.ToSharedRef());
	return Body;
}

TSharedRef<SWidget> SContextPanel::MakeNext()
{
	Forecast = SContextPanelPrivate::MakeSentence("VibeUE.Text");
	Gain = SContextPanelPrivate::MakeSentence("VibeUE.Text.Small");
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			Forecast.ToSharedRef()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 4.0f, 0.0f, 0.0f)
		[
			Gain.ToSharedRef()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 6.0f, 0.0f, 0.0f)
		[
			FButtonPair::Make(
				{LOCTEXT("Summarize", "Summarize now"), LOCTEXT("SummarizeTip", "Condense the earlier messages. Undo reverts it."), FOnClicked::CreateSP(this, &SContextPanel::HandleSummarizeClicked)},
				{LOCTEXT("Preview", "Preview"), LOCTEXT("ShowPreviewTip", "See what would be condensed and what stays, and try alternatives, before anything changes."), FOnClicked::CreateSP(this, &SContextPanel::HandlePreviewClicked)},
				TAttribute<bool>::CreateSP(this, &SContextPanel::CanSummarize), &Summarize)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			Breakers.Box.ToSharedRef()
		];
}

FReply SContextPanel::OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	if (InKeyEvent.GetKey() == EKeys::Escape)
	{
		OnClosed.ExecuteIfBound();
		return FReply::Handled();
	}
	return SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
}

void SContextPanel::SetSession(UChatSession* InSession)
{
	UnbindSession();
	Session.Reset(InSession);
	// Messages and summaries of another conversation may have the same numbers.
	for (FKeptRows* const Kept : {&Breakers, &Heaviest, &Summaries})
	{
		ClearRows(*Kept);
	}
	Compared = 0;
	TextOf = 0;
	if (InSession)
	{
		InSession->OnOpened().AddSP(this, &SContextPanel::HandleOpened);
		InSession->OnStateChanged().AddSP(this, &SContextPanel::HandleStateChanged);
		InSession->OnTokenUsageChanged().AddSP(this, &SContextPanel::HandleUsageChanged);
		InSession->OnMessageAdded().AddSP(this, &SContextPanel::HandleMessageAdded);
		InSession->OnHistoryChanged().AddSP(this, &SContextPanel::HandleHistoryChanged);
		InSession->OnSummarizationEnded().AddSP(this, &SContextPanel::HandleSummarizationEnded);
	}
	Refresh();
}

void SContextPanel::UnbindSession()
{
	if (Session.IsValid())
	{
		Session->OnOpened().RemoveAll(this);
		Session->OnStateChanged().RemoveAll(this);
		Session->OnTokenUsageChanged().RemoveAll(this);
		Session->OnMessageAdded().RemoveAll(this);
		Session->OnHistoryChanged().RemoveAll(this);
		Session->OnSummarizationEnded().RemoveAll(this);
		Session.Reset();
	}
}

void SContextPanel::HandleOpened(bool)
{
	Invalidate();
}

void SContextPanel::HandleStateChanged(EVibeUEChatState)
{
	Invalidate();
}

void SContextPanel::HandleUsageChanged(const FVibeUETokenUsage&)
{
	Invalidate();
}

void SContextPanel::HandleMessageAdded(const FVibeUEMessage&)
{
	Invalidate();
}

void SContextPanel::HandleHistoryChanged()
{
	Invalidate();
}

void SContextPanel::HandleSummarizationEnded(const FVibeUESummarization&)
{
	Invalidate();
}

void SContextPanel::Invalidate()
{
	// The timer of a widget that is not painted waits until it is.
	if (!bTimerRuns)
	{
		bTimerRuns = true;
		RegisterActiveTimer(SContextPanelPrivate::Delay, FWidgetActiveTimerDelegate::CreateSP(this, &SContextPanel::HandleTime));
	}
}

EActiveTimerReturnType SContextPanel::HandleTime(double, float)
{
	bTimerRuns = false;
	Refresh();
	return EActiveTimerReturnType::Stop;
}

void SContextPanel::Refresh()
{
	const FVibeUEContextReport Now = Session.IsValid() ? Session->GetContextReport() : FVibeUEContextReport();
	const bool bIsKnown = Now.Available > 0;
	Bar->SetReport(Now);
	Fill->SetText(FContextTexts::Fill(Now));
	const FText Mark = bIsKnown ? FContextTexts::Line(Now.Next) : FText::GetEmpty();
	Line->SetText(Mark);
	Line->SetVisibility(Mark.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible);
	Window->SetText(bIsKnown ? FContextTexts::Window(Now) : FText::GetEmpty());
	Forecast->SetText(bIsKnown ? FContextTexts::Forecast(Now.Next) : FText::GetEmpty());
	Gain->SetText(bIsKnown ? FContextTexts::Gain(Now.Next) : FText::GetEmpty());
	// While there is room, it is one lever of many.
	FButtonPair::SetStandsOut(*Summarize, Now.Next.bIsNear);
	ShowBreakers(Now);
	ShowHeaviest(Now);
	ShowSummaries(Now);
	Report = Now;
}

void SContextPanel::ScrollToBreakers()
{
	// While it was closed, it was not kept up to date.
	Refresh();
	ScrollTo(Breakers.Box);
}

void SContextPanel::ScrollToOpened()
{
	const TSharedPtr<SWidget> Opened = Opening.IsNone() ? nullptr : FKeptKeyboard::FindTagged(Summaries.Box.ToSharedRef(), Opening);
	Opening = FName();
	if (Opened.IsValid())
	{
		ScrollTo(Opened);
	}
}

void SContextPanel::ScrollTo(const TSharedPtr<SWidget>& Widget)
{
	ScrolledTo = Widget;
	FramesToScroll = SContextPanelPrivate::FramesToSettle;
	if (!bScrollTimerRuns)
	{
		bScrollTimerRuns = true;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SContextPanel::HandleScrolling));
	}
}

EActiveTimerReturnType SContextPanel::HandleScrolling(double, float)
{
	const TSharedPtr<SWidget> Shown = ScrolledTo.Pin();
	if (!Shown.IsValid() || FramesToScroll == 0)
	{
		ScrolledTo.Reset();
		bScrollTimerRuns = false;
		return EActiveTimerReturnType::Stop;
	}
	--FramesToScroll;
	// What is taller than the view is read from its beginning.
	const float View = static_cast<float>(ScrollBox->GetCachedGeometry().GetLocalSize().Y);
	const bool bIsTaller = static_cast<float>(Shown->GetDesiredSize().Y) > View;
	ScrollBox->ScrollDescendantIntoView(Shown, false, bIsTaller ? EDescendantScrollDestination::TopOrLeft : EDescendantScrollDestination::IntoView);
	return EActiveTimerReturnType::Continue;
}

void SContextPanel::HandleUserScrolled(float)
{
	ScrolledTo.Reset();
}

#undef LOCTEXT_NAMESPACE
