#pragma once

#include "StandIn/DelegateInstance.h"
#include "StandIn/Liveness.h"
#include "Templates/Function.h"

#include <vector>

// Native delegates: CES CesiumRuntime/Private/ScreenCreditsWidget.h; ACC AccelByteUe4Sdk/Public/Api/AccelByteUserApi.h;
// UEC UE5CoroTests/Private/TestDelegates.h; SEN Sentry/Private/SentrySubsystem.cpp; USH UnrealSharpCore; PUE Puerts

// SEN Sentry/Public/SentryErrorOutputDevice.h; UEC UE5Coro/Public/UE5Coro/Private.h
struct FDefaultDelegateUserPolicy
{
};
struct FDefaultTSDelegateUserPolicy
{
};

template <typename Signature, typename UserPolicy = FDefaultDelegateUserPolicy>
class TDelegate;
template <typename Signature, typename UserPolicy = FDefaultDelegateUserPolicy>
class TMulticastDelegate;

template <typename R, typename... A, typename UserPolicy>
class TDelegate<R(A...), UserPolicy>
{
	using FFactory = StandIn::TBindingFactory<R, A...>;

public:
	using RetValType = R;

	TDelegate() = default;
	TDelegate(TYPE_OF_NULLPTR)
	{
	}

	// The factories; `Create...` of a delegate type.
	template <typename... V>
	static TDelegate CreateStatic(std::type_identity_t<R (*)(A..., std::decay_t<V>...)> Function, V&&... Payload)
	{
		return TDelegate(FFactory::Static(Function, std::forward<V>(Payload)...));
	}
	template <typename F, typename... V>
	static TDelegate CreateLambda(F&& Body, V&&... Payload)
	{
		return TDelegate(FFactory::Lambda(std::forward<F>(Body), std::forward<V>(Payload)...));
	}
	template <typename T, typename M, typename... V>
	static TDelegate CreateRaw(T* Object, M Method, V&&... Payload)
	{
		return TDelegate(FFactory::Raw(Object, Method, std::forward<V>(Payload)...));
	}
	template <typename T, typename M, typename... V>
	static TDelegate CreateSP(T* Object, M Method, V&&... Payload)
	{
		return TDelegate(FFactory::SharedFromThis(Object, Method, std::forward<V>(Payload)...));
	}
	template <typename T, ESPMode Mode, typename M, typename... V>
	static TDelegate CreateSP(const TSharedRef<T, Mode>& Object, M Method, V&&... Payload)
	{
		return TDelegate(FFactory::Shared(Object, Method, std::forward<V>(Payload)...));
	}
	template <typename T, typename M, typename... V>
	static TDelegate CreateThreadSafeSP(T* Object, M Method, V&&... Payload)
	{
		return TDelegate(FFactory::SharedFromThis(Object, Method, std::forward<V>(Payload)...));
	}
	template <typename T, typename M, typename... V>
	static TDelegate CreateUObject(T* Object, M Method, V&&... Payload)
	{
		return TDelegate(FFactory::Object(Object, Method, std::forward<V>(Payload)...));
	}
	template <typename T, typename F, typename... V>
	static TDelegate CreateWeakLambda(T* Object, F&& Body, V&&... Payload)
	{
		return TDelegate(FFactory::WeakLambda(Object, std::forward<F>(Body), std::forward<V>(Payload)...));
	}
	template <typename T>
	static TDelegate CreateUFunction(T* Object, const FName& Name)
	{
		return TDelegate(FFactory::Function(Object, Name));
	}

	template <typename... V>
	void BindStatic(std::type_identity_t<R (*)(A..., std::decay_t<V>...)> Function, V&&... Payload)
	{
		*this = CreateStatic(Function, std::forward<V>(Payload)...);
	}
	template <typename F, typename... V>
	void BindLambda(F&& Body, V&&... Payload)
	{
		*this = CreateLambda(std::forward<F>(Body), std::forward<V>(Payload)...);
	}
	template <typename T, typename M, typename... V>
	void BindRaw(T* Object, M Method, V&&... Payload)
	{
		*this = CreateRaw(Object, Method, std::forward<V>(Payload)...);
	}
	template <typename T, typename M, typename... V>
	void BindSP(T&& Object, M Method, V&&... Payload)
	{
		*this = CreateSP(Object, Method, std::forward<V>(Payload)...);
	}
	template <typename T, typename M, typename... V>
	void BindUObject(T* Object, M Method, V&&... Payload)
	{
		*this = CreateUObject(Object, Method, std::forward<V>(Payload)...);
	}
	template <typename T, typename F, typename... V>
	void BindWeakLambda(T* Object, F&& Body, V&&... Payload)
	{
		*this = CreateWeakLambda(Object, std::forward<F>(Body), std::forward<V>(Payload)...);
	}
	template <typename T>
	void BindUFunction(T* Object, const FName& Name)
	{
		*this = CreateUFunction(Object, Name);
	}

	bool IsBound() const
	{
		return Binding && Binding->IsSafe();
	}
	void Unbind()
	{
		Binding.reset();
	}
	R Execute(A... Args) const
	{
		Alive.Check();
		if (!IsBound())
		{
			StandIn::Refuse("Execute on a delegate that is not bound, or whose object is gone", "check IsBound(), or use ExecuteIfBound");
		}
		// In place, as in the engine: what unbinds itself is destroyed at once, while it runs, with all that it captured.
		return Binding->Execute(std::forward<A>(Args)...);
	}
	bool ExecuteIfBound(A... Args) const
	{
		static_assert(std::is_void_v<R>, "ExecuteIfBound exists only for delegates that return nothing");
		Alive.Check();
		if (!IsBound())
		{
			return false;
		}
		Binding->Execute(std::forward<A>(Args)...);
		return true;
	}
	FDelegateHandle GetHandle() const
	{
		return Binding ? Binding->Handle : FDelegateHandle();
	}
	bool IsBoundToObject(const void* Object) const
	{
		return Binding && Object && Binding->Target() == Object;
	}

private:
	friend class TMulticastDelegate<void(A...), UserPolicy>;
	explicit TDelegate(std::unique_ptr<StandIn::TBinding<R, A...>>&& InBinding)
		: Binding(std::move(InBinding))
	{
	}
	std::shared_ptr<StandIn::TBinding<R, A...>> Binding;
	StandIn::FLiveness Alive;
};

template <typename... A, typename UserPolicy>
class TMulticastDelegate<void(A...), UserPolicy>
{
public:
	using FDelegate = TDelegate<void(A...), UserPolicy>;

	TMulticastDelegate() = default;
	TMulticastDelegate(const TMulticastDelegate& Other)
		: Bindings(Other.Bindings)
	{
	}
	TMulticastDelegate& operator=(const TMulticastDelegate& Other)
	{
		Bindings = Other.Bindings;
		return *this;
	}

	FDelegateHandle Add(const FDelegate& Delegate)
	{
		Alive.Check();
		if (!Delegate.Binding)
		{
			return FDelegateHandle();
		}
		Compact();
		Bindings.push_back(Delegate.Binding);
		return Delegate.Binding->Handle;
	}
	template <typename... V>
	FDelegateHandle AddStatic(std::type_identity_t<void (*)(A..., std::decay_t<V>...)> Function, V&&... Payload)
	{
		return Add(FDelegate::CreateStatic(Function, std::forward<V>(Payload)...));
	}
	template <typename F, typename... V>
	FDelegateHandle AddLambda(F&& Body, V&&... Payload)
	{
		return Add(FDelegate::CreateLambda(std::forward<F>(Body), std::forward<V>(Payload)...));
	}
	template <typename T, typename M, typename... V>
	FDelegateHandle AddRaw(T* Object, M Method, V&&... Payload)
	{
		return Add(FDelegate::CreateRaw(Object, Method, std::forward<V>(Payload)...));
	}
	template <typename T, typename M, typename... V>
	FDelegateHandle AddSP(T&& Object, M Method, V&&... Payload)
	{
		return Add(FDelegate::CreateSP(Object, Method, std::forward<V>(Payload)...));
	}
	template <typename T, typename M, typename... V>
	FDelegateHandle AddThreadSafeSP(T* Object, M Method, V&&... Payload)
	{
		return Add(FDelegate::CreateThreadSafeSP(Object, Method, std::forward<V>(Payload)...));
	}
	template <typename T, typename M, typename... V>
	FDelegateHandle AddUObject(T* Object, M Method, V&&... Payload)
	{
		return Add(FDelegate::CreateUObject(Object, Method, std::forward<V>(Payload)...));
	}
	template <typename T, typename F, typename... V>
	FDelegateHandle AddWeakLambda(T* Object, F&& Body, V&&... Payload)
	{
		return Add(FDelegate::CreateWeakLambda(Object, std::forward<F>(Body), std::forward<V>(Payload)...));
	}
	template <typename T>
	FDelegateHandle AddUFunction(T* Object, const FName& Name)
	{
		return Add(FDelegate::CreateUFunction(Object, Name));
	}

	bool Remove(FDelegateHandle Handle)
	{
		Alive.Check();
		for (auto& Binding : Bindings)
		{
			if (Binding && Binding->Handle == Handle)
			{
				Drop(Binding);
				return true;
			}
		}
		return false;
	}
	// Removes the bindings to this object; lambdas are bound to none.
	int32 RemoveAll(const void* Object)
	{
		Alive.Check();
		int32 Removed = 0;
		for (auto& Binding : Bindings)
		{
			if (Binding && Object && Binding->Target() == Object)
			{
				Drop(Binding);
				++Removed;
			}
		}
		Compact();
		return Removed;
	}
	void Clear()
	{
		for (auto& Binding : Bindings)
		{
			Drop(Binding);
		}
		Compact();
	}
	bool IsBound() const
	{
		return StandInBindingCount() > 0;
	}
	bool IsBoundToObject(const void* Object) const
	{
		for (const auto& Binding : Bindings)
		{
			if (Binding && Object && Binding->Target() == Object)
			{
				return true;
			}
		}
		return false;
	}
	// Calls those that are bound now, newest first: the order is not defined,
	// and a test that relies on one must not pass. What is added during the
	// broadcast is not called; what is removed during it is not called either.
	void Broadcast(A... Args) const
	{
		Alive.Check();
		TMulticastDelegate* Self = const_cast<TMulticastDelegate*>(this);
		const StandIn::FLiveness::FWatch Watch(Alive);
		++Self->Broadcasting;
		for (std::size_t Index = Bindings.size(); Index-- > 0;)
		{
			// Not kept alive: what removes itself, or is removed by what it calls, is destroyed at once, as in the engine.
			StandIn::TBinding<void, A...>* const Binding = Index < Bindings.size() ? Bindings[Index].get() : nullptr;
			if (!Binding)
			{
				continue;
			}
			if (!Binding->IsSafe())
			{
				Self->Bindings[Index] = nullptr;
				continue;
			}
			Binding->Execute(Args...);
			Watch.CheckStillAlive("a handler destroyed the delegate that was being broadcast",
				"keep the owner alive during the broadcast, e.g. by a TSharedPtr or TStrongObjectPtr on the stack");
		}
		--Self->Broadcasting;
		Self->Compact();
	}
	// For leak checks: bindings whose target lives.
	int32 StandInBindingCount() const
	{
		int32 Count = 0;
		for (const auto& Binding : Bindings)
		{
			Count += Binding && Binding->IsSafe() ? 1 : 0;
		}
		return Count;
	}

private:
	using FBinding = std::shared_ptr<StandIn::TBinding<void, A...>>;
	static void Drop(FBinding& Binding)
	{
		Binding = nullptr;
	}
	void Compact()
	{
		if (Broadcasting == 0)
		{
			std::erase_if(Bindings, [](const FBinding& Binding) { return !Binding || !Binding->IsSafe(); });
		}
	}

	std::vector<FBinding> Bindings;
	int32 Broadcasting = 0;
	StandIn::FLiveness Alive;
};

#define STANDIN_DECLARE_DELEGATE(Name, R, ...) typedef TDelegate<R(__VA_ARGS__)> Name
#define STANDIN_DECLARE_MULTICAST(Name, ...) typedef TMulticastDelegate<void(__VA_ARGS__)> Name

#define DECLARE_DELEGATE(Name) STANDIN_DECLARE_DELEGATE(Name, void)
#define DECLARE_DELEGATE_OneParam(Name, P1) STANDIN_DECLARE_DELEGATE(Name, void, P1)
#define DECLARE_DELEGATE_TwoParams(Name, P1, P2) STANDIN_DECLARE_DELEGATE(Name, void, P1, P2)
#define DECLARE_DELEGATE_ThreeParams(Name, P1, P2, P3) STANDIN_DECLARE_DELEGATE(Name, void, P1, P2, P3)
#define DECLARE_DELEGATE_FourParams(Name, P1, P2, P3, P4) STANDIN_DECLARE_DELEGATE(Name, void, P1, P2, P3, P4)
#define DECLARE_DELEGATE_FiveParams(Name, P1, P2, P3, P4, P5) STANDIN_DECLARE_DELEGATE(Name, void, P1, P2, P3, P4, P5)
#define DECLARE_DELEGATE_RetVal(R, Name) STANDIN_DECLARE_DELEGATE(Name, R)
#define DECLARE_DELEGATE_RetVal_OneParam(R, Name, P1) STANDIN_DECLARE_DELEGATE(Name, R, P1)
#define DECLARE_DELEGATE_RetVal_TwoParams(R, Name, P1, P2) STANDIN_DECLARE_DELEGATE(Name, R, P1, P2)
#define DECLARE_DELEGATE_RetVal_ThreeParams(R, Name, P1, P2, P3) STANDIN_DECLARE_DELEGATE(Name, R, P1, P2, P3)

#define DECLARE_MULTICAST_DELEGATE(Name) STANDIN_DECLARE_MULTICAST(Name)
#define DECLARE_MULTICAST_DELEGATE_OneParam(Name, P1) STANDIN_DECLARE_MULTICAST(Name, P1)
#define DECLARE_MULTICAST_DELEGATE_TwoParams(Name, P1, P2) STANDIN_DECLARE_MULTICAST(Name, P1, P2)
#define DECLARE_MULTICAST_DELEGATE_ThreeParams(Name, P1, P2, P3) STANDIN_DECLARE_MULTICAST(Name, P1, P2, P3)
#define DECLARE_MULTICAST_DELEGATE_FourParams(Name, P1, P2, P3, P4) STANDIN_DECLARE_MULTICAST(Name, P1, P2, P3, P4)
#define DECLARE_MULTICAST_DELEGATE_FiveParams(Name, P1, P2, P3, P4, P5) STANDIN_DECLARE_MULTICAST(Name, P1, P2, P3, P4, P5)
#define DECLARE_MULTICAST_DELEGATE_SixParams(Name, P1, P2, P3, P4, P5, P6) STANDIN_DECLARE_MULTICAST(Name, P1, P2, P3, P4, P5, P6)

// CES CesiumEditor/Private/CesiumFeaturesMetadataViewer.cpp; SEN SentryEditor/Private/SentrySettingsCustomization.cpp; UEC
DECLARE_DELEGATE(FSimpleDelegate);
DECLARE_MULTICAST_DELEGATE(FSimpleMulticastDelegate);

// Dynamic delegates are declared through this header as well: Epic, "Dynamic Delegates"; CES CesiumGeoJsonDocumentRasterOverlay.h
#include "UObject/ScriptDelegates.h"
