// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ChatSetup.h"

#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreText.h"
#include "ChatError.h"
#include "HAL/PlatformMisc.h"

#define LOCTEXT_NAMESPACE "ChatSetup"

FVibeUEError FChatSetup::FindProblem(const FVibeUEModelChoice& Model)
{
	if (Model.Provider.IsEmpty() && Model.BaseUrl.IsEmpty())
	{
		return VibeUE::MakeError(EVibeUEFailure::Settings, LOCTEXT("NoProvider", "Choose who answers"),
			LOCTEXT("NoProviderHint", "Pick a provider and a model in the settings: a service such as OpenAI, Anthropic or Gemini, or a program on "
				"this machine such as Ollama or LM Studio."));
	}
	if (Model.Model.IsEmpty())
	{
		return VibeUE::MakeError(EVibeUEFailure::Settings, LOCTEXT("NoModel", "Choose a model"),
			LOCTEXT("NoModelHint", "Name the model in the settings, as its server knows it."));
	}
	const vibeue::PresetInfo Preset = vibeue::find_preset(VibeUE::ToCore(Model.Provider));
	if (!Preset.needs_key || !Model.BaseUrl.IsEmpty() || !Model.ApiKey.IsEmpty() || !Model.ApiKeyVariable.IsEmpty())
	{
		return FVibeUEError();
	}
	TArray<FString> Names;
	for (const rust::String& Name : Preset.key_variables)
	{
		Names.Add(VibeUE::FromCore(Name));
		if (!FPlatformMisc::GetEnvironmentVariable(*Names.Last()).IsEmpty())
		{
			return FVibeUEError();
		}
	}
	return VibeUE::MakeError(EVibeUEFailure::Authentication,
		FText::Format(LOCTEXT("NoKey", "{0} needs a key"), FText::FromString(VibeUE::FromCore(Preset.title))),
		FText::Format(LOCTEXT("NoKeyHint", "Set the environment variable {0} and start the editor again, or enter a key in the settings."),
			FText::FromString(FString::Join(Names, TEXT(" / ")))));
}

#undef LOCTEXT_NAMESPACE
