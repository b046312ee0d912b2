// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Failures from the core's words into the editor's.

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"

namespace VibeUE
{
EVibeUEFailure FromCore(vibeue::StatusCode Code)
{
	switch (Code)
	{
	case vibeue::StatusCode::Ok:
		return EVibeUEFailure::None;
	case vibeue::StatusCode::Input:
		return EVibeUEFailure::Invalid;
	case vibeue::StatusCode::Settings:
		return EVibeUEFailure::Settings;
	case vibeue::StatusCode::Irreducible:
		return EVibeUEFailure::DoesNotFit;
	case vibeue::StatusCode::Conflict:
	case vibeue::StatusCode::Closed:
		return EVibeUEFailure::Conflict;
	case vibeue::StatusCode::Busy:
	case vibeue::StatusCode::Io:
		return EVibeUEFailure::Storage;
	case vibeue::StatusCode::Cancelled:
		return EVibeUEFailure::Cancelled;
	case vibeue::StatusCode::Internal:
		return EVibeUEFailure::Internal;
	}
	return EVibeUEFailure::Internal;
}

EVibeUEFailure FromCore(vibeue::FailureKind Kind)
{
	switch (Kind)
	{
	case vibeue::FailureKind::Authentication:
		return EVibeUEFailure::Authentication;
	case vibeue::FailureKind::Billing:
		return EVibeUEFailure::Billing;
	case vibeue::FailureKind::NotFound:
		return EVibeUEFailure::NotFound;
	case vibeue::FailureKind::RateLimited:
		return EVibeUEFailure::RateLimited;
	case vibeue::FailureKind::Overloaded:
		return EVibeUEFailure::Overloaded;
	case vibeue::FailureKind::Transport:
		return EVibeUEFailure::Transport;
	case vibeue::FailureKind::Protocol:
		return EVibeUEFailure::Protocol;
	case vibeue::FailureKind::Refused:
		return EVibeUEFailure::Refused;
	case vibeue::FailureKind::ContextLengthExceeded:
	case vibeue::FailureKind::OverBudget:
	case vibeue::FailureKind::Irreducible:
		return EVibeUEFailure::DoesNotFit;
	case vibeue::FailureKind::CompactionFailed:
	case vibeue::FailureKind::NothingToCondense:
		return EVibeUEFailure::Summarization;
	case vibeue::FailureKind::Conflict:
	case vibeue::FailureKind::Busy:
		return EVibeUEFailure::Conflict;
	case vibeue::FailureKind::ToolRoundLimit:
		return EVibeUEFailure::TurnBound;
	case vibeue::FailureKind::Invalid:
		return EVibeUEFailure::Invalid;
	case vibeue::FailureKind::Settings:
		return EVibeUEFailure::Settings;
	case vibeue::FailureKind::Storage:
		return EVibeUEFailure::Storage;
	case vibeue::FailureKind::Cancelled:
		return EVibeUEFailure::Cancelled;
	case vibeue::FailureKind::Internal:
		return EVibeUEFailure::Internal;
	}
	return EVibeUEFailure::Internal;
}

static EVibeUEFixedIn FromCore(vibeue::FixedIn Place)
{
	switch (Place)
	{
	case vibeue::FixedIn::Connection:
		return EVibeUEFixedIn::Connection;
	case vibeue::FixedIn::Settings:
		return EVibeUEFixedIn::Settings;
	case vibeue::FixedIn::Conversation:
		return EVibeUEFixedIn::Conversation;
	case vibeue::FixedIn::Disk:
		return EVibeUEFixedIn::Disk;
	case vibeue::FixedIn::Nowhere:
		break;
	}
	return EVibeUEFixedIn::Nowhere;
}

/** What the core says that follows from a failure. */
static void TakeAdvice(FVibeUEError& Error, const vibeue::Advice& Advice)
{
	Error.bCanRetry = Advice.retryable;
	Error.FixedIn = FromCore(Advice.fixed_in);
	Error.bFixedInSettings = Error.FixedIn == EVibeUEFixedIn::Connection || Error.FixedIn == EVibeUEFixedIn::Settings;
}

/** The core's own name of a kind, if it has one for a failure other than a request's. */
static vibeue::StatusCode StatusOf(EVibeUEFailure Kind)
{
	switch (Kind)
	{
	case EVibeUEFailure::Invalid:
		return vibeue::StatusCode::Input;
	// A key is a setting.
	case EVibeUEFailure::Authentication:
	case EVibeUEFailure::Settings:
		return vibeue::StatusCode::Settings;
	case EVibeUEFailure::DoesNotFit:
		return vibeue::StatusCode::Irreducible;
	case EVibeUEFailure::Conflict:
		return vibeue::StatusCode::Conflict;
	case EVibeUEFailure::Storage:
		return vibeue::StatusCode::Io;
	case EVibeUEFailure::Internal:
		return vibeue::StatusCode::Internal;
	case EVibeUEFailure::None:
		return vibeue::StatusCode::Ok;
	default:
		return vibeue::StatusCode::Cancelled;
	}
}

FVibeUEError MakeFailure(EVibeUEFailure Kind)
{
	FVibeUEError Error;
	Error.Kind = Kind;
	// A library of another build is not asked.
	if (IsCoreUsable())
	{
		TakeAdvice(Error, vibeue::advice_of(StatusOf(Kind)));
	}
	return Error;
}

FVibeUEError FromCore(const vibeue::Status& Status)
{
	FVibeUEError Error;
	TakeAdvice(Error, vibeue::advice_of(Status.code));
	Error.Kind = FromCore(Status.code);
	Error.Message = FCoreSentences::FromCore(Status.message);
	Error.Hint = FCoreSentences::FromCore(Status.hint);
	return Error;
}

FVibeUEError FromCore(const vibeue::Failure& Failure)
{
	FVibeUEError Error;
	Error.Kind = FromCore(Failure.kind);
	Error.Message = FCoreSentences::FromCore(Failure.message);
	Error.Hint = FCoreSentences::FromCore(Failure.hint);
	Error.RetryAfterSeconds = static_cast<double>(Failure.retry_after_ms) / 1000.0;
	TakeAdvice(Error, Failure.advice);
	return Error;
}
} // namespace VibeUE
