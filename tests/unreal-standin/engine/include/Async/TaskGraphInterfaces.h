#pragma once

#include "HAL/Platform.h"

// CES CesiumEditor/Private/CesiumEditorSubLevelMutex.cpp; UEC UE5Coro/Public/UE5Coro/AggregateAwaiter.h
namespace ENamedThreads
{
enum Type : int32
{
	GameThread = 0,
	AnyThread = 1,
	AnyBackgroundThreadNormalTask = 2,
};
}
