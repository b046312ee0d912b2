#pragma once

#include "UObject/Class.h"
#include "UObject/ObjectPtr.h"
#include "UObject/UObjectGlobals.h"

// The building blocks of generated headers; see README.md.
namespace StandIn
{
template <typename T>
struct TReflected;
class FClassBuilder;
class FStructBuilder;
class FEnumBuilder;
struct FConstructAccess;
} // namespace StandIn

#define STANDIN_CLASS_BODY(Class, SuperClass) \
public: \
	using Super = SuperClass; \
	using ThisClass = Class; \
	static UClass* StaticClass(); \
	Class(const Class&) = delete; \
	Class& operator=(const Class&) = delete; \
\
private: \
	template <typename> \
	friend struct ::StandIn::TReflected; \
	friend struct ::StandIn::FConstructAccess;

#define STANDIN_DEFAULT_CONSTRUCTOR(Class) \
public: \
	Class() \
	{ \
	} \
\
private:

#define STANDIN_STRUCT_BODY(Struct) \
public: \
	static UScriptStruct* StaticStruct(); \
	template <typename> \
	friend struct ::StandIn::TReflected;

namespace StandIn
{
// Calls the constructor that a class declares, even a protected one.
struct FConstructAccess
{
	template <typename T>
	static void Construct(void* Memory, const FObjectInitializer& Initializer)
	{
		if constexpr (requires { new (FObjectMemory{nullptr}) T(Initializer); })
		{
			new (FObjectMemory{Memory}) T(Initializer);
		}
		else
		{
			new (FObjectMemory{Memory}) T();
		}
	}
};
} // namespace StandIn
