#pragma once

#include "HAL/Platform.h"
#include "StandIn/Format.h"
#include "StandIn/Report.h"

// check, checkf, checkNoEntry, unimplemented: SEN Sentry/Private/Android/Infrastructure/AndroidSentryJavaClasses.cpp;
// UEC UE5CoroTests/Private/DelegateAwaiterTest.cpp; PDU ProceduralDungeon/Private/Room.cpp
#define check(Expression) \
	do \
	{ \
		if (!(Expression)) [[unlikely]] \
		{ \
			::StandIn::FailAssertion(#Expression, __FILE__, __LINE__); \
		} \
	} while (false)
#define checkf(Expression, Format, ...) \
	do \
	{ \
		if (!(Expression)) [[unlikely]] \
		{ \
			::StandIn::FailAssertion(#Expression, __FILE__, __LINE__, \
				::StandIn::TFormatted(Format __VA_OPT__(, ) __VA_ARGS__).Text()); \
		} \
	} while (false)
#define checkNoEntry() ::StandIn::FailAssertion("Enclosing block should never be called", __FILE__, __LINE__)
#define unimplemented() ::StandIn::FailAssertion("Unimplemented function called", __FILE__, __LINE__)

// verify, verifyf: the expression always runs. UEC UE5Coro/Public/UE5Coro/Promise.h, UE5Coro/Private/Promises.cpp
#define verify(Expression) check(Expression)
#define verifyf(Expression, Format, ...) checkf(Expression, Format __VA_OPT__(, ) __VA_ARGS__)

// ensure, ensureMsgf, ensureAlways, ensureAlwaysMsgf: UEC UE5CoroGAS/Private/UE5CoroAbilityTask.cpp;
// PUE JsEnv/Private/DynamicDelegateProxy.cpp; PCG PCGExCore/Public/PCGExOctree.h
#define ensure(Expression) \
	((Expression) || [] { \
		static bool bReported = false; \
		return ::StandIn::FailEnsure(#Expression, __FILE__, __LINE__, bReported); \
	}())
#define ensureMsgf(Expression, Format, ...) \
	((Expression) || [&] { \
		static bool bReported = false; \
		return ::StandIn::FailEnsure(#Expression, __FILE__, __LINE__, bReported, \
			::StandIn::TFormatted(Format __VA_OPT__(, ) __VA_ARGS__).Text()); \
	}())
#define ensureAlways(Expression) \
	((Expression) || [] { \
		bool bReported = false; \
		return ::StandIn::FailEnsure(#Expression, __FILE__, __LINE__, bReported); \
	}())
#define ensureAlwaysMsgf(Expression, Format, ...) \
	((Expression) || [&] { \
		bool bReported = false; \
		return ::StandIn::FailEnsure(#Expression, __FILE__, __LINE__, bReported, \
			::StandIn::TFormatted(Format __VA_OPT__(, ) __VA_ARGS__).Text()); \
	}())
