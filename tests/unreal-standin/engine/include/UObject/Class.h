#pragma once

#include "StandIn/PropertyType.h"
#include "UObject/Object.h"
#include "UObject/ObjectSaveContext.h"
#include "UObject/TopLevelAssetPath.h"

#include <memory>
#include <vector>

namespace StandIn
{
// Specifiers and metadata: the words and what they are set to.
class FWords
{
public:
	void Set(const char* Key, const char* Value)
	{
		Words.Add(FString(Key), FromUtf8(Value));
	}
	bool Has(const TCHAR* Key) const
	{
		return Words.Contains(FString(Key));
	}
	FString Get(const TCHAR* Key) const
	{
		return Words.FindRef(FString(Key));
	}
	static FString FromUtf8(const char* Text);

private:
	TMap<FString, FString> Words;
};
} // namespace StandIn

class UStruct;

// One reflected member. CES CesiumEditor/Private/IonQuickAddPanel.cpp; SEN Sentry/Private/SentrySettings.cpp;
// PRQELT/Autonomix Source/AutonomixActions/Private/Blueprint/AutonomixBlueprintActions.cpp (text in and out)
class FProperty
{
public:
	FProperty(FName InName, const char* InTypeText, const StandIn::FPropertyType* InType, void* (*InAccess)(void*, const void*),
		std::unique_ptr<unsigned char[]> InMember)
		: Name(InName)
		, TypeText(InTypeText)
		, Type(InType)
		, Access(InAccess)
		, Member(std::move(InMember))
	{
	}
	virtual ~FProperty() = default;
	FName GetFName() const
	{
		return Name;
	}
	FString GetName() const
	{
		return Name.ToString();
	}
	// For a container, without what it contains, which the engine returns in a parameter. COR
	// CortexReflect/Private/Operations/CortexReflectOps.cpp
	FString GetCPPType() const
	{
		const FString Whole(TypeText);
		FString Container;
		const bool bContains = Whole.StartsWith(TEXT("TArray<")) || Whole.StartsWith(TEXT("TMap<")) || Whole.StartsWith(TEXT("TSet<"));
		return bContains && Whole.Split(FString(TEXT("<")), &Container, nullptr) ? Container : Whole;
	}
	bool HasMetaData(const TCHAR* Key) const
	{
		return Metadata.Has(Key);
	}
	FString GetMetaData(const TCHAR* Key) const
	{
		return Metadata.Get(Key);
	}
	// In the editor's language. DoubleDeez/MDFastBinding
	// MDFastBindingEditor/Private/Customizations/MDFastBindingPropertyBindingExtension.cpp; Epic:
	// CoreUObject/FField/GetDisplayNameText. Localization.cpp has the key by which it is looked up.
	FText GetDisplayNameText() const;
	template <typename T>
	T* ContainerPtrToValuePtr(void* Container) const
	{
		return static_cast<T*>(Access(Container, Member.get()));
	}
	template <typename T>
	const T* ContainerPtrToValuePtr(const void* Container) const
	{
		return static_cast<const T*>(Access(const_cast<void*>(Container), Member.get()));
	}

	// PUE JsEnv/Private/FunctionTranslator.cpp. Between containers of the same class.
	void CopyCompleteValue_InContainer(void* Destination, const void* Source) const
	{
		Type->CopyValue(ContainerPtrToValuePtr<void>(Destination), ContainerPtrToValuePtr<void>(Source));
	}

	const StandIn::FPropertyType& StandInType() const
	{
		return *Type;
	}
	// Whether it is one of the class whose tag this is; see CastField.
	virtual bool StandInIs(const char*) const
	{
		return false;
	}
	StandIn::FWords Specifiers;
	StandIn::FWords Metadata;
	// The class or structure that declares it; none of a value within a container.
	const UStruct* StandInOwner = nullptr;
	// "Class:Property".
	FString StandInPath() const;

private:
	FName Name;
	const char* TypeText;
	const StandIn::FPropertyType* Type;
	void* (*Access)(void*, const void*);
	std::unique_ptr<unsigned char[]> Member; // the pointer to member, of whatever type
};

class UField : public UObject
{
public:
	using Super = UObject;
	static UClass* StaticClass();
	StandIn::FWords Specifiers;
	StandIn::FWords Metadata;
};

class UStruct : public UField
{
public:
	using Super = UField;
	static UClass* StaticClass();
	UStruct* GetSuperStruct() const
	{
		return SuperStruct;
	}
	bool IsChildOf(const UStruct* Base) const;
	FProperty* FindPropertyByName(FName Name) const;
	FString GetMetaData(const TCHAR* Key) const
	{
		return Metadata.Get(Key);
	}
	// Its own properties, in the order of declaration.
	std::vector<std::unique_ptr<FProperty>> StandInProperties;
	UStruct* SuperStruct = nullptr;
	std::size_t StandInSize = 0;
	const char* StandInModule = "";
};

class UScriptStruct : public UStruct
{
public:
	using Super = UStruct;
	static UClass* StaticClass();
};

class UEnum : public UField
{
public:
	using Super = UField;
	static UClass* StaticClass();
	struct FEntry
	{
		FString Name;
		int64 Value;
		StandIn::FWords Metadata;
	};
	// CES CesiumEditor/Private/MetadataInterfaceCommon.h; SEN GenericPlatformSentrySubsystem.cpp; PCG PCGExBlendOpFactoryProvider.cpp
	// One more than what is declared: the engine's header tool adds an entry that ends with _MAX.
	int32 NumEnums() const
	{
		return static_cast<int32>(Entries.size()) + 1;
	}
	FString GetNameStringByValue(int64 Value) const;
	FText GetDisplayNameTextByValue(int64 Value) const;
	int64 GetValueByNameString(const FString& Name) const; // INDEX_NONE when there is none
	std::vector<FEntry> Entries;
};

namespace StandIn
{
struct FParameterInfo
{
	const char* Name;
	const char* TypeText;
};
// Arguments are pointers to values of exactly these types.
using FThunk = void (*)(UObject* Object, const void* Function, void** Arguments, void* ReturnValue);
} // namespace StandIn

class UFunction : public UStruct
{
public:
	using Super = UStruct;
	static UClass* StaticClass();
	StandIn::FThunk Thunk = nullptr;
	std::unique_ptr<unsigned char[]> Pointer;
	const void* const* ParameterTypes = nullptr;
	const std::size_t* ParameterSizes = nullptr;
	const std::size_t* ParameterAlignments = nullptr;
	int32 NumParms = 0;
	const void* ReturnType = nullptr;
	std::size_t ReturnSize = 0;
	std::size_t ReturnAlignment = 1;
	std::vector<StandIn::FParameterInfo> Parameters;
};

class UClass : public UStruct
{
public:
	using Super = UStruct;
	static UClass* StaticClass();
	UClass* GetSuperClass() const
	{
		return static_cast<UClass*>(SuperStruct);
	}
	FTopLevelAssetPath GetClassPathName() const; // RLK AssetRegistrySearcher.cpp; PCG PCGExAssetCollection.cpp; SUE Tools/Asset/QueryAssetTool.cpp
	UFunction* FindFunctionByName(FName Name) const; // UEC UE5Coro/Private/Promises.cpp; CES CesiumEditor/Private/CesiumCustomization.cpp
	UObject* GetDefaultObject(bool bCreateIfNeeded = true);
	template <typename T>
	T* GetDefaultObject()
	{
		return static_cast<T*>(GetDefaultObject());
	}
	bool StandInIsConfig() const;
	FName StandInConfigName() const;
	bool StandInIsDefaultConfig() const;

	std::vector<UFunction*> StandInFunctions;
	void (*StandInConstruct)(void* Memory, const FObjectInitializer& Initializer) = nullptr; // null for abstract classes
	UObject* StandInDefaultObject = nullptr;
};

class UPackage : public UObject
{
public:
	using Super = UObject;
	static UClass* StaticClass();
	bool IsDirty() const; // COR CortexBPComponentDefaultsTest.cpp; UEM Handlers/AssetHandlers.cpp
	// Epic: CoreUObject/UObject/UPackage/GetExternalPackages@5.4: those of the objects that a map keeps outside of its own package.
	TArray<UPackage*> GetExternalPackages() const;

	// CRD UnrealBlueprintAudit/Private/BlueprintAuditSubsystem.cpp; WXS WxBlueprintSnapshotModule.cpp: file, package, context.
	using FOnPackageSaved = TMulticastDelegate<void(const FString&, UPackage*, FObjectPostSaveContext)>;
	static FOnPackageSaved PackageSavedWithContextEvent;
};

// CES CesiumRuntime/Private/CesiumSunSky.cpp; PCG SPCGExCollectionGridView.cpp; Autonomix. Own members first, then the base's.
template <typename T>
class TFieldIterator
{
	static_assert(std::is_same_v<T, FProperty>, "the stand-in iterates properties only");

public:
	explicit TFieldIterator(const UStruct* InStruct)
		: Struct(InStruct)
	{
		SkipEmpty();
	}
	explicit operator bool() const
	{
		return Struct != nullptr;
	}
	FProperty* operator*() const
	{
		return Struct->StandInProperties[Index].get();
	}
	FProperty* operator->() const
	{
		return **this;
	}
	TFieldIterator& operator++()
	{
		++Index;
		SkipEmpty();
		return *this;
	}

private:
	void SkipEmpty()
	{
		while (Struct && Index >= Struct->StandInProperties.size())
		{
			Struct = Struct->GetSuperStruct();
			Index = 0;
		}
	}
	const UStruct* Struct;
	std::size_t Index = 0;
};

template <typename T>
T* UObject::GetTypedOuter() const
{
	for (UObject* Outer = GetOuter(); Outer; Outer = Outer->GetOuter())
	{
		if (Outer->IsA(T::StaticClass()))
		{
			return static_cast<T*>(Outer);
		}
	}
	return nullptr;
}

// CES CesiumEditor/Private/CesiumFeaturesMetadataViewer.cpp; SEN; PCG
template <typename Enum>
UEnum* StaticEnum();
