#pragma once

#include "Containers/Array.h"
#include "StandIn/DelegateInstance.h"
#include "StandIn/Liveness.h"

// Dynamic delegates: bound by object and function name, called through the
// reflection table. CES CesiumRuntime/Public/CesiumGeoJsonDocumentRasterOverlay.h; SEN Sentry/Public/SentryScope.h;
// UEC UE5CoroTests/Private/TestDelegates.h; Epic: "Dynamic Delegates"
namespace StandIn
{
struct FScriptBinding
{
	TWeakObjectPtr<UObject> Object;
	FName Function;
	bool operator==(const FScriptBinding& Other) const
	{
		return Object.StandInReference() == Other.Object.StandInReference() && Function == Other.Function;
	}
};
// "&UChat::HandleText" -> HandleText; refuses what is not such an expression.
FName FunctionNameFromExpression(const TCHAR* Expression);
// Refuses an object that is null, and a function that is not in the class's reflection table.
void CheckDynamicTarget(UObject* Object, FName Function);

template <typename UserClass, typename... A>
struct TDynamicMethod
{
	using Type = void (UserClass::*)(A...);
};
} // namespace StandIn

template <typename... A>
class TBaseDynamicMulticastDelegate
{
public:
	using StandInScriptDelegate = void;

	template <typename UserClass>
	void StandInAddDynamic(UserClass* Object, typename StandIn::TDynamicMethod<UserClass, A...>::Type Method, const TCHAR* Expression)
	{
		static_assert(std::is_base_of_v<UObject, UserClass>,
			"AddDynamic needs a class that derives from UObject: a widget binds the native delegate with AddSP instead");
		static_cast<void>(Method);
		const StandIn::FScriptBinding Binding{TWeakObjectPtr<UObject>(static_cast<UObject*>(Object)), StandIn::FunctionNameFromExpression(Expression)};
		StandIn::CheckDynamicTarget(Object, Binding.Function);
		Alive.Check();
		if (Bindings.Contains(Binding))
		{
			StandIn::RefuseNamed("AddDynamic: this object's function is bound already:", *Binding.Function.ToString(),
				"remove it first, or ask IsAlreadyBound");
		}
		Bindings.Add(Binding);
	}
	template <typename UserClass>
	void StandInRemoveDynamic(UserClass* Object, typename StandIn::TDynamicMethod<UserClass, A...>::Type, const TCHAR* Expression)
	{
		Alive.Check();
		const StandIn::FScriptBinding Binding{TWeakObjectPtr<UObject>(static_cast<UObject*>(Object)), StandIn::FunctionNameFromExpression(Expression)};
		Bindings.Remove(Binding);
	}
	template <typename UserClass>
	bool StandInIsAlreadyBound(UserClass* Object, typename StandIn::TDynamicMethod<UserClass, A...>::Type, const TCHAR* Expression) const
	{
		return Bindings.Contains(StandIn::FScriptBinding{TWeakObjectPtr<UObject>(static_cast<UObject*>(Object)), StandIn::FunctionNameFromExpression(Expression)});
	}
	bool IsBound() const
	{
		return Bindings.ContainsByPredicate([](const StandIn::FScriptBinding& Binding) { return Binding.Object.IsValid(); });
	}
	void Clear()
	{
		Bindings.Empty();
	}
	void RemoveAll(const UObject* Object)
	{
		Bindings.RemoveAll([Object](const StandIn::FScriptBinding& Binding) { return Binding.Object.Get() == Object; });
	}
	void Broadcast(A... Args) const
	{
		Alive.Check();
		const TArray<StandIn::FScriptBinding> Now(Bindings); // handlers may add and remove
		const StandIn::FLiveness::FWatch Watch(Alive);
		for (const StandIn::FScriptBinding& Binding : Now)
		{
			UObject* Object = Binding.Object.Get();
			if (!Object || !Bindings.Contains(Binding))
			{
				continue;
			}
			void* Arguments[] = {const_cast<void*>(static_cast<const void*>(std::addressof(Args)))..., nullptr};
			const void* const Types[] = {StandIn::TypeId<A>()..., nullptr};
			StandIn::CallFunctionByName(Object, Binding.Function, Arguments, Types, sizeof...(A), nullptr, nullptr);
			Watch.CheckStillAlive("a handler destroyed the dynamic delegate that was being broadcast",
				"keep the owning object alive during the broadcast");
		}
	}

private:
	TArray<StandIn::FScriptBinding> Bindings;
	StandIn::FLiveness Alive;
};

template <typename R, typename... A>
class TBaseDynamicDelegate
{
public:
	using StandInScriptDelegate = void;

	template <typename UserClass>
	void StandInBindDynamic(UserClass* Object, R (UserClass::*)(A...), const TCHAR* Expression)
	{
		static_assert(std::is_base_of_v<UObject, UserClass>, "BindDynamic needs a class that derives from UObject");
		Binding = {TWeakObjectPtr<UObject>(static_cast<UObject*>(Object)), StandIn::FunctionNameFromExpression(Expression)};
		StandIn::CheckDynamicTarget(Object, Binding.Function);
	}
	void BindUFunction(UObject* Object, const FName& Name)
	{
		StandIn::CheckDynamicTarget(Object, Name);
		Binding = {TWeakObjectPtr<UObject>(Object), Name};
	}
	bool IsBound() const
	{
		return Binding.Object.IsValid();
	}
	void Unbind()
	{
		Binding = StandIn::FScriptBinding();
	}
	R Execute(A... Args) const
	{
		if (!IsBound())
		{
			StandIn::Refuse("Execute on a dynamic delegate that is not bound", "check IsBound(), or use ExecuteIfBound");
		}
		void* Arguments[] = {const_cast<void*>(static_cast<const void*>(std::addressof(Args)))..., nullptr};
		const void* const Types[] = {StandIn::TypeId<A>()..., nullptr};
		if constexpr (std::is_void_v<R>)
		{
			StandIn::CallFunctionByName(Binding.Object.Get(), Binding.Function, Arguments, Types, sizeof...(A), nullptr, nullptr);
		}
		else
		{
			R Result{};
			StandIn::CallFunctionByName(Binding.Object.Get(), Binding.Function, Arguments, Types, sizeof...(A), &Result, StandIn::TypeId<R>());
			return Result;
		}
	}
	bool ExecuteIfBound(A... Args) const
	{
		static_assert(std::is_void_v<R>, "ExecuteIfBound exists only for delegates that return nothing");
		if (!IsBound())
		{
			return false;
		}
		Execute(std::forward<A>(Args)...);
		return true;
	}

private:
	StandIn::FScriptBinding Binding;
};

// UEC UE5CoroAI/Private/UE5CoroAICallbackTarget.cpp; RIV Rive/Private/Rive/RiveRenderTargetUpdater.cpp; PDU
#define AddDynamic(UserObject, Function) StandInAddDynamic(UserObject, Function, TEXT(#Function))
#define RemoveDynamic(UserObject, Function) StandInRemoveDynamic(UserObject, Function, TEXT(#Function))
#define IsAlreadyBound(UserObject, Function) StandInIsAlreadyBound(UserObject, Function, TEXT(#Function))
#define BindDynamic(UserObject, Function) StandInBindDynamic(UserObject, Function, TEXT(#Function))

#define STANDIN_DYNAMIC_MULTICAST(Name, ...) \
	class Name : public TBaseDynamicMulticastDelegate<__VA_ARGS__> \
	{ \
	}
#define STANDIN_DYNAMIC(Name, ...) \
	class Name : public TBaseDynamicDelegate<__VA_ARGS__> \
	{ \
	}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE(Name) STANDIN_DYNAMIC_MULTICAST(Name)
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(Name, T1, N1) STANDIN_DYNAMIC_MULTICAST(Name, T1)
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(Name, T1, N1, T2, N2) STANDIN_DYNAMIC_MULTICAST(Name, T1, T2)
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_ThreeParams(Name, T1, N1, T2, N2, T3, N3) STANDIN_DYNAMIC_MULTICAST(Name, T1, T2, T3)
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_FourParams(Name, T1, N1, T2, N2, T3, N3, T4, N4) \
	STANDIN_DYNAMIC_MULTICAST(Name, T1, T2, T3, T4)
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_FiveParams(Name, T1, N1, T2, N2, T3, N3, T4, N4, T5, N5) \
	STANDIN_DYNAMIC_MULTICAST(Name, T1, T2, T3, T4, T5)
#define DECLARE_DYNAMIC_DELEGATE(Name) STANDIN_DYNAMIC(Name, void)
#define DECLARE_DYNAMIC_DELEGATE_OneParam(Name, T1, N1) STANDIN_DYNAMIC(Name, void, T1)
#define DECLARE_DYNAMIC_DELEGATE_TwoParams(Name, T1, N1, T2, N2) STANDIN_DYNAMIC(Name, void, T1, T2)
#define DECLARE_DYNAMIC_DELEGATE_RetVal(R, Name) STANDIN_DYNAMIC(Name, R)
#define DECLARE_DYNAMIC_DELEGATE_RetVal_OneParam(R, Name, T1, N1) STANDIN_DYNAMIC(Name, R, T1)
