// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/SpecSandbox.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "ConversationFiles.h"
#include "CoreGlobals.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformMisc.h"
#include "Misc/ConfigCacheIni.h"
#include "Misc/FileHelper.h"
#include "Misc/Guid.h"
#include "Misc/Paths.h"
#include "UObject/UnrealType.h"
#include "UObject/UObjectGlobals.h"
#include "VibeUEChatSession.h"

#if defined(STANDIN)
#include "Framework/Docking/TabManager.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Widgets/Docking/SDockTab.h"
#endif

namespace SpecSandboxPrivate
{
static const TCHAR* const Section = TEXT("/Script/VibeUE.VibeUESettings");

/** The sandbox that the case is in. */
static TWeakPtr<FSpecSandbox>& Current()
{
	static TWeakPtr<FSpecSandbox> Sandbox;
	return Sandbox;
}

/** Copies all values, one by one: what they are copied into may be the default object. */
static void Copy(UVibeUESettings* To, const UVibeUESettings* From)
{
	for (TFieldIterator<FProperty> Iterator(UVibeUESettings::StaticClass()); Iterator; ++Iterator)
	{
		Iterator->CopyCompleteValue_InContainer(To, From);
	}
}
} // namespace SpecSandboxPrivate

TSharedRef<FSpecSandbox> FSpecSandbox::Enter()
{
	TSharedPtr<FSpecSandbox> Sandbox = SpecSandboxPrivate::Current().Pin();
	if (!Sandbox.IsValid())
	{
		Sandbox = MakeShareable(new FSpecSandbox());
		SpecSandboxPrivate::Current() = Sandbox;
	}
	return Sandbox.ToSharedRef();
}

void FSpecSandbox::WithinAnother(TFunction<void()> Action)
{
	const TWeakPtr<FSpecSandbox> Outer = SpecSandboxPrivate::Current();
	SpecSandboxPrivate::Current().Reset();
	{
		const TSharedRef<FSpecSandbox> Inner = Enter();
		Action();
	}
	SpecSandboxPrivate::Current() = Outer;
}

FSpecSandbox::FSpecSandbox()
	: Settings(NewObject<UVibeUESettings>())
	, Saved(ReadSaved())
	, Panel(FPanelMemory::Read())
{
	UVibeUESettings* Defaults = GetMutableDefault<UVibeUESettings>();
	SpecSandboxPrivate::Copy(Settings.Get(), Defaults);
	bIniWasThere = IFileManager::Get().FileExists(*GEditorPerProjectIni);
	Defaults->ResetToDefaults();
	FPanelMemory::Forget();
	Folder = FPaths::ConvertRelativePathToFull(
		FPaths::ProjectIntermediateDir() / (TEXT("VibeUESpec-") + FGuid::NewGuid().ToString(EGuidFormats::DigitsWithHyphensLower)));
	FolderBefore = FConversationFiles::UseFolder(Folder);
	// Servers of the user's machine are no business of a spec.
	SetEnvironment(TEXT("VIBEUE_LOCAL_SERVERS"), TEXT("none"));
	SetEnvironment(TEXT("VIBEUE_SERVER_LISTS"), TEXT("none"));
	SetEnvironment(TEXT("VIBEUE_CREDENTIAL_STORE"), TEXT("none"));
	// Nor what the user set for all programs.
	SetEnvironment(TEXT("VIBEUE_CONFIG"), TEXT("none"));
	for (const TCHAR* const Name : {TEXT("API_KEY"), TEXT("PROVIDER"), TEXT("BASE_URL"), TEXT("MODEL"), TEXT("WINDOW"), TEXT("MAX_OUTPUT"), TEXT("KEY_ENV"), TEXT("TEMPERATURE"), TEXT("REASONING_EFFORT")})
	{
		SetEnvironment(*(FString(TEXT("VIBEUE_")) + Name), FString());
	}
	if (VibeUE::IsCoreUsable())
	{
		for (const vibeue::SettingInfo& Info : vibeue::list_settings())
		{
			SetEnvironment(*(TEXT("VIBEUE_") + VibeUE::FromCore(Info.name).ToUpper()), FString());
		}
	}
}

FSpecSandbox::~FSpecSandbox()
{
	if (!bLeavesOpen)
	{
		CloseSessions();
		IFileManager::Get().DeleteDirectory(*Folder, false, true);
	}
	FConversationFiles::UseFolder(FolderBefore);
	RestoreEnvironment();
	RestoreSettings();
	RestoreSaved();
	RestorePanel();
#if defined(STANDIN)
	StandIn::LimitFileSizes(-1);
	StandIn::ResetWallClock();
#endif
}

void FSpecSandbox::CloseSessions()
{
#if defined(STANDIN)
	if (const TSharedPtr<SDockTab> Tab = FGlobalTabmanager::Get()->FindExistingLiveTab(FName(TEXT("VibeUEChat"))))
	{
		Tab->RequestCloseTab();
	}
#endif
	for (UChatSession* Session : UChatSession::FindOpenSessions())
	{
		Session->Close(5.0);
	}
}

void FSpecSandbox::RestoreEnvironment()
{
	for (const TPair<FString, FString>& Variable : Environment)
	{
		FPlatformMisc::SetEnvironmentVar(*Variable.Key, *Variable.Value);
	}
}

void FSpecSandbox::RestoreSettings()
{
	SpecSandboxPrivate::Copy(GetMutableDefault<UVibeUESettings>(), Settings.Get());
}

void FSpecSandbox::RestoreSaved()
{
	bool bHasChanged = false;
	const TArray<FSavedValue> Now = ReadSaved();
	for (int32 Index = 0; Index < Saved.Num(); ++Index)
	{
		const FSavedValue& Value = Saved[Index];
		if (Value.Lines == Now[Index].Lines)
		{
			continue;
		}
		bHasChanged = true;
		if (Value.Lines.Num() == 0)
		{
			GConfig->RemoveKey(SpecSandboxPrivate::Section, *Value.Key, GEditorPerProjectIni);
		}
		else if (Value.bIsArray)
		{
			GConfig->SetArray(SpecSandboxPrivate::Section, *Value.Key, Value.Lines, GEditorPerProjectIni);
		}
		else
		{
			GConfig->SetString(SpecSandboxPrivate::Section, *Value.Key, *Value.Lines.Last(), GEditorPerProjectIni);
		}
	}
	if (bHasChanged)
	{
		GConfig->Flush(false, GEditorPerProjectIni);
		if (!bIniWasThere)
		{
			IFileManager::Get().Delete(*GEditorPerProjectIni);
		}
	}
}

void FSpecSandbox::RestorePanel()
{
	FPanelMemory::Forget();
	Panel.Keep();
	if (!bIniWasThere && IFileManager::Get().FileExists(*GEditorPerProjectIni))
	{
		IFileManager::Get().Delete(*GEditorPerProjectIni);
	}
}

TArray<FSpecSandbox::FSavedValue> FSpecSandbox::ReadSaved()
{
	TArray<FSavedValue> Values;
	for (TFieldIterator<FProperty> Iterator(UVibeUESettings::StaticClass()); Iterator; ++Iterator)
	{
		FSavedValue& Value = Values.AddDefaulted_GetRef();
		Value.Key = Iterator->GetName();
		Value.bIsArray = Iterator->GetCPPType().StartsWith(TEXT("TArray"));
		GConfig->GetArray(SpecSandboxPrivate::Section, *Value.Key, Value.Lines, GEditorPerProjectIni);
	}
	return Values;
}

void FSpecSandbox::UseServer()
{
	UVibeUESettings* Values = GetMutableDefault<UVibeUESettings>();
	// Their definitions would fill a good part of the small window.
	Values->bOfferEditorTools = false;
	Values->bOfferFileTools = false;
	Values->Protocol = TEXT("openai");
	Values->BaseUrl = GetServer() + TEXT("/v1");
	Values->Model = TEXT("gpt-4o");
	Values->ApiKey = TEXT("sk-spec");
	Values->ContextWindow = 8000;
	Values->SystemPrompt = TEXT("You help with a level.");
	Values->SummarizationMode = EVibeUESummarizationMode::Rules;
	Values->SummarizationThreshold = 0.8;
	Values->SummarizationResetRatio = 0.7;
	Values->SummarizationTargetRatio = 0.5;
	Values->bLearnReserveTokens = false;
	Values->ReserveTokens = 500;
	Values->SummarizationCooldownMessages = 0;
	Values->MinimumMessagesToSummarize = 4;
	Values->RecentMessagesToKeep = 4;
	Values->MinimumRecentMessages = 2;
	Values->RefreshEveryMessages = 0;
}

void FSpecSandbox::OfferEditorTools()
{
	UVibeUESettings* Values = GetMutableDefault<UVibeUESettings>();
	Values->bOfferEditorTools = true;
	Values->ContextWindow = 32000;
}

void FSpecSandbox::DeleteFiles(TArray<FString>& Files)
{
	for (const FString& File : Files)
	{
		IFileManager::Get().Delete(*File);
	}
	Files.Empty();
}

FString FSpecSandbox::ReadKeptResult(const FString& ConversationId)
{
	const FString Folder = FConversationFiles::GetPath(ConversationId) + TEXT(".results");
	TArray<FString> Names;
	IFileManager::Get().FindFiles(Names, *(Folder / TEXT("*.txt")), true, false);
	FString Text;
	return Names.Num() == 1 && FFileHelper::LoadFileToString(Text, *(Folder / Names[0])) ? Text : FString();
}

void FSpecSandbox::SetEnvironment(const TCHAR* Name, const FString& Value)
{
	if (!Environment.Contains(Name))
	{
		Environment.Add(Name, FPlatformMisc::GetEnvironmentVariable(Name));
	}
	FPlatformMisc::SetEnvironmentVar(Name, *Value);
}

#if defined(STANDIN)
void FSpecSandbox::FillDisk(const FString& ConversationId)
{
	if (FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_SMALL_DISK")).IsEmpty())
	{
		// A few bytes fit, so that lines are torn.
		StandIn::LimitFileSizes(IFileManager::Get().FileSize(*FConversationFiles::GetPath(ConversationId)) + 10);
		return;
	}
	// Several files, each half as large as the one before, until not even a small one fits.
	int32 Number = 0;
	for (int32 Size = 8 * 1024 * 1024; Size > 0; Size /= 2)
	{
		TArray<uint8> Bytes;
		Bytes.SetNumZeroed(Size);
		while (Number < 1000 && FFileHelper::SaveArrayToFile(Bytes, *(Folder / FString::Printf(TEXT("filler %d.bin"), Number++))))
		{
		}
	}
}

void FSpecSandbox::EmptyDisk()
{
	StandIn::LimitFileSizes(-1);
	TArray<FString> Names;
	IFileManager::Get().FindFiles(Names, *(Folder / TEXT("*.bin")), true, false);
	for (const FString& Name : Names)
	{
		IFileManager::Get().Delete(*(Folder / Name));
	}
}
#endif

void FSpecSandbox::LeaveOpen()
{
	bLeavesOpen = true;
}

FString FSpecSandbox::GetServer()
{
	return FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_SERVER"));
}

void FSpecSandbox::Notify()
{
	UVibeUESettings* Values = GetMutableDefault<UVibeUESettings>();
	FPropertyChangedEvent Event(nullptr);
	Values->OnSettingChanged().Broadcast(Values, Event);
}

#endif
