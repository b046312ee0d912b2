// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SettingNames.h"

#include "UObject/UnrealType.h"
#include "VibeUESettings.h"

#define LOCTEXT_NAMESPACE "SettingNames"

FText FSettingNames::Find(const FString& Property)
{
	const FProperty* Field = UVibeUESettings::StaticClass()->FindPropertyByName(FName(*Property));
	return Field ? Field->GetDisplayNameText() : FText::FromString(Property);
}

bool FSettingNames::IsField(const FProperty& Property)
{
	// Only fields of the page are named for their user.
	return Property.HasMetaData(TEXT("DisplayName"));
}

bool FSettingNames::IsCompound(const FString& Text)
{
	int32 Capitals = 0;
	for (const TCHAR Character : Text)
	{
		Capitals += Character >= TEXT('A') && Character <= TEXT('Z') ? 1 : 0;
	}
	if (Capitals < 2 || Text.Contains(TEXT(" ")))
	{
		return false;
	}
	for (TFieldIterator<FProperty> Iterator(UVibeUESettings::StaticClass()); Iterator; ++Iterator)
	{
		if (Iterator->GetName().Equals(Text, ESearchCase::CaseSensitive))
		{
			return true;
		}
	}
	return false;
}

FText FSettingNames::Join(const TArray<FString>& Properties)
{
	TArray<FText> Names;
	for (const FString& Property : Properties)
	{
		Names.Add(Find(Property));
	}
	return FText::Join(LOCTEXT("And", ", "), Names);
}

#undef LOCTEXT_NAMESPACE
