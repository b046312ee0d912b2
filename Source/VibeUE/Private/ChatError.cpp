// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ChatError.h"

#include "Bridge/CoreConversions.h"

FVibeUEError VibeUE::MakeError(EVibeUEFailure Kind, const FText& Message, const FText& Hint)
{
	FVibeUEError Error = MakeFailure(Kind);
	Error.Message = Message.ToString();
	Error.Hint = Hint.ToString();
	return Error;
}
