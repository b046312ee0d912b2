// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Types/SlateStructs.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SAgentPicker.h"
#include "Widgets/SCompoundWidget.h"

class SSetupOffers;
struct FPropertyChangedEvent;

/** Shown while nothing was said yet: what is missing before the user can begin, or how to begin. */
class SChatWelcome : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatWelcome)
	{
	}
	/** The user wants to see the settings. */
	SLATE_EVENT(FSimpleDelegate, OnSettingsAsked)
	/** An agent that was found is to answer. */
	SLATE_EVENT(FOnVibeUEAgentChosen, OnAgentChosen)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	virtual ~SChatWelcome() override;

	/** Returns whether something has to be set before one can chat. */
	bool NeedsSetup() const
	{
		return Problem.Kind != EVibeUEFailure::None;
	}

	/** Looks again what is missing. It reads the settings' files. */
	void Refresh();

private:
	/** Makes what is shown, from the top down. */
	TSharedRef<SWidget> MakeWords(const FArguments& InArgs);
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	void HandleSettingsChanged(UObject* Settings, FPropertyChangedEvent& Event);
	void HandleActivated(const bool bIsActive);

	/** Words what was found missing: no file is read. */
	void ShowWords();
	/** Returns how wide the words are set, whatever they are. */
	FOptionalSize GetColumnWidth() const;
	FText GetTitle() const;
	FText GetAdvice() const;
	EVisibility GetSetupVisibility() const;
	EVisibility GetTestVisibility() const;

	TSharedPtr<SSetupOffers> Offers;
	FVibeUEError Problem;

	/** What is asked, as the settings had it when they were read last. */
	FString AgentCommand;
	bool bHasServer = false;

	/** The settings may be others than when they were read last. */
	bool bIsStale = false;
	FText Title;
	FText Advice;
	bool bAgentAnswers = false;
};
