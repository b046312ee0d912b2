// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"
#include "Widgets/Views/SListView.h"

class ITableRow;
class SMultiLineEditableTextBox;
class SScrollBox;
class STableViewBase;

DECLARE_DELEGATE_OneParam(FOnSampleSent, const FString&);

/** A line of the sample's chat. */
struct FSampleChatLine
{
	FString Text;
};

/** A small chat: rows, a bar, an input, a button; one of everything that a chat window is made of. */
class SSampleChat : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SSampleChat)
		: _Budget(100)
	{
	}
	SLATE_ARGUMENT(int32, Budget)
	SLATE_ATTRIBUTE(FText, Title)
	SLATE_EVENT(FOnSampleSent, OnSent)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	void AddLine(const FString& Text);
	int32 GetRowsMade() const
	{
		return RowsMade;
	}
	int32 GetFlushes() const
	{
		return Flushes;
	}
	TSharedPtr<SListView<TSharedPtr<FSampleChatLine>>> GetList() const
	{
		return List;
	}

private:
	TSharedRef<ITableRow> MakeRow(TSharedPtr<FSampleChatLine> Line, const TSharedRef<STableViewBase>& Owner);
	FReply HandleKeyDown(const FGeometry& Geometry, const FKeyEvent& Event);
	FReply HandleSendClicked();
	bool CanSend() const;
	TOptional<float> GetShare() const;
	FSlateColor GetShareColor() const;
	FText GetBarToolTip() const;
	EActiveTimerReturnType Flush(double CurrentTime, float DeltaTime);

	int32 Budget = 0;
	int32 RowsMade = 0;
	int32 Flushes = 0;
	FOnSampleSent OnSent;
	TArray<TSharedPtr<FSampleChatLine>> Lines;
	TSharedPtr<SListView<TSharedPtr<FSampleChatLine>>> List;
	TSharedPtr<SMultiLineEditableTextBox> Input;
};
