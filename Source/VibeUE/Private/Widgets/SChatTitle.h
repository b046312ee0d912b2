// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Events.h"
#include "Input/Reply.h"
#include "Types/SlateEnums.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SChatField;

/** The user named the conversation. */
DECLARE_DELEGATE_OneParam(FOnVibeUEChatRenamed, const FString&);

/** The conversation's name, which a click lets one change. */
class SChatTitle : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatTitle)
	{
	}
	/** The name. */
	SLATE_ATTRIBUTE(FText, Title)
	/** The user gave another one. */
	SLATE_EVENT(FOnVibeUEChatRenamed, OnRenamed)
	/** The user named it, or gave up, by a key. */
	SLATE_EVENT(FSimpleDelegate, OnNamingLeft)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	//~ Begin SWidget Interface
	virtual FReply OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	//~ End SWidget Interface

private:
	FReply HandleClicked();
	void HandleCommitted(const FText& Text, ETextCommit::Type How);
	EActiveTimerReturnType HandleFocus(double CurrentTime, float DeltaTime);
	FText GetShownTitle() const;
	EVisibility GetTitleVisibility() const;
	EVisibility GetBoxVisibility() const;

	TAttribute<FText> Title;
	FOnVibeUEChatRenamed OnRenamed;
	FSimpleDelegate OnNamingLeft;
	TSharedPtr<SChatField> Box;
	bool bIsEditing = false;
};
