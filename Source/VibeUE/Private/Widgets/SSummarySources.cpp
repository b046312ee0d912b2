// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SSummarySources.h"

#include "Framework/Text/SlateHyperlinkRun.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUEPreview.h"
#include "VibeUEStyle.h"
#include "Widgets/ChatMarkdown.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/FoldKeys.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/PreviewTexts.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/Text/SRichTextBlock.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SSummarySources"

namespace SSummarySourcesPrivate
{
static FText NotListed(int64 Messages)
{
	return FText::Format(LOCTEXT("More", "Messages not listed: {0}."), FText::AsNumber(Messages));
}

static TSharedRef<SWidget> MakePlain(const FText& Words, const FName& Style)
{
	return SNew(STextBlock).Text(Words).TextStyle(FVibeUEStyle::GetText(Style)).AutoWrapText(true);
}

/** Draws a line as the conversation draws it; the clicks are those of the button that it is on. */
static TSharedRef<SWidget> MakeWords(const FString& Line)
{
	const TArray<FChatBlock> Blocks = FChatMarkdown::Split(Line);
	// A line of a table, or of code, says nothing by itself about how it is drawn.
	if (Blocks.Num() != 1 || Blocks[0].Kind == EChatBlockKind::Code || Blocks[0].Kind == EChatBlockKind::Table || Blocks[0].Kind == EChatBlockKind::Rule)
	{
		return MakePlain(FText::FromString(Line), "VibeUE.Text");
	}
	const FChatBlock& Block = Blocks[0];
	// Each line is a point here; a number or a box says more than that.
	const bool bHasMark = Block.Kind == EChatBlockKind::Point && !Block.Mark.Equals(TEXT("\u2022"));
	return SNew(SRichTextBlock)
		.Text(FText::FromString(bHasMark ? Block.Mark + TEXT(" ") + Block.Text : Block.Text))
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text"))
		.TextFlowDirection(ETextFlowDirection::Auto)
		.AutoWrapText(true)
		.WrappingPolicy(ETextWrappingPolicy::AllowPerCharacterWrapping)
		// A click on a link is one on the line: where it leads, the text of the summary says.
		.Visibility(EVisibility::HitTestInvisible)
		.DecoratorStyleSet(&FVibeUEStyle::Get())
		+ SRichTextBlock::HyperlinkDecorator(TEXT("link"), FSlateHyperlinkRun::FOnClick::CreateLambda([](const FSlateHyperlinkRun::FMetadata&) {}));
}
} // namespace SSummarySourcesPrivate

void SSummarySources::Construct(const FArguments& InArgs)
{
	Lines = InArgs._Lines;
	OnMessageShown = InArgs._OnMessageShown;
	WithoutLine = InArgs._WithoutLine;
	Behind.SetNum(Lines.Num() + 1);
	const TSharedRef<SVerticalBox> Rows = SNew(SVerticalBox);
	for (int32 Index = 0; Index < Lines.Num(); ++Index)
	{
		Rows->AddSlot()
		.AutoHeight()
		[
			MakeLine(Index)
		];
	}
	if (WithoutLine.Count > 0)
	{
		const FText Silent = FContextTexts::WithoutLine(WithoutLine);
		Rows->AddSlot()
		.AutoHeight()
		.Padding(0.0f, 4.0f, 0.0f, 0.0f)
		[
			MakeFold(Lines.Num(), Silent, SSummarySourcesPrivate::MakePlain(Silent, "VibeUE.Text.Small"), LOCTEXT("WithoutLineTip", "Show or hide the messages that this summary has no line for."))
		];
	}
	ChildSlot
	[
		Rows
	];
}

TSharedRef<SWidget> SSummarySources::MakeLine(int32 Index)
{
	const FVibeUESourcedLine& Line = Lines[Index];
	if (Line.Basis == EVibeUELineBasis::Structure)
	{
		FString Heading = Line.Text;
		while (Heading.RemoveFromStart(TEXT("#")))
		{
		}
		return SSummarySourcesPrivate::MakePlain(FText::FromString(Heading.TrimStartAndEnd()), "VibeUE.Text.Heading3");
	}
	FString Words = Line.Text.TrimStartAndEnd();
	const TSharedRef<SWidget> Drawn = SSummarySourcesPrivate::MakeWords(Words);
	Words.RemoveFromStart(TEXT("- "));
	return MakeFold(Index, FText::FromString(Words), Drawn, LOCTEXT("LineTip", "Show or hide the messages behind this line."));
}

TSharedRef<SWidget> SSummarySources::MakeFold(int32 Index, const FText& Name, const TSharedRef<SWidget>& Words, const FText& Tip)
{
	const TSharedRef<SButton> Button = SNew(SChatButton)
		.ButtonStyle(FAppStyle::Get(), "SimpleButton")
		.ContentPadding(FMargin(4.0f, 2.0f))
		.HAlign(HAlign_Fill)
		.ToolTipText(Tip)
		.AccessibleText(this, &SSummarySources::GetSpoken, Index, Name)
		.OnClicked(this, &SSummarySources::HandleLineClicked, Index)
		[
			Words
		];
	if (!FirstLine.IsValid())
	{
		FirstLine = Button;
	}
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			Button
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(16.0f, 0.0f, 0.0f, 0.0f)
		[
			SAssignNew(Behind[Index], SVerticalBox)
		];
}

TSharedRef<SWidget> SSummarySources::MakeSource(const FVibeUESourceMessage& Source)
{
	FVibeUEPreviewMessage Same;
	Same.Id = Source.Id;
	Same.Role = Source.Role;
	Same.Tools = Source.Tools;
	return SNew(SChatButton)
		.ButtonStyle(FAppStyle::Get(), "SimpleButton")
		.ContentPadding(FMargin(4.0f, 1.0f))
		.HAlign(HAlign_Fill)
		.ToolTipText(FText::Format(LOCTEXT("SourceTip", "Scroll the conversation to this message.\n{0}"), FText::FromString(Source.FirstWords)))
		.OnClicked(this, &SSummarySources::HandleSourceClicked, Source.Id)
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.Padding(0.0f, 0.0f, 8.0f, 0.0f)
			[
				SNew(STextBlock)
				.Text(FPreviewTexts::Numbered(Same))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
			]
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			[
				SNew(STextBlock)
				.Text(FText::FromString(Source.FirstWords))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
				.Clipping(EWidgetClipping::ClipToBounds)
			]
		];
}

FText SSummarySources::GetSpoken(int32 Index, FText Name) const
{
	return FFoldKeys::Describe(Name, Behind[Index].IsValid() && Behind[Index]->NumSlots() > 0);
}

FText SSummarySources::GetNote(const FVibeUESourcedLine& Line) const
{
	const FText More = SSummarySourcesPrivate::NotListed(Line.More);
	switch (Line.Basis)
	{
	case EVibeUELineBasis::Settings:
		return LOCTEXT("Settings", "This line comes from the settings, not from a message.");
	case EVibeUELineBasis::Unknown:
		return LOCTEXT("Unknown", "No condensed message was found that says this.");
	case EVibeUELineBasis::Matched:
	{
		const FText Found = FText::Format(LOCTEXT("Found", "The line names no message; found by: {0}."), FText::FromString(FString::Join(Line.Shared, TEXT(", "))));
		return Line.More > 0 ? FText::Format(LOCTEXT("FoundMore", "{0} {1}"), More, Found) : Found;
	}
	case EVibeUELineBasis::Cited:
		return Line.More > 0 ? More : FText::GetEmpty();
	case EVibeUELineBasis::Structure:
		break;
	}
	return FText::GetEmpty();
}

FText SSummarySources::GetNoteWithoutLine() const
{
	const int64 More = WithoutLine.Count - WithoutLine.Messages.Num();
	return More > 0 ? SSummarySourcesPrivate::NotListed(More) : FText::GetEmpty();
}

FReply SSummarySources::HandleLineClicked(int32 Index)
{
	SVerticalBox& Box = *Behind[Index];
	if (Box.NumSlots() > 0)
	{
		Box.ClearChildren();
		return FReply::Handled();
	}
	const auto Add = [&Box](const TSharedRef<SWidget>& Row)
	{
		Box.AddSlot()
		.AutoHeight()
		.Padding(0.0f, 0.0f, 0.0f, 2.0f)
		[
			Row
		];
	};
	const bool bIsLine = Lines.IsValidIndex(Index);
	for (const FVibeUESourceMessage& Source : bIsLine ? Lines[Index].Sources : WithoutLine.Messages)
	{
		Add(MakeSource(Source));
	}
	const FText Note = bIsLine ? GetNote(Lines[Index]) : GetNoteWithoutLine();
	if (!Note.IsEmpty())
	{
		Add(SNew(STextBlock).Text(Note).TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued")).ColorAndOpacity_Static(&FWordColors::GetQuiet).AutoWrapText(true));
	}
	return FReply::Handled();
}

FReply SSummarySources::HandleSourceClicked(int64 MessageId)
{
	OnMessageShown.ExecuteIfBound(MessageId);
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
