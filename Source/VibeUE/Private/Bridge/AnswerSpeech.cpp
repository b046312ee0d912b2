// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/AnswerSpeech.h"

#include "Bridge/CoreText.h"

FAnswerSpeech::FAnswerSpeech()
	: Speech(vibeue::new_answer_speech())
{
}

FString FAnswerSpeech::Hear(const FString& Piece)
{
	return VibeUE::FromCore(Speech->hear(VibeUE::ToCore(Piece)));
}

FString FAnswerSpeech::Finish()
{
	return VibeUE::FromCore(Speech->finish());
}
