// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SampleSettings.h"

#include "UObject/UnrealType.h"

USampleSettings::USampleSettings()
{
	CategoryName = TEXT("Plugins");
}

void USampleSettings::PostInitProperties()
{
	Super::PostInitProperties();
	Threshold = FMath::Clamp(Threshold, 0.5f, 0.95f);
}

void USampleSettings::PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent)
{
	++Changes;
	Super::PostEditChangeProperty(PropertyChangedEvent);
}
