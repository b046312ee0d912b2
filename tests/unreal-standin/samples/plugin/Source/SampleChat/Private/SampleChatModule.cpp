// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SampleChatSession.h"
#include "Framework/Docking/TabManager.h"
#include "Misc/CoreDelegates.h"
#include "Modules/ModuleInterface.h"
#include "Modules/ModuleManager.h"
#include "SChatView.h"
#include "Widgets/Docking/SDockTab.h"

#define LOCTEXT_NAMESPACE "SampleChatModule"

namespace SampleChatModule
{
static const FName TabName(TEXT("SampleChat"));
}

/** Opens the chat's tab. */
class FSampleChatModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		if (IsRunningCommandlet())
		{
			return;
		}
		FCoreDelegates::OnEnginePreExit.AddRaw(this, &FSampleChatModule::HandleEnginePreExit);
		FGlobalTabmanager::Get()
			->RegisterNomadTabSpawner(SampleChatModule::TabName, FOnSpawnTab::CreateRaw(this, &FSampleChatModule::SpawnTab))
			.SetDisplayName(LOCTEXT("TabTitle", "Sample Chat"));
	}

	virtual void ShutdownModule() override
	{
		FCoreDelegates::OnEnginePreExit.RemoveAll(this);
		FGlobalTabmanager::Get()->UnregisterNomadTabSpawner(SampleChatModule::TabName);
		HandleEnginePreExit();
	}

private:
	TSharedRef<SDockTab> SpawnTab(const FSpawnTabArgs&)
	{
		if (!Session.IsValid())
		{
			Session.Reset(NewObject<UChatSession>());
		}
		return SNew(SDockTab)
		[
			SNew(SChatView)
			.Session(Session.Get())
		];
	}

	void HandleEnginePreExit()
	{
		Session.Reset();
	}

	TStrongObjectPtr<UChatSession> Session;
};

#undef LOCTEXT_NAMESPACE

IMPLEMENT_MODULE(FSampleChatModule, SampleChat)
