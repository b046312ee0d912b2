// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreLog.h"

#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "VibeUELog.h"

namespace VibeUE
{
void LogCoreLines()
{
	if (!IsCoreUsable())
	{
		return;
	}
	for (const vibeue::LogLine& Line : vibeue::take_log_lines())
	{
		const FString Text = FromCore(Line.text);
		switch (Line.level)
		{
		case vibeue::LogLevel::Error:
			UE_LOG(LogVibeUE, Error, TEXT("%s"), *Text);
			break;
		case vibeue::LogLevel::Warning:
			UE_LOG(LogVibeUE, Warning, TEXT("%s"), *Text);
			break;
		case vibeue::LogLevel::Info:
			UE_LOG(LogVibeUE, Log, TEXT("%s"), *Text);
			break;
		case vibeue::LogLevel::Verbose:
			UE_LOG(LogVibeUE, Verbose, TEXT("%s"), *Text);
			break;
		}
	}
}
} // namespace VibeUE
