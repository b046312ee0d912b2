#pragma once

#include "Containers/Array.h"
#include "GameFramework/Actor.h"

class UWorld;

namespace StandIn
{
// The actors of the level, as they are now.
TArray<AActor*> VisitActors();
} // namespace StandIn

// UC MCP/Tools/MCPTool_GetLevelActors.cpp; VIB PythonAPI/UActorService.cpp
template <typename ActorType>
class TActorIterator
{
public:
	explicit TActorIterator(const UWorld*)
		: Actors(StandIn::VisitActors())
	{
	}
	explicit operator bool() const
	{
		return Index < Actors.Num();
	}
	void operator++()
	{
		++Index;
	}
	ActorType* operator*() const
	{
		return static_cast<ActorType*>(Actors[Index]);
	}

private:
	TArray<AActor*> Actors;
	int32 Index = 0;
};
