#pragma once

#include "StandIn/GeneratedBody.h"
#include "StandIn/PropertyType.h"
#include "UObject/EnumProperty.h"
#include "UObject/ObjectPtr.h"
#include "UObject/UnrealType.h"

#include <cstring>

// The builders that generated sources fill; see README.md.
namespace StandIn
{

// The container of a value that has none around it.
inline void* Itself(void* Container, const void*)
{
	return Container;
}

// Adds words to the thing that was named last.
class FPropertyBuilder
{
public:
	explicit FPropertyBuilder(FProperty& InProperty)
		: Target(InProperty)
	{
	}
	FPropertyBuilder& Specifier(const char* Key, const char* Value)
	{
		Target.Specifiers.Set(Key, Value);
		return *this;
	}
	FPropertyBuilder& Metadata(const char* Key, const char* Value)
	{
		Target.Metadata.Set(Key, Value);
		return *this;
	}

private:
	FProperty& Target;
};

class FFunctionBuilder
{
public:
	explicit FFunctionBuilder(UFunction& InFunction)
		: Target(InFunction)
	{
	}
	FFunctionBuilder& Specifier(const char* Key, const char* Value)
	{
		Target.Specifiers.Set(Key, Value);
		return *this;
	}
	FFunctionBuilder& Metadata(const char* Key, const char* Value)
	{
		Target.Metadata.Set(Key, Value);
		return *this;
	}
	FFunctionBuilder& Parameter(const char* Name, const char* TypeText)
	{
		Target.Parameters.push_back({Name, TypeText});
		return *this;
	}
	FFunctionBuilder& Returns(const char*)
	{
		bReturns = true;
		return *this;
	}
	~FFunctionBuilder();

private:
	UFunction& Target;
	bool bReturns = false;
};

// A method or a static function behind one calling convention.
template <typename R, typename... A>
struct TSignature
{
	static inline const void* const Types[] = {TypeId<A>()..., nullptr};
	static inline const std::size_t Sizes[] = {sizeof(std::remove_cvref_t<A>)..., 0};
	static inline const std::size_t Alignments[] = {alignof(std::remove_cvref_t<A>)..., 0};

	template <typename F, std::size_t... I>
	static void Call(F&& Function, void** Arguments, void* ReturnValue, std::index_sequence<I...>)
	{
		if constexpr (std::is_void_v<R>)
		{
			Function(*static_cast<std::remove_cvref_t<A>*>(Arguments[I])...);
		}
		else if (ReturnValue)
		{
			*static_cast<std::remove_cvref_t<R>*>(ReturnValue) = Function(*static_cast<std::remove_cvref_t<A>*>(Arguments[I])...);
		}
		else
		{
			static_cast<void>(Function(*static_cast<std::remove_cvref_t<A>*>(Arguments[I])...));
		}
	}
	template <typename F>
	static void Fill(UFunction& Function, const F& Pointer)
	{
		Function.Pointer = std::make_unique<unsigned char[]>(sizeof(F));
		std::memcpy(Function.Pointer.get(), &Pointer, sizeof(F));
		Function.ParameterTypes = Types;
		Function.ParameterSizes = Sizes;
		Function.ParameterAlignments = Alignments;
		Function.NumParms = sizeof...(A);
		if constexpr (!std::is_void_v<R>)
		{
			Function.ReturnType = TypeId<R>();
			Function.ReturnSize = sizeof(std::remove_cvref_t<R>);
			Function.ReturnAlignment = alignof(std::remove_cvref_t<R>);
		}
	}
};

// A property of the class that the engine has for its type.
template <typename T>
std::unique_ptr<FProperty> MakeProperty(
	FName Name, const char* TypeText, void* (*Access)(void*, const void*), std::unique_ptr<unsigned char[]> Member)
{
	const FPropertyType* const Type = &PropertyType<T>();
	if constexpr (std::is_same_v<T, bool>)
	{
		return std::make_unique<FBoolProperty>(Name, TypeText, Type, Access, std::move(Member));
	}
	else if constexpr (std::is_arithmetic_v<T>)
	{
		return std::make_unique<TNumericProperty<T>>(Name, TypeText, Type, Access, std::move(Member));
	}
	else if constexpr (std::is_same_v<T, FString>)
	{
		return std::make_unique<FStrProperty>(Name, TypeText, Type, Access, std::move(Member));
	}
	else if constexpr (std::is_enum_v<T>)
	{
		using FNumber = std::underlying_type_t<T>;
		auto Made = std::make_unique<FEnumProperty>(Name, TypeText, Type, Access, std::move(Member));
		Made->StandInEnum = &StaticEnum<T>;
		Made->StandInUnderlying = std::make_unique<TNumericProperty<FNumber>>(Name, "", &PropertyType<FNumber>(), &Itself, nullptr);
		return Made;
	}
	else if constexpr (bIsArray<T>)
	{
		auto Made = std::make_unique<FArrayProperty>(Name, TypeText, Type, Access, std::move(Member));
		Made->StandInInner = MakeProperty<typename T::ElementType>(Name, "", &Itself, nullptr);
		Made->Inner = Made->StandInInner.get();
		return Made;
	}
	else
	{
		return std::make_unique<FProperty>(Name, TypeText, Type, Access, std::move(Member));
	}
}

class FStructBuilder
{
public:
	explicit FStructBuilder(UStruct& InStruct)
		: Struct(InStruct)
	{
	}
	void Module(const char* Name)
	{
		Struct.StandInModule = Name;
	}
	void Specifier(const char* Key, const char* Value)
	{
		Struct.Specifiers.Set(Key, Value);
	}
	void Metadata(const char* Key, const char* Value)
	{
		Struct.Metadata.Set(Key, Value);
	}
	template <typename Owner, typename T>
	FPropertyBuilder Property(const char* Name, const char* TypeText, T Owner::*Member)
	{
		auto Bytes = std::make_unique<unsigned char[]>(sizeof(Member));
		std::memcpy(Bytes.get(), &Member, sizeof(Member));
		Struct.StandInProperties.push_back(MakeProperty<T>(
			FName(Name), TypeText,
			[](void* Container, const void* Stored) -> void* {
				T Owner::*Pointer;
				std::memcpy(&Pointer, Stored, sizeof(Pointer));
				if constexpr (std::is_base_of_v<UObject, Owner>)
				{
					return &(static_cast<Owner*>(static_cast<UObject*>(Container))->*Pointer);
				}
				else
				{
					return &(static_cast<Owner*>(Container)->*Pointer);
				}
			},
			std::move(Bytes)));
		Struct.StandInProperties.back()->StandInOwner = &Struct;
		return FPropertyBuilder(*Struct.StandInProperties.back());
	}

protected:
	UStruct& Struct;
};

class FClassBuilder : public FStructBuilder
{
public:
	explicit FClassBuilder(UClass& InClass)
		: FStructBuilder(InClass)
		, Class(InClass)
	{
	}
	template <typename Owner, typename R, typename... A>
	FFunctionBuilder Function(const char* Name, R (Owner::*Method)(A...))
	{
		return AddMethod<R, Owner, R (Owner::*)(A...), A...>(Name, Method);
	}
	template <typename Owner, typename R, typename... A>
	FFunctionBuilder Function(const char* Name, R (Owner::*Method)(A...) const)
	{
		return AddMethod<R, Owner, R (Owner::*)(A...) const, A...>(Name, Method);
	}
	template <typename R, typename... A>
	FFunctionBuilder Function(const char* Name, R (*StaticFunction)(A...))
	{
		UFunction& Added = AddFunction(Name);
		TSignature<R, A...>::Fill(Added, StaticFunction);
		Added.Thunk = [](UObject*, const void* Stored, void** Arguments, void* ReturnValue) {
			R (*Pointer)(A...);
			std::memcpy(&Pointer, Stored, sizeof(Pointer));
			TSignature<R, A...>::Call(Pointer, Arguments, ReturnValue, std::index_sequence_for<A...>());
		};
		return FFunctionBuilder(Added);
	}

private:
	template <typename R, typename Owner, typename M, typename... A>
	FFunctionBuilder AddMethod(const char* Name, M Method)
	{
		UFunction& Added = AddFunction(Name);
		TSignature<R, A...>::Fill(Added, Method);
		Added.Thunk = [](UObject* Object, const void* Stored, void** Arguments, void* ReturnValue) {
			M Pointer;
			std::memcpy(&Pointer, Stored, sizeof(Pointer));
			TSignature<R, A...>::Call(
				[Object, Pointer](auto&... Values) -> R { return (static_cast<Owner*>(Object)->*Pointer)(Values...); }, Arguments,
				ReturnValue, std::index_sequence_for<A...>());
		};
		return FFunctionBuilder(Added);
	}
	UFunction& AddFunction(const char* Name);

	UClass& Class;
};

class FEnumBuilder
{
public:
	explicit FEnumBuilder(UEnum& InEnum)
		: Enum(InEnum)
	{
	}
	void Module(const char*)
	{
	}
	void Specifier(const char* Key, const char* Value)
	{
		Enum.Specifiers.Set(Key, Value);
	}
	// Of the enum, or of the value that was added last when chained.
	struct FValueBuilder
	{
		UEnum::FEntry& Entry;
		FValueBuilder& Metadata(const char* Key, const char* Text)
		{
			Entry.Metadata.Set(Key, Text);
			return *this;
		}
	};
	void Metadata(const char* Key, const char* Value)
	{
		Enum.Metadata.Set(Key, Value);
	}
	template <typename E>
	FValueBuilder Value(const char* Name, E InValue)
	{
		Enum.Entries.push_back({FString(Name), static_cast<int64>(InValue), FWords()});
		return FValueBuilder{Enum.Entries.back()};
	}

private:
	UEnum& Enum;
};

// One reflected type, known before main and made on first use.
struct FRegistration
{
	explicit FRegistration(UObject* (*InMake)());
	UObject* (*Make)();
	FRegistration* Next;
};

UClass* MakeClass(const char* CppName, std::size_t Size, UClass* (*Super)(), void (*Construct)(void*, const FObjectInitializer&),
	void (*Describe)(FClassBuilder&));
UScriptStruct* MakeStruct(const char* CppName, std::size_t Size, void (*Describe)(FStructBuilder&));
UEnum* MakeEnum(const char* CppName, void (*Describe)(FEnumBuilder&));

template <typename T>
constexpr auto Constructor() -> void (*)(void*, const FObjectInitializer&)
{
	if constexpr (std::is_abstract_v<T>)
	{
		return nullptr;
	}
	else
	{
		return &FConstructAccess::Construct<T>;
	}
}
} // namespace StandIn

#define STANDIN_IMPLEMENT_CLASS(Class) \
	UClass* Class::StaticClass() \
	{ \
		static UClass* const Made = ::StandIn::MakeClass(#Class, sizeof(Class), &Class::Super::StaticClass, \
			::StandIn::Constructor<Class>(), &::StandIn::TReflected<Class>::Describe); \
		return Made; \
	} \
	static ::StandIn::FRegistration StandInRegister##Class([]() -> UObject* { return Class::StaticClass(); });

#define STANDIN_IMPLEMENT_STRUCT(Struct) \
	UScriptStruct* Struct::StaticStruct() \
	{ \
		static UScriptStruct* const Made = ::StandIn::MakeStruct(#Struct, sizeof(Struct), &::StandIn::TReflected<Struct>::Describe); \
		return Made; \
	} \
	static ::StandIn::FRegistration StandInRegister##Struct([]() -> UObject* { return Struct::StaticStruct(); });

#define STANDIN_IMPLEMENT_ENUM(Enum) \
	template <> \
	UEnum* StaticEnum<Enum>() \
	{ \
		static UEnum* const Made = ::StandIn::MakeEnum(#Enum, &::StandIn::TReflected<Enum>::Describe); \
		return Made; \
	} \
	static ::StandIn::FRegistration StandInRegister##Enum([]() -> UObject* { return StaticEnum<Enum>(); });
