// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What the user writes into a preview, and what is set aside of it when another draft comes.

#include "Widgets/SSummaryPreview.h"

#include "Widgets/BoxText.h"
#include "Widgets/SChatTextBox.h"

#define LOCTEXT_NAMESPACE "SSummaryPreview"

bool SSummaryPreview::IsEdited() const
{
	// Also what is written before there is a draft.
	return !FBoxText::Read(*TextBox).Equals(FBoxText::Plain(Draft.Summary));
}

void SSummaryPreview::SetTextAside()
{
	if (IsEdited())
	{
		KeepAside(FBoxText::Read(*TextBox), SetAside.Num());
	}
}

void SSummaryPreview::KeepAside(const FString& Text, int32 Place)
{
	const bool bIsKept = SetAside.ContainsByPredicate([&Text](const FString& Other) { return Other.Equals(Text); });
	if (!bIsKept && !Text.TrimStartAndEnd().IsEmpty())
	{
		SetAside.Insert(Text, Place);
	}
}

FReply SSummaryPreview::HandleTextBackClicked()
{
	const FString Back = SetAside.Pop();
	if (IsEdited())
	{
		// What was written since is set aside in turn, behind all others: each click shows another text.
		KeepAside(FBoxText::Read(*TextBox), 0);
	}
	TextBox->SetText(FText::FromString(Back));
	HandleTextChanged(FText::GetEmpty());
	return FReply::Handled();
}

bool SSummaryPreview::CanLeave()
{
	const bool bKeeps = bIsOpen && (IsEdited() || SetAside.Num() > 0);
	if (bKeeps)
	{
		Problem = IsEdited() ? LOCTEXT("EscapeEdited", "You changed the summary. Apply keeps what you wrote, Cancel drops it.")
							 : LOCTEXT("EscapeSetAside", "What you wrote was set aside when a new draft arrived. Restore it, or drop it with Cancel.");
	}
	return !bKeeps;
}

EVisibility SSummaryPreview::GetTextBackVisibility() const
{
	return SetAside.Num() == 0 ? EVisibility::Collapsed : EVisibility::Visible;
}

FText SSummaryPreview::GetTextBackText() const
{
	return SetAside.Num() > 1 ? FText::Format(LOCTEXT("TextsBack", "Restore one of my {0} texts"), FText::AsNumber(SetAside.Num())) : LOCTEXT("TextBack", "Restore my text");
}

#undef LOCTEXT_NAMESPACE
