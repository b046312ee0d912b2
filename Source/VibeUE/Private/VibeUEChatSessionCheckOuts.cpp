// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Files that calls of the core's own tools wait for, to be checked out of source control.

#include "VibeUEChatSession.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreText.h"
#include "Tools/SourceControl.h"

void UChatSession::DoCheckOuts()
{
	const TSharedPtr<FChatSessionCore> Asked = Core;
	if (!Asked.IsValid())
	{
		return;
	}
	Asked->Session->set_source_control(VibeUE::HasSourceControl());
	// One a frame: each waits for the server.
	const vibeue::CheckOutRequest Request = Asked->Session->take_check_out();
	if (Request.id != 0)
	{
		Asked->Session->answer_check_out(Request.id, VibeUE::ToCore(VibeUE::CheckOutFile(VibeUE::FromCore(Request.path))));
	}
}
