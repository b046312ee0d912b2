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
	SetColor = 0x40, // the plugin McpLink, McpLogCapture.cpp: no line, and its text is a colour
};
}
