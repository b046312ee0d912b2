#pragma once

#include <utility>

// UEC UE5CoroTests/Private/GeneratorTest.cpp; COR CortexCore. Runs the block at the end of the scope.
namespace StandIn
{
template <typename F>
struct TScopeExit
{
	explicit TScopeExit(F&& InBody)
		: Body(std::move(InBody))
	{
	}
	~TScopeExit()
	{
		Body();
	}
	TScopeExit(const TScopeExit&) = delete;
	TScopeExit& operator=(const TScopeExit&) = delete;

private:
	F Body;
};
struct FScopeExitMaker
{
	template <typename F>
	TScopeExit<F> operator+(F&& Body)
	{
		return TScopeExit<F>(std::forward<F>(Body));
	}
};
} // namespace StandIn

#define STANDIN_JOIN_INNER(A, B) A##B
#define STANDIN_JOIN(A, B) STANDIN_JOIN_INNER(A, B)
#define ON_SCOPE_EXIT const auto STANDIN_JOIN(ScopeExit_, __LINE__) = ::StandIn::FScopeExitMaker() + [&]()
