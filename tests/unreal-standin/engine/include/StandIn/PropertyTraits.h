#pragma once

#include "Containers/Map.h"
#include "Containers/UnrealString.h"
#include "Internationalization/Text.h"
#include "Math/Color.h"
#include "Math/Vector2D.h"
#include "Misc/DateTime.h"
#include "Misc/Guid.h"
#include "UObject/NameTypes.h"
#include "UObject/WeakObjectPtrTemplates.h"

class FReferenceCollector;
class UScriptStruct;
class UEnum;
class UObject;
class UClass;
template <typename T>
struct TObjectPtr;
template <typename T>
class TSubclassOf;
template <typename Enum>
UEnum* StaticEnum();

// What can be done with a value if only its property is known.
namespace StandIn
{
class FPropertyType
{
public:
	virtual ~FPropertyType() = default;
	// Appends the value as config text. False for a type that has none.
	virtual bool ExportText(const void* Value, FString& Out) const = 0;
	// Reads what ExportText wrote and moves `Text` past it. If it returns false, the value is unchanged.
	virtual bool ImportText(void* Value, const TCHAR*& Text) const = 0;
	virtual void CopyValue(void* To, const void* From) const = 0;
	virtual void VisitReferences(void* Value, FReferenceCollector& Collector) const = 0;
	// The elements of an array, which config writes one per line; else -1.
	virtual int32 ArrayNum(const void*) const
	{
		return -1;
	}
	virtual bool ExportElement(const void*, int32, FString&) const
	{
		return false;
	}
	virtual bool AppendElement(void*, const TCHAR*&) const
	{
		return false;
	}
	virtual void EmptyArray(void*) const
	{
	}
};

// The leaves, defined in the runtime.
void ExportQuoted(const FString& Text, FString& Out); // quoted where it must be
bool ImportWord(const TCHAR*& Text, FString& Out); // a quoted or a bare word
bool ExportStruct(const UScriptStruct* Struct, const void* Value, FString& Out);
bool ImportStruct(const UScriptStruct* Struct, void* Value, const TCHAR*& Text);
void VisitStruct(const UScriptStruct* Struct, void* Value, FReferenceCollector& Collector);
FString EnumName(const UEnum* Enum, int64 Value);
bool EnumValue(const UEnum* Enum, const FString& Name, int64& OutValue);
void VisitObject(UObject*& Object, FReferenceCollector& Collector);
FString ObjectPath(const UObject* Object);
UObject* ObjectByPath(const FString& Path, UClass* Class);

template <typename T>
inline constexpr bool bIsArray = false;
template <typename T>
inline constexpr bool bIsArray<TArray<T>> = true;
template <typename T>
inline constexpr bool bIsSet = false;
template <typename T>
inline constexpr bool bIsSet<TSet<T>> = true;
template <typename T>
inline constexpr bool bIsMap = false;
template <typename K, typename V>
inline constexpr bool bIsMap<TMap<K, V>> = true;
template <typename T>
inline constexpr bool bIsObjectPtr = false;
template <typename T>
inline constexpr bool bIsObjectPtr<TObjectPtr<T>> = true;
template <typename T>
inline constexpr bool bIsWeakObjectPtr = false;
template <typename T>
inline constexpr bool bIsWeakObjectPtr<TWeakObjectPtr<T>> = true;
template <typename T>
inline constexpr bool bIsSubclassOf = false;
template <typename T>
inline constexpr bool bIsSubclassOf<TSubclassOf<T>> = true;
template <typename T>
inline constexpr bool bIsObject = std::is_pointer_v<T> && requires { typename std::remove_pointer_t<T>::StandInObject; };

template <typename T>
class TPropertyType;
template <typename T>
const FPropertyType& PropertyType()
{
	static const TPropertyType<T> Type;
	return Type;
}
} // namespace StandIn
