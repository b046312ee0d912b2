// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What the user or a host asks for.

#include "VibeUEChatSession.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreImages.h"
#include "Bridge/CoreText.h"
#include "Bridge/ToolBridge.h"
#include "Tools/ToolHost.h"
#include "TurnUnderWay.h"
#include "VibeUESettings.h"
#include "VibeUEToolRegistry.h"

bool UChatSession::SubmitUserMessage(const FString& Text)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const vibeue::Submitted Submitted = Core->Session->submit(VibeUE::ToCore(Text));
	return HandleSubmitted(Submitted.turn, VibeUE::FromCore(Submitted.status), Text);
}

bool UChatSession::HandleSubmitted(uint64 Turn, const FVibeUEError& Problem, const FString& Text)
{
	if (Problem.Kind == EVibeUEFailure::None && !Text.IsEmpty())
	{
		// As the core has it: it may have replaced half characters.
		UnderWay->Submitted.Add(Turn, VibeUE::FromCore(VibeUE::ToCore(Text)));
	}
	return Check(Problem);
}

bool UChatSession::SubmitUserMessageWithImages(const FString& Text, const TArray<FVibeUEImage>& Images)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const FCoreImages Sent(Images);
	const vibeue::Submitted Submitted = Core->Session->submit_with_images(VibeUE::ToCore(Text), Sent.ToSlice());
	return HandleSubmitted(Submitted.turn, VibeUE::FromCore(Submitted.status), Text);
}

bool UChatSession::RetryTurn()
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->retry().status)) : RefuseClosed();
}

bool UChatSession::CancelTurn()
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const uint64 Turn = ToolHost.IsValid() ? ToolHost->FindTurn() : 0;
	const bool bSent = Check(VibeUE::FromCore(Core->Session->cancel()));
	if (bSent && ToolHost.IsValid())
	{
		// After the core was notified: running calls hear of it at once, and waiting ones no longer begin.
		ToolHost->Stop(Turn);
	}
	return bSent;
}

bool UChatSession::ForceSummarize(const FString& Instructions)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->summarize(VibeUE::ToCore(Instructions)))) : RefuseClosed();
}

bool UChatSession::SummarizeUpTo(int64 MessageId, const FString& Instructions)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->summarize_up_to(VibeUE::ToCore(MessageId), VibeUE::ToCore(Instructions))))
						  : RefuseClosed();
}

bool UChatSession::TriggerSummarizationIfNeeded()
{
	check(IsInGameThread());
	return Core.IsValid() && Core->Session->summarize_if_needed();
}

bool UChatSession::SummarizeFromOriginals(const FString& Instructions)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->summarize_originals(VibeUE::ToCore(Instructions)))) : RefuseClosed();
}

bool UChatSession::CancelSummarization()
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->cancel_summary())) : RefuseClosed();
}

bool UChatSession::PreviewSummarization(const FString& Instructions)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->preview(VibeUE::ToCore(Instructions)))) : RefuseClosed();
}

bool UChatSession::PreviewUpTo(int64 MessageId, const FString& Instructions)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->preview_up_to(VibeUE::ToCore(MessageId), VibeUE::ToCore(Instructions))))
						  : RefuseClosed();
}

bool UChatSession::AcceptPreview(const FString& EditedSummary)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	return Check(VibeUE::FromCore(EditedSummary.IsEmpty() ? Core->Session->accept_preview()
														  : Core->Session->accept_edited_preview(VibeUE::ToCore(EditedSummary))));
}

bool UChatSession::UndoSummarization(int64 Compaction)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->undo(VibeUE::ToCore(Compaction)))) : RefuseClosed();
}

bool UChatSession::RedoSummarization(int64 Compaction)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->redo(VibeUE::ToCore(Compaction)))) : RefuseClosed();
}

bool UChatSession::PinMessage(int64 MessageId, bool bPinned)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->pin(VibeUE::ToCore(MessageId), bPinned))) : RefuseClosed();
}

bool UChatSession::ShortenMessage(int64 MessageId)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->shorten(VibeUE::ToCore(MessageId)))) : RefuseClosed();
}

bool UChatSession::RestoreMessage(int64 MessageId)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->restore(VibeUE::ToCore(MessageId)))) : RefuseClosed();
}

bool UChatSession::EditSummary(int64 MessageId, const FString& Text)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->edit_summary(VibeUE::ToCore(MessageId), VibeUE::ToCore(Text)))) : RefuseClosed();
}

bool UChatSession::RenameConversation(const FString& Title)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->rename(VibeUE::ToCore(Title)))) : RefuseClosed();
}

bool UChatSession::SwitchModel(const FVibeUEModelChoice& Model)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const FVibeUEModelChoice Usual = GetDefault<UVibeUESettings>()->GetModelChoice();
	// Everything but the name of the model: another key is another customer of the server.
	FVibeUEModelChoice Alike = Model;
	Alike.Model = Usual.Model;
	ModelFingerprint = FingerprintOf(Usual);
	const bool bIsElsewhere = !FingerprintOf(Alike).Equals(ModelFingerprint);
	// To the letter: ids of models differ in the case of their letters, too.
	const bool bIsKept = !bIsElsewhere && !Model.Model.Equals(Usual.Model);
	const bool bSwitched = Check(VibeUE::FromCore(Core->Session->choose_model(VibeUE::ToCore(Model), bIsKept)));
	bServerChosenHere = bSwitched ? bIsElsewhere : bServerChosenHere;
	return bSwitched;
}

bool UChatSession::SetTools(const FString& ToolsJson)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->set_tools(VibeUE::ToCore(ToolsJson)))) : RefuseClosed();
}

bool UChatSession::AnswerToolCall(const FString& CallId, const FString& Text, bool bIsError)
{
	check(IsInGameThread());
	return Core.IsValid() ? Check(VibeUE::FromCore(Core->Session->answer_tool(VibeUE::ToCore(CallId), VibeUE::ToCore(Text), bIsError)))
						  : RefuseClosed();
}

bool UChatSession::AnswerToolCallWithImages(const FString& CallId, const FString& Text, const TArray<FVibeUEImage>& Images)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const FCoreImages Sent(Images);
	return Check(VibeUE::FromCore(Core->Session->answer_tool_with_images(VibeUE::ToCore(CallId), VibeUE::ToCore(Text), Sent.ToSlice())));
}

bool UChatSession::ApproveToolCall(const FString& CallId, EVibeUEToolApproval Approval, const FString& Reason)
{
	check(IsInGameThread());
	if (RefuseScript(TEXT("allow or deny a call")))
	{
		return false;
	}
	return Core.IsValid()
		? Check(VibeUE::FromCore(Core->Session->approve_tool(VibeUE::ToCore(CallId), VibeUE::ToCore(Approval), VibeUE::ToCore(Reason))))
		: RefuseClosed();
}

bool UChatSession::EndToolCall(const FString& CallId, EVibeUEToolEnd End, FString Text, const TArray<FVibeUEImage>& Images)
{
	check(IsInGameThread());
	if (!Core.IsValid())
	{
		return RefuseClosed();
	}
	const FCoreImages Sent(Images);
	return Check(VibeUE::FromCore(Core->Session->end_tool(VibeUE::ToCore(CallId), VibeUE::ToCore(End), VibeUE::GiveToCore(MoveTemp(Text)), Sent.ToSlice())));
}

void UChatSession::OfferTools(bool bAll)
{
	TArray<FVibeUEToolInfo> Tools;
	if (bAll)
	{
		for (const FVibeUEToolRegistry::FEntry& Entry : FVibeUEToolRegistry::Get().GetAll())
		{
			Tools.Add(Entry.Info);
		}
	}
	const TArray<vibeue::ToolDeclaration> Declared = VibeUE::ToCore(Tools);
	if (Core.IsValid() && Core->Session->stage() != vibeue::Stage::Failed)
	{
		const rust::Slice<const vibeue::ToolDeclaration> Sent(Declared.GetData(), static_cast<std::size_t>(Declared.Num()));
		Check(VibeUE::FromCore(Core->Session->offer_tools(Sent)));
	}
}
