// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SampleSession.h"

int32 USampleSession::Destroyed = 0;

void USampleSession::BeginDestroy()
{
	++Destroyed;
	Super::BeginDestroy();
}

void USampleSession::Say(const FString& Text)
{
	check(IsInGameThread());
	++Said;
	LineEvent.Broadcast(Text, Said);
	OnLineDynamic.Broadcast(Text, Said);
}

void USampleSession::HearLine(const FString& Text, int32 Number)
{
	Heard.Add(FString::Printf(TEXT("%d %s"), Number, *Text));
}

int32 USampleSession::Sum(int32 A, int32 B) const
{
	return A + B;
}

void USampleSession::NotAFunctionOfReflection(const FString& Text, int32)
{
	Heard.Add(Text);
}
