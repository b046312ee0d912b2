// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SConversationTrash.h"

#include "ConversationFiles.h"
#include "Framework/Application/SlateApplication.h"
#include "Layout/Margin.h"
#include "Misc/DateTime.h"
#include "VibeUEStyle.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/ConversationTexts.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/QuietWords.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SFoldLine.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SConversationTrash"

namespace SConversationTrashPrivate
{
/** What a row is known by however often it is made again: an id may have been deleted more than once. */
static FString NameOf(const FConversationEntry& Entry)
{
	return FString::Printf(TEXT("%lld %s"), Entry.DeletedMs, *Entry.Id);
}

/** Whether rows can stay as they are: a click in progress would be lost on a new one. */
static bool AreSame(const FConversationTable& Shown, const FConversationTable& Now)
{
	if (Shown.Entries.Num() != Now.Entries.Num() || Shown.All != Now.All || Shown.Problem.Kind != EVibeUEFailure::None || Now.Problem.Kind != EVibeUEFailure::None)
	{
		return false;
	}
	for (int32 Index = 0; Index < Now.Entries.Num(); ++Index)
	{
		if (!NameOf(Shown.Entries[Index]).Equals(NameOf(Now.Entries[Index])))
		{
			return false;
		}
	}
	return true;
}
} // namespace SConversationTrashPrivate

void SConversationTrash::Construct(const FArguments& InArgs)
{
	OnRestored = InArgs._OnRestored;
	ChildSlot
	[
		SAssignNew(Rows, SScrollBox)
		.Orientation(Orient_Vertical)
		.ScrollWhenFocusChanges(EScrollWhenFocusChanges::InstantScroll)
	];
}

TSharedRef<SWidget> SConversationTrash::MakeLine()
{
	return SAssignNew(Line, SFoldLine)
		.Words(this, &SConversationTrash::GetLineText)
		.Tip(this, &SConversationTrash::GetLineTip)
		.IsOpen(this, &SConversationTrash::IsOpen)
		.OnClicked(this, &SConversationTrash::HandleLineClicked)
		.Visibility(this, &SConversationTrash::GetLineVisibility);
}

void SConversationTrash::SetCount(int64 InCount)
{
	Count = InCount;
	if (!bIsOpen)
	{
		return;
	}
	if (Count == 0)
	{
		Close();
		return;
	}
	Read();
}

void SConversationTrash::Close()
{
	bIsOpen = false;
	Listing.Reset();
	Table = FConversationTable();
	Rows->ClearChildren();
	Shown.Reset();
	Keyboard = FKeptKeyboard();
}

void SConversationTrash::FocusLine() const
{
	if (Line.IsValid() && FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(Line->GetButton());
	}
}

bool SConversationTrash::HasKeyboard() const
{
	// A row that had it may just have been removed.
	return Keyboard.IsNoted() || HasFocusedDescendants() || (Line.IsValid() && Line->HasFocusedDescendants());
}

void SConversationTrash::Read()
{
	Listing = MakeUnique<FConversationListing>(FConversationListing::OfTrash(FConversationFiles::GetFolder(), MostShown));
	if (!bTimerRuns)
	{
		bTimerRuns = true;
		RegisterActiveTimer(0.05f, FWidgetActiveTimerDelegate::CreateSP(this, &SConversationTrash::HandleTime));
	}
}

EActiveTimerReturnType SConversationTrash::HandleTime(double, float)
{
	if (Listing.IsValid() && !Listing->IsFinished())
	{
		return EActiveTimerReturnType::Continue;
	}
	bTimerRuns = false;
	if (Listing.IsValid())
	{
		const FConversationTable Now = Listing->GetTable();
		Listing.Reset();
		const bool bIsSame = SConversationTrashPrivate::AreSame(Table, Now);
		Table = Now;
		if (!bIsSame)
		{
			ShowEntries();
		}
	}
	return EActiveTimerReturnType::Stop;
}

void SConversationTrash::ShowEntries()
{
	Keyboard.Note(Shown);
	if (Keyboard.IsNoted())
	{
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SConversationTrash::HandleKeyboard));
	}
	Rows->ClearChildren();
	Shown.Reset();
	if (Table.Problem.Kind != EVibeUEFailure::None)
	{
		FQuietWords::AddNote(*Rows, FText::Format(LOCTEXT("Unreadable", "The trash cannot be listed: {0}."), FChatSentence::WithHint(Table.Problem.Message, Table.Problem.Hint)));
	}
	if (Table.All > MostShown)
	{
		FQuietWords::AddNote(*Rows, FText::Format(LOCTEXT("More", "Of {0} conversations, the {1} that were deleted last."), FText::AsNumber(Table.All), FText::AsNumber(MostShown)));
	}
	for (const FConversationEntry& Entry : Table.Entries)
	{
		const TSharedRef<SWidget> Row = MakeRow(Entry);
		Rows->AddSlot()
		.Padding(0.0f, 2.0f)
		[
			Row
		];
		Shown.Add(FNamedRow{SConversationTrashPrivate::NameOf(Entry), Row});
	}
}

EActiveTimerReturnType SConversationTrash::HandleKeyboard(double, float)
{
	if (!Keyboard.GiveBack(Shown, SharedThis(this)))
	{
		FocusLine();
	}
	return EActiveTimerReturnType::Stop;
}

TSharedRef<SWidget> SConversationTrash::MakeRow(const FConversationEntry& Entry)
{
	return SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Card"))
		.Padding(FMargin(10.0f, 6.0f, 6.0f, 6.0f))
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			[
				MakeWords(Entry)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			.Padding(6.0f, 0.0f, 0.0f, 0.0f)
			[
				SNew(SChatButton)
				.ContentPadding(FMargin(8.0f, 3.0f))
				.Text(LOCTEXT("Restore", "Restore"))
				.ToolTipText(LOCTEXT("RestoreTip", "Put this conversation back into the history, with its tags and drafts."))
				.AccessibleText(FText::Format(LOCTEXT("RestoreName", "Restore \"{0}\""), FConversationTexts::Title(Entry)))
				.OnClicked(this, &SConversationTrash::HandleRestoreClicked, Entry.Id, Entry.DeletedMs)
			]
		];
}

TSharedRef<SWidget> SConversationTrash::MakeWords(const FConversationEntry& Entry) const
{
	const bool bIsBroken = Entry.Problem.Kind != EVibeUEFailure::None;
	const TSharedRef<SVerticalBox> Words = SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(STextBlock)
			.Text(FConversationTexts::Title(Entry))
			.ToolTipText(FConversationTexts::Title(Entry))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text"))
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
			.Clipping(EWidgetClipping::ClipToBounds)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 2.0f, 0.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(FConversationTexts::Trashed(Entry, FDateTime::UtcNow()))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.AutoWrapText(true)
		];
	if (bIsBroken)
	{
		Words->AddSlot()
		.AutoHeight()
		.Padding(0.0f, 2.0f, 0.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(FText::FromString(Entry.Problem.Message))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ColorAndOpacity_Static(&FWordColors::GetError)
			.AutoWrapText(true)
			// A path has no blanks.
			.WrappingPolicy(ETextWrappingPolicy::AllowPerCharacterWrapping)
		];
	}
	return Words;
}

FReply SConversationTrash::HandleLineClicked()
{
	if (bIsOpen)
	{
		Close();
		return FReply::Handled();
	}
	bIsOpen = true;
	Read();
	return FReply::Handled();
}

FReply SConversationTrash::HandleRestoreClicked(FString Id, int64 DeletedMs)
{
	const FVibeUEError Problem = FConversationFiles::RestoreDeleted(Id, DeletedMs);
	if (Problem.Kind == EVibeUEFailure::None)
	{
		// Before the trash was read again, nobody can ask for it twice.
		Table.Entries.RemoveAll([&Id, DeletedMs](const FConversationEntry& Entry) { return FConversationFiles::IsSameId(Entry.Id, Id) && Entry.DeletedMs == DeletedMs; });
		--Table.All;
		ShowEntries();
	}
	OnRestored.ExecuteIfBound(Id, Problem);
	return FReply::Handled();
}

FText SConversationTrash::GetLineText() const
{
	return FText::Format(LOCTEXT("Line", "In the trash: {0}"), FText::AsNumber(Count));
}

FText SConversationTrash::GetLineTip() const
{
	return bIsOpen ? LOCTEXT("FoldTip", "Show the history again.") : LOCTEXT("OpenTip", "List the deleted conversations, which can be restored within 30 days.");
}

EVisibility SConversationTrash::GetLineVisibility() const
{
	return Count > 0 ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
