// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Containers/Ticker.h"
#include "CoreMinimal.h"
#include "Modules/ModuleManager.h"
#include "UObject/StrongObjectPtr.h"

class USampleSession;

DECLARE_LOG_CATEGORY_EXTERN(LogSample, Log, All);

/** A module that holds an object, ticks, and adds a menu entry: and takes all of it back. */
class FSampleModule : public IModuleInterface
{
public:
	virtual void StartupModule() override;
	virtual void ShutdownModule() override;
	virtual bool SupportsDynamicReloading() override
	{
		return false;
	}

	USampleSession* GetSession() const;
	int32 GetTicks() const
	{
		return Ticks;
	}
	int32 GetClicks() const
	{
		return Clicks;
	}

private:
	void RegisterMenus();
	void LetGo();
	bool Tick(float DeltaTime);

	TStrongObjectPtr<USampleSession> Session;
	FTSTicker::FDelegateHandle TickerHandle;
	FDelegateHandle PreExitHandle;
	int32 Ticks = 0;
	int32 Clicks = 0;
};
