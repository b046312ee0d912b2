#include "EngineUtils.h"

#include "CoreGlobals.h"
#include "EditorParts.h"
#include "StandIn/Editor.h"
#include "StandIn/Reflection.h"
#include "UObject/StrongObjectPtr.h"

template <>
struct StandIn::TReflected<AActor>
{
	static void Describe(StandIn::FClassBuilder& Class)
	{
		Class.Module("Engine");
	}
};
STANDIN_IMPLEMENT_CLASS(AActor)

template <>
struct StandIn::TReflected<UActorComponent>
{
	static void Describe(StandIn::FClassBuilder& Class)
	{
		Class.Module("Engine");
	}
};
STANDIN_IMPLEMENT_CLASS(UActorComponent)

namespace
{
struct FLevelState
{
	TArray<TStrongObjectPtr<UObject>> Objects;
	TArray<AActor*> Actors;
	int64 Visited = 0;
};

FLevelState& LevelState()
{
	static FLevelState* const Current = new FLevelState();
	return *Current;
}
} // namespace

const FString& AActor::GetActorLabel(bool) const
{
	return StandInLabel;
}
FVector AActor::GetActorLocation() const
{
	return StandInLocation;
}
void AActor::GetComponents(TArray<UActorComponent*>& OutComponents) const
{
	OutComponents = StandInComponents;
}
TArray<AActor*> StandIn::VisitActors()
{
	StandIn::OnGameThread("TActorIterator");
	LevelState().Visited += LevelState().Actors.Num();
	return LevelState().Actors;
}

namespace StandIn
{
int64 ActorsVisited()
{
	return LevelState().Visited;
}
void AddActor(const TCHAR* Label, double X, double Y, double Z, const TCHAR* Component)
{
	AActor* Actor = NewObject<AActor>();
	Actor->StandInLabel = Label;
	Actor->StandInLocation = FVector{X, Y, Z};
	LevelState().Objects.Add(TStrongObjectPtr<UObject>(Actor));
	if (!FString(Component).IsEmpty())
	{
		UActorComponent* Part = NewObject<UActorComponent>(Actor, FName(Component));
		LevelState().Objects.Add(TStrongObjectPtr<UObject>(Part));
		Actor->StandInComponents.Add(Part);
	}
	LevelState().Actors.Add(Actor);
}
void RemoveActor(const TCHAR* Label)
{
	LevelState().Actors.RemoveAll([Label](const AActor* Actor) { return Actor->GetActorLabel().Equals(Label); });
}
void ResetLevel()
{
	LevelState() = FLevelState();
}
} // namespace StandIn
