// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What the levers of the context panel do.

#include "Widgets/SContextPanel.h"

#include "VibeUESummaries.h"

FReply SContextPanel::HandleCloseClicked()
{
	OnClosed.ExecuteIfBound();
	return FReply::Handled();
}

FReply SContextPanel::HandleExportClicked(EVibeUEContextFormat Format)
{
	OnExported.ExecuteIfBound(Format);
	return FReply::Handled();
}

FReply SContextPanel::HandleSummarizeClicked()
{
	if (Session.IsValid())
	{
		Session->ForceSummarize(FString());
	}
	return FReply::Handled();
}

FReply SContextPanel::HandlePreviewClicked()
{
	OnPreviewAsked.ExecuteIfBound();
	return FReply::Handled();
}

FReply SContextPanel::HandlePinClicked(int64 MessageId, bool bPinned)
{
	if (Session.IsValid())
	{
		Session->PinMessage(MessageId, bPinned);
	}
	return FReply::Handled();
}

FReply SContextPanel::HandleShortenClicked(int64 MessageId)
{
	if (Session.IsValid())
	{
		Session->ShortenMessage(MessageId);
	}
	return FReply::Handled();
}

FReply SContextPanel::HandleRestoreClicked(int64 MessageId)
{
	if (Session.IsValid())
	{
		Session->RestoreMessage(MessageId);
	}
	return FReply::Handled();
}

FReply SContextPanel::HandleUpToClicked(int64 MessageId)
{
	OnPreviewUpToAsked.ExecuteIfBound(MessageId);
	return FReply::Handled();
}

FReply SContextPanel::HandleOriginalsClicked()
{
	OnPreviewOriginalsAsked.ExecuteIfBound();
	return FReply::Handled();
}

FReply SContextPanel::HandleShowClicked(int64 MessageId)
{
	OnMessageShown.ExecuteIfBound(MessageId);
	return FReply::Handled();
}

FReply SContextPanel::HandleSourcesClicked()
{
	OnSourcesAsked.ExecuteIfBound();
	return FReply::Handled();
}

FReply SContextPanel::HandleEditClicked()
{
	OnEditAsked.ExecuteIfBound();
	return FReply::Handled();
}

FReply SContextPanel::HandleSettingsClicked()
{
	OnSettingsAsked.ExecuteIfBound();
	return FReply::Handled();
}

FReply SContextPanel::HandleUndoClicked(int64 Compaction)
{
	if (Session.IsValid())
	{
		Session->UndoSummarization(Compaction);
	}
	return FReply::Handled();
}

FReply SContextPanel::HandleRedoClicked(int64 Compaction)
{
	if (Session.IsValid())
	{
		Session->RedoSummarization(Compaction);
	}
	return FReply::Handled();
}

FReply SContextPanel::HandleChangesClicked(int64 Compaction)
{
	Compared = Compared == Compaction ? 0 : Compaction;
	Opening = Compared != 0 ? FName("Changes") : FName();
	bShowsOther = true;
	// Not at once: the button that is clicked would be gone in the middle of it.
	Invalidate();
	return FReply::Handled();
}

FReply SContextPanel::HandleReadClicked(int64 Compaction)
{
	TextOf = TextOf == Compaction ? 0 : Compaction;
	Opening = TextOf != 0 ? FName("Text") : FName();
	bShowsOther = true;
	Invalidate();
	return FReply::Handled();
}

FReply SContextPanel::HandleUndoEditClicked(int64 MessageId)
{
	UVibeUESummaries::UndoEdit(Session.Get(), MessageId);
	return FReply::Handled();
}

FReply SContextPanel::HandleRedoEditClicked(int64 MessageId)
{
	UVibeUESummaries::RedoEdit(Session.Get(), MessageId);
	return FReply::Handled();
}

FReply SContextPanel::HandleLeverClicked(EVibeUEBreakerLever Lever)
{
	if (Session.IsValid() && Lever == EVibeUEBreakerLever::Summarize)
	{
		Session->ForceSummarize(FString());
	}
	else if (Session.IsValid() && Lever == EVibeUEBreakerLever::SummarizeFromOriginals)
	{
		Session->SummarizeFromOriginals(FString());
	}
	return FReply::Handled();
}

bool SContextPanel::CanSummarize() const
{
	return Session.IsValid() && Report.Next.bHasGain && !Session->IsSummarizing();
}
