#include "CoreGlobals.h"
#include "ObjectSystem.h"
#include "Process.h"
#include "UObject/GCObject.h"
#include "UObject/StrongObjectPtr.h"
#include "UObject/UObjectGlobals.h"

#include <algorithm>
#include <unordered_map>

namespace
{
std::recursive_mutex& ReferencesMutex()
{
	static auto* const Mutex = new std::recursive_mutex();
	return *Mutex;
}
std::vector<FGCObject*>& Referencers()
{
	static auto* const List = new std::vector<FGCObject*>();
	return *List;
}
// How many strong pointers each object has.
std::unordered_map<UObject*, int32>& StrongReferences()
{
	static auto* const Counts = new std::unordered_map<UObject*, int32>();
	return *Counts;
}
void CountReference(UObject* Object)
{
	if (Object)
	{
		const std::lock_guard<std::recursive_mutex> Lock(ReferencesMutex());
		++StrongReferences()[Object];
	}
}
void DropReference(UObject* Object)
{
	const std::lock_guard<std::recursive_mutex> Lock(ReferencesMutex());
	const auto Found = StrongReferences().find(Object);
	if (Found != StrongReferences().end() && --Found->second == 0)
	{
		StrongReferences().erase(Found);
	}
}
} // namespace

FGCObject::FGCObject()
{
	const std::lock_guard<std::recursive_mutex> Lock(ReferencesMutex());
	Referencers().push_back(this);
}
FGCObject::FGCObject(const FGCObject&)
	: FGCObject()
{
}
FGCObject::~FGCObject()
{
	const std::lock_guard<std::recursive_mutex> Lock(ReferencesMutex());
	std::erase(Referencers(), this);
}

namespace StandIn
{

FStrongReference::FStrongReference(UObject* InObject)
	: Object(InObject)
{
	if (Object)
	{
		FObjectSystem::Index(Object); // must be alive
		CountReference(Object);
	}
}
FStrongReference::FStrongReference(const FStrongReference& Other)
	: FStrongReference(Other.Object)
{
}
FStrongReference& FStrongReference::operator=(const FStrongReference& Other)
{
	UObject* const Old = Object;
	CountReference(Other.Object);
	Object = Other.Object;
	DropReference(Old);
	return *this;
}
FStrongReference::~FStrongReference()
{
	DropReference(Object);
}

namespace
{

// Marks what can be reached, without recursion.
class FMarker final : public FReferenceCollector
{
public:
	void Visit(UObject*& Object) override
	{
		if (!Object)
		{
			return;
		}
		FObjectTable::FSlot& Slot = Objects().Slots[static_cast<std::size_t>(FObjectSystem::Index(Object))];
		if (Slot.bGarbage)
		{
			Object = nullptr;
			return;
		}
		Keep(*Object);
	}
	// Also when it was marked as garbage.
	void Keep(UObject& Object)
	{
		FObjectTable::FSlot& Slot = Objects().Slots[static_cast<std::size_t>(FObjectSystem::Index(&Object))];
		if (!Slot.bReached)
		{
			Slot.bReached = true;
			Stack.push_back(&Object);
		}
	}
	void Run()
	{
		while (!Stack.empty())
		{
			UObject* Object = Stack.back();
			Stack.pop_back();
			UObject* Outer = Object->GetOuter();
			Visit(Outer);
			if (!FObjectSystem::Slot(Object).bNative)
			{
				for (TFieldIterator<FProperty> It(Object->GetClass()); It; ++It)
				{
					It->StandInType().VisitReferences(It->ContainerPtrToValuePtr<void>(Object), *this);
				}
			}
		}
	}

private:
	std::vector<UObject*> Stack;
};

void Destroy(const std::vector<UObject*>& Doomed)
{
	FObjectTable& Table = Objects();
	for (UObject* Object : Doomed)
	{
		if (FObjectSystem::State(Object) == FObjectSystem::Alive)
		{
			Object->BeginDestroy();
			if (FObjectSystem::State(Object) != FObjectSystem::Begun)
			{
				RefuseNamed("BeginDestroy did not call Super::BeginDestroy, class", *Object->GetClass()->GetName(), "call it at the end");
			}
		}
	}
	for (UObject* Object : Doomed)
	{
		for (int32 Tries = 0; !Object->IsReadyForFinishDestroy(); ++Tries)
		{
			if (Tries > 100000)
			{
				RefuseNamed("IsReadyForFinishDestroy never becomes true, class", *Object->GetClass()->GetName(), "finish the work in BeginDestroy");
			}
		}
		Object->FinishDestroy();
		if (FObjectSystem::State(Object) != FObjectSystem::Finished)
		{
			RefuseNamed("FinishDestroy did not call Super::FinishDestroy, class", *Object->GetClass()->GetName(), "call it at the end");
		}
	}
	// Asked while all of them still exist: an object's path goes through its outer.
	std::vector<FString> Descriptions;
	for (UObject* Object : Doomed)
	{
		Descriptions.push_back(Object->GetFullName());
	}
	for (std::size_t Step = 0; Step < Doomed.size(); ++Step)
	{
		UObject* Object = Doomed[Step];
		const std::size_t Index = static_cast<std::size_t>(FObjectSystem::Index(Object));
		const std::size_t Size = Object->GetClass()->StandInSize;
		const FString& Description = Descriptions[Step];
		Object->~UObject();
		const std::lock_guard<std::recursive_mutex> Lock(Table.Mutex);
		Table.Slots[Index] = FObjectTable::FSlot{nullptr, Table.Slots[Index].Serial};
		Table.Free.push_back(Index);
		CloseObjectMemory(Object, Size, Description);
	}
}

} // namespace

void VisitObject(UObject*& Object, FReferenceCollector& Collector)
{
	Collector.Visit(Object);
}
void VisitStruct(const UScriptStruct* Struct, void* Value, FReferenceCollector& Collector)
{
	for (TFieldIterator<FProperty> It(Struct); It; ++It)
	{
		It->StandInType().VisitReferences(It->ContainerPtrToValuePtr<void>(Value), Collector);
	}
}

void PurgeObjects(TArray<FString>& OutHeld)
{
	RequireGameThread("the purge at exit");
	FObjectTable& Table = Objects();
	GExitPurge = true;
	{
		const std::lock_guard<std::recursive_mutex> Lock(ReferencesMutex());
		for (const auto& [Object, Count] : StrongReferences())
		{
			OutHeld.Add(Object->GetFullName() + TEXT(" is held by a TStrongObjectPtr"));
		}
		for (const FGCObject* Referencer : Referencers())
		{
			OutHeld.Add(FString(TEXT("an FGCObject is alive: ")) + Referencer->GetReferencerName());
		}
	}
	std::vector<UObject*> Doomed;
	for (FObjectTable::FSlot& Slot : Table.Slots)
	{
		if (Slot.Object && !Slot.bNative)
		{
			if (Slot.bRooted)
			{
				OutHeld.Add(Slot.Object->GetFullName() + TEXT(" is still in the root set"));
			}
			Slot.bUnreachable = true;
			Doomed.push_back(Slot.Object);
		}
	}
	Table.bCollecting = true;
	Destroy(Doomed);
	Table.bCollecting = false;
	for (FObjectTable::FSlot& Slot : Table.Slots)
	{
		if (Slot.Object && Slot.Object->GetClass() == UClass::StaticClass())
		{
			static_cast<UClass*>(Slot.Object)->StandInDefaultObject = nullptr;
		}
	}
	Table.bPurged = true;
}

} // namespace StandIn

bool IsGarbageCollecting()
{
	return StandIn::Objects().bCollecting;
}

void CollectGarbage(EObjectFlags KeepFlags, bool)
{
	using namespace StandIn;
	RequireGameThread("CollectGarbage");
	FObjectTable& Table = Objects();
	if (Table.bCollecting)
	{
		Refuse("CollectGarbage during a collection", "not from BeginDestroy or a destructor");
	}
	if (!Table.Building.empty())
	{
		Refuse("CollectGarbage inside a UObject's constructor", "collect later");
	}
	Table.bCollecting = true;
	FMarker Marker;
	for (FObjectTable::FSlot& Slot : Table.Slots)
	{
		Slot.bReached = false;
	}
	for (FObjectTable::FSlot& Slot : Table.Slots)
	{
		if (Slot.Object && (Slot.bNative || Slot.bRooted || Slot.Object->HasAnyFlags(KeepFlags | RF_ClassDefaultObject)))
		{
			UObject* Root = Slot.Object;
			Marker.Visit(Root);
		}
	}
	{
		const std::lock_guard<std::recursive_mutex> Lock(ReferencesMutex());
		for (const auto& [Object, Count] : StrongReferences())
		{
			Marker.Keep(*Object);
		}
		for (FGCObject* Referencer : Referencers())
		{
			Referencer->AddReferencedObjects(Marker);
		}
	}
	Marker.Run();
	std::vector<UObject*> Doomed;
	for (FObjectTable::FSlot& Slot : Table.Slots)
	{
		if (Slot.Object && !Slot.bReached)
		{
			Slot.bUnreachable = true;
			Doomed.push_back(Slot.Object);
		}
	}
	Destroy(Doomed);
	Table.bCollecting = false;
}
