// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SModelPicker.h"

#include "Framework/Application/SlateApplication.h"
#include "InputCoreTypes.h"
#include "Layout/Margin.h"
#include "VibeUEChatSession.h"
#include "VibeUESettings.h"
#include "VibeUEStyle.h"
#include "Widgets/ChoiceRow.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/ModelTexts.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatField.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SModelPicker"

namespace SModelPickerPrivate
{
/** More rows than these would push the conversation away. */
static constexpr int32 MostRows = 8;
} // namespace SModelPickerPrivate

// Long because it lists its parts.
void SModelPicker::Construct(const FArguments& InArgs)
{
	OnChosen = InArgs._OnChosen;
	OnClosed = InArgs._OnClosed;
	SetVisibility(TAttribute<EVisibility>::CreateSP(this, &SModelPicker::GetListVisibility));
	ChildSlot
	.Padding(0.0f, 0.0f, 0.0f, 8.0f)
	[
		SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Card"))
		.Padding(FMargin(6.0f, 6.0f, 6.0f, 8.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(6.0f, 0.0f, 0.0f, 6.0f)
			[
				MakeHeader()
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 0.0f, 0.0f, 4.0f)
			[
				SAssignNew(Filter, SChatField)
				.bCanClear(true)
				.bSelectAllWhenFocused(true)
				.HintText(LOCTEXT("Filter", "Filter the list, or type another model's name"))
				.OnTextChanged(this, &SModelPicker::HandleFilterChanged)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SAssignNew(Box, SVerticalBox)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(8.0f, 6.0f, 8.0f, 0.0f)
			[
				SNew(STextBlock)
				.Text(this, &SModelPicker::GetDetail)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.AutoWrapText(true)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(8.0f, 4.0f, 8.0f, 0.0f)
			[
				SNew(STextBlock)
				.Text(this, &SModelPicker::GetProblem)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.ColorAndOpacity_Static(&FWordColors::GetError)
				.AutoWrapText(true)
				.Visibility(this, &SModelPicker::GetProblemVisibility)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(8.0f, 4.0f, 8.0f, 0.0f)
			[
				SNew(STextBlock)
				.Text(this, &SModelPicker::GetCount)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
				.ColorAndOpacity_Static(&FWordColors::GetQuiet)
				.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
				.Clipping(EWidgetClipping::ClipToBounds)
			]
		]
	];
}

TSharedRef<SWidget> SModelPicker::MakeHeader()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(LOCTEXT("Title", "Which model answers"))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		.Padding(10.0f, 0.0f, 4.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(this, &SModelPicker::GetState)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
			.Clipping(EWidgetClipping::ClipToBounds)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SChatIconButton::MakeClose(LOCTEXT("CloseTip", "Close the list of models (Esc)."), FOnClicked::CreateSP(this, &SModelPicker::HandleCloseClicked))
		];
}

void SModelPicker::Open(UChatSession& InSession)
{
	Session.Reset(&InSession);
	const FVibeUEModelChoice Connection = GetDefault<UVibeUESettings>()->GetModelChoice();
	if (!Listing.IsValid() || !Listing->Serves(Connection))
	{
		Listing = MakeShared<FModelListing>(Connection);
	}
	bHasAnswer = Listing->IsFinished();
	Filter->SetText(FText::GetEmpty());
	Look(false);
	// What cannot be seen yet cannot have the focus.
	bFocuses = true;
	if (!bTimerRuns)
	{
		bTimerRuns = true;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SModelPicker::HandleTime));
	}
}

TSharedPtr<SChatText> SModelPicker::GetFilter() const
{
	return Filter->GetTextBox();
}

void SModelPicker::Close()
{
	if (IsOpen())
	{
		Session.Reset();
		Table = FModelTable();
		Box->ClearChildren();
		OnClosed.ExecuteIfBound();
	}
}

EActiveTimerReturnType SModelPicker::HandleTime(double, float)
{
	if (bFocuses && IsOpen() && FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(Filter->GetTextBox());
	}
	bFocuses = false;
	if (IsOpen() && !bHasAnswer && Listing->IsFinished())
	{
		bHasAnswer = true;
		Look(true);
	}
	bTimerRuns = IsOpen() && !bHasAnswer;
	return bTimerRuns ? EActiveTimerReturnType::Continue : EActiveTimerReturnType::Stop;
}

void SModelPicker::HandleFilterChanged(const FText&)
{
	if (IsOpen())
	{
		Look(false);
	}
}

void SModelPicker::Look(bool bKeepsSelected)
{
	const FString Typed = Filter->GetText().ToString().TrimStartAndEnd();
	const FString Before = Table.Rows.IsValidIndex(Selected) ? Table.Rows[Selected].Id : Typed;
	Table = Listing->Find(*Session, Typed);
	First = 0;
	Selected = FindRow(bKeepsSelected ? Before : Typed);
	if (Selected == INDEX_NONE && bKeepsSelected && !Typed.IsEmpty())
	{
		// Enter must not take a row that came up meanwhile: what was typed has one of its own below the others.
		const int32 Same = FindRow(Typed);
		Selected = Same != INDEX_NONE ? Same : Table.Rows.Num();
	}
	Selected = FMath::Max(0, Selected);
	Move(0);
}

void SModelPicker::Move(int32 By)
{
	const int32 Count = CountRows();
	if (Count > 0)
	{
		Selected = (Selected + By + Count) % Count;
	}
	// What was typed has a place of its own below the others.
	if (Table.Rows.IsValidIndex(Selected))
	{
		First = FMath::Clamp(First, FMath::Max(0, Selected - SModelPickerPrivate::MostRows + 1), Selected);
	}
	Refresh();
}

void SModelPicker::Refresh()
{
	Box->ClearChildren();
	const int32 End = FMath::Min(First + SModelPickerPrivate::MostRows, Table.Rows.Num());
	for (int32 Index = First; Index < End; ++Index)
	{
		Box->AddSlot()
		.AutoHeight()
		[
			MakeRow(Index)
		];
	}
	if (!GetTyped().IsEmpty())
	{
		Box->AddSlot()
		.AutoHeight()
		[
			MakeTypedRow()
		];
	}
}

FString SModelPicker::GetTyped() const
{
	const FString Typed = Filter->GetText().ToString().TrimStartAndEnd();
	return FindRow(Typed) == INDEX_NONE ? Typed : FString();
}

int32 SModelPicker::CountRows() const
{
	return Table.Rows.Num() + (GetTyped().IsEmpty() ? 0 : 1);
}

int32 SModelPicker::FindRow(const FString& Id) const
{
	for (int32 Index = 0; Index < Table.Rows.Num(); ++Index)
	{
		if (Table.Rows[Index].Id.Equals(Id))
		{
			return Index;
		}
	}
	return INDEX_NONE;
}

TSharedRef<SWidget> SModelPicker::MakeRow(int32 Index)
{
	const FModelRow& Row = Table.Rows[Index];
	const FText Name = FText::FromString(Row.Id);
	const FText Words = FModelTexts::GetWords(Row);
	const FText Detail = FModelTexts::GetDetail(Row, Table.Used);
	const FText All = FText::Format(LOCTEXT("RowName", "{0}: {1}. {2}"), Name, Words, Detail);
	const TSharedRef<SHorizontalBox> Content = SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SBox)
			.WidthOverride(18.0f)
			.HAlign(HAlign_Left)
			[
				SNew(SImage)
				.Image(FVibeUEStyle::GetBrush("VibeUE.Check.Small"))
				.ColorAndOpacity(FSlateColor::UseForeground())
				.Visibility(Row.bIsCurrent ? EVisibility::Visible : EVisibility::Hidden)
			]
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(Name)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
			.Clipping(EWidgetClipping::ClipToBounds)
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		.Padding(8.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(Words)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
			.Clipping(EWidgetClipping::ClipToBounds)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(8.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(FModelTexts::GetNumbers(Row))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
		];
	return FChoiceRow::Make(All, Index == Selected, 6.0f, FOnClicked::CreateSP(this, &SModelPicker::HandleClicked, Index), Content);
}

TSharedRef<SWidget> SModelPicker::MakeTypedRow()
{
	const int32 Index = Table.Rows.Num();
	const FText Name = FText::Format(LOCTEXT("TypedRow", "Use {0} as typed"), FText::FromString(GetTyped()));
	const TSharedRef<SBox> Content = SNew(SBox)
		.Padding(FMargin(18.0f, 0.0f, 0.0f, 0.0f))
		[
			SNew(STextBlock)
			.Text(Name)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
			.Clipping(EWidgetClipping::ClipToBounds)
		];
	return FChoiceRow::Make(Name, Index == Selected, 6.0f, FOnClicked::CreateSP(this, &SModelPicker::HandleClicked, Index), Content);
}

FReply SModelPicker::OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	const FKey Key = InKeyEvent.GetKey();
	if (Filter->GetTextBox()->IsComposing())
	{
		// The arrows belong to the input method; Enter and Escape are kept from here by the window.
		return SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
	}
	if (Key == EKeys::Up || Key == EKeys::Down)
	{
		Move(Key == EKeys::Up ? -1 : 1);
		return FReply::Handled();
	}
	if (Key == EKeys::Escape)
	{
		return HandleCloseClicked();
	}
	// Enter on a button presses that.
	if (Key == EKeys::Enter && Filter->HasKeyboard())
	{
		Choose();
		return FReply::Handled();
	}
	return SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
}

void SModelPicker::Choose()
{
	// A name that is in no list may be right all the same: the server knows.
	const FString Id = Table.Rows.IsValidIndex(Selected) ? Table.Rows[Selected].Id : GetTyped();
	if (Id.IsEmpty())
	{
		return;
	}
	// A model of another server is not the one that answers, though it may have the same name.
	const bool bAnswersNow = Table.Rows.IsValidIndex(Selected) && Table.Rows[Selected].bIsCurrent;
	Close();
	if (!bAnswersNow)
	{
		OnChosen.ExecuteIfBound(Id);
	}
}

FReply SModelPicker::HandleClicked(int32 Index)
{
	if (Index >= 0 && Index < CountRows())
	{
		Selected = Index;
		Choose();
	}
	return FReply::Handled();
}

FReply SModelPicker::HandleCloseClicked()
{
	Close();
	return FReply::Handled();
}

EVisibility SModelPicker::GetListVisibility() const
{
	return IsOpen() ? EVisibility::Visible : EVisibility::Collapsed;
}

FText SModelPicker::GetState() const
{
	return bHasAnswer ? FText::GetEmpty() : LOCTEXT("Asking", "Asking the server for its models\u2026");
}

FText SModelPicker::GetDetail() const
{
	if (Table.Rows.IsValidIndex(Selected))
	{
		// A narrow row has no room for all of the name.
		const FModelRow& Row = Table.Rows[Selected];
		return FText::Format(LOCTEXT("SelectedDetail", "{0}: {1}"), FText::FromString(Row.Id), FModelTexts::GetDetail(Row, Table.Used));
	}
	if (Table.Rows.Num() > 0)
	{
		return LOCTEXT("Typed", "The name is used as typed; only the server knows whether it has such a model.");
	}
	return Filter->GetText().IsEmpty() ? LOCTEXT("None", "No models are known here: type the name of one.")
									   : LOCTEXT("AsTyped", "No model in the list matches. Enter uses the name as typed.");
}

FText SModelPicker::GetCount() const
{
	return FText::Format(LOCTEXT("Count", "{0} of {1}   \u2191\u2193 choose   Enter switches   Esc closes"), FText::AsNumber(Table.Rows.Num()), FText::AsNumber(Table.All));
}

FText SModelPicker::GetProblem() const
{
	return FText::Format(LOCTEXT("Problem", "The server did not list its models: {0}"), FText::FromString(Table.Problem.Message));
}

EVisibility SModelPicker::GetProblemVisibility() const
{
	return Table.Problem.Kind != EVibeUEFailure::None ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
