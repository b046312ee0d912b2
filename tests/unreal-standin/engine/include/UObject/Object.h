#pragma once

#include "Containers/Map.h"
#include "Delegates/Delegate.h"
#include "Misc/AssertionMacros.h"
#include "StandIn/Report.h"
#include "UObject/NameTypes.h"
#include "UObject/ObjectMacros.h"

class UClass;
class UPackage;
class UFunction;
class UWorld;
class FProperty;
class FObjectInitializer;
struct FPropertyChangedEvent;

namespace StandIn
{
struct FObjectSystem;
// The only memory in which a UObject can be built.
struct FObjectMemory
{
	void* Address;
};
[[noreturn]] void RefuseThread(const char* What);
} // namespace StandIn

// The root of reflected classes. Made by NewObject only, on the game thread
// only, and never copied. Members: CES CesiumRuntime/Public/Cesium3DTileset.h; PCG PCGExFilters; UEC UE5CoroGASTests;
// SEN Sentry/Private/SentryModule.cpp; RLK RiderGameControl
class UObject
{
public:
	using ThisClass = UObject;
	using StandInObject = UObject;
	static UClass* StaticClass();

	UObject();
	explicit UObject(const FObjectInitializer& ObjectInitializer);
	virtual ~UObject();
	UObject(const UObject&) = delete;
	UObject& operator=(const UObject&) = delete;
	void* operator new(std::size_t, StandIn::FObjectMemory Memory)
	{
		return Memory.Address;
	}
	void operator delete(void*, StandIn::FObjectMemory)
	{
	}
	void operator delete(void*)
	{
	}

	virtual void PostInitProperties()
	{
	}
	virtual void PostLoad()
	{
	}
	virtual void PostReloadConfig(FProperty*)
	{
	}
	virtual void BeginDestroy();
	virtual bool IsReadyForFinishDestroy()
	{
		return true;
	}
	virtual void FinishDestroy();
	virtual UWorld* GetWorld() const
	{
		return nullptr;
	}
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent);
	virtual bool Modify(bool bAlwaysMarkDirty = true);

	UClass* GetClass() const;
	FString GetName() const;
	FName GetFName() const;
	FString GetPathName(const UObject* StopOuter = nullptr) const;
	FString GetFullName() const;
	UObject* GetOuter() const;
	UPackage* GetPackage() const;
	template <typename T>
	T* GetTypedOuter() const;
	bool IsA(const UClass* Class) const;
	template <typename T>
	bool IsA() const
	{
		return IsA(T::StaticClass());
	}
	bool IsIn(const UObject* Outer) const;
	bool IsTemplate() const
	{
		return HasAnyFlags(RF_ClassDefaultObject | RF_ArchetypeObject);
	}
	EObjectFlags GetFlags() const;
	bool HasAnyFlags(EObjectFlags Flags) const
	{
		return (GetFlags() & Flags) != RF_NoFlags;
	}
	bool HasAllFlags(EObjectFlags Flags) const
	{
		return (GetFlags() & Flags) == Flags;
	}
	void SetFlags(EObjectFlags Flags);
	void ClearFlags(EObjectFlags Flags);
	uint32 GetUniqueID() const;
	void AddToRoot();
	void RemoveFromRoot();
	bool IsRooted() const;
	void MarkAsGarbage(); // CES CesiumRuntime/Private/CesiumLifetime.cpp; UEC UE5Coro/Private/AsyncAwaiters.cpp
	bool MarkPackageDirty() const;

	UFunction* FindFunction(FName Name) const;
	void ProcessEvent(UFunction* Function, void* Parameters);

	// Config, of the classes that say `Config=`. CES CesiumEditor/Private/CesiumEditorSettings.cpp; VIB UProjectSettingsService.cpp
	void LoadConfig();
	void SaveConfig();
	bool TryUpdateDefaultConfigFile(const FString& SpecificFile = FString(), bool bWarnIfFail = true);
	FString GetDefaultConfigFilename() const; // CES CesiumEditor/Private/CesiumIonServerManager.cpp

	template <typename T>
	T* CreateDefaultSubobject(FName Name)
	{
		return static_cast<T*>(StandInCreateSubobject(T::StaticClass(), Name));
	}

protected:
	void StandInCheck() const;

private:
	friend struct StandIn::FObjectSystem;
	UObject* StandInCreateSubobject(UClass* Class, FName Name);

	UClass* ClassPrivate = nullptr;
	UObject* OuterPrivate = nullptr;
	FName NamePrivate;
	int32 StandInIndex = INDEX_NONE;
	EObjectFlags StandInFlags = RF_NoFlags;
	uint32 StandInState = 0;
};

// CES CesiumRuntime/Private/CesiumMetadataComponent.cpp; UEC UE5CoroGAS; USH. Not null, not garbage.
bool IsValid(const UObject* Test);
// WindowTransparency PR#16 (its fix for a crash at exit): false once all objects are purged at exit.
bool UObjectInitialized();
