// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ChatErrorTexts.h"

#define LOCTEXT_NAMESPACE "ChatErrorTexts"

FText FChatErrorTexts::Heading(EVibeUEFailure Kind)
{
	const FText What = Describe(Kind);
	return What.IsEmpty() ? LOCTEXT("Error", "Error") : FText::Format(LOCTEXT("ErrorOf", "Error: {0}"), What);
}

FText FChatErrorTexts::Describe(EVibeUEFailure Kind)
{
	switch (Kind)
	{
	case EVibeUEFailure::Authentication:
		return LOCTEXT("Authentication", "the key is missing, wrong or not allowed");
	case EVibeUEFailure::Billing:
		return LOCTEXT("Billing", "the account has no credit");
	case EVibeUEFailure::NotFound:
		return LOCTEXT("NotFound", "there is no such model or address");
	case EVibeUEFailure::RateLimited:
		return LOCTEXT("RateLimited", "too many requests");
	case EVibeUEFailure::Overloaded:
		return LOCTEXT("Overloaded", "the server is unavailable at the moment");
	case EVibeUEFailure::Transport:
		return LOCTEXT("Transport", "the connection failed or was lost");
	case EVibeUEFailure::Protocol:
		return LOCTEXT("Protocol", "the server's answer could not be understood");
	case EVibeUEFailure::Refused:
		return LOCTEXT("Refused", "the server or the model refused the request");
	case EVibeUEFailure::DoesNotFit:
		return LOCTEXT("DoesNotFit", "the request does not fit into the context window");
	case EVibeUEFailure::Summarization:
		return LOCTEXT("Summarization", "nothing was summarized");
	case EVibeUEFailure::Conflict:
		return LOCTEXT("Conflict", "the conversation changed or is busy");
	case EVibeUEFailure::Invalid:
		return LOCTEXT("Invalid", "that is not possible here");
	case EVibeUEFailure::Settings:
		return LOCTEXT("Settings", "a setting has to be changed");
	case EVibeUEFailure::Storage:
		return LOCTEXT("Storage", "a file cannot be read or written");
	case EVibeUEFailure::TurnBound:
		return LOCTEXT("TurnBound", "the turn reached its limit");
	case EVibeUEFailure::Internal:
		return LOCTEXT("Internal", "a bug in this plugin");
	case EVibeUEFailure::None:
	case EVibeUEFailure::Cancelled:
		break;
	}
	return FText::GetEmpty();
}

FText FChatErrorTexts::Place(EVibeUEFixedIn FixedIn)
{
	switch (FixedIn)
	{
	case EVibeUEFixedIn::Connection:
		return LOCTEXT("InConnection", "Fix it in the connection settings.");
	case EVibeUEFixedIn::Settings:
		return LOCTEXT("InSettings", "Fix it in the settings.");
	case EVibeUEFixedIn::Conversation:
		return LOCTEXT("InConversation", "Fix it in the conversation: say something else, or less.");
	case EVibeUEFixedIn::Disk:
		return LOCTEXT("OnDisk", "Check the disk and its write permissions.");
	case EVibeUEFixedIn::Nowhere:
		break;
	}
	return FText::GetEmpty();
}

#undef LOCTEXT_NAMESPACE
