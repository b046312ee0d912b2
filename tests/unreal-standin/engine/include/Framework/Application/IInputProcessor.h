#pragma once

#include "Input/Events.h"
#include "Templates/SharedPointer.h"

class FSlateApplication;
class ICursor;

// Sees keys before any widget. CX CortexQARecorder.cpp; NS NoesisInstance.cpp
class IInputProcessor
{
public:
	virtual ~IInputProcessor() = default;
	virtual void Tick(const float DeltaTime, FSlateApplication& SlateApp, TSharedRef<ICursor> Cursor) = 0;
	virtual bool HandleKeyDownEvent(FSlateApplication&, const FKeyEvent&)
	{
		return false;
	}
	virtual bool HandleKeyUpEvent(FSlateApplication&, const FKeyEvent&)
	{
		return false;
	}
};
