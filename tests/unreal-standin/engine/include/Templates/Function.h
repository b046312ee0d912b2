#pragma once

#include "Misc/AssertionMacros.h"
#include "Templates/UnrealTemplate.h"

#include <memory>

// SEN SentryEditor/Public/SentrySymToolsDownloader.h; RLK RiderAgentTools/Private/PythonExecutor.cpp;
// PCG PCGExCore/Public/Helpers/PCGExAsyncHelpers.h; Epic: Runtime/Core/FTSTicker/AddTicker (TUniqueFunction)
namespace StandIn
{
template <typename R, typename... A>
struct TCallable
{
	virtual ~TCallable() = default;
	virtual R Call(A... Args) = 0;
	virtual std::unique_ptr<TCallable> Clone() const = 0;
};
template <typename F, bool bCopyable, typename R, typename... A>
struct TCallableOf final : TCallable<R, A...>
{
	template <typename G>
	explicit TCallableOf(G&& InBody)
		: Body(std::forward<G>(InBody))
	{
	}
	R Call(A... Args) override
	{
		return static_cast<R>(Body(std::forward<A>(Args)...));
	}
	std::unique_ptr<TCallable<R, A...>> Clone() const override
	{
		if constexpr (bCopyable)
		{
			return std::make_unique<TCallableOf>(Body);
		}
		else
		{
			return nullptr;
		}
	}
	F Body;
};
} // namespace StandIn

template <typename FuncType>
class TUniqueFunction;
template <typename FuncType>
class TFunction;
template <typename FuncType>
class TFunctionRef;

namespace StandIn
{
template <typename T>
inline constexpr bool bIsFunctionWrapper = false;
template <typename F>
inline constexpr bool bIsFunctionWrapper<TFunction<F>> = true;
template <typename F>
inline constexpr bool bIsFunctionWrapper<TUniqueFunction<F>> = true;
} // namespace StandIn

template <typename R, typename... A>
class TUniqueFunction<R(A...)>
{
public:
	TUniqueFunction() = default;
	TUniqueFunction(TYPE_OF_NULLPTR)
	{
	}
	template <typename F>
		requires(!std::is_same_v<std::decay_t<F>, TUniqueFunction> && std::is_invocable_r_v<R, std::decay_t<F>&, A...>)
	TUniqueFunction(F&& Body)
	{
		if constexpr (StandIn::bIsFunctionWrapper<std::decay_t<F>>)
		{
			if (!Body)
			{
				return;
			}
		}
		Inner = std::make_unique<StandIn::TCallableOf<std::decay_t<F>, false, R, A...>>(std::forward<F>(Body));
	}
	TUniqueFunction(TUniqueFunction&&) noexcept = default;
	TUniqueFunction& operator=(TUniqueFunction&&) noexcept = default;
	TUniqueFunction(const TUniqueFunction&) = delete;
	TUniqueFunction& operator=(const TUniqueFunction&) = delete;
	R operator()(A... Args) const
	{
		checkf(Inner != nullptr, TEXT("a TUniqueFunction was called that holds nothing"));
		return Inner->Call(std::forward<A>(Args)...);
	}
	explicit operator bool() const
	{
		return Inner != nullptr;
	}
	bool IsSet() const
	{
		return Inner != nullptr;
	}
	void Reset()
	{
		Inner.reset();
	}

private:
	std::unique_ptr<StandIn::TCallable<R, A...>> Inner;
};

template <typename R, typename... A>
class TFunction<R(A...)>
{
public:
	TFunction() = default;
	TFunction(TYPE_OF_NULLPTR)
	{
	}
	template <typename F>
		requires(!std::is_same_v<std::decay_t<F>, TFunction> && std::is_invocable_r_v<R, std::decay_t<F>&, A...>)
	TFunction(F&& Body)
	{
		static_assert(std::is_copy_constructible_v<std::decay_t<F>>,
			"TFunction copies what it holds: a lambda that captured a move-only value needs TUniqueFunction");
		Inner = std::make_unique<StandIn::TCallableOf<std::decay_t<F>, true, R, A...>>(std::forward<F>(Body));
	}
	TFunction(const TFunction& Other)
		: Inner(Other.Inner ? Other.Inner->Clone() : nullptr)
	{
	}
	TFunction(TFunction&&) noexcept = default;
	TFunction& operator=(const TFunction& Other)
	{
		Inner = Other.Inner ? Other.Inner->Clone() : nullptr;
		return *this;
	}
	TFunction& operator=(TFunction&&) noexcept = default;
	R operator()(A... Args) const
	{
		checkf(Inner != nullptr, TEXT("a TFunction was called that holds nothing"));
		return Inner->Call(std::forward<A>(Args)...);
	}
	explicit operator bool() const
	{
		return Inner != nullptr;
	}
	bool IsSet() const
	{
		return Inner != nullptr;
	}
	void Reset()
	{
		Inner.reset();
	}
	friend bool operator==(const TFunction& Function, TYPE_OF_NULLPTR)
	{
		return !Function.IsSet();
	}

private:
	std::unique_ptr<StandIn::TCallable<R, A...>> Inner;
};

// A borrowed callable: for parameters only.
template <typename R, typename... A>
class TFunctionRef<R(A...)>
{
public:
	template <typename F>
		requires(!std::is_same_v<std::decay_t<F>, TFunctionRef> && std::is_invocable_r_v<R, F&, A...>)
	TFunctionRef(F&& Body)
		: Object(const_cast<void*>(static_cast<const void*>(std::addressof(Body))))
		, Thunk([](void* Held, A... Args) -> R
			  { return static_cast<R>((*static_cast<std::remove_reference_t<F>*>(Held))(std::forward<A>(Args)...)); })
	{
	}
	R operator()(A... Args) const
	{
		return Thunk(Object, std::forward<A>(Args)...);
	}

private:
	void* Object;
	R (*Thunk)(void*, A...);
};
