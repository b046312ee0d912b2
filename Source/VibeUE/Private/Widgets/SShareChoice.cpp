// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SShareChoice.h"

#include "Layout/Margin.h"
#include "Misc/CString.h"
#include "Styling/AppStyle.h"
#include "VibeUEStyle.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/SChatField.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SShareChoice"

namespace SShareChoicePrivate
{
/** Slate units of a row: its field is higher than its words. */
static constexpr float RowHeight = 24.0f;

static void AddTo(SWrapBox& Row, const TSharedRef<SWidget>& Widget)
{
	Row.AddSlot()
	.Padding(0.0f, 2.0f, 10.0f, 2.0f)
	[
		SNew(SBox)
		.MinDesiredHeight(RowHeight)
		.VAlign(VAlign_Center)
		[
			Widget
		]
	];
}

/** Returns a number as the core writes it: where half is written 0,5, the comma that is typed is a decimal comma. */
static FString WithPoint(const FString& Typed)
{
	const FString Half = FText::AsNumber(0.5).ToString();
	const bool bHasOwnSign = Half.Len() == 3 && Half[1] != TEXT('.');
	return bHasOwnSign && !Typed.Contains(TEXT(".")) ? Typed.Replace(*Half.Mid(1, 1), TEXT(".")) : Typed;
}
} // namespace SShareChoicePrivate

void SShareChoice::Construct(const FArguments& InArgs)
{
	using namespace SShareChoicePrivate;
	OnChosen = InArgs._OnChosen;
	OnNoShare = InArgs._OnNoShare;
	CanChoose = InArgs._CanChoose;
	ShareAsSet = InArgs._ShareAsSet;
	const TSharedRef<SWrapBox> Row = SNew(SWrapBox).UseAllottedSize(true);
	AddTo(*Row, SNew(SBox)
		.MinDesiredWidth(LabelWidth)
		[
			SNew(STextBlock)
			.Text(InArgs._Label)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
		]);
	AddTo(*Row, MakeChoice(0.0, TAttribute<FText>::CreateSP(this, &SShareChoice::GetAsSetText), InArgs._ChoiceTip));
	for (const double Each : InArgs._Shares)
	{
		AddTo(*Row, MakeChoice(Each, FText::Format(LOCTEXT("Percent", "{0} %"), FText::AsNumber(FMath::RoundToInt(100.0 * Each))), InArgs._ChoiceTip));
	}
	AddTo(*Row, SNew(SBox)
		.MinDesiredWidth(72.0f)
		[
			SAssignNew(Field, SChatField)
			.IsEnabled(CanChoose)
			.HintText(LOCTEXT("Other", "other %"))
			.Name(LOCTEXT("OtherTip", "Any other share of the budget in percent; Enter tries it. No setting changes."))
			.ToolTipText(LOCTEXT("OtherTip", "Any other share of the budget in percent; Enter tries it. No setting changes."))
			.OnTextCommitted(this, &SShareChoice::HandleTyped)
		]);
	ChildSlot
	[
		Row
	];
}

TSharedRef<SWidget> SShareChoice::MakeChoice(double Choice, const TAttribute<FText>& Name, const FText& Tip)
{
	return SNew(SCheckBox)
		.Style(FAppStyle::Get(), "RadioButton")
		.IsEnabled(CanChoose)
		.IsChecked(this, &SShareChoice::GetState, Choice)
		.OnCheckStateChanged(this, &SShareChoice::HandleChosen, Choice)
		.ToolTipText(Tip)
		[
			// Its place is as wide as the text: wrapped at that width, a text that becomes longer would then wrap, and
			// stay so.
			SNew(STextBlock)
			.Text(Name)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
		];
}

FText SShareChoice::GetAsSetText() const
{
	const double Set = ShareAsSet.Get(0.0);
	return Set > 0.0 ? FText::Format(LOCTEXT("AsSetShare", "as set ({0} % of the budget)"), FText::AsNumber(FMath::RoundToInt(100.0 * Set))) : LOCTEXT("AsSet", "as set");
}

void SShareChoice::Show(double InShare)
{
	Share = InShare;
	Field->SetText(FText::GetEmpty());
}

void SShareChoice::HandleChosen(ECheckBoxState State, double Choice)
{
	if (State == ECheckBoxState::Checked)
	{
		Field->SetText(FText::GetEmpty());
		Choose(Choice);
	}
}

void SShareChoice::HandleTyped(const FText& Text, ETextCommit::Type Commit)
{
	FString Typed = Text.ToString().TrimStartAndEnd();
	Typed.RemoveFromEnd(TEXT("%"));
	Typed.TrimEndInline();
	if (Typed.IsEmpty() || Commit == ETextCommit::OnCleared)
	{
		return;
	}
	Typed = SShareChoicePrivate::WithPoint(Typed);
	const double Percent = FCString::Atod(*Typed);
	// Nothing is what the settings say, which is a choice of its own.
	if (!Typed.IsNumeric() || Percent == 0.0)
	{
		OnNoShare.ExecuteIfBound(FText::Format(LOCTEXT("NoShare", "A share of the budget is a number in percent, such as 33, not \u201c{0}\u201d."), Text));
		return;
	}
	Choose(Percent / 100.0);
}

ECheckBoxState SShareChoice::GetState(double Choice) const
{
	return Share == Choice ? ECheckBoxState::Checked : ECheckBoxState::Unchecked;
}

void SShareChoice::Choose(double Choice)
{
	if (Share != Choice)
	{
		Share = Choice;
		OnChosen.ExecuteIfBound(Choice);
	}
}

#undef LOCTEXT_NAMESPACE
