// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEToolRegistry.h"
#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

/** A tool of a spec: does what the spec says, and keeps the runs. It is known until it is destroyed. */
class FSpecTool
{
public:
	FSpecTool(const FString& Name, EVibeUEToolAccess Access, TFunction<void(const TSharedRef<FVibeUEToolRun>&)> Action = nullptr, double TimeLimit = 120.0);
	~FSpecTool();

	/** Takes it back before. */
	void Unregister();

	/** The calls that reached it. */
	const TArray<TSharedRef<FVibeUEToolRun>>& GetRuns() const;

private:
	class FTool;

	FString Name;
	TSharedRef<FTool> Tool;
};

#endif
