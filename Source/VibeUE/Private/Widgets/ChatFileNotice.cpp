// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ChatFileNotice.h"

#include "Framework/Notifications/NotificationManager.h"
#include "HAL/PlatformProcess.h"
#include "Misc/Paths.h"
#include "Widgets/Notifications/SNotificationList.h"

#define LOCTEXT_NAMESPACE "ChatFileNotice"

namespace ChatFileNoticePrivate
{
static void ShowFolder(FString Folder)
{
	FPlatformProcess::ExploreFolder(*Folder);
}
} // namespace ChatFileNoticePrivate

void FChatFileNotice::Show(const FText& Sentence, const FString& Path, const FText& Detail)
{
	FNotificationInfo Info(FText::Format(Sentence, FText::FromString(FPaths::GetCleanFilename(Path)), Detail));
	Info.ExpireDuration = 8.0f;
	Info.Hyperlink = FSimpleDelegate::CreateStatic(&ChatFileNoticePrivate::ShowFolder, FPaths::GetPath(Path));
	Info.HyperlinkText = LOCTEXT("ShowFolder", "Show in folder");
	FSlateNotificationManager::Get().AddNotification(Info);
}

#undef LOCTEXT_NAMESPACE
