// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** The user chose who answers: the command of an agent, or nothing for the model of the settings. */
DECLARE_DELEGATE_OneParam(FOnVibeUEAgentChosen, const FString&);

/** Who answers: a button with the model of the settings, the agents that are known by name, and the configured one. */
class SAgentPicker : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SAgentPicker)
	{
	}
	/** The command of the agent that answers; empty if a model does. */
	SLATE_ATTRIBUTE(FString, Current)
	/** Somebody else is to answer. */
	SLATE_EVENT(FOnVibeUEAgentChosen, OnChosen)
	/** The settings are wanted, for an agent that is not in the list. */
	SLATE_EVENT(FSimpleDelegate, OnSettingsAsked)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

private:
	TSharedRef<SWidget> MakeMenu();
	void HandleChosen(FString Command);
	void HandleSettingsChosen();
	FText GetLabel() const;

	FText LabelOf(const FString& Command) const;

	/** The name of an agent: its title, else its command. */
	FText NameOf(const FString& Command) const;

	TAttribute<FString> Current;
	FOnVibeUEAgentChosen OnChosen;
	FSimpleDelegate OnSettingsAsked;

	/** What the button says, and for which command that is. */
	mutable FText Label;
	mutable FString Labelled;
};
