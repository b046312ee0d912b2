// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Misc/Optional.h"
#include "Styling/SlateColor.h"
#include "Types/SlateStructs.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/FocusOutline.h"
#include "Widgets/SCompoundWidget.h"

struct FSlateBrush;

class SChatField;
class SExpandableArea;

/** What the user says to a call; with the call's id, and the reason of a denial. */
DECLARE_DELEGATE_ThreeParams(FOnVibeUEToolCallAnswered, const FString&, EVibeUEToolApproval, const FString&);

/** Says how long a call has been running, in milliseconds; below 0 if it does not run. */
DECLARE_DELEGATE_RetVal_OneParam(int64, FOnVibeUEToolCallTimed, const FString&);

/** How far a call is. */
enum class EToolCallState : uint8
{
	/** The user has to allow it. */
	Asking,
	/** It runs. */
	Running,
	/** It gave a result. */
	Done,
	/** It failed. */
	Failed,
	/** The user denied it. */
	Denied,
	/** Its turn ended before it gave a result. */
	Unfinished,
	/** It was only tried: what it would do is shown. */
	Tried,
};

/** One call of a tool: what is to run, whether it may, and the outcome. */
class SToolCallRow : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SToolCallRow)
		: _MessageId(0)
	{
	}
	/** The call. */
	SLATE_ARGUMENT(FVibeUEToolCall, Call)
	/** The message that makes it; 0 if it is not known. */
	SLATE_ARGUMENT(int64, MessageId)
	/** The user answered. */
	SLATE_EVENT(FOnVibeUEToolCallAnswered, OnAnswered)
	/** How long the call has been running is asked, while it does. */
	SLATE_EVENT(FOnVibeUEToolCallTimed, OnTimed)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** The call may run. */
	void SetApproved();

	/** The turn is over: what gave no result will give none. */
	void SetTurnEnded();

	/** The call gave this. */
	void SetResult(const FVibeUEToolResult& Result);

	/** The call ended so; its result says more. */
	void SetEnd(EVibeUEToolEnd End);

	/** Answers for the user, with the reason that is written in the row; nothing if it does not ask. */
	void Answer(EVibeUEToolApproval Approval);

	//~ Begin SWidget Interface
	/**
	 * Takes the keyboard when the user goes to what waits: Tab moves on to its answers. Enter opens what it was called
	 * with, and allows nothing.
	 */
	virtual bool SupportsKeyboardFocus() const override
	{
		return true;
	}
	virtual const FSlateBrush* GetFocusBrush() const override
	{
		return FFocusOutline::GetBrush();
	}
	virtual FReply OnKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	//~ End SWidget Interface

	/** Returns what those hear of it who do not see it: what is called, and how far it is. */
	FText GetSpoken() const;

	/** The lines of a summary name the message that makes the call so; 0 while the model reads that itself. */
	void SetCallNumber(int64 InNumber)
	{
		CallNumber = InNumber;
	}

	/** The same of the message with its result. */
	void SetResultNumber(int64 InNumber)
	{
		ResultNumber = InNumber;
	}

	/** Returns whether it is finished: a call with the same id is another one. */
	bool HasEnded() const;

	/** Returns the message that makes it. */
	int64 GetMessageId() const
	{
		return MessageId;
	}

	/** Returns how far it is. */
	EToolCallState GetState() const
	{
		return State;
	}

	/** Returns whether it shows code, or a change to a file, that it would run or make: lines of that are not broken if there is room. */
	bool IsShowingCode() const;

	/** Draws a line around the row, or takes it away. */
	void SetMarked(bool bInMarked)
	{
		bMarked = bInMarked;
	}

private:
	TSharedRef<SWidget> MakeHeader();
	TSharedRef<SWidget> MakeHeadline();
	TSharedRef<SWidget> MakeLine();
	TSharedRef<SWidget> MakeDetails();
	TSharedRef<SWidget> MakeArgumentsHeading();
	FReply HandleCopyClicked();
	TSharedRef<SWidget> MakeQuestion();
	TSharedRef<SWidget> MakeAnswers();
	TSharedRef<SWidget> MakeAnswer(const FText& Label, const FText& Tip, EVibeUEToolApproval Approval, bool bIsMain);
	FReply HandleAnswer(EVibeUEToolApproval Approval);
	FText GetStateText() const;

	/** The state with what is known of time and tokens, if there is one line for both. */
	FText GetStateLine() const;
	FText GetFigures() const;
	EVisibility GetFiguresVisibility() const;

	/** The numbers by which a summary names call and result: `m6, m7`; empty if none does. */
	FText GetNumbers() const;
	FText GetNumbersTip() const;

	/** Looks at the time while the call runs. */
	void WatchTime();
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);

	/** Whether the row is so narrow that its state has a line of its own. */
	bool IsNarrow() const;

	/** Whether the user is asked for something that cannot be undone. */
	bool IsDestructive() const;
	EVisibility GetLineVisibility() const;
	FSlateColor GetAccessColor() const;
	EVisibility GetVisibilityBesideName() const;
	EVisibility GetVisibilityBelowName() const;
	FOptionalSize GetNameWidth() const;
	FOptionalSize GetReasonWidth() const;
	const FSlateBrush* GetIcon() const;
	const FSlateBrush* GetBox() const;
	FSlateColor GetStateColor() const;
	FText GetResultText() const;
	EVisibility GetPreviewVisibility() const;
	EVisibility GetResultVisibility() const;

	FVibeUEToolCall Call;
	int64 MessageId = 0;
	FOnVibeUEToolCallAnswered OnAnswered;
	TSharedPtr<SExpandableArea> Details;
	TSharedPtr<SChatField> Reason;
	FText ResultText;
	FOnVibeUEToolCallTimed OnTimed;

	/** How long it has been running, or ran, and what its result takes. */
	FText Figures;
	int64 ShownSeconds = 0;
	int64 CallNumber = 0;
	int64 ResultNumber = 0;
	bool bTimerRuns = false;
	TOptional<EVibeUEToolEnd> HowItEnded;
	EVibeUEResultOrigin Origin = EVibeUEResultOrigin::Given;
	bool bHasResult = false;
	bool bMarked = false;
	EToolCallState State = EToolCallState::Running;
};
