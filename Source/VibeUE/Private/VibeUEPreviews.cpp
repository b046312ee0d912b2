// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUEPreviews.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "Bridge/PreviewConversions.h"
#include "VibeUEChatSession.h"

bool UVibeUEPreviews::TryPreview(UChatSession* Session, const FVibeUEPreviewOptions& Options)
{
	check(IsInGameThread());
	if (!Session)
	{
		return false;
	}
	return Session->Core.IsValid() ? Session->Check(VibeUE::FromCore(Session->Core->Session->try_preview(VibeUE::ToCore(Options))))
								   : Session->RefuseClosed();
}

TArray<FVibeUEPreviewMessage> UVibeUEPreviews::GetPreviewRows(UChatSession* Session, EVibeUEPreviewPart Part, int64 First, int32 Count)
{
	check(IsInGameThread());
	TArray<FVibeUEPreviewMessage> Rows;
	// A page of the core has a limit of its own.
	while (Session && Session->Core.IsValid() && Rows.Num() < Count)
	{
		const int64 Begin = FMath::Max<int64>(First, 0) + Rows.Num();
		const rust::Vec<vibeue::PreviewMessage> Page = Session->Core->Session->preview_rows(
			VibeUE::ToCore(Part), VibeUE::ToCore(Begin), static_cast<uint32>(Count - Rows.Num()));
		if (Page.empty())
		{
			break;
		}
		for (const vibeue::PreviewMessage& Message : Page)
		{
			Rows.Add(VibeUE::FromCore(Message));
		}
	}
	return Rows;
}

bool UVibeUEPreviews::ApplyPreview(UChatSession* Session, int64 Preview, const FString& EditedSummary)
{
	check(IsInGameThread());
	if (!Session)
	{
		return false;
	}
	return Session->Core.IsValid()
		? Session->Check(VibeUE::FromCore(Session->Core->Session->apply_preview(VibeUE::ToCore(Preview), VibeUE::ToCore(EditedSummary))))
		: Session->RefuseClosed();
}

FVibeUESummaryPreview UVibeUEPreviews::WithText(const UChatSession* Session, const FVibeUESummaryPreview& Preview, const FString& Text)
{
	check(IsInGameThread());
	FVibeUESummaryPreview Edited = Preview;
	if (Session && Session->Core.IsValid())
	{
		const vibeue::PreviewNumbers Written{VibeUE::ToCore(Preview.Sums.Summary), VibeUE::ToCore(Preview.TokensAfter), Preview.RequestDollarsAfter};
		const vibeue::PreviewNumbers Numbers = Session->Core->Session->preview_numbers(Written, VibeUE::ToCore(Preview.Summary), VibeUE::ToCore(Text));
		Edited.Sums.Summary = VibeUE::FromCore(Numbers.summary);
		Edited.TokensAfter = VibeUE::FromCore(Numbers.after);
		Edited.RequestDollarsAfter = Numbers.request_dollars_after;
	}
	return Edited;
}

bool UVibeUEPreviews::DiscardPreview(UChatSession* Session)
{
	check(IsInGameThread());
	if (!Session)
	{
		return false;
	}
	return Session->Core.IsValid() ? Session->Check(VibeUE::FromCore(Session->Core->Session->discard_preview())) : Session->RefuseClosed();
}
