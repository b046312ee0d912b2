// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SampleModule.h"

#include "Misc/CoreDelegates.h"
#include "SampleSession.h"
#include "ToolMenus.h"

#define LOCTEXT_NAMESPACE "Sample"

DEFINE_LOG_CATEGORY(LogSample);
IMPLEMENT_MODULE(FSampleModule, Sample)

void FSampleModule::StartupModule()
{
	Session = TStrongObjectPtr<USampleSession>(NewObject<USampleSession>());
	TickerHandle = FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateRaw(this, &FSampleModule::Tick), 0.0f);
	PreExitHandle = FCoreDelegates::OnEnginePreExit.AddRaw(this, &FSampleModule::LetGo);
	UToolMenus::RegisterStartupCallback(FSimpleMulticastDelegate::FDelegate::CreateRaw(this, &FSampleModule::RegisterMenus));
	UE_LOG(LogSample, Log, TEXT("%s is up, %d objects"), *Session->GetName(), 1);
}

void FSampleModule::ShutdownModule()
{
	LetGo();
	FCoreDelegates::OnEnginePreExit.Remove(PreExitHandle);
	UToolMenus::UnRegisterStartupCallback(this);
	UToolMenus::UnregisterOwner(this);
}

void FSampleModule::LetGo()
{
	FTSTicker::RemoveTicker(TickerHandle);
	TickerHandle.Reset();
	Session.Reset();
}

void FSampleModule::RegisterMenus()
{
	FToolMenuOwnerScoped OwnerScoped(this);
	UToolMenu* Menu = UToolMenus::Get()->ExtendMenu("LevelEditor.MainMenu.Window");
	FToolMenuSection& Section = Menu->FindOrAddSection("Sample");
	Section.AddEntry(FToolMenuEntry::InitMenuEntry("OpenSample", LOCTEXT("Open", "Open"), LOCTEXT("OpenTip", "Opens it."),
		FSlateIcon(), FUIAction(FExecuteAction::CreateLambda([this] { ++Clicks; }))));
}

bool FSampleModule::Tick(float)
{
	++Ticks;
	return true;
}

USampleSession* FSampleModule::GetSession() const
{
	return Session.Get();
}

#undef LOCTEXT_NAMESPACE
