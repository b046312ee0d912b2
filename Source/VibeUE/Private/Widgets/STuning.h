// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "AppliedTrial.h"
#include "Bridge/SettingsTuning.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Misc/Optional.h"
#include "Templates/UniquePtr.h"
#include "Types/SlateStructs.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/KeptKeyboard.h"
#include "Widgets/SCompoundWidget.h"

class SVerticalBox;
class UVibeUESettings;
struct FPropertyChangedEvent;

/**
 * *Tune on my conversations*, a part of the settings page: replays the saved conversations under today's settings, each
 * preset and other thresholds, shows what each would have led to, and applies one.
 */
class STuning : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(STuning)
	{
	}
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

private:
	TSharedRef<SWidget> MakeHead();
	FReply HandleTuneClicked();
	FReply HandleApplyClicked();
	FReply HandleTakeBackClicked();
	FReply HandleTrialClicked(int32 Trial);
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	void HandleSettingsChanged(UObject* Settings, FPropertyChangedEvent& Event);

	/** Shows the report and the chosen trial, or why there is none. */
	void ShowResult();
	void ClearResult();
	EActiveTimerReturnType HandleKeyboard(double CurrentTime, float DeltaTime);
	void AddLine(const FText& Words, const ANSICHAR* Style);
	void AddTable();
	void AddPlots();

	/** Returns how wide a plot is: two next to each other are as wide as the table, if there is room for them. */
	FOptionalSize GetPlotWidth() const;
	void AddLegend();
	void AddChosen();
	void AddLevers(bool bCanTakeBack);
	TSharedRef<SWidget> MakeRow(int32 Trial);

	bool IsRunning() const;
	FText GetButtonText() const;
	FText GetProgressText() const;
	TOptional<float> GetDone() const;
	EVisibility GetProgressVisibility() const;

	TUniquePtr<FSettingsTuning> Tuning;
	FTuningReport Report;
	TOptional<FAppliedTrial> Applied;
	/** What was set when the comparison began. */
	TMap<FString, FString> Compared;
	int32 Chosen = 0;
	/** The trial that is in force. */
	int32 InForce = 0;
	/** Settings were changed elsewhere since then. */
	bool bIsStale = false;
	bool bIsApplying = false;
	TSharedPtr<SVerticalBox> Result;

	/** What can have the keyboard in the result: it stays there when the result is made again. */
	TArray<FNamedRow> NamedRows;
	FKeptKeyboard Keyboard;
	int32 Plotted = 0;
};
