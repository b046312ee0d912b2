// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/AskingGuard.h"

#include "UObject/UnrealType.h"
#include "VibeUESettings.h"

namespace AskingGuardPrivate
{
/** Tools have names that differ in the case of their letters only. */
static bool IsSame(const TArray<FString>& One, const TArray<FString>& Other)
{
	bool bIsSame = One.Num() == Other.Num();
	for (int32 Index = 0; bIsSame && Index < One.Num(); ++Index)
	{
		bIsSame = One[Index].Equals(Other[Index]);
	}
	return bIsSame;
}
} // namespace AskingGuardPrivate

FAskingGuard* FAskingGuard::Innermost = nullptr;

FAskingGuard::FAskingGuard()
	: Outer(Innermost)
{
	const UVibeUESettings& Settings = *GetDefault<UVibeUESettings>();
	AllowedConsoleCommands = Settings.AllowedConsoleCommands;
	AlwaysAllowedTools = Settings.AlwaysAllowedTools;
	AgentMode = Settings.AgentMode;
	bAskBeforeToolsRun = Settings.bAskBeforeToolsRun;
	bAskBeforeReading = Settings.bAskBeforeReading;
	Innermost = this;
}

FAskingGuard::~FAskingGuard()
{
	Restore();
	Innermost = Outer;
}

bool FAskingGuard::Refuses(const TCHAR* What)
{
	check(IsInGameThread());
	if (Innermost)
	{
		Innermost->Refused.AddUnique(FString(What));
	}
	return Innermost != nullptr;
}

void FAskingGuard::Restore()
{
	UVibeUESettings& Settings = *GetMutableDefault<UVibeUESettings>();
	const int32 Before = Refused.Num();
	const auto Note = [this](bool bIsSame, const TCHAR* Name)
	{
		if (!bIsSame)
		{
			Refused.Add(FString(TEXT("change the setting ")) + Name);
		}
	};
	Note(AskingGuardPrivate::IsSame(Settings.AllowedConsoleCommands, AllowedConsoleCommands), TEXT("Allowed Console Commands"));
	Note(AskingGuardPrivate::IsSame(Settings.AlwaysAllowedTools, AlwaysAllowedTools), TEXT("Always Allowed Tools"));
	Note(Settings.AgentMode.Equals(AgentMode), TEXT("Mode of the agent"));
	Note(Settings.bAskBeforeToolsRun == bAskBeforeToolsRun, TEXT("Ask Before Tools Run"));
	Note(Settings.bAskBeforeReading == bAskBeforeReading, TEXT("Ask Before Reading"));
	if (Refused.Num() == Before)
	{
		return;
	}
	Settings.AllowedConsoleCommands = AllowedConsoleCommands;
	Settings.AlwaysAllowedTools = AlwaysAllowedTools;
	Settings.AgentMode = AgentMode;
	Settings.bAskBeforeToolsRun = bAskBeforeToolsRun;
	Settings.bAskBeforeReading = bAskBeforeReading;
	// Not saved: neither was what the script set.
	FPropertyChangedEvent Event(nullptr);
	Settings.OnSettingChanged().Broadcast(&Settings, Event);
}
