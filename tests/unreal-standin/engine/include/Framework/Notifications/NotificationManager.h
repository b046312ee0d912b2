#pragma once

#include "Widgets/Notifications/SNotificationList.h"

// Epic: Slate; UC UnrealClaudeModule.cpp; VIB MCPServer.cpp; CES CesiumIonServerManager.cpp. The result is null if
// nothing is shown.
class FSlateNotificationManager
{
public:
	static FSlateNotificationManager& Get();
	TSharedPtr<SNotificationItem> AddNotification(const FNotificationInfo& Info);

	// All that are on the screen, the newest last.
	const TArray<TSharedRef<SNotificationItem>>& StandInItems() const
	{
		return Items;
	}
	// The texts of all that were ever added.
	const TArray<FString>& StandInHistory() const
	{
		return History;
	}
	void StandInTick(float Seconds);
	void StandInClear();

private:
	TArray<TSharedRef<SNotificationItem>> Items;
	TArray<FString> History;
};
