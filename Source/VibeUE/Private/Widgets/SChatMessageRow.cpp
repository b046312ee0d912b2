// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatMessageRow.h"

#include "HAL/PlatformApplicationMisc.h"
#include "Layout/Margin.h"
#include "Styling/StyleColors.h"
#include "VibeUECommands.h"
#include "VibeUEStyle.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/SChatLinkList.h"
#include "Widgets/SChatMentions.h"
#include "Widgets/SChatRichText.h"
#include "Widgets/SNullWidget.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SChatMessageRow"

namespace SChatMessageRowPrivate
{
/** Laying out more than this at once would hold up the frame: the user unfolds the rest in steps of it. */
static constexpr int32 CharactersOfStep = 20000;

/** How many characters at the end of a step may wait for the next one, so that no line is cut. */
static constexpr int32 MostOfLine = 2000;

/** Slate units of a line of prose: about 100 characters. Longer ones are hard to follow. */
static constexpr float MostWidth = 720.0f;

/** Slate units at both sides of what is in a row. */
static constexpr float Edges = 16.0f;
} // namespace SChatMessageRowPrivate

void SChatMessageRow::Construct(const FArguments& InArgs)
{
	Kind = InArgs._Kind;
	Text = IsNotice() && Kind != EChatRowKind::Status ? FChatSentence::Begin(InArgs._Text) : InArgs._Text;
	Drawn = InArgs._Shown;
	Heading = InArgs._Heading;
	Hint = InArgs._Hint;
	MessageId = InArgs._MessageId;
	bPinned = InArgs._bPinned;
	OnPinned = InArgs._OnPinned;
	OnUnfolded = InArgs._OnUnfolded;
	TalkWidth = InArgs._TalkWidth;
	SelectionId = InArgs._SelectionId;
	IsSelecting = InArgs._IsSelecting;
	IsSelected = InArgs._IsSelected;
	OnSelected = InArgs._OnSelected;
	MostShown = FMath::Max(InArgs._Unfolded, SChatMessageRowPrivate::CharactersOfStep);
	if (HasRichText())
	{
		LinkList = SNew(SChatLinkList);
	}
	ChildSlot
	.HAlign(HAlign_Left)
	.Padding(8.0f, 5.0f)
	[
		SNew(SBox)
		.WidthOverride(this, &SChatMessageRow::GetWidth)
		[
			IsNotice() ? MakeNotice(InArgs) : MakeMessage(InArgs)
		]
	];
	Refresh();
}

bool SChatMessageRow::IsNotice() const
{
	return Kind == EChatRowKind::Error || Kind == EChatRowKind::Warning || Kind == EChatRowKind::Status;
}

TSharedRef<SWidget> SChatMessageRow::MakeMessage(const FArguments& InArgs)
{
	// What the user said is in a box, what the model answers is not: nobody has to read the names.
	const bool bIsQuestion = Kind == EChatRowKind::User;
	TArray<FChatMention> Mentions;
	for (const FVibeUEAttachment& Attachment : InArgs._Attachments)
	{
		FChatMention& Mention = Mentions.AddDefaulted_GetRef();
		Mention.Label = Attachment.Name;
		Mention.Detail = Attachment.Detail;
		Mention.bIsPicture = Attachment.bIsPicture;
	}
	return SNew(SBorder)
		.BorderImage(this, &SChatMessageRow::GetBox)
		.Padding(bIsQuestion ? FMargin(10.0f, 4.0f, 6.0f, 8.0f) : FMargin(10.0f, 0.0f, 6.0f, 2.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				MakeHeader(InArgs)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 1.0f, 4.0f, 0.0f)
			[
				MakeBody(InArgs)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, Mentions.Num() > 0 ? 6.0f : 0.0f, 4.0f, 0.0f)
			[
				Mentions.Num() > 0 ? TSharedRef<SWidget>(SNew(SChatMentions).Mentions(Mentions)) : SNullWidget::NullWidget
			]
		];
}

const FSlateBrush* SChatMessageRow::GetBox() const
{
	if (bMarked || IsSelected.Get())
	{
		return FVibeUEStyle::GetBrush("VibeUE.Box.Found");
	}
	return FVibeUEStyle::GetBrush(Kind == EChatRowKind::User ? "VibeUE.Box.Question" : "VibeUE.Box.Ground");
}

TSharedRef<SWidget> SChatMessageRow::MakeHeader(const FArguments& InArgs)
{
	const TSharedRef<SHorizontalBox> Header = SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			MakeSelectionBox()
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(GetAuthor())
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
			.ColorAndOpacity(this, &SChatMessageRow::GetAuthorColor)
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		.Padding(8.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(InArgs._Note)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
		];
	AddBranchButtons(Header, InArgs);
	Header->AddSlot()
	.AutoWidth()
	[
		MakeLinkButton()
	];
	if (MessageId != 0)
	{
		Header->AddSlot()
		.AutoWidth()
		[
			SNew(SChatIconButton)
			.Tag("Pin")
			.Icon("VibeUE.Pin.Small")
			.IconColor(bPinned ? FStyleColors::AccentOrange : FSlateColor::UseSubduedForeground())
			.ToolTipText(bPinned ? LOCTEXT("UnpinTip", "Unpin this message: it may be condensed again.")
								 : LOCTEXT("PinTip", "Pin this message: it is never condensed."))
			.OnClicked(this, &SChatMessageRow::HandlePinClicked)
		];
	}
	Header->AddSlot()
	.AutoWidth()
	[
		SNew(SChatIconButton)
		.Tag("Copy")
		.Icon("VibeUE.Copy.Small")
		.IconColor(FSlateColor::UseSubduedForeground())
		.ToolTipText(SelectionId != 0 ? FVibeUEChatCommands::Tip(LOCTEXT("CopyOrSelectTip", "Copy the whole text. To copy several messages, select them"), FVibeUEChatCommands::Get().SelectMessages)
									  : LOCTEXT("CopyTip", "Copy the whole text."))
		.OnClicked(this, &SChatMessageRow::HandleCopyClicked)
	];
	return Header;
}

void SChatMessageRow::AddBranchButtons(const TSharedRef<SHorizontalBox>& Header, const FArguments& InArgs)
{
	if (InArgs._Wording.Count > 1)
	{
		Header->AddSlot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(0.0f, 0.0f, 6.0f, 0.0f)
		[
			SNew(SChatWordings)
			.Wording(InArgs._Wording)
			.OnBranchAsked(InArgs._OnBranchAsked)
		];
	}
	if (InArgs._RequestId != 0)
	{
		Header->AddSlot()
		.AutoWidth()
		[
			SNew(SChatIconButton)
			.Tag("Edit")
			.Icon("VibeUE.Edit.Small")
			.IconColor(FSlateColor::UseSubduedForeground())
			.ToolTipText(LOCTEXT("EditTip", "Edit and send again: the conversation continues from here; what was said since stays in a branch."))
			.OnClicked(this, &SChatMessageRow::HandleEditClicked, InArgs._OnEditAsked, InArgs._RequestId)
		];
	}
}

FReply SChatMessageRow::HandleEditClicked(FOnVibeUEChatNumberAsked OnEditAsked, int64 RequestId)
{
	OnEditAsked.ExecuteIfBound(RequestId);
	return FReply::Handled();
}

TSharedRef<SWidget> SChatMessageRow::MakeBody(const FArguments& InArgs)
{
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			LinkList.IsValid() ? TSharedRef<SWidget>(LinkList.ToSharedRef()) : SNullWidget::NullWidget
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			MakeWords(InArgs)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.HAlign(HAlign_Left)
		.Padding(0.0f, 4.0f)
		[
			SNew(SChatButton)
			.Visibility(this, &SChatMessageRow::GetMoreVisibility)
			.ContentPadding(FMargin(8.0f, 1.0f))
			.Text(this, &SChatMessageRow::GetMoreText)
			.ToolTipText(LOCTEXT("MoreTip", "Shows the next part of this text. Copying takes all of it."))
			.OnClicked(this, &SChatMessageRow::HandleMoreClicked)
		];
}

FReply SChatMessageRow::HandleMoreClicked()
{
	MostShown += SChatMessageRowPrivate::CharactersOfStep;
	Refresh();
	OnUnfolded.ExecuteIfBound(MostShown);
	return FReply::Handled();
}

FText SChatMessageRow::GetMoreText() const
{
	return FText::Format(LOCTEXT("More", "Show more ({0} characters left)"), FText::AsNumber(Hidden));
}

EVisibility SChatMessageRow::GetMoreVisibility() const
{
	return Hidden > 0 ? EVisibility::Visible : EVisibility::Collapsed;
}

FOptionalSize SChatMessageRow::GetWidth() const
{
	return WidthWithin(TalkWidth.Get() > 0.0f ? TalkWidth.Get() : static_cast<float>(GetCachedGeometry().GetLocalSize().X));
}

FOptionalSize SChatMessageRow::WidthWithin(float Talk)
{
	const float Room = Talk - SChatMessageRowPrivate::Edges;
	return Room > 0.0f ? FOptionalSize(FMath::Min(Room, SChatMessageRowPrivate::MostWidth)) : FOptionalSize();
}

float SChatMessageRow::GetMostWidth()
{
	return SChatMessageRowPrivate::MostWidth + SChatMessageRowPrivate::Edges;
}

float SChatMessageRow::GetWrapWidth() const
{
	// Next to the words are the edges of the box and, in notices, an icon and a button.
	const float Beside = IsNotice() ? 64.0f : 20.0f;
	const FOptionalSize Width = GetWidth();
	return Width.IsSet() ? FMath::Max(Width.Get() - Beside, 1.0f) : 0.0f;
}

bool SChatMessageRow::HasRichText() const
{
	return Kind == EChatRowKind::Assistant || Kind == EChatRowKind::Summary || Kind == EChatRowKind::Status;
}

TSharedRef<SWidget> SChatMessageRow::MakeLinkButton() const
{
	return LinkList.IsValid() ? LinkList->MakeButton() : SNullWidget::NullWidget;
}

TSharedRef<SWidget> SChatMessageRow::MakeWords(const FArguments& InArgs)
{
	if (HasRichText())
	{
		return SAssignNew(RichText, SChatRichText)
			.bHasContents(InArgs._bHasContents)
			.bContentsOpen(InArgs._bContentsOpen)
			.WrapWidth(this, &SChatMessageRow::GetWrapWidth)
			.WholeText(this, &SChatMessageRow::GetWholeText)
			.OnHeadingAsked(InArgs._OnHeadingAsked)
			.OnContentsOpened(InArgs._OnContentsOpened);
	}
	return SNew(SMultiLineEditableText)
		.Text(this, &SChatMessageRow::GetPlainText)
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text"))
		.TextFlowDirection(ETextFlowDirection::Auto)
		.IsReadOnly(true)
		.WrapTextAt(this, &SChatMessageRow::GetWrapWidth)
		.AutoWrapText(true);
}

void SChatMessageRow::AppendText(const FString& Words)
{
	Text += Words;
	if (Text.Len() == Words.Len())
	{
		Refresh();
	}
	else if (!bTimerRuns)
	{
		// Once a frame, however many pieces come in it.
		bTimerRuns = true;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatMessageRow::HandleFrame));
	}
}

void SChatMessageRow::SetText(const FString& InText)
{
	Text = InText;
	Drawn.Empty();
	Refresh();
}

EActiveTimerReturnType SChatMessageRow::HandleFrame(double, float)
{
	bTimerRuns = false;
	Refresh();
	return EActiveTimerReturnType::Stop;
}

void SChatMessageRow::Refresh()
{
	const FString Shown = GetShownText();
	Hidden = GetDrawn().Len() - Shown.Len();
	if (RichText.IsValid())
	{
		RichText->SetText(Shown);
		LinkList->SetLinks(RichText->GetLinks());
		return;
	}
	PlainText = FText::FromString(Shown);
}

FString SChatMessageRow::GetWholeText() const
{
	return Hidden > 0 ? Text : FString();
}

FText SChatMessageRow::GetPlainText() const
{
	return PlainText;
}

FString SChatMessageRow::GetShownText() const
{
	const FString& Whole = GetDrawn();
	if (Whole.Len() <= MostShown)
	{
		return Whole;
	}
	const FString Shown = FChatExcerpt::Begin(Whole, MostShown);
	int32 End = INDEX_NONE;
	const bool bHasEnd = Shown.FindLastChar(TEXT('\n'), End) && End + SChatMessageRowPrivate::MostOfLine >= Shown.Len();
	return bHasEnd ? Shown.Left(End) : Shown;
}

FText SChatMessageRow::GetAuthor() const
{
	switch (Kind)
	{
	case EChatRowKind::User:
		return LOCTEXT("User", "You");
	case EChatRowKind::Assistant:
		return LOCTEXT("Assistant", "Assistant");
	case EChatRowKind::Summary:
		return LOCTEXT("Summary", "Summary of earlier messages");
	case EChatRowKind::Error:
		return Heading.IsEmpty() ? LOCTEXT("Error", "Error") : Heading;
	case EChatRowKind::Status:
		return LOCTEXT("Status", "Status");
	case EChatRowKind::Warning:
		break;
	}
	return LOCTEXT("Warning", "Note");
}

FSlateColor SChatMessageRow::GetAuthorColor() const
{
	switch (Kind)
	{
	case EChatRowKind::Error:
		return FWordColors::GetError();
	case EChatRowKind::Warning:
		return FStyleColors::Warning;
	case EChatRowKind::Summary:
	case EChatRowKind::Status:
		return FWordColors::GetQuiet();
	case EChatRowKind::Assistant:
		return FStyleColors::AccentBlue;
	case EChatRowKind::User:
		break;
	}
	return FStyleColors::ForegroundHover;
}

FReply SChatMessageRow::HandleCopyClicked()
{
	// Whoever helps with an error needs all of what was said.
	FPlatformApplicationMisc::ClipboardCopy(*(Hint.IsEmpty() ? Text : FChatSentence::WithHint(Text, Hint).ToString()));
	return FReply::Handled();
}

FReply SChatMessageRow::HandlePinClicked()
{
	OnPinned.ExecuteIfBound(MessageId, !bPinned);
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
