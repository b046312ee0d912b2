// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "HAL/CriticalSection.h"
#include "Misc/OutputDevice.h"

/** Keeps the last lines of the log, whichever thread writes them. */
class FLogTail final : public FOutputDevice
{
public:
	struct FLine
	{
		/** Counts from 1, in the order in which the lines came. */
		int64 Number = 0;
		ELogVerbosity::Type Verbosity = ELogVerbosity::Log;
		FString Category;
		FString Text;
	};

	/** The maximum number of lines that are kept, and of characters of one. */
	static constexpr int32 MostLines = 2000;
	static constexpr int32 MostCharacters = 2000;

	/** Begins to listen; ends when it is called with false, which must come before it is destroyed. */
	void Listen(bool bOn);

	/** Returns the kept lines after one, the oldest first: any number will do, also one that no line has. */
	TArray<FLine> GetLinesAfter(int64 Number) const;

	/** Returns the number of the newest line; 0 before the first. */
	int64 GetLast() const;

	using FOutputDevice::Serialize;
	virtual void Serialize(const TCHAR* V, ELogVerbosity::Type Verbosity, const FName& Category) override;
	virtual bool CanBeUsedOnAnyThread() const override
	{
		return true;
	}
	virtual bool CanBeUsedOnMultipleThreads() const override
	{
		return true;
	}

private:
	mutable FCriticalSection Lock;

	/** A ring: line number N is at N % MostLines. */
	TArray<FLine> Lines;
	int64 Last = 0;
	bool bListens = false;
};
