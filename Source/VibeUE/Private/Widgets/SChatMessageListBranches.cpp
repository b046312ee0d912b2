// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What the rows know of the branches of a conversation.

#include "Widgets/SChatMessageList.h"

void SChatMessageList::RefreshWordings()
{
	Wordings.Empty();
	// An agent keeps what was said itself.
	bCanChange = Session.IsValid() && !Session->GetAgent().bIsUsed;
	if (Session.IsValid())
	{
		for (const FVibeUEWording& Wording : Session->GetWordings())
		{
			Wordings.Add(Wording.MessageId, Wording);
		}
	}
}

void SChatMessageList::HandleBranchAsked(int64 Branch)
{
	if (Session.IsValid())
	{
		Session->ShowBranch(Branch);
	}
}
