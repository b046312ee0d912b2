// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SServedTools.h"

#include "HAL/PlatformApplicationMisc.h"
#include "Layout/Margin.h"
#include "Tools/ServedTools.h"
#include "VibeUEStyle.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SToolCallRow.h"
#include "Widgets/SToolPreview.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SServedTools"

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
				+ SScrollBox::Slot()
				[
					SAssignNew(Rows, SVerticalBox)
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
	Rows->ClearChildren();
	if (!bIsShown)
	{
		return;
	}
	if (!Served->IsServing())
	{
		AddWords(FText::Format(LOCTEXT("NotServed", "Tools are not served to other programs: {0}"), FText::FromString(Served->GetProblem())), true);
		return;
	}
	Rows->AddSlot()
	.AutoHeight()
	[
		MakeAddress()
	];
	if (Served->IsPlanMode())
	{
		AddWords(LOCTEXT("PlanMode", "Plan mode is on in a conversation: other programs may look but not change anything."), false);
	}
	for (const FServedQuestion& Call : Served->GetCutOff())
	{
		AddWords(FText::Format(LOCTEXT("CutOff", "The editor closed while this call from {0} was running: {1}. Check what it did before you allow it again."),
			FText::FromString(SToolPreview::MakeHonest(Call.Caller)), FText::FromString(SToolPreview::MakeHonest(Call.Call.Name + TEXT(" ") + Call.Call.Arguments.Left(300)))), true);
	}
	for (const FServedQuestion& Question : Served->GetQuestions())
	{
		AddWords(FText::Format(LOCTEXT("Caller", "Another program, which calls itself {0}, requests this:"),
			FText::FromString(SToolPreview::MakeHonest(Question.Caller))), false);
		Rows->AddSlot()
		.AutoHeight()
		.Padding(0.0f, 2.0f)
		[
			SNew(SToolCallRow)
			.Call(Question.Call)
			.OnAnswered(this, &SServedTools::HandleAnswered)
		];
	}
}

TSharedRef<SWidget> SServedTools::MakeAddress()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		.Padding(0.0f, 0.0f, 8.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(FText::Format(LOCTEXT("Served", "Tools are served at {0}"), FText::FromString(FServedTools::Get()->GetUrl())))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ToolTipText(LOCTEXT("ServedTip", "Programs on this machine that have the token may request this editor's tools. You are asked here about each call that changes something."))
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SButton)
			.ContentPadding(FMargin(8.0f, 1.0f))
			.Text(LOCTEXT("Copy", "Copy for a program"))
			.ToolTipText(LOCTEXT("CopyTip", "Copy the address and token in the form used by server lists (\"mcpServers\"). Whoever has the token may request tools; it is valid until the editor closes."))
			.OnClicked(this, &SServedTools::HandleCopyClicked)
		];
}

void SServedTools::AddWords(const FText& Words, bool bIsWrong)
{
	Rows->AddSlot()
	.AutoHeight()
	.Padding(0.0f, 4.0f, 0.0f, 0.0f)
	[
		SNew(STextBlock)
		.Text(Words)
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
		.ColorAndOpacity_Lambda([bIsWrong]() { return bIsWrong ? FWordColors::GetError() : FSlateColor::UseForeground(); })
		.AutoWrapText(true)
	];
}

FReply SServedTools::HandleCopyClicked()
{
	if (const TSharedPtr<FServedTools> Served = FServedTools::Get())
	{
		FPlatformApplicationMisc::ClipboardCopy(*Served->GetEntry());
	}
	return FReply::Handled();
}

void SServedTools::HandleAnswered(const FString& CallId, EVibeUEToolApproval Approval, const FString& Reason)
{
	if (const TSharedPtr<FServedTools> Served = FServedTools::Get())
	{
		Served->Answer(CallId, Approval, Reason);
	}
}

#undef LOCTEXT_NAMESPACE
