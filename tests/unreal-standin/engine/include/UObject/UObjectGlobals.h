#pragma once

#include "Delegates/Delegate.h"
#include "Internationalization/Text.h"
#include "UObject/Class.h"

class FOutputDevice;

// SEN Sentry/Private/SentrySettings.cpp; CES CesiumEditor/Private/CesiumEditorSettings.cpp; PCG PCGExActorCollection.h
class FObjectInitializer
{
public:
	static const FObjectInitializer& Get();
	UObject* GetObj() const
	{
		return Object;
	}
	template <typename T>
	T* CreateDefaultSubobject(UObject* Outer, FName Name) const
	{
		return Outer->CreateDefaultSubobject<T>(Name);
	}

private:
	friend struct StandIn::FObjectSystem;
	UObject* Object = nullptr;
};

namespace StandIn
{
UObject* ConstructObject(UClass* Class, UObject* Outer, FName Name, EObjectFlags Flags);
UObject* FindFirst(UClass* Class, const TCHAR* Name);
void LoadFor(const TCHAR* ObjectPath);
} // namespace StandIn

// CES CesiumRuntime/Private/CesiumTextureUtility.cpp; SEN Sentry/Private/SentryModule.cpp; PCG
UPackage* GetTransientPackage();

// SEN Sentry/Private/SentryModule.cpp; RLK RiderAgentTools; PCG PCGExPCGDataAssetCollection.cpp
template <typename T>
T* NewObject(UObject* Outer, const UClass* Class, FName Name = NAME_None, EObjectFlags Flags = RF_NoFlags)
{
	check(Class != nullptr);
	checkf(Class->IsChildOf(T::StaticClass()), TEXT("NewObject: the class is not derived from the type that was asked for"));
	return static_cast<T*>(StandIn::ConstructObject(const_cast<UClass*>(Class), Outer, Name, Flags));
}
template <typename T>
T* NewObject(UObject* Outer = GetTransientPackage())
{
	return static_cast<T*>(StandIn::ConstructObject(T::StaticClass(), Outer, NAME_None, RF_NoFlags));
}
template <typename T>
T* NewObject(UObject* Outer, FName Name, EObjectFlags Flags = RF_NoFlags)
{
	return static_cast<T*>(StandIn::ConstructObject(T::StaticClass(), Outer, Name, Flags));
}

// CES CesiumEditor/Private/CesiumIonSession.cpp; RLK RiderGameControl; UEC UE5CoroGASTests
template <typename T>
const T* GetDefault()
{
	return static_cast<const T*>(T::StaticClass()->GetDefaultObject());
}
template <typename T>
T* GetMutableDefault()
{
	return static_cast<T*>(T::StaticClass()->GetDefaultObject());
}

// UGW Workspace/GitWorkspaceSaveFlow.cpp, GitWorkspaceSaveFlowTests.cpp; DGN
// Migration/DungeonAssetMigrationService.cpp: a caller that binds it keeps what was bound and restores it. It is asked
// before a package is saved: the package, its file, and where to say why not.
struct FCoreUObjectDelegates
{
	using FIsPackageOKToSaveDelegate = TDelegate<bool(UPackage*, const FString&, FOutputDevice*)>;
	static FIsPackageOKToSaveDelegate IsPackageOKToSaveDelegate;
};

// CES CesiumEditor/Private/CesiumEditor.cpp; PCG; UEC UE5Coro/Private/UE5CoroSubsystem.cpp
template <typename To, typename From>
To* Cast(From* Source)
{
	if (!Source)
	{
		return nullptr;
	}
	return Source->IsA(To::StaticClass()) ? static_cast<To*>(const_cast<std::remove_const_t<From>*>(Source)) : nullptr;
}
template <typename To, typename From>
To* CastChecked(From* Source)
{
	To* Result = Cast<To>(Source);
	checkf(Result != nullptr, TEXT("CastChecked: the object is null or of another class"));
	return Result;
}

// RLK RiderAgentTools/Private/SceneActorSpawner.cpp; ChiR24/Unreal_mcp McpAutomationBridge_PerformanceHandlers.cpp (an actor by its path): by outer and
// name, or by path "/Package.Object". EpicGames/LoadingScreen issue 9, Tencent/UnLua issue 451: fatal while garbage is collected.
UObject* StaticFindObject(UClass* Class, UObject* Outer, const TCHAR* Name);
template <typename T>
T* FindObject(UObject* Outer, const TCHAR* Name)
{
	return static_cast<T*>(StaticFindObject(T::StaticClass(), Outer, Name));
}

// UEM Handlers/AnimationHandlers_Sequence.cpp; SUE Tools/Analysis/ClassHierarchyTool.cpp: only by its name, wherever it
// is.
enum class EFindFirstObjectOptions : uint32
{
	None = 0,
	NativeFirst = 1,
};
template <typename T>
T* FindFirstObject(const TCHAR* Name, EFindFirstObjectOptions = EFindFirstObjectOptions::None)
{
	return static_cast<T*>(StandIn::FindFirst(T::StaticClass(), Name));
}

// SUE Tools/Blueprint/QueryBlueprintTool.cpp; RIV; UEM. The whole package is loaded, whatever class its object is of (StandIn::LoadedPackages).
template <typename T>
T* LoadObject(UObject* Outer, const TCHAR* Name)
{
	StandIn::LoadFor(Name);
	return FindObject<T>(Outer, Name);
}

// UEC UE5CoroTests/Private/CoroutineHandleTest.cpp; SEN sample SentryPlaygroundCrashUtils.cpp
void CollectGarbage(EObjectFlags KeepFlags, bool bPerformFullPurge = true);
// SEN Sentry/Private/Utils/SentryCallbackUtils.cpp; RLK RiderAgentTools/Private/PythonExecutor.cpp
bool IsGarbageCollecting();

// PCG PCGExFoundations; SEN Sentry/Private/SentrySettings.cpp
#define GET_MEMBER_NAME_CHECKED(ClassName, MemberName) \
	(static_cast<void>(sizeof(decltype(&ClassName::MemberName))), FName(TEXT(#MemberName)))
