// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUEStyle.h"

#include "Brushes/SlateImageBrush.h"
#include "Interfaces/IPluginManager.h"
#include "Math/Vector2D.h"
#include "Misc/Paths.h"
#include "Styling/AppStyle.h"
#include "Styling/SlateStyle.h"
#include "Styling/SlateStyleRegistry.h"

TSharedPtr<FSlateStyleSet> FVibeUEStyle::StyleSet;

void FVibeUEStyle::Register()
{
	if (StyleSet.IsValid())
	{
		return;
	}
	StyleSet = MakeShared<FSlateStyleSet>(GetStyleSetName());
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("VibeUE"));
	const FString Folder = Plugin.IsValid() ? Plugin->GetBaseDir() / TEXT("Resources") : FString();
	StyleSet->SetContentRoot(Folder);
	const FVector2D Size(16.0, 16.0);
	for (const TCHAR* Icon : {TEXT("ChatTab"), TEXT("New"), TEXT("Send"), TEXT("Stop"), TEXT("Summarize"), TEXT("Undo")})
	{
		StyleSet->Set(FName(*(FString(TEXT("VibeUE.")) + Icon)), new FSlateVectorImageBrush(Folder / (FString(Icon) + TEXT(".svg")), Size));
	}
	FSlateStyleRegistry::RegisterSlateStyle(*StyleSet);
}

void FVibeUEStyle::Unregister()
{
	if (StyleSet.IsValid())
	{
		FSlateStyleRegistry::UnRegisterSlateStyle(*StyleSet);
		StyleSet.Reset();
	}
}

FName FVibeUEStyle::GetStyleSetName()
{
	return TEXT("VibeUEStyle");
}

const FSlateBrush* FVibeUEStyle::GetBrush(const FName& Name)
{
	return StyleSet.IsValid() ? StyleSet->GetBrush(Name) : FAppStyle::GetBrush("NoBrush");
}
