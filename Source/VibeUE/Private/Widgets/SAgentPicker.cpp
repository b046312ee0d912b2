// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SAgentPicker.h"

#include "Bridge/KnownAgent.h"
#include "Framework/MultiBox/MultiBoxBuilder.h"
#include "Layout/Margin.h"
#include "VibeUESettings.h"
#include "VibeUEStyle.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/Input/SComboButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SAgentPicker"

void SAgentPicker::Construct(const FArguments& InArgs)
{
	Current = InArgs._Current;
	OnChosen = InArgs._OnChosen;
	OnSettingsAsked = InArgs._OnSettingsAsked;
	Label = LabelOf(Labelled);
	ChildSlot
	[
		SNew(SComboButton)
		.ContentPadding(FMargin(6.0f, 1.0f))
		.ToolTipText(LOCTEXT("Tip", "Who answers: the model from the settings, or another agent that is installed."))
		.OnGetMenuContent(this, &SAgentPicker::MakeMenu)
		.ButtonContent()
		[
			SNew(STextBlock)
			.Text(this, &SAgentPicker::GetLabel)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
		]
	];
}

TSharedRef<SWidget> SAgentPicker::MakeMenu()
{
	FMenuBuilder Menu(true, nullptr);
	const auto Add = [this, &Menu](const FString& Command, const FText& Tip)
	{
		Menu.AddMenuEntry(NameOf(Command), Tip, FSlateIcon(), FUIAction(FExecuteAction::CreateSP(this, &SAgentPicker::HandleChosen, Command)));
	};
	Menu.BeginSection("Model", LOCTEXT("Model", "A model"));
	const FString Model = GetDefault<UVibeUESettings>()->GetModelChoice().Model;
	Add(FString(), Model.IsEmpty() ? LOCTEXT("ModelTip", "The model from the settings answers, and VibeUE keeps its context.")
								   : FText::Format(LOCTEXT("ThisModelTip", "{0} answers, and VibeUE keeps its context."), FText::FromString(Model)));
	Menu.EndSection();
	Menu.BeginSection("Agents", LOCTEXT("Agents", "Another agent, with its own sign-in"));
	bool bIsKnown = Current.Get().IsEmpty();
	for (const FKnownAgent& Known : FKnownAgent::FindAll())
	{
		bIsKnown = bIsKnown || Known.Command.Equals(Current.Get());
		Add(Known.Command, FText::Format(LOCTEXT("KnownTip", "Starts: {0}\nTo install it: {1}"), FText::FromString(Known.Command), FText::FromString(Known.Install)));
	}
	if (!bIsKnown)
	{
		Add(Current.Get(), FText::Format(LOCTEXT("OwnTip", "Starts: {0}"), FText::FromString(Current.Get())));
	}
	Menu.AddMenuEntry(LOCTEXT("Other", "Another one\u2026"), LOCTEXT("OtherTip", "Enter the command of any agent that speaks the Agent Client Protocol in the settings."), FSlateIcon(),
		FUIAction(FExecuteAction::CreateSP(this, &SAgentPicker::HandleSettingsChosen)));
	Menu.EndSection();
	return Menu.MakeWidget();
}

void SAgentPicker::HandleChosen(FString Command)
{
	if (!Command.Equals(Current.Get()))
	{
		OnChosen.ExecuteIfBound(Command);
	}
}

void SAgentPicker::HandleSettingsChosen()
{
	OnSettingsAsked.ExecuteIfBound();
}

FText SAgentPicker::GetLabel() const
{
	const FString Command = Current.Get();
	if (!Labelled.Equals(Command))
	{
		Labelled = Command;
		Label = LabelOf(Command);
	}
	return Label;
}

FText SAgentPicker::LabelOf(const FString& Command) const
{
	// The model itself is named below, where another one is chosen.
	return Command.IsEmpty() ? LOCTEXT("AnsweredByModel", "Answered by a model") : FText::Format(LOCTEXT("AnsweredBy", "Answered by {0}"), NameOf(Command));
}

FText SAgentPicker::NameOf(const FString& Command) const
{
	if (Command.IsEmpty())
	{
		return LOCTEXT("OwnModel", "Model");
	}
	for (const FKnownAgent& Known : FKnownAgent::FindAll())
	{
		if (Known.Command.Equals(Command))
		{
			return FText::FromString(Known.Title);
		}
	}
	// Paths are long: the program's name says enough, and the tool tip the rest.
	static constexpr int32 MostLetters = 24;
	FString Name = Command;
	for (const TCHAR Separator : {TEXT('/'), TEXT('\\')})
	{
		int32 Place = INDEX_NONE;
		if (Name.FindLastChar(Separator, Place))
		{
			Name = Name.Mid(Place + 1);
		}
	}
	return FText::FromString(Name.Len() > MostLetters ? FChatExcerpt::Begin(Name, MostLetters) + TEXT("\u2026") : Name);
}

#undef LOCTEXT_NAMESPACE
