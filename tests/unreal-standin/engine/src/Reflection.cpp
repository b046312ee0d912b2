#include "StandIn/Reflection.h"

#include "ObjectSystem.h"
#include "Process.h"
#include "Utf8.h"

namespace StandIn
{
namespace
{

FRegistration*& FirstRegistration()
{
	static FRegistration* First = nullptr;
	return First;
}

// Classes, packages and functions exist before anything else does, their own
// classes included: those are filled in once all of them exist.
struct FPending
{
	UObject* Object;
	UClass* (*Class)();
};
std::vector<FPending>& Pending()
{
	static auto* const List = new std::vector<FPending>();
	return *List;
}
bool bReady = false;

template <typename T>
T* MakeNative(FName Name, UObject* Outer)
{
	FObjectTable& Table = Objects();
	void* Memory = AllocateObjectMemory(sizeof(T));
	Table.Building.push_back({Memory, bReady ? T::StaticClass() : nullptr, Outer, Name, RF_Public, false});
	T* Object = new (FObjectMemory{Memory}) T();
	Table.Building.pop_back();
	FObjectSystem::Slot(Object).bNative = true;
	if (!bReady)
	{
		Pending().push_back({Object, &T::StaticClass});
	}
	return Object;
}

UClass* MakeCoreClass(const char* Name, std::size_t Size, UClass* Super, void (*Construct)(void*, const FObjectInitializer&) = nullptr)
{
	UClass* Class = MakeNative<UClass>(FName(Name), PackageNamed(FName("/Script/CoreUObject")));
	Class->SuperStruct = Super;
	Class->StandInSize = Size;
	Class->StandInModule = "CoreUObject";
	Class->StandInConstruct = Construct;
	return Class;
}

// UChatSession -> ChatSession, FChatLine -> ChatLine.
FName WithoutPrefix(const char* CppName)
{
	return FName(CppName + 1);
}

FName PackageOf(const char* CppName, const char* Module)
{
	if (!*Module)
	{
		RefuseNamed("a reflected type names no module", *FString(CppName), "call Module(\"...\") in its Describe");
	}
	return FName(FString(TEXT("/Script/")) + FString(Module));
}

} // namespace

FRegistration::FRegistration(UObject* (*InMake)())
	: Make(InMake)
	, Next(FirstRegistration())
{
	FirstRegistration() = this;
}

UPackage* PackageNamed(FName Name)
{
	static auto* const Packages = new TMap<FName, UPackage*>();
	if (UPackage** Found = Packages->Find(Name))
	{
		return *Found;
	}
	UPackage* Package = MakeNative<UPackage>(Name, nullptr);
	Packages->Add(Name, Package);
	return Package;
}

void RegisterReflectedTypes()
{
	UObject::StaticClass();
	UField::StaticClass();
	UStruct::StaticClass();
	UScriptStruct::StaticClass();
	UEnum::StaticClass();
	UFunction::StaticClass();
	UClass::StaticClass();
	UPackage::StaticClass();
	bReady = true;
	for (std::size_t Index = 0; Index < Pending().size(); ++Index)
	{
		FObjectSystem::SetClass(Pending()[Index].Object, Pending()[Index].Class());
	}
	Pending().clear();
	TArray<UClass*> Classes;
	for (FRegistration* Step = FirstRegistration(); Step; Step = Step->Next)
	{
		UObject* Made = Step->Make();
		if (Made->GetClass() == UClass::StaticClass())
		{
			Classes.Add(static_cast<UClass*>(Made));
		}
	}
	// In the order of their names, so that a start is like the next.
	Classes.Sort([](const UClass& A, const UClass& B) { return A.GetFName().LexicalLess(B.GetFName()); });
	for (UClass* Class : Classes)
	{
		if (Class->StandInConstruct)
		{
			Class->GetDefaultObject();
		}
	}
}

UClass* MakeClass(const char* CppName, std::size_t Size, UClass* (*Super)(), void (*Construct)(void*, const FObjectInitializer&),
	void (*Describe)(FClassBuilder&))
{
	UClass* SuperClass = Super();
	UClass* Class = MakeNative<UClass>(WithoutPrefix(CppName), nullptr);
	Class->SuperStruct = SuperClass;
	Class->StandInSize = Size;
	Class->StandInConstruct = Construct;
	FClassBuilder Builder(*Class);
	Describe(Builder);
	if (Class->Specifiers.Has(TEXT("Abstract")))
	{
		Class->StandInConstruct = nullptr;
	}
	FObjectSystem::Outer(Class) = PackageNamed(PackageOf(CppName, Class->StandInModule));
	return Class;
}

UScriptStruct* MakeStruct(const char* CppName, std::size_t Size, void (*Describe)(FStructBuilder&))
{
	UScriptStruct* Struct = MakeNative<UScriptStruct>(WithoutPrefix(CppName), nullptr);
	Struct->StandInSize = Size;
	FStructBuilder Builder(*Struct);
	Describe(Builder);
	FObjectSystem::Outer(Struct) = PackageNamed(PackageOf(CppName, Struct->StandInModule));
	return Struct;
}

UEnum* MakeEnum(const char* CppName, void (*Describe)(FEnumBuilder&))
{
	UEnum* Enum = MakeNative<UEnum>(FName(CppName), PackageNamed(FName("/Script/Enums")));
	FEnumBuilder Builder(*Enum);
	Describe(Builder);
	return Enum;
}

UFunction& FClassBuilder::AddFunction(const char* Name)
{
	UFunction* Added = MakeNative<UFunction>(FName(Name), &Class);
	Class.StandInFunctions.push_back(Added);
	return *Added;
}

FFunctionBuilder::~FFunctionBuilder()
{
	if (static_cast<int32>(Target.Parameters.size()) != Target.NumParms || bReturns != (Target.ReturnType != nullptr))
	{
		RefuseNamed("the generated table and the C++ function disagree on the parameters of", *Target.GetFName().ToString(), "run the header tool again");
	}
}

void RefuseNumber(const FProperty& Property, const char* What)
{
	RefuseNamed((std::string("a property that does not fit ") + What + ":").c_str(), *Property.GetName(), "ask IsFloatingPoint() first");
}

FString FWords::FromUtf8(const char* Text)
{
	return StandIn::FromUtf8(std::string(Text));
}

FName FunctionNameFromExpression(const TCHAR* Expression)
{
	const FString Text = FString(Expression).TrimStartAndEnd();
	FString Name;
	if (!Text.StartsWith(TEXT("&")) || !Text.Split(FString(TEXT("::")), nullptr, &Name, ESearchCase::CaseSensitive, ESearchDir::FromEnd))
	{
		RefuseNamed("AddDynamic needs the function spelled out as &Class::Function, not", *Text, "write the class's name");
	}
	return FName(Name.TrimStartAndEnd());
}

void CheckDynamicTarget(UObject* Object, FName Function)
{
	if (!Object)
	{
		RefuseNamed("a dynamic delegate was bound to a null object, function", *Function.ToString(), "bind to an existing object");
	}
	if (!Object->FindFunction(Function))
	{
		const FString Full = Object->GetClass()->GetName() + TEXT("::") + Function.ToString();
		RefuseNamed("a dynamic delegate was bound to a function that is not a UFUNCTION:", *Full, "write UFUNCTION() above its declaration");
	}
}

bool HasFunction(UObject* Object, FName Function)
{
	return Object && Object->FindFunction(Function);
}

bool CallFunctionByName(UObject* Object, FName Name, void** Arguments, const void* const* ParameterTypes, int32 Count, void* ReturnValue,
	const void* ReturnType)
{
	RequireGameThread("calling a UFUNCTION through a delegate");
	UFunction* Function = Object->FindFunction(Name);
	if (!Function)
	{
		return false;
	}
	bool bFits = Function->NumParms == Count && (!ReturnValue || Function->ReturnType == ReturnType);
	for (int32 Index = 0; bFits && Index < Count; ++Index)
	{
		bFits = Function->ParameterTypes[Index] == ParameterTypes[Index];
	}
	if (!bFits)
	{
		RefuseNamed("a delegate and the UFUNCTION that it calls have different parameters:", *Name.ToString(), "give both the same parameter types, in order");
	}
	Function->Thunk(Object, Function->Pointer.get(), Arguments, ReturnValue);
	return true;
}

FString EnumName(const UEnum* Enum, int64 Value)
{
	return Enum->GetNameStringByValue(Value);
}
bool EnumValue(const UEnum* Enum, const FString& Name, int64& OutValue)
{
	FString Short = Name;
	Name.Split(FString(TEXT("::")), nullptr, &Short, ESearchCase::CaseSensitive, ESearchDir::FromEnd);
	OutValue = Enum->GetValueByNameString(Short);
	return OutValue != INDEX_NONE;
}
FString ObjectPath(const UObject* Object)
{
	return Object ? Object->GetPathName() : FString(TEXT("None"));
}
UObject* ObjectByPath(const FString& Path, UClass* Class)
{
	return Path == TEXT("None") || Path.IsEmpty() ? nullptr : StaticFindObject(Class, nullptr, *Path);
}

} // namespace StandIn

using StandIn::MakeCoreClass;

UClass* UObject::StaticClass()
{
	static UClass* const Made = MakeCoreClass("Object", sizeof(UObject), nullptr, &StandIn::FConstructAccess::Construct<UObject>);
	return Made;
}
UClass* UField::StaticClass()
{
	static UClass* const Made = MakeCoreClass("Field", sizeof(UField), UObject::StaticClass());
	return Made;
}
UClass* UStruct::StaticClass()
{
	static UClass* const Made = MakeCoreClass("Struct", sizeof(UStruct), UField::StaticClass());
	return Made;
}
UClass* UScriptStruct::StaticClass()
{
	static UClass* const Made = MakeCoreClass("ScriptStruct", sizeof(UScriptStruct), UStruct::StaticClass());
	return Made;
}
UClass* UEnum::StaticClass()
{
	static UClass* const Made = MakeCoreClass("Enum", sizeof(UEnum), UField::StaticClass());
	return Made;
}
UClass* UFunction::StaticClass()
{
	static UClass* const Made = MakeCoreClass("Function", sizeof(UFunction), UStruct::StaticClass());
	return Made;
}
UClass* UClass::StaticClass()
{
	static UClass* const Made = MakeCoreClass("Class", sizeof(UClass), UStruct::StaticClass());
	return Made;
}
UClass* UPackage::StaticClass()
{
	static UClass* const Made = MakeCoreClass("Package", sizeof(UPackage), UObject::StaticClass());
	return Made;
}

FString FProperty::StandInPath() const
{
	return StandInOwner ? StandInOwner->GetName() + TEXT(":") + GetName() : GetName();
}
FText FProperty::GetDisplayNameText() const
{
	// It is not public how the engine derives one from the name.
	const FString Written = GetMetaData(TEXT("DisplayName"));
	return StandIn::DisplayName(StandInPath(), Written.IsEmpty() ? GetName() : Written);
}
bool UStruct::IsChildOf(const UStruct* Base) const
{
	for (const UStruct* Step = this; Step; Step = Step->SuperStruct)
	{
		if (Step == Base)
		{
			return true;
		}
	}
	return false;
}
FProperty* UStruct::FindPropertyByName(FName Name) const
{
	for (TFieldIterator<FProperty> It(this); It; ++It)
	{
		if (It->GetFName() == Name)
		{
			return *It;
		}
	}
	return nullptr;
}
FString UEnum::GetNameStringByValue(int64 Value) const
{
	for (const FEntry& Entry : Entries)
	{
		if (Entry.Value == Value)
		{
			return Entry.Name;
		}
	}
	return FString();
}
FText UEnum::GetDisplayNameTextByValue(int64 Value) const
{
	for (const FEntry& Entry : Entries)
	{
		if (Entry.Value == Value)
		{
			const FString Shown = Entry.Metadata.Get(TEXT("DisplayName"));
			return StandIn::DisplayName(GetName() + TEXT(".") + Entry.Name, Shown.IsEmpty() ? Entry.Name : Shown);
		}
	}
	return FText();
}
int64 UEnum::GetValueByNameString(const FString& Name) const
{
	for (const FEntry& Entry : Entries)
	{
		if (Entry.Name == Name)
		{
			return Entry.Value;
		}
	}
	return INDEX_NONE;
}
UFunction* UClass::FindFunctionByName(FName Name) const
{
	for (const UStruct* Step = this; Step; Step = Step->SuperStruct)
	{
		for (UFunction* Function : static_cast<const UClass*>(Step)->StandInFunctions)
		{
			if (Function->GetFName() == Name)
			{
				return Function;
			}
		}
	}
	return nullptr;
}
UObject* UClass::GetDefaultObject(bool bCreateIfNeeded)
{
	if (StandIn::Objects().bPurged)
	{
		StandIn::RefuseNamed("a class default object was asked for after all objects were purged at exit, class", *GetName(),
			"do not use GetDefault in ShutdownModule when the engine exits: UObjectInitialized() tells");
	}
	if (!StandInDefaultObject && bCreateIfNeeded)
	{
		if (SuperStruct && GetSuperClass()->StandInConstruct)
		{
			GetSuperClass()->GetDefaultObject();
		}
		StandInDefaultObject = StandIn::ConstructObject(this, GetOuter(), FName(FString(TEXT("Default__")) + GetName()),
			RF_Public | RF_ClassDefaultObject | RF_ArchetypeObject);
	}
	return StandInDefaultObject;
}
