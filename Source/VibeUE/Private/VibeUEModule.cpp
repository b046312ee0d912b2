// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreLog.h"
#include "Bridge/CoreVersion.h"
#include "VibeUEChatSession.h"
#include "CoreGlobals.h"
#include "Framework/Application/SlateApplication.h"
#include "Framework/Commands/UICommandList.h"
#include "Framework/Docking/TabManager.h"
#include "Framework/Notifications/NotificationManager.h"
#include "LevelEditor.h"
#include "Misc/CoreDelegates.h"
#include "Modules/ModuleInterface.h"
#include "Modules/ModuleManager.h"
#include "NextFrame.h"
#include "SAIChatWindow.h"
#include "SettingsPage.h"
#include "Textures/SlateIcon.h"
#include "Tools/EditorTools.h"
#include "Tools/LogTail.h"
#include "Tools/ServedTools.h"
#include "ToolMenus.h"
#include "VibeUECommands.h"
#include "VibeUECompat.h"
#include "VibeUELog.h"
#include "VibeUEStyle.h"
#include "Widgets/Announcements.h"
#include "Widgets/Docking/SDockTab.h"
#include "Widgets/Notifications/SNotificationList.h"
#include "Widgets/SChatScale.h"
#include "WorkspaceMenuStructure.h"
#include "WorkspaceMenuStructureModule.h"

#define LOCTEXT_NAMESPACE "VibeUEModule"

namespace VibeUEModulePrivate
{
static const FName TabName(TEXT("VibeUEChat"));

/** Half of what the user waits at the editor's exit without wondering. */
static constexpr double SecondsToClose = 2.0;
} // namespace VibeUEModulePrivate

/** Puts the chat into the editor, and takes it out again. */
class FVibeUEModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		FCoreDelegates::OnEnginePreExit.AddRaw(this, &FVibeUEModule::HandleExit);
		FCoreDelegates::OnPreExit.AddRaw(this, &FVibeUEModule::HandleExit);
		bIsUp = true;
		// A cook or a build has nobody to chat with; a script that runs in one may open sessions all the same.
		if (IsRunningCommandlet())
		{
			return;
		}

		if (!VibeUE::IsCoreUsable())
		{
			const FVibeUEError& Problem = VibeUE::GetCoreProblem();
			UE_LOG(LogVibeUE, Warning, TEXT("VibeUE is disabled: %s %s"), *Problem.Message, *Problem.Hint);
			CoreProblem = FText::FromString(Problem.Message + TEXT(" ") + Problem.Hint);
			EngineInitHandle = VibeUECompat::OnPostEngineInit().AddRaw(this, &FVibeUEModule::ShowCoreProblem);
			return;
		}
		LogTail->Listen(true);
		EditorTools.Register(LogTail);
		ServedTools->Start();
		FVibeUEStyle::Register();
		FAnnouncements::Start();
		FVibeUECommands::Register();
		FVibeUEChatCommands::Register();
		FSettingsPage::Register();
		CommandList = MakeShared<FUICommandList>();
		CommandList->MapAction(FVibeUECommands::Get().OpenChat, FExecuteAction::CreateStatic(&FVibeUEModule::OpenChat));
		FGlobalTabmanager::Get()
			->RegisterNomadTabSpawner(VibeUEModulePrivate::TabName, FOnSpawnTab::CreateRaw(this, &FVibeUEModule::SpawnTab))
			.SetDisplayName(LOCTEXT("TabTitle", "VibeUE Chat"))
			.SetTooltipText(LOCTEXT("TabTip", "Chat with an AI agent."))
			.SetGroup(WorkspaceMenu::GetMenuStructure().GetToolsCategory())
			// The entry is ours, below: the tab manager's own would be a second one.
			.SetMenuType(ETabSpawnerMenuType::Hidden)
			.SetIcon(FSlateIcon(FVibeUEStyle::GetStyleSetName(), "VibeUE.ChatTab"));
		UToolMenus::RegisterStartupCallback(FSimpleMulticastDelegate::FDelegate::CreateRaw(this, &FVibeUEModule::RegisterMenus));
	}

	virtual void ShutdownModule() override
	{
		if (!bIsUp)
		{
			return;
		}
		HandleExit();
		ServedTools->End();
		FNextFrame::Stop();
		FCoreDelegates::OnEnginePreExit.RemoveAll(this);
		FCoreDelegates::OnPreExit.RemoveAll(this);
		VibeUECompat::OnPostEngineInit().Remove(EngineInitHandle);
		EditorTools.Unregister();
		LogTail->Listen(false);
		UToolMenus::UnRegisterStartupCallback(this);
		UToolMenus::UnregisterOwner(this);
		if (CommandList.IsValid())
		{
			FGlobalTabmanager::Get()->UnregisterNomadTabSpawner(VibeUEModulePrivate::TabName);
			FVibeUEChatCommands::Unregister();
			FVibeUECommands::Unregister();
			FSettingsPage::Unregister();
			FAnnouncements::Stop();
			CommandList.Reset();
		}
		FVibeUEStyle::Unregister();
		bIsUp = false;
	}

	virtual bool SupportsDynamicReloading() override
	{
		// The native core has threads and thread-local data: a reload would leave them in code that is gone.
		return false;
	}

private:
	static void OpenChat()
	{
		FGlobalTabmanager::Get()->TryInvokeTab(VibeUEModulePrivate::TabName);
		const FVibeUEModule* const Module = FModuleManager::GetModulePtr<FVibeUEModule>("VibeUE");
		if (const TSharedPtr<SAIChatWindow> Shown = Module ? Module->Window.Pin() : nullptr)
		{
			// A user who opens it wants to write.
			Shown->TakeKeyboard();
		}
	}

	TSharedRef<SDockTab> SpawnTab(const FSpawnTabArgs&)
	{
		TSharedPtr<SAIChatWindow> Shown;
		const TSharedRef<SDockTab> Tab = SNew(SDockTab)
			.TabRole(ETabRole::NomadTab)
			[
				SNew(SChatScale)
				[
					SAssignNew(Shown, SAIChatWindow)
				]
			];
		Window = Shown;
		return Tab;
	}

	void RegisterMenus()
	{
		const FToolMenuOwnerScoped OwnerScoped(this);
		FToolMenuSection& Section =
			UToolMenus::Get()->ExtendMenu("LevelEditor.MainMenu.Tools")->FindOrAddSection("VibeUE", LOCTEXT("MenuSection", "VibeUE"));
		Section.AddMenuEntry("OpenVibeUEChat", LOCTEXT("OpenChat", "VibeUE Chat"), LOCTEXT("OpenChatTip", "Chat with an AI agent."),
			FSlateIcon(FVibeUEStyle::GetStyleSetName(), "VibeUE.ChatTab"), FUIAction(FExecuteAction::CreateStatic(&FVibeUEModule::OpenChat)));
		if (FLevelEditorModule* LevelEditor = FModuleManager::GetModulePtr<FLevelEditorModule>("LevelEditor"))
		{
			LevelEditor->GetGlobalLevelEditorActions()->Append(CommandList.ToSharedRef());
		}
	}

	void ShowCoreProblem()
	{
		if (!FSlateApplication::IsInitialized())
		{
			return;
		}
		FNotificationInfo Info(FText::Format(LOCTEXT("CoreProblem", "VibeUE is disabled: {0}"), CoreProblem));
		Info.ExpireDuration = 20.0f;
		FSlateNotificationManager::Get().AddNotification(Info);
	}

	/** Ends all threads of the core and releases all objects; called on each way out, and acts only once. */
	void HandleExit()
	{
		if (const TSharedPtr<SAIChatWindow> Shown = Window.Pin())
		{
			Shown->SetSession(nullptr);
		}
		Window.Reset();
		ServedTools->Pause();
		UChatSession::CloseAll(VibeUEModulePrivate::SecondsToClose);
		VibeUE::LogCoreLines();
	}

	TSharedPtr<FUICommandList> CommandList;
	TWeakPtr<SAIChatWindow> Window;
	TSharedRef<FLogTail> LogTail = MakeShared<FLogTail>();
	FEditorTools EditorTools;
	TSharedRef<FServedTools> ServedTools = MakeShared<FServedTools>();
	FDelegateHandle EngineInitHandle;
	FText CoreProblem;
	bool bIsUp = false;
};

#undef LOCTEXT_NAMESPACE

IMPLEMENT_MODULE(FVibeUEModule, VibeUE)
