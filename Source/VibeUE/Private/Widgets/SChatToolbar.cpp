// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatToolbar.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUECommands.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"

#define LOCTEXT_NAMESPACE "SChatToolbar"

namespace SChatToolbarPrivate
{
/** Why nothing can be done about the context. */
static FText GetAgentTip()
{
	return LOCTEXT("AgentTip", "The answering agent keeps its own context: it is sent only your newest message, and nothing is summarized here.");
}

/** Slate units that the conversation's name keeps before buttons have words. */
static constexpr float WidthForName = 180.0f;

/** The same for the two buttons before the name, what is left of the name in a very narrow dock, and the edges. */
static constexpr float WidthBeforeActions = 76.0f;

/** Slate units of some buttons next to one another. */
static constexpr float LeastForActions = 80.0f;
} // namespace SChatToolbarPrivate

void SChatToolbar::Construct(const FArguments& InArgs)
{
	HasMessages = InArgs._HasMessages;
	AgentAnswers = InArgs._AgentAnswers;
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(FAppStyle::GetBrush("Brushes.Header"))
		.Padding(FMargin(4.0f, 3.0f))
		[
			SAssignNew(Buttons, SHorizontalBox)
		]
	];
	const FVibeUEChatCommands& Commands = FVibeUEChatCommands::Get();
	AddButton("VibeUE.New", LOCTEXT("New", "New"),
		FVibeUEChatCommands::Tip(LOCTEXT("NewTip", "Start a new conversation; this one stays in the history."), Commands.NewConversation), InArgs._OnNewAsked);
	AddButton("VibeUE.History", LOCTEXT("History", "History"),
		FVibeUEChatCommands::Tip(LOCTEXT("HistoryTip", "Show this project's conversations, or go back to this one."), Commands.History), InArgs._OnHistoryAsked);
	Buttons->AddSlot()
	.FillWidth(1.0f)
	.VAlign(VAlign_Center)
	.Padding(4.0f, 0.0f)
	[
		SNew(SChatTitle)
		.Title(InArgs._Title)
		.OnRenamed(InArgs._OnRenamed)
		.OnNamingLeft(InArgs._OnNamingLeft)
	];
	Buttons->AddSlot()
	.AutoWidth()
	[
		SAssignNew(Actions, SWrapBox)
		.PreferredSize(this, &SChatToolbar::GetRoomForActions)
	];
	const TAttribute<bool> CanCondense = TAttribute<bool>::CreateSP(this, &SChatToolbar::CanSummarize);
	AddAction("VibeUE.Summarize", LOCTEXT("Summarize", "Summarize now"), TAttribute<FText>::CreateSP(this, &SChatToolbar::GetSummarizeTip),
		InArgs._OnSummaryAsked, CanCondense);
	AddAction("VibeUE.Preview", FText::GetEmpty(), TAttribute<FText>::CreateSP(this, &SChatToolbar::GetPreviewTip), InArgs._OnPreviewAsked, CanCondense);
	AddAction("VibeUE.Undo", LOCTEXT("Undo", "Undo"),
		LOCTEXT("UndoTip", "Undo the newest summary and none before it: the model reads again what it read before. Each click undoes one."), InArgs._OnUndoAsked, InArgs._CanUndo);
	AddAction("VibeUE.Context", LOCTEXT("Context", "Context"), TAttribute<FText>::CreateSP(this, &SChatToolbar::GetContextTip), InArgs._OnContextAsked,
		TAttribute<bool>::CreateSP(this, &SChatToolbar::HasContext));
	AddAction("VibeUE.Export", FText::GetEmpty(),
		LOCTEXT("ExportTip", "Write the whole conversation to a Markdown file. Keys, tokens and passwords in it are masked."), InArgs._OnExportAsked,
		InArgs._HasMessages);
	AddAction("VibeUE.Report", FText::GetEmpty(),
		LOCTEXT("ReportTip", "Write a bug report: versions, settings and the shape of this conversation, without keys or message text."),
		InArgs._OnReportAsked);
	AddAction("VibeUE.Settings", FText::GetEmpty(),
		LOCTEXT("SettingsTip", "Settings: choose the model, the key and when to summarize."), InArgs._OnSettingsAsked);
}

void SChatToolbar::AddButton(
	const FName& Icon, const FText& Label, const TAttribute<FText>& Tip, const FSimpleDelegate& OnAsked, const TAttribute<bool>& IsEnabled)
{
	Buttons->AddSlot()
	.AutoWidth()
	[
		MakeButton(Icon, Label, Tip, OnAsked, IsEnabled)
	];
}

void SChatToolbar::AddAction(
	const FName& Icon, const FText& Label, const TAttribute<FText>& Tip, const FSimpleDelegate& OnAsked, const TAttribute<bool>& IsEnabled)
{
	Actions->AddSlot()
	[
		MakeButton(Icon, Label, Tip, OnAsked, IsEnabled)
	];
}

TSharedRef<SWidget> SChatToolbar::MakeButton(
	const FName& Icon, const FText& Label, const TAttribute<FText>& Tip, const FSimpleDelegate& OnAsked, const TAttribute<bool>& IsEnabled)
{
	const TSharedRef<SWidget> Button = SNew(SChatIconButton)
		.Icon(Icon)
		.Label(Label)
		.LabelVisibility(this, &SChatToolbar::GetLabelVisibility)
		.ToolTipText(Tip)
		.IsEnabled(IsEnabled)
		.OnClicked(this, &SChatToolbar::HandleClicked, OnAsked);
	Parts.Add(Button);
	return Button;
}

FReply SChatToolbar::HandleClicked(FSimpleDelegate OnAsked)
{
	OnAsked.ExecuteIfBound();
	return FReply::Handled();
}

bool SChatToolbar::CanSummarize() const
{
	return HasMessages.Get() && HasContext();
}

bool SChatToolbar::HasContext() const
{
	return !AgentAnswers.Get();
}

FText SChatToolbar::GetSummarizeTip() const
{
	return HasContext()
		? FVibeUEChatCommands::Tip(LOCTEXT("SummarizeTip", "Condense the earlier messages now, whatever the budget."), FVibeUEChatCommands::Get().SummarizeNow)
		: SChatToolbarPrivate::GetAgentTip();
}

FText SChatToolbar::GetPreviewTip() const
{
	return HasContext()
		? FVibeUEChatCommands::Tip(LOCTEXT("PreviewTip", "Preview what summarizing now would do, without changing anything."), FVibeUEChatCommands::Get().PreviewSummary)
		: SChatToolbarPrivate::GetAgentTip();
}

FText SChatToolbar::GetContextTip() const
{
	return HasContext()
		? FVibeUEChatCommands::Tip(LOCTEXT("ContextTip", "Show what fills the context, when it will be summarized next, and what you can do about it."), FVibeUEChatCommands::Get().Context)
		: SChatToolbarPrivate::GetAgentTip();
}

EVisibility SChatToolbar::GetLabelVisibility() const
{
	// A narrow dock has room for the icons only; their tooltips say the rest.
	return bHasRoomForLabels ? EVisibility::SelfHitTestInvisible : EVisibility::Collapsed;
}

float SChatToolbar::GetRoomForActions() const
{
	return FMath::Max(Width - SChatToolbarPrivate::WidthBeforeActions, SChatToolbarPrivate::LeastForActions);
}

void SChatToolbar::Tick(const FGeometry& AllottedGeometry, const double InCurrentTime, const float InDeltaTime)
{
	SCompoundWidget::Tick(AllottedGeometry, InCurrentTime, InDeltaTime);
	if (bHasRoomForLabels)
	{
		WidthWithLabels = 0.0f;
		for (const TSharedRef<SWidget>& Part : Parts)
		{
			WidthWithLabels += static_cast<float>(Part->GetDesiredSize().X);
		}
	}
	Width = AllottedGeometry.GetLocalSize().X;
	bHasRoomForLabels = AllottedGeometry.GetLocalSize().X >= WidthWithLabels + SChatToolbarPrivate::WidthForName;
}

#undef LOCTEXT_NAMESPACE
