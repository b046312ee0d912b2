// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SampleChatSession.h"

#include "SampleChatSettings.h"
#include "sample/core.h"

UChatSession::UChatSession()
{
	if (HasAnyFlags(RF_ClassDefaultObject))
	{
		return;
	}
	OnSummarizationComplete.AddDynamic(this, &UChatSession::HandleSummarizationComplete);
	TickHandle = FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateUObject(this, &UChatSession::Tick), 0.0f);
}

void UChatSession::BeginDestroy()
{
	FTSTicker::RemoveTicker(TickHandle);
	Super::BeginDestroy();
}

bool UChatSession::SubmitUserMessage(const FString& Text, ESampleChatSpeaker Speaker)
{
	if (Text.IsEmpty())
	{
		return false;
	}
	const FTCHARToUTF8 Utf8(*Text, Text.Len());

	FSampleChatLine Line;
	Line.Speaker = Speaker;
	Line.Text = Text;
	Line.Tokens = static_cast<int32>(sample::count_tokens(Utf8.Get(), static_cast<uint32>(Utf8.Length())));
	Lines.Add(Line);
	State = ESampleChatState::Waiting;
	LineAdded.Broadcast(Line);
	OnLineAddedDynamic.Broadcast(Line);
	return true;
}

float UChatSession::GetTokenUsagePercent() const
{
	int32 Used = 0;
	for (const FSampleChatLine& Line : Lines)
	{
		Used += Line.Tokens;
	}
	return static_cast<float>(Used) / static_cast<float>(GetDefault<USampleChatSettings>()->ContextWindow);
}

TArray<FSampleChatLine> UChatSession::GetLines() const
{
	return Lines;
}

void UChatSession::HandleSummarizationComplete(bool bSuccess, const FString& Summary)
{
	State = bSuccess && !Summary.IsEmpty() ? ESampleChatState::Idle : ESampleChatState::Failed;
}

bool UChatSession::Tick(float DeltaTime)
{
	Age += DeltaTime;
	return true;
}
