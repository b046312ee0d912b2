// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SConversationRow.h"

#include "Framework/Application/SlateApplication.h"
#include "InputCoreTypes.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/ButtonPair.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/ConversationTexts.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatField.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/Text/SRichTextBlock.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SConversationRow"

namespace SConversationRowPrivate
{
/** The maximum number of places that a row shows. */
static constexpr int32 MostFound = 2;

/** A line that ends in three dots if there is no room for all of it. */
static TSharedRef<STextBlock> MakeLine(const FText& Text, const FName& Style, const TAttribute<FSlateColor>& Color)
{
	return SNew(STextBlock)
		.Text(Text)
		.TextStyle(FVibeUEStyle::GetText(Style))
		.ColorAndOpacity(Color)
		.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
		.Clipping(EWidgetClipping::ClipToBounds);
}

/** What is wrong and what to do about it, all of it: three dots would leave that to a tool tip, which only the pointer reaches. */
static TSharedRef<STextBlock> MakeProblem(const FVibeUEError& Problem)
{
	return SNew(STextBlock)
		.Text(FChatSentence::WithHint(Problem.Message, Problem.Hint))
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
		.ColorAndOpacity_Static(&FWordColors::GetError)
		.AutoWrapText(true)
		// A path has no blanks.
		.WrappingPolicy(ETextWrappingPolicy::AllowPerCharacterWrapping);
}

/** Returns a text whose characters are no tags of a rich text. */
static FString Escape(const FString& Text)
{
	return Text.Replace(TEXT("&"), TEXT("&amp;")).Replace(TEXT("<"), TEXT("&lt;")).Replace(TEXT(">"), TEXT("&gt;")).Replace(TEXT("\""), TEXT("&quot;"));
}
} // namespace SConversationRowPrivate

void SConversationRow::Construct(const FArguments& InArgs)
{
	Entry = InArgs._Entry;
	bIsCurrent = InArgs._IsCurrent;
	OnOpened = InArgs._OnOpened;
	OnPinned = InArgs._OnPinned;
	OnEdited = InArgs._OnEdited;
	OnExported = InArgs._OnExported;
	OnDeleted = InArgs._OnDeleted;
	Show();
}

void SConversationRow::Show()
{
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush(bIsCurrent || HasForm() ? "VibeUE.Box.Asking" : "VibeUE.Box.Card"))
		.Padding(FMargin(2.0f))
		[
			bIsEditing ? MakeForm() : bIsExporting ? MakeExportForm() : MakeShown()
		]
	];
}

TSharedRef<SWidget> SConversationRow::MakeShown()
{
	const FText OpenTip = FText::Format(LOCTEXT("OpenTip", "Open this conversation. It was last changed on {0} UTC."),
		FText::FromString(Entry.Changed.ToString(TEXT("%Y-%m-%d %H:%M"))));
	const bool bIsBroken = Entry.Problem.Kind != EVibeUEFailure::None;
	const TSharedRef<SHorizontalBox> Row = SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		[
			SNew(SChatButton)
			.ButtonStyle(FAppStyle::Get(), "SimpleButton")
			.ContentPadding(FMargin(8.0f, 5.0f))
			.HAlign(HAlign_Fill)
			.ToolTipText(bIsBroken ? FText::GetEmpty() : OpenTip)
			.OnClicked(this, &SConversationRow::HandleOpenClicked)
			[
				MakeWords()
			]
		];
	const auto AddButton = [&Row](const TSharedRef<SWidget>& Button)
	{
		Row->AddSlot()
		.AutoWidth()
		.VAlign(VAlign_Top)
		.Padding(0.0f, 3.0f)
		[
			Button
		];
	};
	// Whoever hears the buttons has to hear whose they are: all rows have the same.
	const FText Title = FConversationTexts::Title(Entry);
	AddButton(SNew(SChatIconButton)
		.Icon("VibeUE.Pin.Small")
		.IconColor(Entry.bIsPinned ? FSlateColor(FStyleColors::AccentBlue) : FSlateColor::UseSubduedForeground())
		.ToolTipText(Entry.bIsPinned ? LOCTEXT("UnpinTip", "Unpin this conversation.") : LOCTEXT("PinTip", "Keep this conversation at the top."))
		.Name(FText::Format(Entry.bIsPinned ? LOCTEXT("UnpinName", "Unpin \"{0}\".") : LOCTEXT("PinName", "Keep \"{0}\" at the top."), Title))
		.OnClicked(this, &SConversationRow::HandlePinClicked));
	AddButton(SNew(SChatIconButton)
		.Icon("VibeUE.Edit.Small")
		.IconColor(FSlateColor::UseSubduedForeground())
		.ToolTipText(LOCTEXT("EditTip", "Name and tag this conversation."))
		.Name(FText::Format(LOCTEXT("EditName", "Name and tag \"{0}\"."), Title))
		.OnClicked(this, &SConversationRow::HandleEditClicked));
	AddButton(SNew(SChatIconButton)
		.Icon("VibeUE.Export.Small")
		.IconColor(FSlateColor::UseSubduedForeground())
		.ToolTipText(LOCTEXT("ExportTip", "Export this conversation to a file."))
		.Name(FText::Format(LOCTEXT("ExportName", "Export \"{0}\" to a file."), Title))
		.OnClicked(this, &SConversationRow::HandleExportClicked));
	AddButton(SNew(SChatIconButton)
		.Icon("VibeUE.Delete.Small")
		.IconColor(FSlateColor::UseSubduedForeground())
		.ToolTipText(LOCTEXT("DeleteTip", "Delete this conversation; it stays in the trash for 30 days."))
		.Name(FText::Format(LOCTEXT("DeleteName", "Delete \"{0}\"; it stays in the trash for 30 days."), Title))
		.OnClicked(this, &SConversationRow::HandleDeleteClicked));
	return Row;
}

TSharedRef<SWidget> SConversationRow::MakeWords()
{
	const bool bIsBroken = Entry.Problem.Kind != EVibeUEFailure::None;
	const TSharedRef<SVerticalBox> Words = SNew(SVerticalBox);
	const auto Add = [&Words](const TSharedRef<SWidget>& Line, float Above)
	{
		Words->AddSlot()
		.AutoHeight()
		.Padding(0.0f, Above, 0.0f, 0.0f)
		[
			Line
		];
	};
	Add(SConversationRowPrivate::MakeLine(FConversationTexts::Title(Entry), Entry.bIsPinned ? "VibeUE.Text.Bold" : "VibeUE.Text", FSlateColor::UseForeground()), 0.0f);
	Add(bIsBroken ? SConversationRowPrivate::MakeProblem(Entry.Problem)
				  : SConversationRowPrivate::MakeLine(FConversationTexts::Facts(Entry), "VibeUE.Text.Subdued", TAttribute<FSlateColor>::CreateStatic(&FWordColors::GetQuiet)),
		2.0f);
	if (Entry.Tags.Num() > 0)
	{
		Add(SConversationRowPrivate::MakeLine(FConversationTexts::Tags(Entry), "VibeUE.Text.Small", FSlateColor(FStyleColors::AccentBlue)), 2.0f);
	}
	for (int32 Index = 0; Index < FMath::Min(Entry.Found.Num(), SConversationRowPrivate::MostFound); ++Index)
	{
		Add(MakeFound(Entry.Found[Index]), 3.0f);
	}
	return Words;
}

TSharedRef<SWidget> SConversationRow::MakeFound(const FFoundPlace& Message) const
{
	// One text: its layout knows the order of words that are read from right to left, and wraps rather than cut off what was found.
	FString Line = SConversationRowPrivate::Escape(FConversationTexts::Place(Message).ToString());
	for (const FFoundText& Words : Message.Words)
	{
		const FString Plain = SConversationRowPrivate::Escape(Words.Text);
		Line += Words.bIsFound && !Plain.IsEmpty() ? TEXT("<VibeUE.Text.SmallBold>") + Plain + TEXT("</>") : Plain;
	}
	return SNew(SRichTextBlock)
		.Text(FText::FromString(Line))
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
		.AutoWrapText(true)
		.DecoratorStyleSet(&FVibeUEStyle::Get());
}

TSharedRef<SWidget> SConversationRow::MakeForm()
{
	const TSharedRef<SVerticalBox> Form = SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(6.0f, 6.0f, 6.0f, 0.0f)
		[
			SAssignNew(NameBox, SChatField)
			.Text(FText::FromString(Entry.Title))
			.HintText(LOCTEXT("NameHint", "Name (empty: the first words)"))
			.bSelectAllWhenFocused(true)
			.OnTextCommitted(this, &SConversationRow::HandleCommitted)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(6.0f, 4.0f, 6.0f, 0.0f)
		[
			SAssignNew(TagsBox, SChatField)
			.Text(FText::FromString(FString::Join(Entry.Tags, TEXT(" "))))
			.HintText(LOCTEXT("TagsHint", "Tags, separated by spaces"))
			.OnTextCommitted(this, &SConversationRow::HandleCommitted)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(6.0f)
		[
			MakeFormButtons()
		];
	First = NameBox->GetTextBox();
	return Form;
}

TSharedRef<SWidget> SConversationRow::MakeFormButtons()
{
	return FButtonPair::Make(
		{LOCTEXT("Save", "Save"), LOCTEXT("SaveTip", "Save name and tags (Enter)."), FOnClicked::CreateSP(this, &SConversationRow::HandleSaveClicked)},
		{LOCTEXT("Cancel", "Cancel"), LOCTEXT("CancelTip", "Leave name and tags unchanged (Escape)."), FOnClicked::CreateSP(this, &SConversationRow::HandleCancelClicked)});
}

TSharedRef<SWidget> SConversationRow::MakeExportForm()
{
	const TSharedRef<SWidget> Markdown = MakeFormButton(LOCTEXT("AsMarkdown", "Markdown\u2026"), LOCTEXT("AsMarkdownTip", "Write the whole conversation for people to read; keys, tokens and passwords are masked."),
		EConversationForm::Markdown);
	First = Markdown;
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(6.0f, 6.0f, 6.0f, 4.0f)
		[
			SConversationRowPrivate::MakeLine(FText::Format(LOCTEXT("ExportAs", "Export \"{0}\" as"), FConversationTexts::Title(Entry)), "VibeUE.Text", FSlateColor::UseForeground())
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(6.0f, 0.0f)
		[
			SNew(SWrapBox)
			.UseAllottedSize(true)
			+ SWrapBox::Slot()
			.Padding(0.0f, 0.0f, 6.0f, 4.0f)
			[
				Markdown
			]
			+ SWrapBox::Slot()
			.Padding(0.0f, 0.0f, 6.0f, 4.0f)
			[
				MakeFormButton(LOCTEXT("AsTranscript", "JSON transcript\u2026"), LOCTEXT("AsTranscriptTip", "Write all messages as an OpenAI request, which other programs and Import read; keys, tokens and passwords are masked."),
					EConversationForm::Transcript)
			]
			+ SWrapBox::Slot()
			.Padding(0.0f, 0.0f, 6.0f, 4.0f)
			[
				MakeFormButton(LOCTEXT("AsJournal", "Whole journal\u2026"), LOCTEXT("AsJournalTip", "Copy the journal with every event. Nothing in it is masked."), EConversationForm::Journal)
			]
			+ SWrapBox::Slot()
			.Padding(0.0f, 0.0f, 0.0f, 4.0f)
			[
				SNew(SChatButton)
				.ContentPadding(FMargin(10.0f, 3.0f))
				.Text(LOCTEXT("CancelExport", "Cancel"))
				.ToolTipText(LOCTEXT("CancelExportTip", "Write nothing (Escape)."))
				.OnClicked(this, &SConversationRow::HandleCancelClicked)
			]
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(6.0f, 0.0f, 6.0f, 6.0f)
		[
			SNew(STextBlock)
			.Text(LOCTEXT("JournalWarning", "The journal holds everything: undone summaries, other branches, results of tools, and keys and passwords unmasked. Give it only to people who may read all of that."))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ColorAndOpacity(FStyleColors::Warning)
			.AutoWrapText(true)
		];
}

TSharedRef<SWidget> SConversationRow::MakeFormButton(const FText& Label, const FText& Tip, EConversationForm Form)
{
	return SNew(SChatButton)
		.ContentPadding(FMargin(10.0f, 3.0f))
		.Text(Label)
		.ToolTipText(Tip)
		.OnClicked(this, &SConversationRow::HandleFormClicked, Form);
}

FReply SConversationRow::OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	if (!HasForm() || InKeyEvent.GetKey() != EKeys::Escape)
	{
		return SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
	}
	GiveUp();
	return FReply::Handled();
}

EActiveTimerReturnType SConversationRow::HandleFocus(double, float)
{
	if (HasForm() && FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(First);
	}
	return EActiveTimerReturnType::Stop;
}

FReply SConversationRow::HandleOpenClicked()
{
	OnOpened.ExecuteIfBound(Entry.Id);
	return FReply::Handled();
}

FReply SConversationRow::HandlePinClicked()
{
	OnPinned.ExecuteIfBound(Entry.Id, !Entry.bIsPinned);
	return FReply::Handled();
}

FReply SConversationRow::HandleEditClicked()
{
	bIsEditing = true;
	Show();
	// The box takes the keyboard once it was laid out.
	RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SConversationRow::HandleFocus));
	return FReply::Handled();
}

FReply SConversationRow::HandleExportClicked()
{
	bIsExporting = true;
	Show();
	RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SConversationRow::HandleFocus));
	return FReply::Handled();
}

FReply SConversationRow::HandleFormClicked(EConversationForm Form)
{
	GiveUp();
	OnExported.ExecuteIfBound(Entry.Id, Form);
	return FReply::Handled();
}

FReply SConversationRow::HandleDeleteClicked()
{
	OnDeleted.ExecuteIfBound(Entry.Id);
	return FReply::Handled();
}

FReply SConversationRow::HandleSaveClicked()
{
	Save();
	return FReply::Handled();
}

FReply SConversationRow::HandleCancelClicked()
{
	GiveUp();
	return FReply::Handled();
}

void SConversationRow::HandleCommitted(const FText&, ETextCommit::Type How)
{
	if (How == ETextCommit::OnEnter)
	{
		Save();
	}
}

void SConversationRow::Save()
{
	if (bIsEditing && OnEdited.IsBound())
	{
		// What could not be kept stays in its field. The row is made again once the list has read what is new.
		bIsEditing = !OnEdited.Execute(Entry.Id, NameBox->GetText().ToString().TrimStartAndEnd(), TagsBox->GetText().ToString());
	}
}

void SConversationRow::Update(const FConversationEntry& InEntry, bool bInIsCurrent)
{
	Entry = InEntry;
	bIsCurrent = bInIsCurrent;
	if (!HasForm())
	{
		Show();
	}
}

void SConversationRow::GiveUp()
{
	if (HasForm())
	{
		bIsEditing = false;
		bIsExporting = false;
		Show();
	}
}

#undef LOCTEXT_NAMESPACE
