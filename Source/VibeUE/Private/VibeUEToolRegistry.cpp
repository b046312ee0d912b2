// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUEToolRegistry.h"

#include "Bridge/CoreVersion.h"
#include "Bridge/ToolBridge.h"
#include "VibeUELog.h"

FVibeUEToolRegistry& FVibeUEToolRegistry::Get()
{
	static FVibeUEToolRegistry Registry;
	return Registry;
}

bool FVibeUEToolRegistry::Register(const TSharedRef<IVibeUETool>& Tool)
{
	check(IsInGameThread());
	const FVibeUEToolInfo Info = Tool->Describe();
	if (Info.Name.IsEmpty() || Find(Info.Name))
	{
		UE_LOG(LogVibeUE, Warning, TEXT("The tool '%s' is not offered: a tool needs a unique name."), *Info.Name);
		return false;
	}
	// One that no provider takes would take all others with it. Without a core no conversation is opened either.
	const FString Fault = VibeUE::IsCoreUsable() ? VibeUE::FindToolFault(Info) : FString();
	if (!Fault.IsEmpty())
	{
		UE_LOG(LogVibeUE, Warning, TEXT("The tool '%s' is not offered: %s"), *Info.Name, *Fault);
		return false;
	}
	Entries.Add(FEntry{Info, Tool});
	Changed.Broadcast();
	return true;
}

void FVibeUEToolRegistry::Unregister(const FString& Name)
{
	check(IsInGameThread());
	const int32 Index = Entries.IndexOfByPredicate([&Name](const FEntry& Entry) { return Entry.Info.Name.Equals(Name); });
	if (Index != INDEX_NONE)
	{
		// A handler may ask for the tools.
		const TSharedRef<IVibeUETool> Leaving = Entries[Index].Tool;
		Entries.RemoveAt(Index);
		Changed.Broadcast();
	}
}

const FVibeUEToolRegistry::FEntry* FVibeUEToolRegistry::Find(const FString& Name) const
{
	return Entries.FindByPredicate([&Name](const FEntry& Entry) { return Entry.Info.Name.Equals(Name); });
}
