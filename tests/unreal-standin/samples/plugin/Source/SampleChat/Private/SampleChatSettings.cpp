// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SampleChatSettings.h"

#include "UObject/UnrealType.h"

#define LOCTEXT_NAMESPACE "SampleChatSettings"

USampleChatSettings::USampleChatSettings()
{
	Model = TEXT("sample-model");
}

TArray<FString> USampleChatSettings::GetModelNames() const
{
	return {TEXT("sample-model"), TEXT("sample-model-large")};
}

FName USampleChatSettings::GetCategoryName() const
{
	return TEXT("Plugins");
}

#if WITH_EDITOR
FText USampleChatSettings::GetSectionText() const
{
	return LOCTEXT("SectionText", "Sample Chat");
}

void USampleChatSettings::PostEditChangeProperty(FPropertyChangedEvent& Event)
{
	Super::PostEditChangeProperty(Event);
	SaveConfig();
}
#endif

#undef LOCTEXT_NAMESPACE
