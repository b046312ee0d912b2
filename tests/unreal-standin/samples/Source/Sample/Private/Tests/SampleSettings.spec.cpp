// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ISettingsModule.h"
#include "Misc/AutomationTest.h"
#include "Misc/ConfigCacheIni.h"
#include "Misc/FileHelper.h"
#include "SampleSettings.h"
#include "StandIn/Host.h"
#include "UObject/EnumProperty.h"
#include "UObject/UnrealType.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSampleSettingsSpec, "Sample.Settings", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	struct FSettings
	{
		float Threshold = 0.0f;
		bool bAutomatic = false;
		FString Prompt;
		TArray<FString> Models;
		TArray<FSampleLine> Lines;
		ESampleState Mode = ESampleState::Idle;
		int32 Changes = 0;
	};
	FSettings Saved;
	FString File;
	bool bHadFile = false;
END_DEFINE_SPEC(FSampleSettingsSpec)

// Long because it lists its cases.
void FSampleSettingsSpec::Define()
{
	// What a person set comes back, whatever a case does: all cases share one editor.
	BeforeEach([this]() {
		USampleSettings* Settings = GetMutableDefault<USampleSettings>();
		Saved = FSettings{Settings->Threshold, Settings->bAutomatic, Settings->Prompt, Settings->Models, Settings->Lines, Settings->Mode, Settings->Changes};
		GConfig->Flush(false);
		bHadFile = FFileHelper::LoadFileToString(File, *GEditorPerProjectIni);
	});
	AfterEach([this]() {
		USampleSettings* Settings = GetMutableDefault<USampleSettings>();
		Settings->Threshold = Saved.Threshold;
		Settings->bAutomatic = Saved.bAutomatic;
		Settings->Prompt = Saved.Prompt;
		Settings->Models = Saved.Models;
		Settings->Lines = Saved.Lines;
		Settings->Mode = Saved.Mode;
		Settings->Changes = Saved.Changes;
		StandIn::DropConfig(Settings->GetDefaultConfigFilename());
		StandIn::DropConfig(GEditorPerProjectIni);
		if (bHadFile)
		{
			FFileHelper::SaveStringToFile(FStringView(File), *GEditorPerProjectIni, FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM);
		}
		StandIn::ForgetConfig();
	});

	It("are read and set by what kind of property each is, without its name", [this]() {
		USampleSettings* Settings = GetMutableDefault<USampleSettings>();
		FString Kinds;
		for (TFieldIterator<FProperty> Iterator(USampleSettings::StaticClass()); Iterator; ++Iterator)
		{
			if (const FNumericProperty* Number = CastField<FNumericProperty>(*Iterator))
			{
				void* Place = Number->ContainerPtrToValuePtr<void>(Settings);
				if (Number->IsFloatingPoint())
				{
					Number->SetFloatingPointPropertyValue(Place, Number->GetFloatingPointPropertyValue(Place) / 2.0);
				}
				else
				{
					Number->SetIntPropertyValue(Place, Number->GetSignedIntPropertyValue(Place) + 2);
				}
				Kinds += Number->IsFloatingPoint() ? TEXT("real ") : TEXT("whole ");
			}
			else if (const FBoolProperty* Bool = CastField<FBoolProperty>(*Iterator))
			{
				Bool->SetPropertyValue_InContainer(Settings, !Bool->GetPropertyValue_InContainer(Settings));
				Kinds += TEXT("bool ");
			}
			else if (const FStrProperty* String = CastField<FStrProperty>(*Iterator))
			{
				String->SetPropertyValue_InContainer(Settings, FString(TEXT("set")));
				Kinds += TEXT("text ");
			}
			else if (const FEnumProperty* Enum = CastField<FEnumProperty>(*Iterator))
			{
				Enum->GetUnderlyingProperty()->SetIntPropertyValue(Enum->ContainerPtrToValuePtr<void>(Settings), 1);
				Kinds += TEXT("enum ");
			}
			else if (const FArrayProperty* Array = CastField<FArrayProperty>(*Iterator))
			{
				Kinds += CastField<FStrProperty>(Array->Inner) ? TEXT("texts ") : TEXT("structs ");
			}
		}
		TestEqual(TEXT("kinds"), Kinds, FString(TEXT("real bool text texts structs enum whole ")));
		TestEqual(TEXT("a number"), Settings->Threshold, Saved.Threshold / 2.0f);
		TestEqual(TEXT("a switch"), Settings->bAutomatic, !Saved.bAutomatic);
		TestEqual(TEXT("a text"), Settings->Prompt, FString(TEXT("set")));
		TestTrue(TEXT("an enum"), static_cast<uint8>(Settings->Mode) == 1);
		TestEqual(TEXT("a whole number"), Settings->Changes, Saved.Changes + 2);
	});

	It("come back from the file as they were saved", [this]() {
		USampleSettings* Settings = GetMutableDefault<USampleSettings>();
		const FString Nasty(TEXT("a \"quoted\" line\nand (brackets), = ; \\ \u00e4 \U0001F600"));
		Settings->Threshold = 0.625f;
		Settings->bAutomatic = false;
		Settings->Prompt = Nasty;
		Settings->Models = {FString(TEXT("one, two")), FString(), FString(TEXT("three"))};
		Settings->Lines = {FSampleLine{FString(TEXT("x=1,(y)")), 3}};
		Settings->Mode = ESampleState::Busy;
		Settings->SaveConfig();

		Settings->Threshold = 0.9f;
		Settings->bAutomatic = true;
		Settings->Prompt.Empty();
		Settings->Models.Empty();
		Settings->Lines.Empty();
		Settings->Mode = ESampleState::Idle;
		StandIn::ForgetConfig();
		Settings->LoadConfig();

		TestEqual(TEXT("a float"), Settings->Threshold, 0.625f);
		TestFalse(TEXT("a bool"), Settings->bAutomatic);
		TestEqual(TEXT("a text"), Settings->Prompt, Nasty);
		TestTrue(TEXT("an array, empty elements included"),
			Settings->Models == TArray<FString>{FString(TEXT("one, two")), FString(), FString(TEXT("three"))});
		if (TestEqual(TEXT("an array of structs"), Settings->Lines.Num(), 1))
		{
			TestEqual(TEXT("its text"), Settings->Lines[0].Text, FString(TEXT("x=1,(y)")));
			TestEqual(TEXT("its number"), Settings->Lines[0].Count, 3);
		}
		TestTrue(TEXT("an enum"), Settings->Mode == ESampleState::Busy);
	});

	It("take the project's defaults until a person saves their own", [this]() {
		USampleSettings* Settings = GetMutableDefault<USampleSettings>();
		FFileHelper::SaveStringToFile(FStringView(TEXT("[/Script/Sample.SampleSettings]\nThreshold=0.7\n+Models=a\n+Models=b\n-Models=a\n")),
			*Settings->GetDefaultConfigFilename(), FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM);
		StandIn::ForgetConfig();
		Settings->LoadConfig();
		TestEqual(TEXT("from the project"), Settings->Threshold, 0.7f);
		TestTrue(TEXT("with the signs of arrays"), Settings->Models == TArray<FString>{FString(TEXT("b"))});
		Settings->Threshold = 0.55f;
		Settings->SaveConfig();
		StandIn::ForgetConfig();
		Settings->LoadConfig();
		TestEqual(TEXT("from the person"), Settings->Threshold, 0.55f);
	});

	It("take what the project says by now when its file is read again", [this]() {
		USampleSettings* Settings = GetMutableDefault<USampleSettings>();
		const auto Write = [Settings](const TCHAR* Line) {
			const FString Whole = FString(TEXT("[/Script/Sample.SampleSettings]\n")) + Line;
			FFileHelper::SaveStringToFile(FStringView(Whole), *Settings->GetDefaultConfigFilename(), FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM);
		};
		Write(TEXT("Threshold=0.7\n"));
		StandIn::ForgetConfig();
		Settings->LoadConfig();
		Write(TEXT("Threshold=0.6\n"));
		Settings->LoadConfig();
		TestEqual(TEXT("as it was read"), Settings->Threshold, 0.7f);
		FString Place;
		TestTrue(TEXT("read again"), FConfigCacheIni::LoadGlobalIniFile(Place, TEXT("EditorPerProjectUserSettings"), nullptr, true));
		Settings->LoadConfig();
		TestEqual(TEXT("as it is now"), Settings->Threshold, 0.6f);
		TestEqual(TEXT("the user's file"), Place, GEditorPerProjectIni);
	});

	It("say when a line cannot be read, and keep the default", [this]() {
		AddExpectedMessage(TEXT("Threshold=lots cannot be read as float"), ELogVerbosity::Warning);
		USampleSettings* Settings = GetMutableDefault<USampleSettings>();
		GConfig->SetString(TEXT("/Script/Sample.SampleSettings"), TEXT("Threshold"), TEXT("lots"), GEditorPerProjectIni);
		Settings->LoadConfig();
		TestEqual(TEXT("the default"), Settings->Threshold, 0.8f);
	});

	It("write the project's file when asked to", [this]() {
		USampleSettings* Settings = GetMutableDefault<USampleSettings>();
		Settings->Threshold = 0.75f;
		TestTrue(TEXT("written"), Settings->TryUpdateDefaultConfigFile());
		FString Text;
		TestTrue(TEXT("the file is there"), FFileHelper::LoadFileToString(Text, *Settings->GetDefaultConfigFilename()));
		TestTrue(TEXT("with the value"), Text.Contains(TEXT("Threshold=0.75")));
		TestFalse(TEXT("without what is transient"), Text.Contains(TEXT("Changes=")));
	});

	It("are clamped in the panel and tell who listens", [this]() {
		USampleSettings* Settings = GetMutableDefault<USampleSettings>();
		int32 Told = 0;
		FName Which;
		const FDelegateHandle Handle = Settings->OnSettingChanged().AddLambda([&](UObject*, FPropertyChangedEvent& Event) {
			++Told;
			Which = Event.GetPropertyName();
		});
		TestTrue(TEXT("edited"), StandIn::EditProperty(Settings, TEXT("Threshold"), TEXT("7")));
		TestEqual(TEXT("clamped"), Settings->Threshold, 0.95f);
		TestFalse(TEXT("what is not editable is not edited"), StandIn::EditProperty(Settings, TEXT("Changes"), TEXT("7")));
		TestEqual(TEXT("told once"), Told, 1);
		TestTrue(TEXT("of that property"), Which == GET_MEMBER_NAME_CHECKED(USampleSettings, Threshold));
		Settings->OnSettingChanged().Remove(Handle);
	});

	It("start new objects with what config says", [this]() {
		GetMutableDefault<USampleSettings>()->Threshold = 0.6f;
		TestEqual(TEXT("copied"), NewObject<USampleSettings>()->Threshold, 0.6f);
	});

	It("have a page that can be opened", [this]() {
		ISettingsModule* Module = FModuleManager::GetModulePtr<ISettingsModule>("Settings");
		if (TestNotNull(TEXT("the module"), Module))
		{
			const USampleSettings* Settings = GetDefault<USampleSettings>();
			TestTrue(TEXT("container"), Settings->GetContainerName() == FName("Editor"));
			TestTrue(TEXT("section"), Settings->GetSectionName() == FName("SampleSettings"));
			const int32 Before = StandIn::ShownSettingsPages().Num();
			Module->ShowViewer(Settings->GetContainerName(), Settings->GetCategoryName(), Settings->GetSectionName());
			TestEqual(TEXT("shown"), StandIn::ShownSettingsPages().Num(), Before + 1);
		}
	});
}

#endif
