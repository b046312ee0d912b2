// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

struct FServedQuestion;

class SVerticalBox;

/** What other programs are served: where, how they are let in, and what they ask for. Not there while nothing is served. */
class SServedTools : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SServedTools)
	{
	}
	SLATE_END_ARGS()

	virtual ~SServedTools() override;

	void Construct(const FArguments& InArgs);

private:
	/** The texts above the questions. */
	struct FWords
	{
		FText Words;
		bool bIsWrong = false;
	};

	/** A question that is shown. */
	struct FShownQuestion
	{
		FString CallId;
		TSharedPtr<SWidget> Row;
	};

	void Refresh();

	/** Returns what there is to say besides the address and the questions. */
	TArray<FWords> FindWords() const;
	void ShowWords(const TArray<FWords>& Words);

	/** Adds rows of new questions, and removes those of others; the user may be writing in the remaining ones. */
	void ShowQuestions(const TArray<FServedQuestion>& Questions);
	TSharedRef<SWidget> MakeAddress();
	TSharedRef<SWidget> MakeQuestion(const FServedQuestion& Question);
	static TSharedRef<SWidget> MakeWords(const FWords& Words);
	FReply HandleCopyClicked();
	FText GetAddress() const;
	EVisibility GetAddressVisibility() const;
	void HandleAnswered(const FString& CallId, EVibeUEToolApproval Approval, const FString& Reason);

	FText Address;
	TArray<FWords> ShownWords;
	TArray<FShownQuestion> ShownQuestions;
	TSharedPtr<SVerticalBox> WordRows;
	TSharedPtr<SVerticalBox> QuestionRows;
};
