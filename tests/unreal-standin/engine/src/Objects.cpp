#include "UObject/Object.h"

#include "CoreGlobals.h"
#include "Misc/AutomationTest.h"
#include "ObjectSystem.h"
#include "Process.h"
#include "StandIn/Host.h"
#include "UObject/UObjectGlobals.h"
#include "UObject/UnrealType.h"
#include "Utf8.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

#ifdef STANDIN_ADDRESS_SANITIZER
#include <sanitizer/lsan_interface.h>
#endif

bool GExitPurge = false;

namespace StandIn
{

FObjectTable& Objects()
{
	static FObjectTable* const Table = new FObjectTable();
	return *Table;
}

namespace
{
std::size_t PagesFor(std::size_t Size)
{
	const std::size_t Page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
	return (Size + Page - 1) / Page * Page;
}
} // namespace

void* AllocateObjectMemory(std::size_t Size)
{
	// Each object has pages of its own: when it is gone, they are closed, and an access to them reports the object's
	// name.
	void* Memory = ::mmap(nullptr, PagesFor(Size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (Memory == MAP_FAILED)
	{
		Refuse("out of memory for objects", "make fewer objects");
	}
#ifdef STANDIN_ADDRESS_SANITIZER
	// The search for lost memory looks into no pages but those of malloc.
	__lsan_register_root_region(Memory, PagesFor(Size));
#endif
	return Memory;
}

void CloseObjectMemory(void* Memory, std::size_t Size, const FString& Description)
{
	std::memset(Memory, 0xdd, Size);
#ifdef STANDIN_ADDRESS_SANITIZER
	__lsan_unregister_root_region(Memory, PagesFor(Size));
#endif
	::mprotect(Memory, PagesFor(Size), PROT_NONE);
	Objects().Dead.push_back({Memory, PagesFor(Size), ToUtf8(Description)});
}

bool DescribeDeadAddress(const void* Address, std::string& OutText)
{
	for (const FObjectTable::FDead& Dead : Objects().Dead)
	{
		if (Address >= Dead.Memory && Address < static_cast<const char*>(Dead.Memory) + Dead.Size)
		{
			OutText = "Object used after it was collected: " + Dead.Description +
				". What to do: keep it by a UPROPERTY, a TStrongObjectPtr or an FGCObject, or watch it by a TWeakObjectPtr";
			return true;
		}
	}
	return false;
}

FWeakReference ReferenceTo(const UObject* Object)
{
	if (!Object)
	{
		return FWeakReference();
	}
	const std::lock_guard<std::recursive_mutex> Lock(Objects().Mutex);
	const int32 Index = FObjectSystem::Index(Object);
	return FWeakReference{Index, Objects().Slots[static_cast<std::size_t>(Index)].Serial};
}

UObject* Resolve(FWeakReference Reference)
{
	if (Reference.Index == INDEX_NONE)
	{
		return nullptr;
	}
	FObjectTable& Table = Objects();
	const std::lock_guard<std::recursive_mutex> Lock(Table.Mutex);
	const FObjectTable::FSlot& Slot = Table.Slots[static_cast<std::size_t>(Reference.Index)];
	return Slot.Serial == Reference.Serial && Slot.Object && !Slot.bGarbage && !Slot.bUnreachable ? Slot.Object : nullptr;
}

UObject* FObjectSystem::Make(UClass* Class, UObject* Outer, FName Name, EObjectFlags Flags)
{
	RequireGameThread("making a UObject");
	FObjectTable& Table = Objects();
	if (Table.bPurged)
	{
		Refuse("a UObject was made after all objects were purged at exit", "do nothing with objects in ShutdownModule when the engine exits");
	}
	if (Table.bCollecting)
	{
		Refuse("a UObject was made during garbage collection", "not in BeginDestroy or a destructor");
	}
	if (!Class->StandInConstruct)
	{
		RefuseNamed("NewObject of an abstract class", *Class->GetName(), "make one of a derived class");
	}
	if (!Outer && Class != UPackage::StaticClass())
	{
		RefuseNamed("NewObject with a null outer, class", *Class->GetName(), "only packages have none: leave the outer out, or pass GetTransientPackage()");
	}
	if (Name.IsNone())
	{
		Name = FName(Class->GetName() + TEXT("_") + LexToString(Table.NextName++));
	}
	else if (UObject* Existing = StaticFindObject(nullptr, Outer, *Name.ToString()))
	{
		RefuseNamed("NewObject: the outer already has an object called", *Existing->GetPathName(), "choose another name, or leave the name out");
	}
	void* Memory = AllocateObjectMemory(Class->StandInSize);
	FObjectInitializer Initializer;
	Initializer.Object = static_cast<UObject*>(Memory);
	Table.Building.push_back({Memory, Class, Outer, Name, Flags, false});
	Class->StandInConstruct(Memory, Initializer);
	if (!Table.Building.back().bTaken)
	{
		RefuseNamed("a constructor did not reach UObject's", *Class->GetName(), "derive from UObject and call Super's constructor");
	}
	Table.Building.pop_back();
	UObject* Object = static_cast<UObject*>(Memory);
	if (Object->HasAnyFlags(RF_ClassDefaultObject))
	{
		Object->LoadConfig();
	}
	else
	{
		CopyConfigFromDefault(Object);
	}
	Object->PostInitProperties();
	return Object;
}

// A new object starts with what config says, not only with what the constructor says.
void FObjectSystem::CopyConfigFromDefault(UObject* Object)
{
	const UObject* Default = Object->GetClass()->GetDefaultObject();
	for (TFieldIterator<FProperty> It(Object->GetClass()); It; ++It)
	{
		if (It->Specifiers.Has(TEXT("Config")) || It->Specifiers.Has(TEXT("GlobalConfig")))
		{
			It->StandInType().CopyValue(It->ContainerPtrToValuePtr<void>(Object), It->ContainerPtrToValuePtr<void>(Default));
		}
	}
}

int32 FObjectSystem::AddToTable(UObject* Object)
{
	FObjectTable& Table = Objects();
	const std::lock_guard<std::recursive_mutex> Lock(Table.Mutex);
	std::size_t Index;
	if (!Table.Free.empty())
	{
		Index = Table.Free.back();
		Table.Free.pop_back();
	}
	else
	{
		Index = Table.Slots.size();
		Table.Slots.emplace_back();
	}
	Table.Slots[Index].Object = Object;
	++Table.Slots[Index].Serial;
	return static_cast<int32>(Index);
}

FObjectTable::FSlot& FObjectSystem::Slot(const UObject* Object)
{
	return Objects().Slots[static_cast<std::size_t>(Object->StandInIndex)];
}

int32 FObjectSystem::Index(const UObject* Object)
{
	Object->StandInCheck();
	return Object->StandInIndex;
}

void FObjectSystem::SetIdentity(UObject* Object, UClass* Class, UObject* Outer, FName Name, EObjectFlags Flags)
{
	Object->ClassPrivate = Class;
	Object->OuterPrivate = Outer;
	Object->NamePrivate = Name;
	Object->StandInFlags = Flags;
	Object->StandInState = Alive;
	Object->StandInIndex = AddToTable(Object);
}

UObject* ConstructObject(UClass* Class, UObject* Outer, FName Name, EObjectFlags Flags)
{
	return FObjectSystem::Make(Class, Outer, Name, Flags);
}

int32 LiveObjectCount(const UClass* Class)
{
	int32 Count = 0;
	for (const FObjectTable::FSlot& Slot : Objects().Slots)
	{
		Count += Slot.Object && (!Class || Slot.Object->IsA(Class)) && !Slot.Object->HasAnyFlags(RF_ClassDefaultObject) ? 1 : 0;
	}
	return Count;
}

} // namespace StandIn

using StandIn::FObjectSystem;
using StandIn::Objects;

UObject::UObject()
{
	auto& Building = Objects().Building;
	if (Building.empty() || Building.back().Memory != this || Building.back().bTaken)
	{
		StandIn::Refuse("a UObject was built other than by NewObject", "use NewObject<T>(Outer); objects live neither on the stack nor inside others");
	}
	Building.back().bTaken = true;
	FObjectSystem::SetIdentity(this, Building.back().Class, Building.back().Outer, Building.back().Name, Building.back().Flags);
}
UObject::UObject(const FObjectInitializer&)
	: UObject()
{
}
UObject::~UObject()
{
	if (StandInState != FObjectSystem::Finished && StandInState != FObjectSystem::Alive)
	{
		StandIn::Refuse("a UObject was deleted by hand", "let the garbage collector do it");
	}
}
void UObject::StandInCheck() const
{
	if (StandInState < FObjectSystem::Alive || StandInState > FObjectSystem::Finished)
	{
		StandIn::Refuse("a pointer does not point at a living UObject", "keep the object, or watch it by a TWeakObjectPtr");
	}
}
void UObject::BeginDestroy()
{
	StandInState = FObjectSystem::Begun;
}
void UObject::FinishDestroy()
{
	StandInState = FObjectSystem::Finished;
}
UClass* UObject::GetClass() const
{
	StandInCheck();
	return ClassPrivate;
}
FName UObject::GetFName() const
{
	StandInCheck();
	return NamePrivate;
}
FString UObject::GetName() const
{
	return GetFName().ToString();
}
UObject* UObject::GetOuter() const
{
	StandInCheck();
	return OuterPrivate;
}
UPackage* UObject::GetPackage() const
{
	const UObject* Top = this;
	while (Top->GetOuter())
	{
		if (UPackage* External = StandIn::ExternalPackageOf(Top))
		{
			return External;
		}
		Top = Top->GetOuter();
	}
	return static_cast<UPackage*>(const_cast<UObject*>(Top));
}
FString UObject::GetPathName(const UObject* StopOuter) const
{
	const UObject* Outer = GetOuter();
	if (!Outer || Outer == StopOuter)
	{
		return GetName();
	}
	const FString Start = Outer->GetPathName(StopOuter);
	// Below a top-level object the separator changes: /Package.Object:Inner.
	const bool bOfTopLevel = Outer->GetOuter() && !Outer->GetOuter()->GetOuter();
	return Start + (bOfTopLevel ? TEXT(":") : TEXT(".")) + GetName();
}
FString UObject::GetFullName() const
{
	return GetClass()->GetName() + TEXT(" ") + GetPathName();
}
bool UObject::IsA(const UClass* Class) const
{
	return GetClass()->IsChildOf(Class);
}
bool UObject::IsIn(const UObject* Outer) const
{
	for (const UObject* Step = GetOuter(); Step; Step = Step->GetOuter())
	{
		if (Step == Outer)
		{
			return true;
		}
	}
	return false;
}
EObjectFlags UObject::GetFlags() const
{
	StandInCheck();
	return StandInFlags;
}
void UObject::SetFlags(EObjectFlags Flags)
{
	StandInCheck();
	StandInFlags = StandInFlags | Flags;
}
void UObject::ClearFlags(EObjectFlags Flags)
{
	StandInCheck();
	StandInFlags = static_cast<EObjectFlags>(StandInFlags & ~Flags);
}
uint32 UObject::GetUniqueID() const
{
	return static_cast<uint32>(FObjectSystem::Index(this));
}
void UObject::AddToRoot()
{
	StandIn::RequireGameThread("AddToRoot");
	StandInCheck();
	FObjectSystem::Slot(this).bRooted = true;
}
void UObject::RemoveFromRoot()
{
	StandIn::RequireGameThread("RemoveFromRoot");
	StandInCheck();
	FObjectSystem::Slot(this).bRooted = false;
}
bool UObject::IsRooted() const
{
	StandInCheck();
	return FObjectSystem::Slot(this).bRooted;
}
void UObject::MarkAsGarbage()
{
	StandInCheck();
	FObjectSystem::Slot(this).bGarbage = true;
}
bool UObject::MarkPackageDirty() const
{
	StandInCheck();
	return false;
}
bool UObject::Modify(bool)
{
	StandInCheck();
	return false;
}
void UObject::PostEditChangeProperty(FPropertyChangedEvent&)
{
	StandInCheck();
}
UFunction* UObject::FindFunction(FName Name) const
{
	return GetClass()->FindFunctionByName(Name);
}
UObject* UObject::StandInCreateSubobject(UClass* Class, FName Name)
{
	const auto& Building = Objects().Building;
	const bool bInConstructor = std::any_of(Building.begin(), Building.end(), [this](const auto& Step) { return Step.Memory == this; });
	if (!bInConstructor)
	{
		StandIn::Refuse("CreateDefaultSubobject outside the constructor", "use NewObject<T>(this)");
	}
	return StandIn::ConstructObject(Class, this, Name, HasAnyFlags(RF_ClassDefaultObject) ? RF_ArchetypeObject : RF_NoFlags);
}
void UObject::ProcessEvent(UFunction* Function, void* Parameters)
{
	StandIn::RequireGameThread("ProcessEvent");
	StandInCheck();
	check(Function != nullptr);
	if (Function->NumParms > 0 && !Parameters)
	{
		StandIn::RefuseNamed("ProcessEvent without parameters on a function that has some:", *Function->GetName(), "pass a struct of its parameters, in order");
	}
	// The parameters lie in a struct, each at its own alignment, the result last.
	std::vector<void*> Arguments;
	std::size_t Offset = 0;
	const auto Place = [&Offset, Parameters](std::size_t Size, std::size_t Alignment) {
		Offset = (Offset + Alignment - 1) / Alignment * Alignment;
		void* At = static_cast<char*>(Parameters) + Offset;
		Offset += Size;
		return At;
	};
	for (int32 Index = 0; Index < Function->NumParms; ++Index)
	{
		Arguments.push_back(Place(Function->ParameterSizes[Index], Function->ParameterAlignments[Index]));
	}
	Arguments.push_back(nullptr);
	void* Return = Function->ReturnType && Parameters ? Place(Function->ReturnSize, Function->ReturnAlignment) : nullptr;
	Function->Thunk(this, Function->Pointer.get(), Arguments.data(), Return);
}

bool IsValid(const UObject* Test)
{
	if (!Test)
	{
		return false;
	}
	const int32 Index = FObjectSystem::Index(Test);
	const auto& Slot = Objects().Slots[static_cast<std::size_t>(Index)];
	return !Slot.bGarbage && !Slot.bUnreachable;
}
bool UObjectInitialized()
{
	return !Objects().bPurged;
}

const FObjectInitializer& FObjectInitializer::Get()
{
	static const FObjectInitializer Empty;
	return Empty;
}

UObject* StaticFindObject(UClass* Class, UObject* Outer, const TCHAR* Name)
{
	if (Objects().bCollecting)
	{
		StandIn::Refuse("an object was looked for during garbage collection", "not in BeginDestroy or a destructor: keep a weak pointer to it instead");
	}
	const FString Wanted(Name);
	for (const auto& Slot : Objects().Slots)
	{
		UObject* Object = Slot.Object;
		if (!Object || Slot.bGarbage || (Class && !Object->IsA(Class)))
		{
			continue;
		}
		if (Outer ? Object->GetOuter() == Outer && Object->GetName() == Wanted : Object->GetPathName() == Wanted)
		{
			return Object;
		}
	}
	return nullptr;
}
UObject* StandIn::FindFirst(UClass* Class, const TCHAR* Name)
{
	const FName Wanted(Name);
	for (const auto& Slot : Objects().Slots)
	{
		if (Slot.Object && !Slot.bGarbage && Slot.Object->IsA(Class) && Slot.Object->GetFName() == Wanted)
		{
			return Slot.Object;
		}
	}
	return nullptr;
}
FTopLevelAssetPath UClass::GetClassPathName() const
{
	return FTopLevelAssetPath{FName(FString(TEXT("/Script/")) + StandIn::FWords::FromUtf8(StandInModule)), GetFName()};
}
UPackage* GetTransientPackage()
{
	static UPackage* const Package = StandIn::PackageNamed(FName(TEXT("/Engine/Transient")));
	return Package;
}
