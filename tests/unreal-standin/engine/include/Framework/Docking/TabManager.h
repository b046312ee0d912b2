#pragma once

#include "Framework/Docking/WorkspaceItem.h"
#include "Misc/Attribute.h"
#include "Textures/SlateIcon.h"
#include "Widgets/Docking/SDockTab.h"

class SWindow;

// DS DlgEditor.cpp; RV RiveFileEditor.cpp: comparable with an FName, made from one.
struct FTabId
{
	FTabId() = default;
	FTabId(const FName InTabType)
		: TabType(InTabType)
	{
	}
	bool operator==(const FTabId&) const = default;
	bool operator==(const FName& Other) const
	{
		return TabType == Other;
	}
	FString ToString() const
	{
		return TabType.ToString();
	}
	FName TabType;
};

class FSpawnTabArgs
{
public:
	explicit FSpawnTabArgs(const FTabId& InTabId)
		: TabId(InTabId)
	{
	}
	const FTabId& GetTabId() const
	{
		return TabId;
	}

private:
	FTabId TabId;
};

// AX AutonomixUIModule.cpp; VIB AIChatCommands.cpp
DECLARE_DELEGATE_RetVal_OneParam(TSharedRef<SDockTab>, FOnSpawnTab, const FSpawnTabArgs&);
DECLARE_DELEGATE_RetVal_OneParam(bool, FCanSpawnTab, const FSpawnTabArgs&);

// CX CortexFrontendModule.cpp
namespace ETabSpawnerMenuType
{
enum Type : int
{
	Enabled,
	Disabled,
	Hidden,
};
}

// UC UnrealClaudeModule.cpp; CX CortexFrontendModule.cpp. SetTooltipText, with a small t.
struct FTabSpawnerEntry
{
	FTabSpawnerEntry& SetDisplayName(const TAttribute<FText>& InDisplayName)
	{
		DisplayName = InDisplayName;
		return *this;
	}
	FTabSpawnerEntry& SetTooltipText(const TAttribute<FText>& InTooltip)
	{
		TooltipText = InTooltip;
		return *this;
	}
	FTabSpawnerEntry& SetIcon(const FSlateIcon& InIcon)
	{
		Icon = InIcon;
		return *this;
	}
	FTabSpawnerEntry& SetGroup(const TSharedRef<FWorkspaceItem>& InGroup)
	{
		Group = InGroup;
		return *this;
	}
	FTabSpawnerEntry& SetMenuType(const ETabSpawnerMenuType::Type InType)
	{
		MenuType = InType;
		return *this;
	}
	FName TabType;
	FOnSpawnTab OnSpawnTab;
	FCanSpawnTab CanSpawnTab;
	TAttribute<FText> DisplayName;
	TAttribute<FText> TooltipText;
	FSlateIcon Icon;
	TSharedPtr<FWorkspaceItem> Group;
	ETabSpawnerMenuType::Type MenuType = ETabSpawnerMenuType::Enabled;
};

// Epic: Slate/FGlobalTabmanager/RegisterNomadTabSpawner; AX AutonomixUIModule.cpp; GL FGameLiftTab.h; VIB EditorChatTestingTools.cpp. A small m.
class FGlobalTabmanager : public TSharedFromThis<FGlobalTabmanager>
{
public:
	static const TSharedRef<FGlobalTabmanager>& Get();

	FTabSpawnerEntry& RegisterNomadTabSpawner(const FName TabId, const FOnSpawnTab& OnSpawnTab, const FCanSpawnTab& CanSpawnTab = FCanSpawnTab());
	bool UnregisterNomadTabSpawner(const FName TabId);
	bool HasTabSpawner(FName TabId) const;
	// Opens the tab, or brings it to the front. Null when no spawner has that name, or it may not be spawned.
	TSharedPtr<SDockTab> TryInvokeTab(const FTabId& TabId);
	TSharedPtr<SDockTab> FindExistingLiveTab(const FTabId& TabId) const;
	void DrawAttention(const TSharedRef<SDockTab>& Tab);

	// Open ones, the newest last.
	TArray<TSharedRef<SDockTab>> StandInOpenTabs() const;
	TArray<FName> StandInSpawners() const;
	const FTabSpawnerEntry* StandInSpawner(FName TabId) const;
	void StandInForget(const TSharedRef<SDockTab>& Tab);
	void StandInCloseAll();

	struct FImplementation;
	FGlobalTabmanager();
	~FGlobalTabmanager();

private:
	FImplementation* Implementation;
};
