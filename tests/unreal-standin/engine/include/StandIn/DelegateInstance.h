#pragma once

#include "Delegates/IDelegateInstance.h"
#include "Misc/AssertionMacros.h"
#include "StandIn/Poison.h"
#include "Templates/SharedPointer.h"
#include "UObject/NameTypes.h"
#include "UObject/WeakObjectPtrTemplates.h"

#include <memory>
#include <tuple>

// The kinds of bindings behind delegates, one class per lifetime rule.
namespace StandIn
{

// Calls a UFUNCTION through the reflection table. `ParameterTypes` are checked
// against the function's. Defined with the object system.
bool CallFunctionByName(UObject* Object, FName Function, void** Arguments, const void* const* ParameterTypes, int32 Count,
	void* ReturnValue, const void* ReturnType);
bool HasFunction(UObject* Object, FName Function);

// One address per type: its identity at run time.
template <typename T>
inline constexpr char TypeTag = 0;
template <typename T>
constexpr const void* TypeId()
{
	return &TypeTag<std::remove_cvref_t<T>>;
}

template <typename R, typename... A>
struct TBinding
{
	FDelegateHandle Handle{FDelegateHandle::GenerateNewHandle};
	virtual ~TBinding() = default;
	// What was captured is written over, so that a body that continues after it removed itself does not find it.
	static void operator delete(void* Memory, std::size_t Size)
	{
		Poison(Memory, Size);
#if defined(__GNUC__)
		// The compiler takes what is written before memory is given back for a waste otherwise.
		__asm__ volatile("" : : "r"(Memory) : "memory");
#endif
		::operator delete(Memory);
	}
	// Whether the target is still alive.
	virtual bool IsSafe() const = 0;
	virtual R Execute(A... Args) = 0;
	// The object that RemoveAll looks for; null for lambdas and functions.
	virtual const void* Target() const
	{
		return nullptr;
	}
};

// Free functions and lambdas.
template <typename F, typename P, typename R, typename... A>
struct TFreeBinding final : TBinding<R, A...>
{
	TFreeBinding(F&& InBody, P&& InPayload)
		: Body(std::move(InBody))
		, Payload(std::move(InPayload))
	{
	}
	bool IsSafe() const override
	{
		return true;
	}
	R Execute(A... Args) override
	{
		return std::apply([&](auto&... Bound) -> R { return static_cast<R>(Body(Args..., Bound...)); }, Payload);
	}
	F Body;
	P Payload;
};

// How a binding holds its object.
template <typename T>
struct TRawHolder
{
	T* Object;
	T* Get() const
	{
		return Object;
	}
	const void* Address() const
	{
		return Object;
	}
};
template <typename T, ESPMode Mode>
struct TSharedHolder
{
	TWeakPtr<T, Mode> Weak;
	const void* Known;
	TSharedPtr<T, Mode> Get() const
	{
		return Weak.Pin();
	}
	const void* Address() const
	{
		return Weak.IsValid() ? Known : nullptr;
	}
};
template <typename T>
struct TObjectHolder
{
	TWeakObjectPtr<T> Weak;
	T* Get() const
	{
		return Weak.Get();
	}
	const void* Address() const
	{
		return Weak.Get();
	}
};

template <typename Holder, typename M, typename P, typename R, typename... A>
struct TMethodBinding final : TBinding<R, A...>
{
	TMethodBinding(Holder&& InHolder, M InMethod, P&& InPayload)
		: Held(std::move(InHolder))
		, Method(InMethod)
		, Payload(std::move(InPayload))
	{
	}
	bool IsSafe() const override
	{
		return static_cast<bool>(Held.Get());
	}
	R Execute(A... Args) override
	{
		auto Object = Held.Get();
		check(Object);
		return std::apply([&](auto&... Bound) -> R { return static_cast<R>(((*Object).*Method)(Args..., Bound...)); }, Payload);
	}
	const void* Target() const override
	{
		return Held.Address();
	}
	Holder Held;
	M Method;
	P Payload;
};

// A lambda that is only called while an object lives.
template <typename F, typename P, typename R, typename... A>
struct TWeakLambdaBinding final : TBinding<R, A...>
{
	TWeakLambdaBinding(TWeakObjectPtr<const UObject> InObject, F&& InBody, P&& InPayload)
		: Object(InObject)
		, Body(std::move(InBody))
		, Payload(std::move(InPayload))
	{
	}
	bool IsSafe() const override
	{
		return Object.IsValid();
	}
	R Execute(A... Args) override
	{
		return std::apply([&](auto&... Bound) -> R { return static_cast<R>(Body(Args..., Bound...)); }, Payload);
	}
	const void* Target() const override
	{
		return Object.Get();
	}
	TWeakObjectPtr<const UObject> Object;
	F Body;
	P Payload;
};

template <typename R, typename... A>
struct TFunctionNameBinding final : TBinding<R, A...>
{
	TFunctionNameBinding(UObject* InObject, FName InName)
		: Object(InObject)
		, Name(InName)
	{
	}
	bool IsSafe() const override
	{
		return Object.IsValid();
	}
	R Execute(A... Args) override
	{
		void* Arguments[] = {const_cast<void*>(static_cast<const void*>(std::addressof(Args)))..., nullptr};
		const void* const Types[] = {TypeId<A>()..., nullptr};
		if constexpr (std::is_void_v<R>)
		{
			CallFunctionByName(Object.Get(), Name, Arguments, Types, sizeof...(A), nullptr, nullptr);
		}
		else
		{
			R Result{};
			CallFunctionByName(Object.Get(), Name, Arguments, Types, sizeof...(A), &Result, TypeId<R>());
			return Result;
		}
	}
	const void* Target() const override
	{
		return Object.Get();
	}
	TWeakObjectPtr<UObject> Object;
	FName Name;
};

// Makes bindings; the one place that knows which classes may be bound how.
template <typename R, typename... A>
struct TBindingFactory
{
	using FBinding = TBinding<R, A...>;
	using FOwned = std::unique_ptr<FBinding>;

	template <typename M, typename T, typename... V>
	static constexpr void CheckMethod()
	{
		static_assert(std::is_member_function_pointer_v<M>, "a binding to a method needs &Class::Method");
		// Must match exactly, because the engine deduces nothing from the method: `FString` where the delegate says
		// `const FString&` is an error, and so is `const FString&` for a payload, which travels by value. Epic:
		// Runtime/Core/TDelegate/CreateSP (TMemFunPtrType)
		using C = std::remove_const_t<T>;
		static_assert(std::is_convertible_v<M, R (C::*)(A..., V...) const> || (!std::is_const_v<T> && std::is_convertible_v<M, R (C::*)(A..., V...)>),
			"the method's parameters are not exactly the delegate's, followed by the payload's types by value");
	}

	template <typename F, typename... V>
	static FOwned Static(F Function, V&&... Payload)
	{
		static_assert(std::is_invocable_r_v<R, F, A..., std::decay_t<V>&...>,
			"the function's parameters do not fit the delegate's parameters followed by the payload");
		using P = std::tuple<std::decay_t<V>...>;
		return std::make_unique<TFreeBinding<F, P, R, A...>>(std::move(Function), P(std::forward<V>(Payload)...));
	}
	template <typename F, typename... V>
	static FOwned Lambda(F&& Body, V&&... Payload)
	{
		static_assert(std::is_class_v<std::decay_t<F>>, "use the static binding for a plain function");
		return Static<std::decay_t<F>>(std::decay_t<F>(std::forward<F>(Body)), std::forward<V>(Payload)...);
	}
	template <typename T, typename M, typename... V>
	static FOwned Raw(T* Object, M Method, V&&... Payload)
	{
		static_assert(!std::is_base_of_v<UObject, std::remove_const_t<T>>,
			"a UObject must not be bound raw: use the UObject binding, which knows when it dies");
		CheckMethod<M, T, std::decay_t<V>...>();
		using H = TRawHolder<T>;
		using P = std::tuple<std::decay_t<V>...>;
		return std::make_unique<TMethodBinding<H, M, P, R, A...>>(H{Object}, Method, P(std::forward<V>(Payload)...));
	}
	template <typename T, ESPMode Mode, typename M, typename... V>
	static FOwned Shared(const TSharedRef<T, Mode>& Object, M Method, V&&... Payload)
	{
		CheckMethod<M, T, std::decay_t<V>...>();
		using H = TSharedHolder<T, Mode>;
		using P = std::tuple<std::decay_t<V>...>;
		return std::make_unique<TMethodBinding<H, M, P, R, A...>>(
			H{TWeakPtr<T, Mode>(Object), &Object.Get()}, Method, P(std::forward<V>(Payload)...));
	}
	template <typename T, typename M, typename... V>
	static FOwned SharedFromThis(T* Object, M Method, V&&... Payload)
	{
		static_assert(requires { Object->AsShared(); },
			"AddSP, BindSP and CreateSP need a class that derives from TSharedFromThis");
		const auto Owner = Object->AsShared(); // refuses in a constructor
		return Shared(StaticCastSharedRef<T>(Owner), Method, std::forward<V>(Payload)...);
	}
	template <typename T, typename M, typename... V>
	static FOwned Object(T* Target, M Method, V&&... Payload)
	{
		static_assert(std::is_base_of_v<UObject, std::remove_const_t<T>>,
			"AddUObject, BindUObject and CreateUObject need a class that derives from UObject");
		CheckMethod<M, T, std::decay_t<V>...>();
		using H = TObjectHolder<T>;
		using P = std::tuple<std::decay_t<V>...>;
		return std::make_unique<TMethodBinding<H, M, P, R, A...>>(
			H{TWeakObjectPtr<T>(Target)}, Method, P(std::forward<V>(Payload)...));
	}
	template <typename T, typename F, typename... V>
	static FOwned WeakLambda(T* Target, F&& Body, V&&... Payload)
	{
		static_assert(std::is_base_of_v<UObject, std::remove_const_t<T>>, "a weak lambda needs a UObject to depend on");
		using P = std::tuple<std::decay_t<V>...>;
		return std::make_unique<TWeakLambdaBinding<std::decay_t<F>, P, R, A...>>(
			TWeakObjectPtr<const UObject>(Target), std::decay_t<F>(std::forward<F>(Body)), P(std::forward<V>(Payload)...));
	}
	template <typename T>
	static FOwned Function(T* Target, FName Name)
	{
		static_assert(std::is_base_of_v<UObject, T>, "BindUFunction needs a UObject");
		if (!HasFunction(Target, Name))
		{
			RefuseNamed("BindUFunction: the object's class has no UFUNCTION called", *Name.ToString(), "mark it UFUNCTION() or correct the name");
		}
		return std::make_unique<TFunctionNameBinding<R, A...>>(Target, Name);
	}
};

} // namespace StandIn
