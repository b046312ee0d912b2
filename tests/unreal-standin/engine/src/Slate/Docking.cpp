#include "Framework/Docking/TabManager.h"

#include "CoreGlobals.h"
#include "Framework/Application/SlateApplication.h"
#include "Logging/LogMacros.h"
#include "StandIn/Report.h"
#include "WorkspaceMenuStructureModule.h"

#include <list>

struct FGlobalTabmanager::FImplementation
{
	std::list<FTabSpawnerEntry> Spawners; // references stay good
	struct FOpenTab
	{
		TSharedRef<SDockTab> Tab;
		TSharedRef<SWindow> Window;
	};
	TArray<FOpenTab> Open;
};

FGlobalTabmanager::FGlobalTabmanager()
	: Implementation(new FImplementation())
{
}
FGlobalTabmanager::~FGlobalTabmanager()
{
	delete Implementation;
}
const TSharedRef<FGlobalTabmanager>& FGlobalTabmanager::Get()
{
	static const auto* const Manager = new TSharedRef<FGlobalTabmanager>(MakeShared<FGlobalTabmanager>());
	return *Manager;
}
FTabSpawnerEntry& FGlobalTabmanager::RegisterNomadTabSpawner(const FName TabId, const FOnSpawnTab& OnSpawnTab, const FCanSpawnTab& CanSpawnTab)
{
	if (IsRunningCommandlet())
	{
		StandIn::Refuse("a tab was registered in a commandlet", "skip the user interface when IsRunningCommandlet()");
	}
	if (HasTabSpawner(TabId))
	{
		StandIn::RefuseNamed("a tab spawner was registered twice:", *TabId.ToString(), "register it once in StartupModule, and unregister it in ShutdownModule");
	}
	Implementation->Spawners.push_back(FTabSpawnerEntry());
	FTabSpawnerEntry& Entry = Implementation->Spawners.back();
	Entry.TabType = TabId;
	Entry.OnSpawnTab = OnSpawnTab;
	Entry.CanSpawnTab = CanSpawnTab;
	return Entry;
}
bool FGlobalTabmanager::UnregisterNomadTabSpawner(const FName TabId)
{
	return std::erase_if(Implementation->Spawners, [TabId](const FTabSpawnerEntry& Entry) { return Entry.TabType == TabId; }) > 0;
}
const FTabSpawnerEntry* FGlobalTabmanager::StandInSpawner(FName TabId) const
{
	for (const FTabSpawnerEntry& Entry : Implementation->Spawners)
	{
		if (Entry.TabType == TabId)
		{
			return &Entry;
		}
	}
	return nullptr;
}
bool FGlobalTabmanager::HasTabSpawner(FName TabId) const
{
	return StandInSpawner(TabId) != nullptr;
}
TSharedPtr<SDockTab> FGlobalTabmanager::FindExistingLiveTab(const FTabId& TabId) const
{
	for (const FImplementation::FOpenTab& Open : Implementation->Open)
	{
		if (TabId == Open.Tab->StandInTabId())
		{
			return Open.Tab;
		}
	}
	return nullptr;
}
TSharedPtr<SDockTab> FGlobalTabmanager::TryInvokeTab(const FTabId& TabId)
{
	if (const TSharedPtr<SDockTab> Live = FindExistingLiveTab(TabId))
	{
		DrawAttention(Live.ToSharedRef());
		return Live;
	}
	const FTabSpawnerEntry* const Entry = StandInSpawner(TabId.TabType);
	if (!Entry || !FSlateApplication::IsInitialized())
	{
		UE_LOG(LogTemp, Warning, TEXT("no tab can be opened by the name %s: no spawner is registered for it"), *TabId.ToString());
		return nullptr;
	}
	const FSpawnTabArgs Args(TabId);
	if (Entry->CanSpawnTab.IsBound() && !Entry->CanSpawnTab.Execute(Args))
	{
		return nullptr;
	}
	const TSharedRef<SDockTab> Tab = Entry->OnSpawnTab.Execute(Args);
	if (Tab->GetTabRole() != ETabRole::NomadTab)
	{
		StandIn::RefuseNamed("the tab is not a nomad tab:", *TabId.ToString(), "make it by SNew(SDockTab).TabRole(ETabRole::NomadTab)");
	}
	Tab->StandInOpened(TabId.TabType);
	if (Tab->GetTabLabel().IsEmpty())
	{
		Tab->SetLabel(Entry->DisplayName);
	}
	const TSharedRef<SWindow> Window = SNew(SWindow).ClientSize(FVector2D(560.0, 720.0))[Tab];
	FSlateApplication::Get().AddWindow(Window);
	Implementation->Open.Add(FImplementation::FOpenTab{Tab, Window});
	Tab->StandInSetOpen();
	return Tab;
}
void FGlobalTabmanager::DrawAttention(const TSharedRef<SDockTab>& Tab)
{
	for (const FImplementation::FOpenTab& Open : Implementation->Open)
	{
		if (Open.Tab == Tab)
		{
			const TSharedRef<SWindow> Window = Open.Window;
			FSlateApplication::Get().RequestDestroyWindow(Window);
			FSlateApplication::Get().AddWindow(Window);
			return;
		}
	}
}
TArray<TSharedRef<SDockTab>> FGlobalTabmanager::StandInOpenTabs() const
{
	TArray<TSharedRef<SDockTab>> Tabs;
	for (const FImplementation::FOpenTab& Open : Implementation->Open)
	{
		Tabs.Add(Open.Tab);
	}
	return Tabs;
}
TArray<FName> FGlobalTabmanager::StandInSpawners() const
{
	TArray<FName> Names;
	for (const FTabSpawnerEntry& Entry : Implementation->Spawners)
	{
		Names.Add(Entry.TabType);
	}
	return Names;
}
void FGlobalTabmanager::StandInForget(const TSharedRef<SDockTab>& Tab)
{
	for (const FImplementation::FOpenTab& Open : Implementation->Open)
	{
		if (Open.Tab == Tab)
		{
			Open.Window->SetContent(SNullWidget::NullWidget);
			FSlateApplication::Get().RequestDestroyWindow(Open.Window);
		}
	}
	Implementation->Open.RemoveAll([&Tab](const FImplementation::FOpenTab& Open) { return Open.Tab == Tab; });
}
void FGlobalTabmanager::StandInCloseAll()
{
	for (const TSharedRef<SDockTab>& Tab : StandInOpenTabs())
	{
		Tab->StandInClose();
	}
}

void SDockTab::Construct(const FArguments& InArgs)
{
	Label = InArgs._Label;
	OnTabClosed = InArgs._OnTabClosed;
	OnCanCloseTab = InArgs._OnCanCloseTab;
	Role = InArgs._TabRole;
	bCanEverClose = InArgs._CanEverClose;
	BorderImage = TAttribute<const FSlateBrush*>(FAppStyle::GetBrush("Docking.Tab.ContentAreaBrush"));
	BorderBackgroundColor = FSlateColor(FLinearColor::White);
	ColorAndOpacity = FLinearColor::White;
	ForegroundColor = FSlateColor::UseForeground();
	ChildSlot.Padding(InArgs._ContentPadding)[InArgs._Content.Widget];
}
bool SDockTab::CanCloseTab()
{
	return bCanEverClose && (!OnCanCloseTab.IsBound() || OnCanCloseTab.Execute());
}
bool SDockTab::RequestCloseTab()
{
	if (!CanCloseTab())
	{
		return false;
	}
	StandInClose();
	return true;
}
void SDockTab::StandInClose()
{
	const TSharedRef<SDockTab> Kept = StaticCastSharedRef<SDockTab>(AsShared());
	if (!bOpen)
	{
		return;
	}
	bOpen = false;
	OnTabClosed.ExecuteIfBound(Kept);
	FGlobalTabmanager::Get()->StandInForget(Kept);
}
bool SDockTab::IsForeground() const
{
	return bOpen;
}

IWorkspaceMenuStructure& WorkspaceMenu::GetMenuStructure()
{
	class FStructure final : public IWorkspaceMenuStructure
	{
	public:
		virtual TSharedRef<FWorkspaceItem> GetToolsCategory() const override
		{
			return Tools;
		}
		virtual TSharedRef<FWorkspaceItem> GetLevelEditorCategory() const override
		{
			return LevelEditor;
		}

	private:
		TSharedRef<FWorkspaceItem> Tools = MakeShared<FWorkspaceItem>(FText::FromString(TEXT("Tools")));
		TSharedRef<FWorkspaceItem> LevelEditor = MakeShared<FWorkspaceItem>(FText::FromString(TEXT("Level Editor")));
	};
	static auto* const Structure = new FStructure();
	return *Structure;
}
