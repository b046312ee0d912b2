// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/SpecTool.h"

#if WITH_DEV_AUTOMATION_TESTS

class FSpecTool::FTool final : public IVibeUETool
{
public:
	virtual FVibeUEToolInfo Describe() const override
	{
		return Info;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		Runs.Add(Run);
		if (Action)
		{
			Action(Run);
		}
	}

	FVibeUEToolInfo Info;
	TFunction<void(const TSharedRef<FVibeUEToolRun>&)> Action;
	TArray<TSharedRef<FVibeUEToolRun>> Runs;
};

FSpecTool::FSpecTool(const FString& InName, EVibeUEToolAccess Access, TFunction<void(const TSharedRef<FVibeUEToolRun>&)> Action, double TimeLimit)
	: Name(InName)
	, Tool(MakeShared<FTool>())
{
	Tool->Info.Name = Name;
	Tool->Info.Description = TEXT("A tool of a spec.");
	Tool->Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {\"what\": {\"type\": \"string\"}, \"count\": {\"type\": \"integer\"}}}");
	Tool->Info.Access = Access;
	Tool->Info.TimeLimit = TimeLimit;
	Tool->Action = MoveTemp(Action);
	FVibeUEToolRegistry::Get().Register(Tool);
}

FSpecTool::~FSpecTool()
{
	Unregister();
}

void FSpecTool::Unregister()
{
	FVibeUEToolRegistry::Get().Unregister(Name);
}

const TArray<TSharedRef<FVibeUEToolRun>>& FSpecTool::GetRuns() const
{
	return Tool->Runs;
}

#endif
