// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Tools/LogTail.h"

/** How a compile of the project's sources ended. */
enum class ECompileOutcome : uint8
{
	/** Not known yet. */
	Unknown,
	Compiled,
	NothingChanged,
	Failed,
	Cancelled,
};

/** What the log says of a compile of the project's sources: its errors and warnings, a bounded part of them, and how it ended. */
class FCompileLines
{
public:
	/** The maximum number of errors and of warnings that are kept, and of characters of one. */
	static constexpr int32 MostErrors = 60;
	static constexpr int32 MostWarnings = 20;
	static constexpr int32 MostCharacters = 600;

	/** Reads the next line of the log, of whatever category. */
	void Read(const FLogTail::FLine& Line);

	/** Returns how Live Coding says that it ended. */
	ECompileOutcome GetOutcome() const
	{
		return Outcome;
	}

	/** Returns whether there is an error of a compiler or linker. */
	bool HasErrors() const
	{
		return ErrorCount > 0;
	}

	/** Returns Live Coding's own words about the end, then the errors, then the warnings, a line each, and how many were left out. */
	FString Describe() const;

private:
	/** Takes Live Coding's words about the end; returns false for any others. */
	bool ReadOutcome(const FString& Text);

	TArray<FString> Errors;
	TArray<FString> Warnings;
	int32 ErrorCount = 0;
	int32 WarningCount = 0;
	FString Words;
	ECompileOutcome Outcome = ECompileOutcome::Unknown;
};
