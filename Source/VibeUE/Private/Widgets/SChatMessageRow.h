// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatMessage.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Styling/SlateColor.h"
#include "Styling/SlateTypes.h"
#include "Types/SlateStructs.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SChatRichText.h"
#include "Widgets/SChatWordings.h"
#include "Widgets/SCompoundWidget.h"

class SChatLinkList;
class SHorizontalBox;

/** The user pins a message, or releases it. */
DECLARE_DELEGATE_TwoParams(FOnVibeUEChatMessagePinned, int64, bool);

/** The user selects a message, or clears it. */
DECLARE_DELEGATE_TwoParams(FOnVibeUEChatSelected, int64, bool);

/** The user unfolded a long message up to this number of characters. */
DECLARE_DELEGATE_OneParam(FOnVibeUEChatUnfolded, int32);

/** What a row of the chat is. */
enum class EChatRowKind : uint8
{
	/** The user's message. */
	User,
	/** The model's answer. */
	Assistant,
	/** A summary that stands for earlier messages. */
	Summary,
	/** Something failed. */
	Error,
	/** Something to know. */
	Warning,
	/** The output of a command. */
	Status,
};

/** One message, error or warning. */
class SChatMessageRow : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatMessageRow)
		: _Kind(EChatRowKind::Assistant)
		, _MessageId(0)
		, _bPinned(false)
		, _SelectionId(0)
		, _IsSelecting(false)
		, _IsSelected(false)
		, _TalkWidth(0.0f)
		, _RequestId(0)
		, _Unfolded(0)
		, _bHasContents(false)
		, _bContentsOpen(false)
	{
	}
	/** What the row is. */
	SLATE_ARGUMENT(EChatRowKind, Kind)
	/** Its text. */
	SLATE_ARGUMENT(FString, Text)
	/** The text as it is drawn, if that is another one than what is copied; else empty. */
	SLATE_ARGUMENT(FString, Shown)
	/** What to do about it; may be empty. */
	SLATE_ARGUMENT(FString, Hint)
	/** What an error is called; empty if nothing is known of its kind. */
	SLATE_ARGUMENT(FText, Heading)
	/** More to say next to the author; may be empty. */
	SLATE_ARGUMENT(FText, Note)
	/** What the user attached to it. */
	SLATE_ARGUMENT(TArray<FVibeUEAttachment>, Attachments)
	/** The message's id; 0 if it has none, or none yet. */
	SLATE_ARGUMENT(int64, MessageId)
	/** Whether the message is pinned. */
	SLATE_ARGUMENT(bool, bPinned)
	/** The message's id if it can be selected, else 0. */
	SLATE_ARGUMENT(int64, SelectionId)
	/** Whether there is a box to select it with. */
	SLATE_ATTRIBUTE(bool, IsSelecting)
	/** Whether it is selected. */
	SLATE_ATTRIBUTE(bool, IsSelected)
	/** The user selects it, or clears it. */
	SLATE_EVENT(FOnVibeUEChatSelected, OnSelected)
	/** How wide the talk is, in Slate units, so that the row's height is right before it is painted; 0 if nobody knows yet. */
	SLATE_ATTRIBUTE(float, TalkWidth)
	/** The message that can be sent again in other words; 0 if there is none. */
	SLATE_ARGUMENT(int64, RequestId)
	/** How much of it the user had unfolded; 0 for the beginning. */
	SLATE_ARGUMENT(int32, Unfolded)
	/** The user unfolded more: how many characters are shown now. */
	SLATE_EVENT(FOnVibeUEChatUnfolded, OnUnfolded)
	/** Whether a long answer has its headings above it, and whether they are seen at first. */
	SLATE_ARGUMENT(bool, bHasContents)
	SLATE_ARGUMENT(bool, bContentsOpen)
	/** The user chose a heading. */
	SLATE_EVENT(FOnVibeUEChatHeadingAsked, OnHeadingAsked)
	/** The user opened the list of headings, or folded it. */
	SLATE_EVENT(FOnVibeUEChatContentsOpened, OnContentsOpened)
	/** Which wording of the message it is. */
	SLATE_ARGUMENT(FVibeUEWording, Wording)
	/** The user wants to change the message. */
	SLATE_EVENT(FOnVibeUEChatNumberAsked, OnEditAsked)
	/** The user wants to see another wording. */
	SLATE_EVENT(FOnVibeUEChatNumberAsked, OnBranchAsked)
	/** The user pins the message, or releases it. */
	SLATE_EVENT(FOnVibeUEChatMessagePinned, OnPinned)
	/** Buttons below an error. */
	SLATE_DEFAULT_SLOT(FArguments, Actions)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Adds words at the end. */
	void AppendText(const FString& Words);

	/** Shows another text. */
	void SetText(const FString& InText);

	/** Draws a line around the message, or takes it away. */
	void SetMarked(bool bInMarked)
	{
		bMarked = bInMarked;
	}

	bool IsMarked() const
	{
		return bMarked;
	}

	/** Returns the whole text, however much of it is shown. */
	const FString& GetFullText() const
	{
		return Text;
	}

	/** Returns what the row is. */
	EChatRowKind GetKind() const
	{
		return Kind;
	}

	/** Returns how wide what is in a row may be in a talk of this width, in Slate units; not set if that is not known yet. */
	static FOptionalSize WidthWithin(float Talk);

	/** Returns how wide a row is at most, in Slate units: a line of prose with the edges around it. */
	static float GetMostWidth();

private:
	virtual FReply OnMouseButtonDown(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	TSharedRef<SWidget> MakeSelectionBox();
	EVisibility GetSelectionVisibility() const;
	ECheckBoxState GetSelectionState() const;
	void HandleSelectionChanged(ECheckBoxState State);
	TSharedRef<SWidget> MakeHeader(const FArguments& InArgs);
	TSharedRef<SWidget> MakeMessage(const FArguments& InArgs);
	TSharedRef<SWidget> MakeNotice(const FArguments& InArgs);
	TSharedRef<SWidget> MakeNoticeWords(const FArguments& InArgs);
	TSharedRef<SWidget> MakeBody(const FArguments& InArgs);
	TSharedRef<SWidget> MakeWords(const FArguments& InArgs);
	TSharedRef<SWidget> MakeLinkButton() const;
	bool HasRichText() const;
	FReply HandleMoreClicked();
	FText GetMoreText() const;
	EVisibility GetMoreVisibility() const;
	FOptionalSize GetWidth() const;
	float GetWrapWidth() const;
	bool IsNotice() const;
	const FSlateBrush* GetBox() const;
	void Refresh();
	EActiveTimerReturnType HandleFrame(double CurrentTime, float DeltaTime);
	FText GetPlainText() const;

	/** Returns the whole text if only a part of it is shown; else nothing. */
	FString GetWholeText() const;

	/** Returns the text as it is drawn. */
	const FString& GetDrawn() const
	{
		return Drawn.IsEmpty() ? Text : Drawn;
	}

	/** Returns what is shown of the text: whole lines of it, if it is long. */
	FString GetShownText() const;
	FText GetAuthor() const;
	FSlateColor GetAuthorColor() const;
	void AddBranchButtons(const TSharedRef<SHorizontalBox>& Header, const FArguments& InArgs);
	FReply HandleEditClicked(FOnVibeUEChatNumberAsked OnEditAsked, int64 RequestId);
	FReply HandleCopyClicked();
	FReply HandlePinClicked();

	EChatRowKind Kind = EChatRowKind::Assistant;
	int64 MessageId = 0;
	bool bPinned = false;
	FOnVibeUEChatMessagePinned OnPinned;
	FOnVibeUEChatUnfolded OnUnfolded;
	FString Text;

	/** The same as it is drawn, if that is another text. */
	FString Drawn;
	FString Hint;
	FText Heading;

	/** The maximum number of characters that are shown, and how many are not. */
	int32 MostShown = 0;
	int32 Hidden = 0;
	FText PlainText;
	TSharedPtr<SChatRichText> RichText;
	TSharedPtr<SChatLinkList> LinkList;
	bool bTimerRuns = false;
	bool bMarked = false;
	TAttribute<float> TalkWidth;
	int64 SelectionId = 0;
	TAttribute<bool> IsSelecting;
	TAttribute<bool> IsSelected;
	FOnVibeUEChatSelected OnSelected;
};
