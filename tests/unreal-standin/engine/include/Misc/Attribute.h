#pragma once

#include "Delegates/Delegate.h"
#include "Misc/Optional.h"

// A value, or a function that gives it. UC Widgets/SClaudeInputArea.cpp; CX SCortexChatMessage.cpp; CES IonQuickAddPanel.cpp (Create);
// DS SDlgGraphPin.cpp (FGetter). Converts from everything that the value converts from.
template <typename ObjectType>
class TAttribute
{
public:
	using FGetter = TDelegate<ObjectType()>;

	TAttribute() = default;
	template <typename Other>
		requires(std::is_convertible_v<Other &&, ObjectType> && !std::is_same_v<std::decay_t<Other>, TAttribute>)
	TAttribute(Other&& Value)
		: Stored(std::forward<Other>(Value))
		, bSet(true)
	{
	}
	static TAttribute Create(FGetter Getter)
	{
		TAttribute Result;
		Result.Getter = MoveTemp(Getter);
		Result.bSet = true;
		return Result;
	}
	template <typename F>
		requires(std::is_invocable_r_v<ObjectType, std::decay_t<F>&> && !std::is_same_v<std::decay_t<F>, FGetter>)
	static TAttribute Create(F&& Body)
	{
		return Create(FGetter::CreateLambda(std::forward<F>(Body)));
	}
	template <typename F>
	static TAttribute CreateLambda(F&& Body)
	{
		return Create(FGetter::CreateLambda(std::forward<F>(Body)));
	}
	template <typename T, typename M, typename... V>
	static TAttribute CreateSP(T&& Object, M Method, V&&... Payload)
	{
		return Create(FGetter::CreateSP(Object, Method, std::forward<V>(Payload)...));
	}
	template <typename T, typename M>
	static TAttribute CreateRaw(T* Object, M Method)
	{
		return Create(FGetter::CreateRaw(Object, Method));
	}
	template <typename T, typename M>
	static TAttribute CreateUObject(T* Object, M Method)
	{
		return Create(FGetter::CreateUObject(Object, Method));
	}
	static TAttribute CreateStatic(ObjectType (*Function)())
	{
		return Create(FGetter::CreateStatic(Function));
	}

	// An attribute whose getter's object is gone keeps its last value.
	ObjectType Get() const
	{
		if (Getter.IsBound())
		{
			Stored = Getter.Execute();
		}
		return Stored;
	}
	ObjectType Get(const ObjectType& Default) const
	{
		return bSet ? Get() : Default;
	}
	template <typename Other>
	void Set(Other&& Value)
	{
		Stored = ObjectType(std::forward<Other>(Value));
		Getter.Unbind();
		bSet = true;
	}
	void Bind(FGetter NewGetter)
	{
		Getter = MoveTemp(NewGetter);
		bSet = true;
	}
	bool IsSet() const
	{
		return bSet;
	}
	bool IsBound() const
	{
		return Getter.IsBound();
	}

private:
	mutable ObjectType Stored{};
	FGetter Getter;
	bool bSet = false;
};

// BC BlueprintComponentReferenceCustomization.cpp; PCG PCGExCompareShorthandsCustomization.cpp
template <typename F>
auto MakeAttributeLambda(F&& Body)
{
	return TAttribute<std::invoke_result_t<std::decay_t<F>&>>::CreateLambda(std::forward<F>(Body));
}
template <typename T, typename R>
TAttribute<R> MakeAttributeSP(T* Object, R (T::*Method)() const)
{
	return TAttribute<R>::CreateSP(Object, Method);
}
