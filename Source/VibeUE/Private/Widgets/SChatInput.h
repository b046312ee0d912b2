// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ChatMention.h"
#include "Bridge/TextCompletion.h"
#include "CoreMinimal.h"
#include "Input/Events.h"
#include "Input/Reply.h"
#include "Misc/Optional.h"
#include "Types/SlateStructs.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class FHostListing;
class FMentionReading;
class FPictureKeeping;
class FPromptHistory;
class FTextCompleter;
class SChatCompletion;
class SChatMentions;
class SChatText;
struct FSlateBrush;

/** Sends a text with what it names, null if it names nothing; false when it was not taken and has to stay in the box. */
DECLARE_DELEGATE_RetVal_TwoParams(bool, FOnVibeUEChatTextSent, const FString&, const TSharedPtr<FMentionReading>&);

/** Asks for what the user said before; null if nothing can be asked. */
DECLARE_DELEGATE_RetVal(TSharedPtr<FPromptHistory>, FOnVibeUEPromptsAsked);

/** Tells what is written and not sent, whenever that changed. */
DECLARE_DELEGATE_OneParam(FOnVibeUEDraftChanged, const FString&);

/**
 * Where the user writes: Enter sends, Shift+Enter breaks the line, Up in an empty field recalls what was said before. A
 * slash begins a command, an @ names a file, an asset, an actor or a conversation, and possible completions are listed
 * above.
 */
class SChatInput : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatInput)
		: _IsBusy(false)
	{
	}
	/** An answer is coming: it can be stopped. */
	SLATE_ATTRIBUTE(bool, IsBusy)
	/** Why the model reads no pictures; asked while the text names some. */
	SLATE_ATTRIBUTE(FText, PictureProblem)
	/** Sends what was written. */
	SLATE_EVENT(FOnVibeUEChatTextSent, OnTextSent)
	/** Stops the answer. */
	SLATE_EVENT(FSimpleDelegate, OnStopped)
	/** The user leaves what was borrowed the field for. */
	SLATE_EVENT(FSimpleDelegate, OnBorrowLeft)
	/** The user goes back to what was said before. */
	SLATE_EVENT(FOnVibeUEPromptsAsked, OnPromptsAsked)
	/** What is to be kept until it is sent has changed; words that are only borrowed are not reported. */
	SLATE_EVENT(FOnVibeUEDraftChanged, OnDraftChanged)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	//~ Begin SWidget
	virtual FReply OnDragOver(const FGeometry& Geometry, const FDragDropEvent& Event) override;
	virtual FReply OnDrop(const FGeometry& Geometry, const FDragDropEvent& Event) override;
	//~ End SWidget

	/** Puts a text back that could not be sent, before what was written meanwhile. */
	void GiveBack(const FString& Text);

	/** Replaces the text in the field with these words and puts the caret after them. */
	void SetText(const FString& Text);

	/** Sets aside what is there for another text, which is sent or given up before it comes back. */
	void Borrow(const FString& Text);

	/** Puts back what was there before, if anything was set aside. */
	void Return();

	/** Shows what was being written in another conversation, instead of the current text. */
	void TakeUp(const FString& Draft);

	/** Says what is wrong with what was written, until it is changed. */
	void ShowProblem(const FText& Problem);

	/** Says how high field and list may be together, in Slate units; 0 while that is not known. In a low dock both stay in view. */
	void SetRoom(const TAttribute<float>& InRoom);

	/** Returns the text that is written in, for the keyboard focus. */
	TSharedPtr<SChatText> GetTextBox() const
	{
		return TextBox;
	}

private:
	TSharedRef<SWidget> MakeField();
	TSharedRef<SWidget> MakeText();
	FOptionalSize GetMostHeight() const;
	float GetListRoom() const;
	TSharedRef<SWidget> MakePictureButtons();
	FReply HandlePictureClicked();
	FReply HandleCaptureClicked();

	/** Waits for pictures that the core reads and keeps, and names them in the text then. */
	void Await(const TSharedRef<FPictureKeeping>& Keeping);
	EActiveTimerReturnType HandleKeeping(double CurrentTime, float DeltaTime);

	/** Names pictures in the text that were kept for it, and says why others were not; returns whether all were. */
	bool AddPictures(const FPictureKeeping& Kept);
	void AddFiles(const TArray<FString>& Files);

	/** Puts words where the caret is, apart from what is before it. */
	void PutAtCaret(const FString& Words);

	/** Handles the chord that pastes if the clipboard has no text (which the box itself pastes); returns whether this was the chord. */
	bool PasteByKey(const FKeyEvent& Event);

	/** Does by the older keys of the clipboard what the usual ones do; returns whether this was one of them. */
	bool UseOlderKey(const FGeometry& Geometry, const FKeyEvent& Event);

	/** Gives up pictures that are still read: the field has other words now. */
	void LeavePictures();
	void ShowPicturesLeft();

	/** Shows a box for everything that the text names, and for what is being read. */
	void ShowBoxes();
	void HandleTextChanged(const FText& Text);
	FReply HandleKeyDown(const FGeometry& Geometry, const FKeyEvent& Event);
	FReply HandleSendClicked();
	FReply HandleStopClicked();
	EVisibility GetStopVisibility() const;
	bool CanSend() const;
	void Send();

	/** Takes the keys that choose from the list while there is one; returns whether this was one of them. */
	bool ChooseByKey(const FKeyEvent& Event);
	void HandleCompletionChosen(const FTextCompletionRow& Row);
	FReply HandleKeyChar(const FGeometry& Geometry, const FCharacterEvent& Event);
	EActiveTimerReturnType HandleWritten(double CurrentTime, float DeltaTime);

	/** Recalls what was said before or after, if the caret cannot go further; returns whether it did. */
	bool RecallByKey(const FKeyEvent& Event);
	bool Recall(bool bOlder);
	EActiveTimerReturnType HandleRecalling(double CurrentTime, float DeltaTime);

	/** Begins to read what the text names, if it names something. */
	TSharedPtr<FMentionReading> ReadMentions() const;
	EActiveTimerReturnType HandleReading(double CurrentTime, float DeltaTime);
	EActiveTimerReturnType HandleSending(double CurrentTime, float DeltaTime);
	void HandleMentionRemoved(const FString& Name);

	/** Sends the text with what it names. */
	void SendWith(const TSharedPtr<FMentionReading>& Read);
	/** Looks what the word at the caret may become. */
	void Look();

	/** Hides the list until something is typed, also if more is being listed for it. */
	void StopListing();
	EVisibility GetProblemVisibility() const;
	EVisibility GetPictureProblemVisibility() const;
	FText GetProblem() const;

	TAttribute<bool> IsBusy;
	TAttribute<FText> PictureProblem;
	bool bNamesPictures = false;
	FOnVibeUEChatTextSent OnTextSent;
	FSimpleDelegate OnStopped;
	TSharedPtr<SChatText> TextBox;
	TSharedPtr<SChatCompletion> List;
	TAttribute<float> Room;

	/** What the word at the caret may become. */
	FTextCompletion Completion;
	TSharedPtr<FTextCompleter> Completer;

	/** Lists what the editor has for it. */
	TSharedPtr<FHostListing> Listing;
	TSharedPtr<SChatMentions> Chips;

	/** What the text names is read for the boxes, once the user pauses. */
	TSharedPtr<FMentionReading> Reading;

	/** It is read again when the text is sent: files may have changed since. */
	TSharedPtr<FMentionReading> Sending;
	double ReadAt = 0.0;

	/** What the text names, as it was read last. */
	TArray<FChatMention> Named;

	/** Pictures that are still read to be named in the text, in their order. */
	TArray<TSharedRef<FPictureKeeping>> Keepings;
	bool bKeepTimerRuns = false;

	/** Enter was pressed while pictures were read: the text is sent when it names them. */
	bool bSendsWhenKept = false;

	/** When reading began for what is sent; shown if it takes long. */
	double SendingSince = 0.0;
	bool bSaysSending = false;
	bool bLeftPictures = false;
	bool bReadTimerRuns = false;
	FText Problem;
	/** What was written before the field was borrowed. */
	TOptional<FString> SetAside;
	FSimpleDelegate OnBorrowLeft;
	FOnVibeUEPromptsAsked OnPromptsAsked;
	FOnVibeUEDraftChanged OnDraftChanged;

	/** What was said before, once it was asked for. */
	TSharedPtr<FPromptHistory> Prompts;

	/** The text from which somebody goes back while other conversations are read. */
	FString RecalledFrom;
	bool bRecallWaits = false;
	bool bRecallTimerRuns = false;
	bool bHasText = false;
	/** The text changed since the word at the caret was looked up. */
	bool bLooksSoon = false;
	bool bLookTimerRuns = false;

	/** The Tab that completed a word is not a letter of the text. */
	bool bSwallowsTab = false;
};
