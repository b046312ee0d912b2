// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The rows of the context panel, with their levers.

#include "Widgets/SContextPanel.h"

#include "Framework/Application/SlateApplication.h"
#include "Layout/Margin.h"
#include "VibeUEStyle.h"
#include "VibeUESummaries.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/SSummarySources.h"
#include "Widgets/SToolPreview.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SContextPanel"

namespace SContextPanelRowsPrivate
{
static bool IsSame(const FVibeUEHeavyMessage& One, const FVibeUEHeavyMessage& Other)
{
	return One.Id == Other.Id && One.Tokens == Other.Tokens && One.TurnsAgo == Other.TurnsAgo && One.bPinned == Other.bPinned &&
		One.bCanShorten == Other.bCanShorten && One.bShortened == Other.bShortened;
}

static bool IsSame(const FVibeUESummaryRow& One, const FVibeUESummaryRow& Other)
{
	return One.Compaction == Other.Compaction && One.bInForce == Other.bInForce && One.bEdited == Other.bEdited && One.Versions == Other.Versions &&
		One.bCanUndoEdit == Other.bCanUndoEdit && One.bCanRedoEdit == Other.bCanRedoEdit;
}

static bool IsSame(const FVibeUEBreaker& One, const FVibeUEBreaker& Other)
{
	return One.Lever == Other.Lever && One.Explanation.Equals(Other.Explanation);
}

/** Whether rows can stay as they are: a click in progress would be lost on a new one. */
template <typename T>
static bool AreSame(const TArray<T>& Shown, const TArray<T>& Now, const SVerticalBox& Rows)
{
	if (Shown.Num() != Now.Num() || Rows.NumSlots() == 0)
	{
		return false;
	}
	for (int32 Index = 0; Index < Now.Num(); ++Index)
	{
		if (!IsSame(Shown[Index], Now[Index]))
		{
			return false;
		}
	}
	return true;
}

/** Returns the summary that has a row in the conversation; earlier ones in force are in its text. */
static int64 FindInTalk(const TArray<FVibeUESummaryRow>& Rows)
{
	for (int32 Index = Rows.Num() - 1; Index >= 0; --Index)
	{
		if (Rows[Index].bInForce && Rows[Index].MessageId != 0)
		{
			return Rows[Index].Compaction;
		}
	}
	return 0;
}

static void AddRow(SVerticalBox& Rows, const TSharedRef<SWidget>& Row)
{
	Rows.AddSlot()
	.AutoHeight()
	.Padding(0.0f, 2.0f)
	[
		Row
	];
}

static void AddNote(SVerticalBox& Rows, const FText& Text)
{
	AddRow(Rows, SNew(STextBlock).Text(Text).TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued")).ColorAndOpacity_Static(&FWordColors::GetQuiet).AutoWrapText(true));
}

static TSharedRef<SWrapBox> MakeLevers()
{
	return SNew(SWrapBox).UseAllottedSize(true);
}

static void AddLever(SWrapBox& Levers, const FText& Label, const FText& Tip, const FOnClicked& OnClicked)
{
	Levers.AddSlot()
	.Padding(0.0f, 3.0f, 5.0f, 0.0f)
	[
		SNew(SChatButton)
		.ContentPadding(FMargin(7.0f, 1.0f))
		.Text(Label)
		.ToolTipText(Tip)
		.OnClicked(OnClicked)
	];
}

static FText UndoTip(bool bIsNewest)
{
	return bIsNewest ? LOCTEXT("UndoNewestTip", "Undo this summary and none before it: the model reads again what it read before.")
					 : LOCTEXT("UndoTip", "Let the model read the original messages again; summaries that build on this one are undone, too.");
}

/** What must not be overlooked, each in full, and the levers. */
static TSharedRef<SWidget> MakeBelow(const TArray<FText>& Notes, const TSharedRef<SWrapBox>& Levers)
{
	// In a box of their own: however many there are, the levers are at the same place in the card.
	const TSharedRef<SVerticalBox> Texts = SNew(SVerticalBox);
	for (const FText& Note : Notes)
	{
		if (!Note.IsEmpty())
		{
			AddNote(*Texts, Note);
		}
	}
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			Texts
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			// Below, and in several lines if a dock is narrow: every lever can be reached.
			Levers
		];
}

/** A card: what it is, how old and how large, more of it, its levers, and what must not be overlooked. */
static TSharedRef<SWidget> MakeCard(const FText& Title, const FText& Age, const FText& Size, const FText& Detail, const TSharedRef<SWrapBox>& Levers,
	const TArray<FText>& Notes = TArray<FText>())
{
	return SNew(SBorder)
		// With the changes of a summary below it, it is elsewhere in its row.
		.Tag("Card")
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Card"))
		.Padding(FMargin(10.0f, 4.0f, 6.0f, 4.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SHorizontalBox)
				+ SHorizontalBox::Slot()
				.FillWidth(1.0f)
				[
					SNew(STextBlock)
					.Text(Title)
					.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
					.AutoWrapText(true)
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.Padding(8.0f, 0.0f, 0.0f, 0.0f)
				[
					SNew(STextBlock)
					.Text(Age)
					.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
					.ColorAndOpacity_Static(&FWordColors::GetQuiet)
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.Padding(8.0f, 0.0f, 0.0f, 0.0f)
				[
					SNew(STextBlock)
					.Text(Size)
					.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
				]
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 3.0f, 0.0f, 0.0f)
			[
				SNew(STextBlock)
				.Text(Detail)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
				.ColorAndOpacity_Static(&FWordColors::GetQuiet)
				.ToolTipText(Detail)
				.Visibility(Detail.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible)
				.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
				.Clipping(EWidgetClipping::ClipToBounds)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				MakeBelow(Notes, Levers)
			]
		];
}
} // namespace SContextPanelRowsPrivate

void SContextPanel::ClearRows(FKeptRows& Kept)
{
	Kept.Keyboard.Note(Kept.Rows);
	Kept.Rows.Empty();
	Kept.Box->ClearChildren();
	if (Kept.Keyboard.IsNoted() && !bKeyboardTimerRuns)
	{
		bKeyboardTimerRuns = true;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SContextPanel::HandleKeyboard));
	}
}

void SContextPanel::AddNamedRow(FKeptRows& Kept, const FString& Name, const TSharedRef<SWidget>& Row)
{
	Kept.Rows.Add(FNamedRow{Name, Row});
	SContextPanelRowsPrivate::AddRow(*Kept.Box, Row);
}

EActiveTimerReturnType SContextPanel::HandleKeyboard(double, float)
{
	bKeyboardTimerRuns = false;
	for (FKeptRows* const Kept : {&Breakers, &Heaviest, &Summaries})
	{
		if (!Kept->Keyboard.GiveBack(Kept->Rows, Kept->Box.ToSharedRef()) && FSlateApplication::IsInitialized())
		{
			// For Escape.
			FSlateApplication::Get().SetKeyboardFocus(SharedThis(this));
		}
	}
	return EActiveTimerReturnType::Stop;
}

void SContextPanel::ShowHeaviest(const FVibeUEContextReport& Now)
{
	using namespace SContextPanelRowsPrivate;
	if (AreSame(Report.Heaviest, Now.Heaviest, *Heaviest.Box))
	{
		return;
	}
	ClearRows(Heaviest);
	// The report has more of them; what is far down here would hide the summaries.
	for (int32 Index = 0; Index < FMath::Min(Now.Heaviest.Num(), MostHeavy); ++Index)
	{
		AddNamedRow(Heaviest, FString::Printf(TEXT("%lld"), Now.Heaviest[Index].Id), MakeHeavyRow(Now.Heaviest[Index]));
	}
	if (Now.Heaviest.Num() == 0)
	{
		AddNote(*Heaviest.Box, LOCTEXT("NoMessages", "No messages yet."));
	}
}

TSharedRef<SWidget> SContextPanel::MakeHeavyRow(const FVibeUEHeavyMessage& Message)
{
	using namespace SContextPanelRowsPrivate;
	const TSharedRef<SWrapBox> Levers = MakeLevers();
	AddLever(*Levers, Message.bPinned ? LOCTEXT("Unpin", "Unpin") : LOCTEXT("Pin", "Pin"),
		Message.bPinned ? LOCTEXT("UnpinTip", "Let this message be condensed when it is old.") : LOCTEXT("PinTip", "Never condense this message."),
		FOnClicked::CreateSP(this, &SContextPanel::HandlePinClicked, Message.Id, !Message.bPinned));
	if (Message.bShortened)
	{
		AddLever(*Levers, LOCTEXT("Restore", "Restore"), LOCTEXT("RestoreTip", "Let the model read the whole message again."),
			FOnClicked::CreateSP(this, &SContextPanel::HandleRestoreClicked, Message.Id));
	}
	else if (Message.bCanShorten)
	{
		AddLever(*Levers, LOCTEXT("Shorten", "Shorten"),
			LOCTEXT("ShortenTip", "Let the model read a short form of this message: a result as a digest, an answer by its beginning and end. The "
								  "whole message stays here, and Undo reverts it."),
			FOnClicked::CreateSP(this, &SContextPanel::HandleShortenClicked, Message.Id));
	}
	AddLever(*Levers, LOCTEXT("UpTo", "Summarize to here"),
		LOCTEXT("UpToTip", "Preview a summary of everything up to this message, and nothing after it."),
		FOnClicked::CreateSP(this, &SContextPanel::HandleUpToClicked, Message.Id));
	AddLever(*Levers, LOCTEXT("Show", "Show"), LOCTEXT("ShowTip", "Scroll the conversation to this message."),
		FOnClicked::CreateSP(this, &SContextPanel::HandleShowClicked, Message.Id));
	const FText Age = FContextTexts::Age(Message);
	return MakeCard(FContextTexts::Speaker(Message), Age, FText::AsNumber(Message.Tokens), FText::FromString(Message.FirstWords), Levers);
}

void SContextPanel::ShowSummaries(const FVibeUEContextReport& Now)
{
	using namespace SContextPanelRowsPrivate;
	const bool bCanRedoTheSame = Report.Redoable == Now.Redoable;
	if (bCanRedoTheSame && !bShowsOther && AreSame(Report.Summaries, Now.Summaries, *Summaries.Box))
	{
		return;
	}
	Report.Redoable = Now.Redoable;
	bShowsOther = false;
	ClearRows(Summaries);
	InTalk = SContextPanelRowsPrivate::FindInTalk(Now.Summaries);
	// The newest is what the model reads.
	for (int32 Index = Now.Summaries.Num() - 1; Index >= 0; --Index)
	{
		AddNamedRow(Summaries, FString::Printf(TEXT("%lld"), Now.Summaries[Index].Compaction), MakeSummaryRow(Now.Summaries[Index]));
	}
	ScrollToOpened();
	if (Now.Summaries.Num() == 0)
	{
		AddNote(*Summaries.Box, LOCTEXT("NoSummaries", "Nothing has been summarized yet: the model reads all messages as they were said."));
	}
}

void SContextPanel::AddTalkLevers(SWrapBox& Levers, int64 MessageId)
{
	using namespace SContextPanelRowsPrivate;
	AddLever(Levers, LOCTEXT("Show", "Show"), LOCTEXT("ShowSummaryTip", "Open this summary in the conversation."),
		FOnClicked::CreateSP(this, &SContextPanel::HandleShowClicked, MessageId));
	AddLever(Levers, LOCTEXT("Sources", "Sources"), LOCTEXT("SourcesTip", "Open this summary in the conversation, and show the messages behind each line and those without a line."),
		FOnClicked::CreateSP(this, &SContextPanel::HandleSourcesClicked));
	AddLever(Levers, LOCTEXT("Edit", "Edit"), LOCTEXT("EditTip", "Open this summary in the conversation to correct what the model is told."),
		FOnClicked::CreateSP(this, &SContextPanel::HandleEditClicked));
	// Whoever writes the next one; the preview says what that costs, and how large the request is with the originals.
	AddLever(Levers, LOCTEXT("Originals", "From the originals"),
		LOCTEXT("OriginalsTip", "Preview one summary of all original messages, so that nothing in it is a summary of a summary. Nothing changes before you apply it."),
		FOnClicked::CreateSP(this, &SContextPanel::HandleOriginalsClicked));
}

TSharedRef<SWidget> SContextPanel::MakeSummaryRow(const FVibeUESummaryRow& Row)
{
	using namespace SContextPanelRowsPrivate;
	const TSharedRef<SWrapBox> Levers = MakeLevers();
	if (Row.bInForce)
	{
		AddLever(*Levers, LOCTEXT("Undo", "Undo"), SContextPanelRowsPrivate::UndoTip(Row.Compaction == InTalk),
			FOnClicked::CreateSP(this, &SContextPanel::HandleUndoClicked, Row.Compaction));
	}
	else if (Report.Redoable.Contains(Row.Compaction))
	{
		AddLever(*Levers, LOCTEXT("Redo", "Redo"), LOCTEXT("RedoTip", "Apply this summary again."),
			FOnClicked::CreateSP(this, &SContextPanel::HandleRedoClicked, Row.Compaction));
	}
	// In lines that wrap: what is cut off in a narrow dock would be in a tool tip alone.
	TArray<FText> Notes = {FContextTexts::Origin(Row), FContextTexts::Kept(Row), FContextTexts::Figures(Row)};
	if (Row.Compaction == InTalk)
	{
		// Of the one that the model reads: looking through the messages of all of them would hold up the frame.
		Notes.Add(FContextTexts::WithoutLine(UVibeUESummaries::GetMessagesWithoutLine(Session.Get(), Row.MessageId)));
		AddTalkLevers(*Levers, Row.MessageId);
	}
	const bool bCanBeRead = Row.Compaction != InTalk && Row.MessageId != 0;
	const bool bIsRead = bCanBeRead && Row.Compaction == TextOf;
	if (bCanBeRead)
	{
		AddLever(*Levers, bIsRead ? LOCTEXT("HideText", "Hide text") : LOCTEXT("ReadText", "Show text"),
			LOCTEXT("ReadTextTip", "Read this summary here, line by line, with the messages behind each line. The conversation has no row for it."),
			FOnClicked::CreateSP(this, &SContextPanel::HandleReadClicked, Row.Compaction));
	}
	const bool bIsCompared = Row.Versions > 1 && Row.Compaction == Compared;
	if (Row.Versions > 1)
	{
		AddLever(*Levers, bIsCompared ? LOCTEXT("HideChanges", "Hide changes") : LOCTEXT("Changes", "Changes"),
			LOCTEXT("ChangesTip", "See line by line what edits, or summarizing the same messages again, changed in this summary."),
			FOnClicked::CreateSP(this, &SContextPanel::HandleChangesClicked, Row.Compaction));
	}
	if (Row.bCanUndoEdit)
	{
		AddLever(*Levers, LOCTEXT("UndoEdit", "Undo edit"), LOCTEXT("UndoEditTip", "Give the model this summary as it was before its last edit."),
			FOnClicked::CreateSP(this, &SContextPanel::HandleUndoEditClicked, Row.MessageId));
	}
	if (Row.bCanRedoEdit)
	{
		AddLever(*Levers, LOCTEXT("RedoEdit", "Redo edit"), LOCTEXT("RedoEditTip", "Apply the last undone edit again."),
			FOnClicked::CreateSP(this, &SContextPanel::HandleRedoEditClicked, Row.MessageId));
	}
	const TSharedRef<SWidget> Card =
		MakeCard(FContextTexts::Size(Row), FContextTexts::State(Row), FContextTexts::Left(Row), FText::GetEmpty(), Levers, Notes);
	const TSharedRef<SWidget> Shown = bIsRead ? MakeRead(Card, Row.MessageId) : Card;
	return bIsCompared ? MakeCompared(Shown, Row.Compaction) : Shown;
}

TSharedRef<SWidget> SContextPanel::MakeRead(const TSharedRef<SWidget>& Card, int64 MessageId)
{
	const TArray<FVibeUESourcedLine> Lines = UVibeUESummaries::GetSources(Session.Get(), MessageId);
	const TSharedRef<SVerticalBox> Rows = SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			Card
		];
	if (Lines.Num() == 0)
	{
		SContextPanelRowsPrivate::AddNote(*Rows,
			LOCTEXT("NoText", "The text of this summary is not available: its provider keeps it in a form that only its models read."));
		return Rows;
	}
	Rows->AddSlot()
	.AutoHeight()
	.Padding(10.0f, 4.0f, 6.0f, 4.0f)
	[
		SNew(SSummarySources)
		.Tag("Text")
		.Lines(Lines)
		.WithoutLine(UVibeUESummaries::GetMessagesWithoutLine(Session.Get(), MessageId))
		.OnMessageShown(OnMessageShown)
	];
	return Rows;
}

TSharedRef<SWidget> SContextPanel::MakeCompared(const TSharedRef<SWidget>& Card, int64 Compaction) const
{
	FVibeUEToolPreview Changes;
	Changes.bIsDiff = true;
	Changes.Text = Session.IsValid() ? Session->GetSummaryChanges(Compaction) : FString();
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			Card
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(10.0f, 4.0f, 6.0f, 4.0f)
		[
			SNew(SToolPreview).Tag("Changes").Preview(Changes)
		];
}

void SContextPanel::ShowBreakers(const FVibeUEContextReport& Now)
{
	using namespace SContextPanelRowsPrivate;
	if (AreSame(Report.Breakers, Now.Breakers, *Breakers.Box))
	{
		return;
	}
	ClearRows(Breakers);
	for (const FVibeUEBreaker& Breaker : Now.Breakers)
	{
		AddNamedRow(Breakers, FString::FromInt(static_cast<int32>(Breaker.Lever)), MakeBreakerRow(Breaker));
	}
}

TSharedRef<SWidget> SContextPanel::MakeBreakerRow(const FVibeUEBreaker& Breaker)
{
	using namespace SContextPanelRowsPrivate;
	const TSharedRef<SWrapBox> Levers = MakeLevers();
	switch (Breaker.Lever)
	{
	case EVibeUEBreakerLever::Summarize:
		AddLever(*Levers, LOCTEXT("TryNow", "Try now"), LOCTEXT("TryNowTip", "Summarize now, with a model if one is set."),
			FOnClicked::CreateSP(this, &SContextPanel::HandleLeverClicked, Breaker.Lever));
		break;
	case EVibeUEBreakerLever::SummarizeFromOriginals:
		AddLever(*Levers, LOCTEXT("FromOriginals", "Summarize from the originals"),
			LOCTEXT("FromOriginalsTip", "Make one summary of all original messages; nothing in it is a summary of a summary."),
			FOnClicked::CreateSP(this, &SContextPanel::HandleLeverClicked, Breaker.Lever));
		break;
	case EVibeUEBreakerLever::None:
		break;
	}
	if (Breaker.Lever != EVibeUEBreakerLever::None)
	{
		// The limits of a session, which no lever raises, are not in the settings either.
		AddLever(*Levers, LOCTEXT("OpenSettings", "Open settings"),
			LOCTEXT("OpenSettingsTip", "Open the settings for summary models, their server and key, and summary limits."),
			FOnClicked::CreateSP(this, &SContextPanel::HandleSettingsClicked));
	}
	return SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Warning"))
		.Padding(FMargin(10.0f, 6.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(STextBlock)
				.Text(FText::Format(LOCTEXT("Breaker", "{0}."), FText::FromString(FChatSentence::Begin(Breaker.Explanation))))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.AutoWrapText(true)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 3.0f, 0.0f, 4.0f)
			[
				SNew(STextBlock)
				.Text(FText::Format(LOCTEXT("Fix", "To fix it: {0}."), FText::FromString(Breaker.Fix)))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
				.ColorAndOpacity_Static(&FWordColors::GetQuiet)
				.AutoWrapText(true)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.HAlign(HAlign_Left)
			[
				Levers
			]
		];
}

#undef LOCTEXT_NAMESPACE
