// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatSummaryRow.h"

#include "Framework/Application/SlateApplication.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/AccessibleWords.h"
#include "Widgets/BoxText.h"
#include "Widgets/ButtonPair.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/FoldKeys.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SExpandableArea.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/SChatLinkList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatRichText.h"
#include "Widgets/SChatTextBox.h"
#include "Widgets/SNullWidget.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SChatSummaryRow"

void SChatSummaryRow::Construct(const FArguments& InArgs)
{
	Summary = InArgs._Summary;
	Text = InArgs._Text;
	TalkWidth = InArgs._TalkWidth;
	OnEdited = InArgs._OnEdited;
	OnUndone = InArgs._OnUndone;
	OnSourcesAsked = InArgs._OnSourcesAsked;
	OnWithoutLineAsked = InArgs._OnWithoutLineAsked;
	OnSourceShown = InArgs._OnSourceShown;
	ChildSlot
	.HAlign(HAlign_Left)
	.Padding(8.0f, 5.0f)
	[
		SNew(SBox)
		.WidthOverride(this, &SChatSummaryRow::GetWidth)
		[
			SNew(SBorder)
			.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Summary"))
			.Padding(FMargin(6.0f, 2.0f))
			[
				SAssignNew(Area, SExpandableArea)
				.InitiallyCollapsed(!InArgs._bOpen)
				.OnAreaExpansionChanged(this, &SChatSummaryRow::HandleExpanded)
				.BorderImage(FAppStyle::GetBrush("NoBorder"))
				.Padding(FMargin(0.0f))
				.HeaderContent()
				[
					MakeHeader()
				]
				.BodyContent()
				[
					SNew(SVerticalBox)
					+ SVerticalBox::Slot()
					.AutoHeight()
					[
						MakeReader()
					]
					+ SVerticalBox::Slot()
					.AutoHeight()
					[
						MakeEditor()
					]
				]
			]
		]
	];
	HandleExpanded(InArgs._bOpen);
	FAccessibleWords::Give(*this, TAttribute<FText>::CreateSP(this, &SChatSummaryRow::GetSpoken));
}

void SChatSummaryRow::HandleExpanded(bool bExpanded)
{
	if (bExpanded && !bKnowsWithoutLine && OnWithoutLineAsked.IsBound())
	{
		bKnowsWithoutLine = true;
		WithoutLine = OnWithoutLineAsked.Execute(Summary.MessageId);
	}
}

TSharedRef<SWidget> SChatSummaryRow::MakeHeader()
{
	return SNew(SHorizontalBox)
		.ToolTipText(Describe(Summary))
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(0.0f, 3.0f, 6.0f, 3.0f)
		[
			SNew(SImage)
			.Image(FVibeUEStyle::GetBrush("VibeUE.Summarize.Small"))
			.ColorAndOpacity(FStyleColors::AccentGreen)
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(GetWhat())
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.AutoWrapText(true)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(6.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(Summary.bEdited ? LOCTEXT("Edited", "edited") : FText::GetEmpty())
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
		];
}

FText SChatSummaryRow::GetWhat() const
{
	return FText::Format(LOCTEXT("What", "Earlier messages summarized: {0}; the request went from {1} to {2} tokens"), FText::AsNumber(Summary.Messages),
		FText::AsNumber(Summary.TokensBefore), FText::AsNumber(Summary.TokensAfter));
}

FText SChatSummaryRow::GetSpoken() const
{
	return FFoldKeys::Describe(GetWhat(), *Area);
}

FReply SChatSummaryRow::OnKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	const FReply Pressed = FFoldKeys::Press(*this, *Area, InKeyEvent);
	return Pressed.IsEventHandled() ? Pressed : SCompoundWidget::OnKeyDown(MyGeometry, InKeyEvent);
}

TSharedRef<SWidget> SChatSummaryRow::MakeReader()
{
	const TSharedRef<SChatRichText> Words = SNew(SChatRichText).Text(Text).Visibility(this, &SChatSummaryRow::GetTextVisibility);
	LinkList = SNew(SChatLinkList);
	LinkList->SetLinks(Words->GetLinks());
	return SNew(SVerticalBox)
		.Visibility(this, &SChatSummaryRow::GetReaderVisibility)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 4.0f, 4.0f, 2.0f)
		[
			Words
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(16.0f, 0.0f, 4.0f, 0.0f)
		[
			SAssignNew(SourcesBox, SBox)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(16.0f, 0.0f, 4.0f, 0.0f)
		[
			LinkList.ToSharedRef()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 4.0f, 4.0f, 2.0f)
		[
			MakeAccount()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(14.0f, 0.0f, 0.0f, 4.0f)
		[
			MakeReaderLevers()
		];
}

TSharedRef<SWidget> SChatSummaryRow::MakeAccount()
{
	const FText Figures = FContextTexts::Figures(Summary);
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(STextBlock)
			.Text(FText::Format(LOCTEXT("Account", "{0}. The messages above are still there; the model reads this instead of them."), FContextTexts::Account(Summary)))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.AutoWrapText(true)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(STextBlock)
			.Text(Figures)
			.Visibility(Figures.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.AutoWrapText(true)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(STextBlock)
			.Text(this, &SChatSummaryRow::GetWithoutLine)
			.Visibility(this, &SChatSummaryRow::GetWithoutLineVisibility)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.AutoWrapText(true)
		];
}

TSharedRef<SWidget> SChatSummaryRow::MakeReaderLevers()
{
	return SNew(SWrapBox)
		.UseAllottedSize(true)
		+ SWrapBox::Slot()
		[
			SAssignNew(SourcesButton, SChatButton)
			.ButtonStyle(FAppStyle::Get(), "SimpleButton")
			// As the buttons with an icon next to it, so that all labels are level.
			.ContentPadding(FMargin(5.0f, 4.0f))
			.VAlign(VAlign_Center)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.Text(this, &SChatSummaryRow::GetSourcesLabel)
			.ToolTipText(LOCTEXT("SourcesTip", "Show the messages behind each line of the summary and those without a line, or its text again."))
			.OnClicked(this, &SChatSummaryRow::HandleSourcesClicked)
		]
		+ SWrapBox::Slot()
		[
			LinkList->MakeButton(LOCTEXT("Links", "Links"))
		]
		+ SWrapBox::Slot()
		[
			SNew(SChatIconButton)
			.Icon("VibeUE.Edit.Small")
			.Label(LOCTEXT("Edit", "Edit summary"))
			.ToolTipText(LOCTEXT("EditTip", "Correct what the model is told about the messages above."))
			.OnClicked(this, &SChatSummaryRow::HandleEditClicked)
		]
		+ SWrapBox::Slot()
		[
			SNew(SChatIconButton)
			.Icon("VibeUE.Undo.Small")
			.Label(LOCTEXT("Undo", "Undo summary"))
			.ToolTipText(LOCTEXT("UndoTip", "Undo this summary and none before it: the model reads again what it read before. Nothing was deleted."))
			.OnClicked(this, &SChatSummaryRow::HandleUndoClicked)
		];
}

TSharedRef<SWidget> SChatSummaryRow::MakeEditor()
{
	return SNew(SVerticalBox)
		.Visibility(this, &SChatSummaryRow::GetEditorVisibility)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 4.0f, 4.0f, 4.0f)
		[
			SNew(SBox)
			.MaxDesiredHeight(400.0f)
			[
				SAssignNew(TextBox, SChatTextBox)
				.Name(LOCTEXT("TextName", "The summary that the model reads"))
			]
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(20.0f, 2.0f, 4.0f, 6.0f)
		[
			FButtonPair::Make(
				{LOCTEXT("Save", "Save"), LOCTEXT("SaveTip", "Give the model the summary as it is written here."), FOnClicked::CreateSP(this, &SChatSummaryRow::HandleSaveClicked)},
				{LOCTEXT("Discard", "Discard"), LOCTEXT("DiscardTip", "Leave the summary unchanged."), FOnClicked::CreateSP(this, &SChatSummaryRow::HandleDiscardClicked)})
		];
}

FReply SChatSummaryRow::HandleEditClicked()
{
	TextBox->SetText(FText::FromString(Text));
	bIsEditing = true;
	bIsSaved = false;
	// The button is gone: the field takes the keyboard once it was laid out.
	RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatSummaryRow::HandleFocus));
	return FReply::Handled();
}

EActiveTimerReturnType SChatSummaryRow::HandleFocus(double, float)
{
	if (bIsEditing && FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(TextBox->GetTextBox());
	}
	return EActiveTimerReturnType::Stop;
}

FReply SChatSummaryRow::HandleSourcesClicked()
{
	bShowsSources = !bShowsSources && OnSourcesAsked.IsBound();
	if (bShowsSources)
	{
		SourcesBox->SetContent(
			SAssignNew(Sources, SSummarySources).Lines(OnSourcesAsked.Execute(Summary.MessageId)).WithoutLine(WithoutLine).OnMessageShown(OnSourceShown));
	}
	else
	{
		Sources.Reset();
		SourcesBox->SetContent(SNullWidget::NullWidget);
	}
	return FReply::Handled();
}

void SChatSummaryRow::Unfold()
{
	Area->SetExpanded(true);
}

TSharedRef<SWidget> SChatSummaryRow::ShowSources()
{
	Unfold();
	bIsEditing = bIsEditing && !GetCorrection().IsEmpty();
	if (!bShowsSources)
	{
		HandleSourcesClicked();
	}
	if (bIsEditing)
	{
		// Nothing that was written is hidden; the sources are shown once it is saved or discarded.
		return TextBox->GetTextBox().ToSharedRef();
	}
	const TSharedPtr<SButton> Line = Sources.IsValid() ? Sources->GetFirstLine() : nullptr;
	return Line.IsValid() ? Line.ToSharedRef() : SourcesButton.ToSharedRef();
}

TSharedRef<SWidget> SChatSummaryRow::Edit()
{
	Unfold();
	if (!bIsEditing)
	{
		HandleEditClicked();
	}
	return TextBox->GetTextBox().ToSharedRef();
}

void SChatSummaryRow::Resume(const FString& Correction)
{
	if (Correction.Equals(FBoxText::Plain(Text)))
	{
		// It was saved meanwhile.
		return;
	}
	Unfold();
	TextBox->SetText(FText::FromString(Correction));
	bIsEditing = true;
	bIsSaved = false;
}

FReply SChatSummaryRow::HandleUndoClicked()
{
	if (OnUndone.IsBound())
	{
		OnUndone.Execute(Summary.Compaction);
	}
	return FReply::Handled();
}

FReply SChatSummaryRow::HandleSaveClicked()
{
	const FString Wanted = FBoxText::Read(*TextBox);
	if (Wanted.Equals(FBoxText::Plain(Text)))
	{
		return HandleDiscardClicked();
	}
	if (OnEdited.IsBound() && OnEdited.Execute(Summary.MessageId, Wanted))
	{
		// Once it is on disk, the history is read again and another row takes this one's place. Until then nothing is thrown away.
		bIsSaved = true;
	}
	return FReply::Handled();
}

bool SChatSummaryRow::IsOpen() const
{
	return Area->IsExpanded();
}

bool SChatSummaryRow::IsStillEditing(int64 MessageId, const FString& TextNow) const
{
	return bIsEditing && Summary.MessageId == MessageId && (!bIsSaved || TextNow.Equals(Text));
}

bool SChatSummaryRow::IsShowingSources(int64 MessageId, const FString& TextNow) const
{
	return bShowsSources && !bIsEditing && Summary.MessageId == MessageId && TextNow.Equals(Text);
}

FString SChatSummaryRow::GetCorrection() const
{
	const FString Wanted = FBoxText::Read(*TextBox);
	return bIsEditing && !Wanted.Equals(FBoxText::Plain(Text)) ? Wanted : FString();
}

FReply SChatSummaryRow::HandleDiscardClicked()
{
	if (HasFocusedDescendants() && FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(AsShared());
	}
	bIsEditing = false;
	return FReply::Handled();
}

FOptionalSize SChatSummaryRow::GetWidth() const
{
	// As wide as a message.
	return SChatMessageRow::WidthWithin(TalkWidth.Get() > 0.0f ? TalkWidth.Get() : static_cast<float>(GetCachedGeometry().GetLocalSize().X));
}

EVisibility SChatSummaryRow::GetReaderVisibility() const
{
	return bIsEditing ? EVisibility::Collapsed : EVisibility::Visible;
}

EVisibility SChatSummaryRow::GetTextVisibility() const
{
	return bShowsSources ? EVisibility::Collapsed : EVisibility::Visible;
}

FText SChatSummaryRow::GetSourcesLabel() const
{
	return bShowsSources ? LOCTEXT("SourcesHide", "Show text") : LOCTEXT("Sources", "Show sources");
}

FText SChatSummaryRow::GetWithoutLine() const
{
	return FText::Format(LOCTEXT("WithoutLine", "{0}. Show sources leads to them."), FContextTexts::WithoutLine(WithoutLine));
}

EVisibility SChatSummaryRow::GetWithoutLineVisibility() const
{
	// Among the lines it has a row of its own.
	return WithoutLine.Count > 0 && !bShowsSources ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SChatSummaryRow::GetEditorVisibility() const
{
	return bIsEditing ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
