// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"

class UVibeUESettings;

/** A setting that would have another value. */
struct FTuningChange
{
	/** The property's name. */
	FString Name;
	FString Before;
	FString After;
	/** It is not set: it follows the others. */
	bool bFollows = false;
};

/** A combination of settings, with what it would have led to. */
struct FTuningTrial
{
	/** Which one it is. */
	enum class EKind : uint8
	{
		/** The settings as they are. */
		Today,
		Preset,
		/** Another threshold, with everything else as it is. */
		Threshold,
	};

	EKind Kind = EKind::Today;
	/** The preset as the core names it, and for the user; empty if it is none. */
	FString Preset;
	FString Title;
	double Threshold = 0.0;
	bool bIsBest = false;
	int64 Summarizations = 0;
	/** Requests that a provider would have refused. */
	int64 OverBudget = 0;
	int64 Tokens = 0;
	/** The same, with a token from a prompt cache counting a tenth. */
	int64 TokensWithCaching = 0;
	/** What those cost in US dollars; 0 if no price is known. */
	double Dollars = 0.0;
	int64 Facts = 0;
	double FactsPercent = 0.0;
	/** The fullest request: how much of the budget it filled, in which conversation, and its number there. */
	double PeakPercent = 0.0;
	FString PeakConversation;
	int64 PeakRequest = 0;
	/** Why no summarization could help it, if one was tried without success. */
	FString PeakFailure;
	TArray<FTuningChange> Changes;
};

/** A conversation that cannot be read. */
struct FSkippedConversation
{
	FString Name;
	FString Why;
};

/** The outcome of comparing settings. */
struct FTuningReport
{
	/** Why it could not be done; a kind of None when it could. */
	FVibeUEError Problem;
	/** Whether tokens are those of the model, not estimates. */
	bool bIsExact = false;
	int64 Window = 0;
	int64 Budget = 0;
	TArray<FString> Conversations;
	int64 Messages = 0;
	int64 Requests = 0;
	TArray<FSkippedConversation> Skipped;
	/** Older conversations that are left out, because there are too many. */
	int64 LeftOut = 0;
	/** Today's settings first. */
	TArray<FTuningTrial> Trials;
};

/** A line of a plot. */
struct FTuningStroke
{
	vibeue::PlotInk Ink = vibeue::PlotInk::Grid;
	/** The colour of a conversation. */
	int32 Color = 0;
	float Thickness = 1.0f;
	TArray<FVector2D> Points;
};

/** A text of a plot, which ends, or has its middle, at its place. */
struct FTuningText
{
	vibeue::PlotTextRole Role = vibeue::PlotTextRole::Share;
	FVector2D At;
	FString Text;
};

/** How full each request would have been: a drawing in units of its own. */
struct FTuningPlot
{
	FVector2D Size;
	TArray<FTuningStroke> Strokes;
	TArray<FTuningText> Texts;
};

/** Settings compared on the saved conversations, in the background; destroying it cancels it. No model is asked. */
class FSettingsTuning
{
public:
	/** Begins to replay. */
	explicit FSettingsTuning(const UVibeUESettings& Settings);

	/** Returns whether the report is whole. */
	bool IsFinished() const;

	/** Ends it soon, without waiting: the report is then a problem that says so. */
	void Cancel() const;

	/** Returns how much is done, from 0 to 1. */
	float GetDone() const;

	/** Returns the outcome. */
	FTuningReport GetReport() const;

	/** Returns the plot of a trial, by its place in the report. */
	FTuningPlot GetPlot(int32 Trial) const;

private:
	rust::Box<vibeue::Tuning> Tuning;
};
