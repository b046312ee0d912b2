#pragma once

#include "HAL/Platform.h"

// SEN Sentry/Public/SentryErrorOutputDevice.h; COR CortexCore/Public/CortexLogCapture.h
namespace ELogVerbosity
{
enum Type : uint8
{
	NoLogging = 0,
	Fatal,
	Error,
	Warning,
	Display,
	Log,
	Verbose,
	VeryVerbose,
	All = VeryVerbose,
	NumVerbosity,
	VerbosityMask = 0xf,
};
}
