// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/BugReport.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "ConversationFiles.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/EngineVersion.h"
#include "VibeUESettings.h"

namespace BugReportPrivate
{
/** What only the editor knows of itself. */
static rust::Vec<vibeue::NameValue> FindFacts()
{
	TMap<FString, FString> Facts;
	Facts.Add(TEXT("engine"), FEngineVersion::Current().ToString());
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("VibeUE"));
	Facts.Add(TEXT("plugin"), Plugin.IsValid() ? Plugin->GetDescriptor().VersionName : FString(TEXT("not listed")));
	return VibeUE::ToCore(Facts);
}

static rust::Box<vibeue::FileWriting> Start(const FString& Path, const FString& ConversationId)
{
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	const FString Journal = ConversationId.IsEmpty() ? FString() : FConversationFiles::GetPath(ConversationId);
	const rust::Vec<vibeue::NameValue> Values = VibeUE::ToCore(Settings->GetCoreSettingsInForce());
	const rust::Vec<vibeue::NameValue> Facts = FindFacts();
	return vibeue::start_bug_report(VibeUE::ToCore(Path), VibeUE::ToCore(Journal), VibeUE::ToCore(Settings->GetModelChoice()),
		rust::Slice<const vibeue::NameValue>(Values.data(), Values.size()), rust::Slice<const vibeue::NameValue>(Facts.data(), Facts.size()));
}
} // namespace BugReportPrivate

FBugReport::FBugReport(const FString& InPath, const FString& ConversationId)
	: Path(InPath)
	, Writing(BugReportPrivate::Start(InPath, ConversationId))
{
}

bool FBugReport::IsFinished() const
{
	return Writing->is_finished();
}

FVibeUEError FBugReport::GetProblem() const
{
	return VibeUE::FromCore(Writing->status());
}
