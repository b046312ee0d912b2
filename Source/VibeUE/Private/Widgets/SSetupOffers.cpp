// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SSetupOffers.h"

#include "Framework/MultiBox/MultiBoxBuilder.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUESettings.h"
#include "VibeUEStyle.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SComboButton.h"
#include "Widgets/Input/SEditableTextBox.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SNullWidget.h"
#include "Widgets/SToolPreview.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SSetupOffers"

namespace SSetupOffersPrivate
{
/** A list that is higher scrolls, so that the buttons below it stay in view. */
static constexpr float MostHeight = 260.0f;

/** A server says what it likes: what hides is shown. */
static FText Honest(const FString& Text)
{
	return FText::FromString(SToolPreview::MakeHonest(Text));
}

static void AddFootButton(SWrapBox& Box, const FText& Label, const FText& Tip, const TAttribute<bool>& IsEnabled, const FOnClicked& OnClicked)
{
	Box.AddSlot()
	.Padding(3.0f, 3.0f)
	[
		SNew(SChatButton)
		.ContentPadding(FMargin(10.0f, 3.0f))
		.Text(Label)
		.ToolTipText(Tip)
		.IsEnabled(IsEnabled)
		.OnClicked(OnClicked)
	];
}
} // namespace SSetupOffersPrivate

void SSetupOffers::Construct(const FArguments& InArgs)
{
	OnAgentChosen = InArgs._OnAgentChosen;
	OnSettingsAsked = InArgs._OnSettingsAsked;
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(SBorder)
			.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Card"))
			.Padding(FMargin(12.0f, 4.0f, 10.0f, 4.0f))
			.Visibility(this, &SSetupOffers::GetListVisibility)
			[
				SNew(SBox)
				.MaxDesiredHeight(SSetupOffersPrivate::MostHeight)
				[
					SNew(SScrollBox)
					.ScrollWhenFocusChanges(EScrollWhenFocusChanges::InstantScroll)
					+ SScrollBox::Slot()
					[
						SAssignNew(Rows, SVerticalBox)
					]
				]
			]
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 8.0f, 0.0f, 0.0f)
		[
			// As wide as the list: in a slot as wide as the text, a longer state would be set in the column of the one before.
			SNew(STextBlock)
			.Text(this, &SSetupOffers::GetState)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.Justification(ETextJustify::Center)
			.AutoWrapText(true)
			.Visibility(this, &SSetupOffers::GetStateVisibility)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 8.0f, 0.0f, 0.0f)
		[
			MakeKeyField()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.HAlign(HAlign_Center)
		.Padding(0.0f, 6.0f, 0.0f, 0.0f)
		[
			MakeFoot()
		]
	];
}

TSharedRef<SWidget> SSetupOffers::MakeFoot()
{
	const TSharedRef<SWrapBox> Box = SNew(SWrapBox).UseAllottedSize(true);
	SSetupOffersPrivate::AddFootButton(*Box, LOCTEXT("Paste", "Paste a key\u2026"),
		LOCTEXT("PasteTip", "Use a service whose key you have. The key is saved in this project's Saved folder, for you only."), true,
		FOnClicked::CreateSP(this, &SSetupOffers::HandlePasteClicked));
	if (OnSettingsAsked.IsBound())
	{
		SSetupOffersPrivate::AddFootButton(*Box, LOCTEXT("Other", "Open settings"),
			LOCTEXT("OtherTip", "Any other provider, server or agent: shows Project Settings, Plugins, VibeUE."), true,
			FOnClicked::CreateSP(this, &SSetupOffers::HandleOtherClicked));
	}
	SSetupOffersPrivate::AddFootButton(*Box, LOCTEXT("Rescan", "Look again"),
		LOCTEXT("RescanTip", "Looks again for servers on this machine, keys in the environment and agents. Nothing leaves this machine."),
		TAttribute<bool>::CreateSP(this, &SSetupOffers::CanRescan), FOnClicked::CreateSP(this, &SSetupOffers::HandleRescanClicked));
	return Box;
}

TSharedRef<SWidget> SSetupOffers::MakeKeyField()
{
	return SNew(SVerticalBox)
		.Visibility(this, &SSetupOffers::GetKeyVisibility)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			.VAlign(VAlign_Center)
			[
				SAssignNew(KeyBox, SEditableTextBox)
				.IsPassword(true)
				.HintText(LOCTEXT("KeyHint", "An Anthropic, OpenAI, Google Gemini or OpenRouter key"))
				.OnTextChanged(this, &SSetupOffers::HandleKeyChanged)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.Padding(6.0f, 0.0f, 0.0f, 0.0f)
			[
				SNew(SChatButton)
				.ContentPadding(FMargin(10.0f, 3.0f))
				.Text(LOCTEXT("UseKey", "Use key"))
				.ToolTipText(LOCTEXT("UseKeyTip", "Saves the key and its provider in the settings."))
				.IsEnabled(this, &SSetupOffers::CanUseKey)
				.OnClicked(this, &SSetupOffers::HandleKeyUsed)
			]
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(2.0f, 4.0f, 0.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(this, &SSetupOffers::GetKeyNote)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.AutoWrapText(true)
		];
}

TSharedRef<SWidget> SSetupOffers::MakeRow(int32 Index)
{
	const FSetupOffer& Offer = Offers[Index];
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(STextBlock)
				.Text(Offer.Kind == FSetupOffer::EKind::EngineTools ? LOCTEXT("EngineTools", "Unreal Engine's tools") : FText::FromString(Offer.Title))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Bold"))
				.AutoWrapText(true)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 2.0f, 0.0f, 0.0f)
			[
				SNew(STextBlock)
				.Text(this, &SSetupOffers::GetDetail, Index)
				.ToolTipText(SSetupOffersPrivate::Honest(Offer.Place))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
				.ColorAndOpacity_Static(&FWordColors::GetQuiet)
				.AutoWrapText(true)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.HAlign(HAlign_Left)
			[
				MakeChoice(Index)
			]
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(8.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(SChatButton)
			.ButtonStyle(FAppStyle::Get(), Index == 0 ? "PrimaryButton" : "Button")
			.ContentPadding(FMargin(12.0f, 3.0f))
			.Text(this, &SSetupOffers::GetUseText, Index)
			.ToolTipText(FText::Format(LOCTEXT("UseTip", "Saves it in the settings: {0}"), SSetupOffersPrivate::Honest(Offer.Place)))
			.IsEnabled(this, &SSetupOffers::CanUse, Index)
			.OnClicked(this, &SSetupOffers::HandleUseClicked, Index)
		];
}

TSharedRef<SWidget> SSetupOffers::MakeChoice(int32 Index)
{
	if (Offers[Index].Models.Num() < 2)
	{
		return SNullWidget::NullWidget;
	}
	return SNew(SComboButton)
		.ContentPadding(FMargin(6.0f, 1.0f))
		.ToolTipText(LOCTEXT("ModelTip", "Choose which of its models answers."))
		.OnGetMenuContent(this, &SSetupOffers::MakeModelMenu, Index)
		.ButtonContent()
		[
			SNew(STextBlock)
			.Text(this, &SSetupOffers::GetModelName, Index)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
		];
}

TSharedRef<SWidget> SSetupOffers::MakeModelMenu(int32 Index)
{
	FMenuBuilder Menu(true, nullptr);
	for (int32 Model = 0; Model < Offers[Index].Models.Num(); ++Model)
	{
		Menu.AddMenuEntry(SSetupOffersPrivate::Honest(Offers[Index].Models[Model]), FText::GetEmpty(), FSlateIcon(),
			FUIAction(FExecuteAction::CreateSP(this, &SSetupOffers::HandleModelChosen, Index, Model)));
	}
	return Menu.MakeWidget();
}

void SSetupOffers::LookOnce()
{
	if (!bHasLooked)
	{
		Look();
	}
}

void SSetupOffers::Look()
{
	bHasLooked = true;
	Search = MakeUnique<FSetupSearch>();
	RegisterActiveTimer(0.1f, FWidgetActiveTimerDelegate::CreateSP(this, &SSetupOffers::HandleTime));
}

EActiveTimerReturnType SSetupOffers::HandleTime(double, float)
{
	if (Search.IsValid() && !Search->IsFinished())
	{
		return EActiveTimerReturnType::Continue;
	}
	if (Search.IsValid())
	{
		ShowOffers();
		Search.Reset();
	}
	return EActiveTimerReturnType::Stop;
}

void SSetupOffers::ShowOffers()
{
	const FVibeUEError Failure = Search->GetProblem();
	Problem = Failure.Kind == EVibeUEFailure::None ? FText::GetEmpty() : FChatSentence::WithHint(Failure.Message, Failure.Hint);
	Offers = Search->GetOffers();
	Chosen.Init(0, Offers.Num());
	Confirming = INDEX_NONE;
	bCanBegin = false;
	Rows->ClearChildren();
	for (int32 Index = 0; Index < Offers.Num(); ++Index)
	{
		bCanBegin = bCanBegin || Offers[Index].Kind != FSetupOffer::EKind::EngineTools;
		Rows->AddSlot()
		.AutoHeight()
		.Padding(0.0f, 5.0f)
		[
			MakeRow(Index)
		];
	}
}

FReply SSetupOffers::HandleRescanClicked()
{
	Look();
	return FReply::Handled();
}

FReply SSetupOffers::HandleOtherClicked()
{
	OnSettingsAsked.ExecuteIfBound();
	return FReply::Handled();
}

FReply SSetupOffers::HandlePasteClicked()
{
	bShowsKeyField = !bShowsKeyField;
	return FReply::Handled();
}

FReply SSetupOffers::HandleKeyUsed()
{
	if (CanUseKey())
	{
		const FString Pasted = Key;
		const FSetupOffer Offer = KeyOffer;
		bShowsKeyField = false;
		// Neither the field nor this keeps it.
		KeyBox->SetText(FText::GetEmpty());
		HandleKeyChanged(FText::GetEmpty());
		Use(Offer, 0, Pasted);
	}
	return FReply::Handled();
}

void SSetupOffers::HandleModelChosen(int32 Index, int32 Model)
{
	// It may have been looked around since the menu was opened.
	if (Offers.IsValidIndex(Index) && Offers[Index].Models.IsValidIndex(Model))
	{
		Chosen[Index] = Model;
	}
}

void SSetupOffers::HandleKeyChanged(const FText& Text)
{
	Key = Text.ToString().TrimStartAndEnd();
	KeyOffer = FSetupOffer::OfKey(Key);
}

FText SSetupOffers::GetDetail(int32 Index) const
{
	const FSetupOffer& Offer = Offers[Index];
	switch (Offer.Kind)
	{
	case FSetupOffer::EKind::Key:
		return FText::Format(LOCTEXT("KeyDetail", "Key in {0}, model {1}"), FText::FromString(Offer.Place), FText::FromString(Offer.Models[0]));
	case FSetupOffer::EKind::Agent:
		return LOCTEXT("AgentDetail", "An agent with its own sign-in and its own context");
	case FSetupOffer::EKind::EngineTools:
		return GetDefault<UVibeUESettings>()->bUseEngineServer ? LOCTEXT("EngineUsed", "Offered to any model or agent")
															  : LOCTEXT("EngineDetail", "This editor serves them, for any model or agent");
	case FSetupOffer::EKind::Server:
		break;
	}
	if (Offer.Models.Num() == 0)
	{
		return LOCTEXT("NoModels", "Running on this machine, but has no model yet");
	}
	const int64 Window = Offer.Windows[Chosen[Index]];
	if (Offer.Models.Num() > 1)
	{
		// The button below names the model.
		return Window > 0 ? FText::Format(LOCTEXT("SeveralDetail", "Runs on this machine; a window of {0} tokens"), FText::AsNumber(Window))
						  : LOCTEXT("SeveralNoWindow", "Runs on this machine");
	}
	const FText Model = SSetupOffersPrivate::Honest(Offer.Models[Chosen[Index]]);
	return Window > 0 ? FText::Format(LOCTEXT("ServerDetail", "Runs on this machine: {0}, {1} tokens"), Model, FText::AsNumber(Window))
					  : FText::Format(LOCTEXT("ServerNoWindow", "Runs on this machine: {0}"), Model);
}

FText SSetupOffers::GetModelName(int32 Index) const
{
	return SSetupOffersPrivate::Honest(Offers[Index].Models[Chosen[Index]]);
}

FText SSetupOffers::GetState() const
{
	if (Search.IsValid())
	{
		return LOCTEXT("Looking", "Searching this machine\u2026");
	}
	return Problem.IsEmpty() ? LOCTEXT("Nothing", "No model server answers on this machine, no provider's key is in the environment, and no known agent is installed.")
							 : Problem;
}

FText SSetupOffers::GetKeyNote() const
{
	if (!KeyOffer.Provider.IsEmpty())
	{
		return FText::Format(LOCTEXT("KeyOf", "This is a key for {0}: {1} will answer. It is saved in this project's Saved folder, for you only."),
			FText::FromString(KeyOffer.Title), FText::FromString(KeyOffer.Models[0]));
	}
	return Key.IsEmpty() ? LOCTEXT("KeySaved", "It is saved in this project's Saved folder, for you only, and sent only to its own service.")
						 : LOCTEXT("KeyUnknown", "Several services use keys in this format: open the settings, choose the provider there, and enter it.");
}

bool SSetupOffers::CanUse(int32 Index) const
{
	const FSetupOffer& Offer = Offers[Index];
	if (Offer.Kind == FSetupOffer::EKind::EngineTools)
	{
		return !GetDefault<UVibeUESettings>()->bUseEngineServer;
	}
	return Offer.Kind == FSetupOffer::EKind::Agent || Offer.Models.Num() > 0;
}

bool SSetupOffers::CanRescan() const
{
	return !Search.IsValid();
}

bool SSetupOffers::CanUseKey() const
{
	return !KeyOffer.Provider.IsEmpty();
}

EVisibility SSetupOffers::GetStateVisibility() const
{
	return Search.IsValid() || !Problem.IsEmpty() || (bHasLooked && Offers.Num() == 0) ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SSetupOffers::GetKeyVisibility() const
{
	return bShowsKeyField ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SSetupOffers::GetListVisibility() const
{
	return Offers.Num() > 0 ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
