// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUETurn.h"

#include "TurnUnderWay.h"
#include "VibeUEChatSession.h"

FString UVibeUETurn::GetAnswer(const UChatSession* Session)
{
	return Session && Session->UnderWay.IsValid() ? Session->UnderWay->Answer : FString();
}

FString UVibeUETurn::GetReasoning(const UChatSession* Session)
{
	return Session && Session->UnderWay.IsValid() ? Session->UnderWay->Reasoning : FString();
}

TArray<FVibeUEToolCall> UVibeUETurn::GetAskedCalls(const UChatSession* Session)
{
	return Session && Session->UnderWay.IsValid() ? Session->UnderWay->AskedCalls : TArray<FVibeUEToolCall>();
}
