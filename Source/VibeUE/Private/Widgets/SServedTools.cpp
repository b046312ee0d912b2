// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SServedTools.h"

#include "HAL/PlatformApplicationMisc.h"
#include "Layout/Margin.h"
#include "Tools/ServedTools.h"
#include "VibeUEStyle.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SToolCallRow.h"
#include "Widgets/SToolPreview.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SServedTools"

namespace SServedToolsPrivate
{
/** The beginning of what a call was made with: more would push away what is asked. */
static FString BeginArguments(const FString& Arguments)
{
	const FString Shown = FChatExcerpt::Begin(Arguments, 300);
	return Shown.Len() < Arguments.Len() ? Shown + TEXT("\u2026") : Shown;
}
} // namespace SServedToolsPrivate

SServedTools::~SServedTools()
{
	if (const TSharedPtr<FServedTools> Served = FServedTools::Get())
	{
		Served->OnChanged().RemoveAll(this);
	}
}

void SServedTools::Construct(const FArguments&)
{
	// Slate units from which on the list scrolls.
	static constexpr float MostHeight = 400.0f;
	ChildSlot
	.Padding(0.0f, 0.0f, 0.0f, 4.0f)
	[
		SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Card"))
		.Padding(FMargin(8.0f, 4.0f))
		[
			SNew(SBox)
			.MaxDesiredHeight(MostHeight)
			[
				SNew(SScrollBox)
				.Orientation(Orient_Vertical)
				.ScrollWhenFocusChanges(EScrollWhenFocusChanges::InstantScroll)
				+ SScrollBox::Slot()
				[
					SNew(SVerticalBox)
					+ SVerticalBox::Slot()
					.AutoHeight()
					[
						MakeAddress()
					]
					+ SVerticalBox::Slot()
					.AutoHeight()
					[
						SAssignNew(WordRows, SVerticalBox)
					]
					+ SVerticalBox::Slot()
					.AutoHeight()
					[
						SAssignNew(QuestionRows, SVerticalBox)
					]
				]
			]
		]
	];
	if (const TSharedPtr<FServedTools> Served = FServedTools::Get())
	{
		Served->OnChanged().AddSP(this, &SServedTools::Refresh);
	}
	Refresh();
}

void SServedTools::Refresh()
{
	const TSharedPtr<FServedTools> Served = FServedTools::Get();
	const bool bIsShown = Served.IsValid() && (Served->IsServing() || !Served->GetProblem().IsEmpty());
	SetVisibility(bIsShown ? EVisibility::SelfHitTestInvisible : EVisibility::Collapsed);
	const bool bIsServing = bIsShown && Served->IsServing();
	Address = bIsServing ? FText::Format(LOCTEXT("Served", "Tools are served at {0}"), FText::FromString(Served->GetUrl())) : FText::GetEmpty();
	ShowWords(bIsShown ? FindWords() : TArray<FWords>());
	ShowQuestions(bIsServing ? Served->GetQuestions() : TArray<FServedQuestion>());
}

TArray<SServedTools::FWords> SServedTools::FindWords() const
{
	const TSharedPtr<FServedTools> Served = FServedTools::Get();
	TArray<FWords> Words;
	if (!Served->IsServing())
	{
		Words.Add(FWords{FText::Format(LOCTEXT("NotServed", "Tools are not served to other programs: {0}"), FText::FromString(Served->GetProblem())), true});
		return Words;
	}
	if (Served->IsPlanMode())
	{
		Words.Add(FWords{LOCTEXT("PlanMode", "Plan mode is on in a conversation: other programs may look but not change anything."), false});
	}
	for (const FServedQuestion& Call : Served->GetCutOff())
	{
		Words.Add(FWords{FText::Format(LOCTEXT("CutOff", "The editor closed while this call from {0} was running: {1}. Check what it did before you allow it again."),
			FText::FromString(SToolPreview::MakeHonest(Call.Caller)),
			FText::FromString(SToolPreview::MakeHonest(Call.Call.Name + TEXT(" ") + SServedToolsPrivate::BeginArguments(Call.Call.Arguments)))), true});
	}
	return Words;
}

void SServedTools::ShowWords(const TArray<FWords>& Words)
{
	bool bIsSame = Words.Num() == ShownWords.Num();
	for (int32 Index = 0; bIsSame && Index < Words.Num(); ++Index)
	{
		bIsSame = Words[Index].Words.EqualTo(ShownWords[Index].Words);
	}
	if (bIsSame)
	{
		return;
	}
	ShownWords = Words;
	WordRows->ClearChildren();
	for (const FWords& Each : Words)
	{
		WordRows->AddSlot()
		.AutoHeight()
		.Padding(0.0f, 4.0f, 0.0f, 0.0f)
		[
			MakeWords(Each)
		];
	}
}

void SServedTools::ShowQuestions(const TArray<FServedQuestion>& Questions)
{
	for (int32 Index = ShownQuestions.Num() - 1; Index >= 0; --Index)
	{
		const FString& CallId = ShownQuestions[Index].CallId;
		if (!Questions.ContainsByPredicate([&CallId](const FServedQuestion& Question) { return Question.Call.CallId.Equals(CallId); }))
		{
			QuestionRows->RemoveSlot(ShownQuestions[Index].Row.ToSharedRef());
			ShownQuestions.RemoveAt(Index);
		}
	}
	for (const FServedQuestion& Question : Questions)
	{
		const FString& CallId = Question.Call.CallId;
		if (ShownQuestions.ContainsByPredicate([&CallId](const FShownQuestion& Shown) { return Shown.CallId.Equals(CallId); }))
		{
			continue;
		}
		// New questions come after the others: the rows keep their order.
		const TSharedRef<SWidget> Row = MakeQuestion(Question);
		QuestionRows->AddSlot()
		.AutoHeight()
		[
			Row
		];
		ShownQuestions.Add(FShownQuestion{CallId, Row});
	}
}

TSharedRef<SWidget> SServedTools::MakeQuestion(const FServedQuestion& Question)
{
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 4.0f, 0.0f, 0.0f)
		[
			MakeWords(FWords{FText::Format(LOCTEXT("Caller", "Another program, which calls itself {0}, requests this:"),
				FText::FromString(SToolPreview::MakeHonest(Question.Caller))), false})
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 2.0f)
		[
			SNew(SToolCallRow)
			.Call(Question.Call)
			.OnAnswered(this, &SServedTools::HandleAnswered)
		];
}

TSharedRef<SWidget> SServedTools::MakeAddress()
{
	return SNew(SHorizontalBox)
		.Visibility(this, &SServedTools::GetAddressVisibility)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		.Padding(0.0f, 0.0f, 8.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(this, &SServedTools::GetAddress)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ToolTipText(LOCTEXT("ServedTip", "Programs on this machine that have the token may request this editor's tools. You are asked here about each call that changes something."))
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SChatButton)
			.ContentPadding(FMargin(8.0f, 1.0f))
			.Text(LOCTEXT("Copy", "Copy for a program"))
			.ToolTipText(LOCTEXT("CopyTip", "Copy the address and token in the form used by server lists (\"mcpServers\"). Anyone with the token can call the tools; it is valid until the editor closes."))
			.OnClicked(this, &SServedTools::HandleCopyClicked)
		];
}

TSharedRef<SWidget> SServedTools::MakeWords(const FWords& Words)
{
	return SNew(STextBlock)
		.Text(Words.Words)
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
		.ColorAndOpacity_Lambda([bIsWrong = Words.bIsWrong]() { return bIsWrong ? FWordColors::GetError() : FSlateColor::UseForeground(); })
		.AutoWrapText(true);
}

FReply SServedTools::HandleCopyClicked()
{
	if (const TSharedPtr<FServedTools> Served = FServedTools::Get())
	{
		FPlatformApplicationMisc::ClipboardCopy(*Served->GetEntry());
	}
	return FReply::Handled();
}

FText SServedTools::GetAddress() const
{
	return Address;
}

EVisibility SServedTools::GetAddressVisibility() const
{
	return Address.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible;
}

void SServedTools::HandleAnswered(const FString& CallId, EVibeUEToolApproval Approval, const FString& Reason)
{
	if (const TSharedPtr<FServedTools> Served = FServedTools::Get())
	{
		Served->Answer(CallId, Approval, Reason);
	}
}

#undef LOCTEXT_NAMESPACE
