#pragma once

#include "Templates/Function.h"
#include "Templates/SharedPointer.h"
#include "Misc/Timespan.h"

#include <condition_variable>
#include <mutex>
#include <optional>

// UEC UE5CoroTests/Private/FutureTest.cpp; PLS PlasticSourceControlOperations.cpp; SIO CoreUtility/Public/CUBlueprintLibrary.h
namespace StandIn
{
struct FNothing
{
};
template <typename T>
struct TFutureState
{
	using FValue = std::conditional_t<std::is_void_v<T>, FNothing, T>;
	std::mutex Mutex;
	std::condition_variable Ready;
	std::optional<FValue> Value;
	TUniqueFunction<void()> Continuation;
	void Set(FValue&& NewValue)
	{
		TUniqueFunction<void()> Next;
		{
			const std::lock_guard<std::mutex> Lock(Mutex);
			check(!Value.has_value());
			Value.emplace(std::move(NewValue));
			Next = MoveTemp(Continuation);
		}
		Ready.notify_all();
		if (Next)
		{
			Next();
		}
	}
	void Wait()
	{
		std::unique_lock<std::mutex> Lock(Mutex);
		Ready.wait(Lock, [this] { return Value.has_value(); });
	}
	bool WaitFor(double Seconds)
	{
		std::unique_lock<std::mutex> Lock(Mutex);
		return Ready.wait_for(Lock, std::chrono::duration<double>(Seconds), [this] { return Value.has_value(); });
	}
};
} // namespace StandIn

template <typename T>
class TPromise;

template <typename T>
class TFuture
{
	using FState = StandIn::TFutureState<T>;

public:
	TFuture() = default;
	TFuture(TFuture&&) = default;
	TFuture& operator=(TFuture&&) = default;
	TFuture(const TFuture&) = delete;
	TFuture& operator=(const TFuture&) = delete;
	bool IsValid() const
	{
		return State.IsValid();
	}
	bool IsReady() const
	{
		const std::lock_guard<std::mutex> Lock(State->Mutex);
		return State->Value.has_value();
	}
	void Wait() const
	{
		State->Wait();
	}
	bool WaitFor(const FTimespan& Duration) const
	{
		return State->WaitFor(Duration.GetTotalSeconds());
	}
	std::conditional_t<std::is_void_v<T>, void, std::add_lvalue_reference_t<const T>> Get() const
	{
		State->Wait();
		if constexpr (!std::is_void_v<T>)
		{
			return *State->Value;
		}
	}
	template <typename F>
	auto Next(F&& Continuation)
	{
		using R = typename decltype([](auto&& Body) {
			if constexpr (std::is_void_v<T>)
			{
				return std::type_identity<std::invoke_result_t<std::decay_t<F>&>>();
			}
			else
			{
				return std::type_identity<std::invoke_result_t<std::decay_t<F>&, T>>();
			}
			static_cast<void>(Body);
		}(Continuation))::type;
		auto Promise = MakeShared<TPromise<R>>();
		TFuture<R> Result = Promise->GetFuture();
		FState* Raw = State.Get();
		TUniqueFunction<void()> Run = [Raw, Promise, Body = std::decay_t<F>(std::forward<F>(Continuation))]() mutable {
			const auto Call = [&]() -> R {
				if constexpr (std::is_void_v<T>)
				{
					return Body();
				}
				else
				{
					return Body(std::move(*Raw->Value));
				}
			};
			if constexpr (std::is_void_v<R>)
			{
				Call();
				Promise->SetValue();
			}
			else
			{
				Promise->SetValue(Call());
			}
		};
		const TSharedPtr<FState> Kept = MoveTemp(State);
		bool bReady;
		{
			const std::lock_guard<std::mutex> Lock(Kept->Mutex);
			bReady = Kept->Value.has_value();
			if (!bReady)
			{
				Kept->Continuation = MoveTemp(Run);
			}
		}
		if (bReady)
		{
			Run();
		}
		return Result;
	}

private:
	friend class TPromise<T>;
	TSharedPtr<FState> State;
};

template <typename T>
class TPromise
{
	using FState = StandIn::TFutureState<T>;

public:
	TPromise()
		: State(MakeShared<FState>())
	{
	}
	TPromise(TPromise&&) = default;
	TPromise& operator=(TPromise&&) = default;
	TPromise(const TPromise&) = delete;
	TPromise& operator=(const TPromise&) = delete;
	~TPromise()
	{
		if (State.IsValid() && bAsked && !bSet)
		{
			StandIn::Refuse("a TPromise was destroyed without a value", "set one on every path, also on the failing ones");
		}
	}
	TFuture<T> GetFuture()
	{
		bAsked = true;
		TFuture<T> Future;
		Future.State = State;
		return Future;
	}
	template <typename... V>
	void SetValue(V&&... Value)
	{
		bSet = true;
		const TSharedPtr<FState> Kept = State;
		Kept->Set(typename FState::FValue(std::forward<V>(Value)...));
	}

private:
	TSharedPtr<FState> State;
	bool bAsked = false;
	bool bSet = false;
};
