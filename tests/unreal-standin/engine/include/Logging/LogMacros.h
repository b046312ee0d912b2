#pragma once

#include "Logging/LogVerbosity.h"
#include "StandIn/Format.h"
#include "UObject/NameTypes.h"

// A log category: its name, what it lets through now, and what is compiled in.
class FLogCategoryBase
{
public:
	FLogCategoryBase(const ANSICHAR* InName, ELogVerbosity::Type InDefault, ELogVerbosity::Type InCompiled)
		: Name(InName)
		, Verbosity(InDefault)
		, Compiled(InCompiled)
	{
	}
	FLogCategoryBase(const FLogCategoryBase&) = delete;
	FLogCategoryBase& operator=(const FLogCategoryBase&) = delete;
	bool IsSuppressed(ELogVerbosity::Type Level) const
	{
		return Level > Verbosity || Level > Compiled;
	}
	FName GetCategoryName() const
	{
		return FName(Name);
	}
	ELogVerbosity::Type GetVerbosity() const
	{
		return Verbosity;
	}
	void SetVerbosity(ELogVerbosity::Type Level)
	{
		Verbosity = Level;
	}

private:
	const ANSICHAR* Name;
	ELogVerbosity::Type Verbosity;
	const ELogVerbosity::Type Compiled;
};

template <ELogVerbosity::Type Default, ELogVerbosity::Type CompileTime>
class FLogCategory : public FLogCategoryBase
{
public:
	explicit FLogCategory(const ANSICHAR* InName)
		: FLogCategoryBase(InName, Default, CompileTime)
	{
	}
};

namespace StandIn
{
void WriteLog(const FLogCategoryBase& Category, ELogVerbosity::Type Verbosity, const char* File, int32 Line, const TCHAR* Message);
}

// CES CesiumEditor/Private/CesiumEditor.h; SEN Sentry/Private/SentryDefines.h; RLK RiderBlueprint/Private/RiderBlueprint.cpp
#define DECLARE_LOG_CATEGORY_EXTERN(Category, DefaultVerbosity, CompileTimeVerbosity) \
	extern struct F##Category##Category \
		: public FLogCategory<ELogVerbosity::DefaultVerbosity, ELogVerbosity::CompileTimeVerbosity> \
	{ \
		F##Category##Category() \
			: FLogCategory(#Category) \
		{ \
		} \
	} Category
#define DEFINE_LOG_CATEGORY(Category) F##Category##Category Category
// RLK RiderAgentTools/Private/RiderAgentBridgeLibrary.cpp; PUE PuertsEditor/Private/PEBlueprintAsset.cpp
#define DEFINE_LOG_CATEGORY_STATIC(Category, DefaultVerbosity, CompileTimeVerbosity) \
	static struct F##Category##Category \
		: public FLogCategory<ELogVerbosity::DefaultVerbosity, ELogVerbosity::CompileTimeVerbosity> \
	{ \
		F##Category##Category() \
			: FLogCategory(#Category) \
		{ \
		} \
	} Category

// CES CesiumEditor/Private/CesiumIonSession.cpp; SEN Sentry/Private/SentryTransaction.cpp; PCG. The format must be a literal.
#define UE_LOG(Category, Verbosity, Format, ...) \
	do \
	{ \
		static_assert(std::is_base_of_v<FLogCategoryBase, std::remove_reference_t<decltype(Category)>>); \
		if (!(Category).IsSuppressed(ELogVerbosity::Verbosity)) \
		{ \
			::StandIn::WriteLog(Category, ELogVerbosity::Verbosity, __FILE__, __LINE__, \
				::StandIn::TFormatted(Format __VA_OPT__(, ) __VA_ARGS__).Text()); \
		} \
	} while (false)
// SUH StevesUEHelpers/Public/StevesLogHelpers.h
#define UE_CLOG(Condition, Category, Verbosity, Format, ...) \
	do \
	{ \
		if (Condition) \
		{ \
			UE_LOG(Category, Verbosity, Format __VA_OPT__(, ) __VA_ARGS__); \
		} \
	} while (false)

DECLARE_LOG_CATEGORY_EXTERN(LogTemp, Log, All); // RLK, UCV
