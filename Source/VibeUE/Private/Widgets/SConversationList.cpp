// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SConversationList.h"

#include "ConversationFiles.h"
#include "Framework/Application/SlateApplication.h"
#include "InputCoreTypes.h"
#include "Layout/Margin.h"
#include "VibeUEStyle.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/ConversationTexts.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/QuietWords.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatField.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/SConversationImport.h"
#include "Widgets/SConversationRow.h"
#include "Widgets/SConversationTrash.h"
#include "Widgets/SConversationUsage.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SConversationList"

// Long because it lists its parts.
void SConversationList::Construct(const FArguments& InArgs)
{
	Current = InArgs._Current;
	OnOpened = InArgs._OnOpened;
	OnDeleted = InArgs._OnDeleted;
	OnRestored = InArgs._OnRestored;
	OnRenamed = InArgs._OnRenamed;
	OnExported = InArgs._OnExported;
	OnClosed = InArgs._OnClosed;
	Trash = SNew(SConversationTrash)
		.OnRestored(this, &SConversationList::HandleTrashRestored);
	const TSharedRef<SWidget> TrashLine = Trash->MakeLine();
	ChildSlot
	.Padding(FMargin(10.0f, 8.0f))
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 0.0f, 0.0f, 6.0f)
		[
			MakeHeader()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SAssignNew(Usage, SConversationUsage)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 0.0f, 0.0f, 6.0f)
		[
			SAssignNew(SearchBox, SChatField)
			.bCanClear(true)
			.bSelectAllWhenFocused(true)
			.HintText(LOCTEXT("Search", "Search titles, tags and messages"))
			.ToolTipText(LOCTEXT("SearchTip", "Finds conversations that contain all of the words. \"Words in quotation marks\" are matched as a phrase."))
			.OnTextChanged(this, &SConversationList::HandleSearchChanged)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(2.0f, 0.0f, 0.0f, 4.0f)
		[
			SNew(STextBlock)
			.Text(this, &SConversationList::GetCountText)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.Visibility(this, &SConversationList::GetCountVisibility)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(2.0f, 0.0f, 0.0f, 4.0f)
		[
			SNew(STextBlock)
			.Text(this, &SConversationList::GetProblemText)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ColorAndOpacity_Static(&FWordColors::GetError)
			.AutoWrapText(true)
			// A path has no blanks.
			.WrappingPolicy(ETextWrappingPolicy::AllowPerCharacterWrapping)
			.Visibility(this, &SConversationList::GetProblemVisibility)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SAssignNew(Import, SConversationImport)
			.OnImported(this, &SConversationList::Refresh)
			.OnOpened(this, &SConversationList::HandleOpened)
		]
		+ SVerticalBox::Slot()
		.FillHeight(1.0f)
		[
			SAssignNew(Rows, SScrollBox)
			.Orientation(Orient_Vertical)
			.ScrollWhenFocusChanges(EScrollWhenFocusChanges::InstantScroll)
			.Visibility(this, &SConversationList::GetRowsVisibility)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 4.0f, 0.0f, 0.0f)
		[
			TrashLine
		]
		+ SVerticalBox::Slot()
		.FillHeight(1.0f)
		[
			SNew(SBox)
			.Visibility(this, &SConversationList::GetTrashVisibility)
			[
				Trash.ToSharedRef()
			]
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			MakeUndoBar()
		]
	];
}

TSharedRef<SWidget> SConversationList::MakeHeader()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(LOCTEXT("Title", "History"))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Heading2"))
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SChatIconButton)
			.Icon("VibeUE.Import.Small")
			.Label(LOCTEXT("Import", "Import\u2026"))
			.ToolTipText(LOCTEXT("ImportTip", "Import conversations from files (exported Markdown, transcripts, journals); each becomes a new conversation, and the files stay unchanged."))
			.OnClicked(this, &SConversationList::HandleImportClicked)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SChatIconButton)
			.Icon("VibeUE.Close.Small")
			.ToolTipText(LOCTEXT("CloseTip", "Go back to the conversation (Escape)."))
			.OnClicked(this, &SConversationList::HandleCloseClicked)
		];
}

TSharedRef<SWidget> SConversationList::MakeUndoBar()
{
	return SNew(SBorder)
		.Visibility(this, &SConversationList::GetUndoVisibility)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Asking"))
		.Padding(FMargin(10.0f, 4.0f, 4.0f, 4.0f))
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			.VAlign(VAlign_Center)
			[
				SNew(STextBlock)
				.Text(this, &SConversationList::GetUndoText)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.AutoWrapText(true)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			.Padding(6.0f, 0.0f, 0.0f, 0.0f)
			[
				SNew(SChatButton)
				.ContentPadding(FMargin(10.0f, 3.0f))
				.Text(LOCTEXT("Undo", "Undo"))
				.ToolTipText(LOCTEXT("UndoTip", "Restore the conversation."))
				.OnClicked(this, &SConversationList::HandleUndoClicked)
			]
		];
}

void SConversationList::Open(bool bTakesKeyboard)
{
	DeletedId.Reset();
	Renamed.Reset();
	ProblemText = FText::GetEmpty();
	Trash->Close();
	Refresh();
	if (bTakesKeyboard)
	{
		// Once it was laid out.
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SConversationList::HandleFocus));
	}
}

TSharedPtr<SWidget> SConversationList::GetSearchBox() const
{
	return SearchBox->GetTextBox();
}

EActiveTimerReturnType SConversationList::HandleFocus(double, float)
{
	if (GetVisibility().IsVisible())
	{
		FocusSearch();
	}
	return EActiveTimerReturnType::Stop;
}

void SConversationList::FocusSearch() const
{
	if (FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(SearchBox->GetTextBox());
	}
}

void SConversationList::Refresh()
{
	Listing = MakeUnique<FConversationListing>(FConversationFiles::GetFolder(), Search, MostShown);
	if (!bTimerRuns)
	{
		bTimerRuns = true;
		RegisterActiveTimer(0.05f, FWidgetActiveTimerDelegate::CreateSP(this, &SConversationList::HandleTime));
	}
}

void SConversationList::Cancel()
{
	Listing.Reset();
	Trash->Close();
}

EActiveTimerReturnType SConversationList::HandleTime(double, float)
{
	if (Listing.IsValid() && !Listing->IsFinished())
	{
		return EActiveTimerReturnType::Continue;
	}
	bTimerRuns = false;
	if (Listing.IsValid())
	{
		Table = Listing->GetTable();
		for (FConversationEntry& Entry : Table.Entries)
		{
			if (const FRenamed* Given = Renamed.FindByPredicate([&Entry](const FRenamed& Each) { return FConversationFiles::IsSameId(Each.Id, Entry.Id); }))
			{
				Entry.Title = Given->Title;
			}
		}
		Listing.Reset();
		bIsKnown = true;
		ShowEntries();
		ShowTrash();
	}
	return EActiveTimerReturnType::Stop;
}

FReply SConversationList::OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	if (InKeyEvent.GetKey() != EKeys::Escape)
	{
		return SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
	}
	if (Trash->IsOpen())
	{
		Trash->Close();
		Trash->FocusLine();
		return FReply::Handled();
	}
	bool bGaveUp = false;
	bool bHadKeyboard = false;
	for (const TSharedPtr<SConversationRow>& Row : Shown)
	{
		if (Row->HasForm())
		{
			bGaveUp = true;
			bHadKeyboard = bHadKeyboard || Row->HasFocusedDescendants();
			Row->GiveUp();
		}
	}
	if (!bGaveUp)
	{
		OnClosed.ExecuteIfBound();
	}
	else if (bHadKeyboard)
	{
		// What had it is gone: the next Escape is to be heard, too.
		FocusSearch();
	}
	return FReply::Handled();
}

void SConversationList::HandleSearchChanged(const FText& Words)
{
	Search = Words.ToString().TrimStartAndEnd();
	ProblemText = FText::GetEmpty();
	// What is found is among the conversations.
	Trash->Close();
	Refresh();
}

void SConversationList::ShowTrash()
{
	const bool bHadKeyboard = Trash->HasKeyboard();
	Trash->SetCount(Table.Trashed);
	if (bHadKeyboard && Table.Trashed == 0)
	{
		// Its line is gone, too.
		FocusSearch();
	}
}

void SConversationList::ShowEntries()
{
	// What the user is writing in a row outlives whatever happens to the list meanwhile, such as the end of an import.
	TArray<TSharedPtr<SConversationRow>> Kept = Shown.FilterByPredicate([](const TSharedPtr<SConversationRow>& Row) { return Row->HasForm(); });
	Keyboard.Note(NameRows());
	if (Keyboard.IsNoted())
	{
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SConversationList::HandleKeyboard));
	}
	Usage->SetUsage(Table.Usage);
	Rows->ClearChildren();
	Shown.Reset();
	if (Table.Problem.Kind != EVibeUEFailure::None)
	{
		FQuietWords::AddNote(*Rows, FText::Format(LOCTEXT("Unreadable", "The conversations cannot be listed: {0}."), FChatSentence::WithHint(Table.Problem.Message, Table.Problem.Hint)));
	}
	for (const TSharedPtr<SConversationRow>& Row : Kept)
	{
		if (!Find(Row->GetId()))
		{
			// A search may not find it.
			ShowRow(Row.ToSharedRef());
		}
	}
	for (const FConversationEntry& Entry : Table.Entries)
	{
		const TSharedPtr<SConversationRow>* Row = Kept.FindByPredicate([&Entry](const TSharedPtr<SConversationRow>& Each) { return FConversationFiles::IsSameId(Each->GetId(), Entry.Id); });
		if (Row)
		{
			(*Row)->Update(Entry, FConversationFiles::IsSameId(Entry.Id, Current.Get()));
		}
		ShowRow(Row ? Row->ToSharedRef() : MakeRow(Entry));
	}
	if (Table.Entries.Num() == 0 && bIsKnown && Table.Problem.Kind == EVibeUEFailure::None)
	{
		FQuietWords::AddNote(*Rows, FConversationTexts::Nothing(Table, !Search.IsEmpty()));
	}
}

TArray<FNamedRow> SConversationList::NameRows() const
{
	TArray<FNamedRow> Named;
	for (const TSharedPtr<SConversationRow>& Row : Shown)
	{
		Named.Add(FNamedRow{Row->GetId(), Row.ToSharedRef()});
	}
	return Named;
}

EActiveTimerReturnType SConversationList::HandleKeyboard(double, float)
{
	if (!Keyboard.GiveBack(NameRows(), SharedThis(this)))
	{
		FocusSearch();
	}
	return EActiveTimerReturnType::Stop;
}

void SConversationList::ShowRow(const TSharedRef<SConversationRow>& Row)
{
	Rows->AddSlot()
	.Padding(0.0f, 2.0f)
	[
		Row
	];
	Shown.Add(Row);
}

TSharedRef<SConversationRow> SConversationList::MakeRow(const FConversationEntry& Entry)
{
	return SNew(SConversationRow)
		.Entry(Entry)
		.IsCurrent(FConversationFiles::IsSameId(Entry.Id, Current.Get()))
		.OnOpened(this, &SConversationList::HandleOpened)
		.OnPinned(this, &SConversationList::HandlePinned)
		.OnEdited(this, &SConversationList::HandleEdited)
		.OnExported(this, &SConversationList::HandleExported)
		.OnDeleted(this, &SConversationList::HandleDeleted);
}

void SConversationList::ShowProblem(const FVibeUEError& Problem)
{
	ProblemText = Problem.Kind == EVibeUEFailure::None ? FText::GetEmpty()
													   : FChatSentence::WithHint(Problem.Message, Problem.Hint);
}

FConversationEntry* SConversationList::Find(const FString& Id)
{
	return Table.Entries.FindByPredicate([&Id](const FConversationEntry& Entry) { return FConversationFiles::IsSameId(Entry.Id, Id); });
}

EVisibility SConversationList::GetRowsVisibility() const
{
	return Trash->IsOpen() ? EVisibility::Collapsed : EVisibility::Visible;
}

EVisibility SConversationList::GetTrashVisibility() const
{
	return Trash->IsOpen() ? EVisibility::Visible : EVisibility::Collapsed;
}

FText SConversationList::GetCountText() const
{
	return Search.IsEmpty() ? FText::Format(LOCTEXT("More", "The newest {0} of {1}; a search finds the others."), FText::AsNumber(MostShown), FText::AsNumber(Table.All))
							: FConversationTexts::Found(Table);
}

EVisibility SConversationList::GetCountVisibility() const
{
	const bool bShown = Search.IsEmpty() ? Table.All > MostShown : Table.All > 0;
	return bShown && !Trash->IsOpen() ? EVisibility::Visible : EVisibility::Collapsed;
}

FText SConversationList::GetUndoText() const
{
	return FText::Format(LOCTEXT("Deleted", "\"{0}\" is in the trash for 30 days."), FText::FromString(DeletedTitle));
}

EVisibility SConversationList::GetUndoVisibility() const
{
	return DeletedId.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible;
}

FText SConversationList::GetProblemText() const
{
	return ProblemText;
}

EVisibility SConversationList::GetProblemVisibility() const
{
	return ProblemText.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible;
}

#undef LOCTEXT_NAMESPACE
