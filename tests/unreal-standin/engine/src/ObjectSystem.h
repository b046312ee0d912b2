#pragma once

#include "UObject/Class.h"
#include "UObject/UObjectGlobals.h"

#include <deque>
#include <mutex>
#include <vector>

namespace StandIn
{

// All objects, and what is known of those that are gone.
struct FObjectTable
{
	struct FSlot
	{
		UObject* Object = nullptr;
		int32 Serial = 0;
		bool bRooted = false;
		bool bGarbage = false; // marked by MarkAsGarbage
		bool bReached = false;
		bool bUnreachable = false; // found so by the collection that runs
		bool bNative = false; // classes, packages and the like: never collected
	};
	struct FBuilding
	{
		void* Memory;
		UClass* Class;
		UObject* Outer;
		FName Name;
		EObjectFlags Flags;
		bool bTaken;
	};
	struct FDead
	{
		void* Memory;
		std::size_t Size;
		std::string Description;
	};
	std::recursive_mutex Mutex;
	std::deque<FSlot> Slots;
	std::vector<std::size_t> Free;
	std::vector<FBuilding> Building;
	std::deque<FDead> Dead;
	int32 NextName = 0;
	bool bCollecting = false;
	bool bPurged = false;
};
FObjectTable& Objects();

// The one that may write what objects keep private.
struct FObjectSystem
{
	static constexpr uint32 Alive = 0x0b1ec700;
	static constexpr uint32 Begun = 0x0b1ec701;
	static constexpr uint32 Finished = 0x0b1ec702;

	static UObject* Make(UClass* Class, UObject* Outer, FName Name, EObjectFlags Flags);
	static void CopyConfigFromDefault(UObject* Object);
	static int32 AddToTable(UObject* Object);
	static FObjectTable::FSlot& Slot(const UObject* Object);
	static int32 Index(const UObject* Object);
	static void SetIdentity(UObject* Object, UClass* Class, UObject* Outer, FName Name, EObjectFlags Flags);
	static uint32 State(const UObject* Object)
	{
		return Object->StandInState;
	}
	static UObject*& Outer(UObject* Object)
	{
		return Object->OuterPrivate;
	}
	static void SetClass(UObject* Object, UClass* Class)
	{
		Object->ClassPrivate = Class;
	}
};

void* AllocateObjectMemory(std::size_t Size);
void CloseObjectMemory(void* Memory, std::size_t Size, const FString& Description);
UPackage* PackageNamed(FName Name);

// The package of its own that an object of a map is kept in; null if it has none.
UPackage* ExternalPackageOf(const UObject* Object);

} // namespace StandIn
