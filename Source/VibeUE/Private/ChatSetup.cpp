// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ChatSetup.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"
#include "ChatError.h"
#include "Widgets/ChatSentence.h"

#define LOCTEXT_NAMESPACE "ChatSetup"

FVibeUEError FChatSetup::FindProblem(const FVibeUEModelChoice& Model)
{
	const vibeue::ConnectionProblem Found = vibeue::find_connection_problem(VibeUE::ToCore(Model));
	switch (Found.gap)
	{
	case vibeue::ConnectionGap::Nothing:
		break;
	case vibeue::ConnectionGap::Provider:
		return VibeUE::MakeError(EVibeUEFailure::Settings, LOCTEXT("NoProvider", "Choose who answers"),
			LOCTEXT("NoProviderHint", "Pick a provider and a model in the settings: a service such as OpenAI, Anthropic or Gemini, or a program on "
				"this machine such as Ollama or LM Studio."));
	case vibeue::ConnectionGap::Model:
		return VibeUE::MakeError(EVibeUEFailure::Settings, LOCTEXT("NoModel", "Choose a model"),
			LOCTEXT("NoModelHint", "Enter the model's name in the settings, exactly as its server knows it."));
	case vibeue::ConnectionGap::Key:
	{
		TArray<FString> Names;
		for (const rust::String& Name : Found.key_variables)
		{
			Names.Add(VibeUE::FromCore(Name));
		}
		return VibeUE::MakeError(EVibeUEFailure::Authentication,
			FText::Format(LOCTEXT("NoKey", "{0} needs a key"), FText::FromString(VibeUE::FromCore(Found.provider))),
			FText::Format(LOCTEXT("NoKeyHint", "Set the environment variable {0} and restart the editor, or enter a key in the settings."),
				FText::FromString(FString::Join(Names, TEXT(" / ")))));
	}
	case vibeue::ConnectionGap::Wrong:
		return VibeUE::MakeError(EVibeUEFailure::Settings, LOCTEXT("Wrong", "Check the connection in the settings"),
			FChatSentence::WithHint(FCoreSentences::FromCore(Found.status.message), FCoreSentences::FromCore(Found.status.hint)));
	}
	return FVibeUEError();
}

#undef LOCTEXT_NAMESPACE
