#pragma once

#include "Misc/AssertionMacros.h"
#include "Templates/UnrealTemplate.h"

#include <optional>

// NullOpt as the empty value: PCG PCGExCore; UEC UE5CoroTests
struct FNullOpt
{
	constexpr explicit FNullOpt(int)
	{
	}
};
inline constexpr FNullOpt NullOpt{0};

// CES CesiumRuntime/Public/CesiumMetadataEnum.h; RLK RiderLogging/Private/RiderLogging.cpp. GetValue on an unset one asserts.
template <typename OptionalType>
class TOptional
{
public:
	using ElementType = OptionalType;
	TOptional() = default;
	TOptional(FNullOpt)
	{
	}
	TOptional(const OptionalType& InValue)
		: Inner(InValue)
	{
	}
	TOptional(OptionalType&& InValue)
		: Inner(std::move(InValue))
	{
	}
	bool IsSet() const
	{
		return Inner.has_value();
	}
	explicit operator bool() const
	{
		return IsSet();
	}
	OptionalType& GetValue()
	{
		checkf(IsSet(), TEXT("GetValue() on an unset TOptional: check IsSet() first, or use Get(Default)."));
		return *Inner;
	}
	const OptionalType& GetValue() const
	{
		checkf(IsSet(), TEXT("GetValue() on an unset TOptional: check IsSet() first, or use Get(Default)."));
		return *Inner;
	}
	const OptionalType& Get(const OptionalType& Default) const
	{
		return Inner ? *Inner : Default;
	}
	OptionalType* GetPtrOrNull()
	{
		return Inner ? &*Inner : nullptr;
	}
	const OptionalType* GetPtrOrNull() const
	{
		return Inner ? &*Inner : nullptr;
	}
	OptionalType& operator*()
	{
		return GetValue();
	}
	const OptionalType& operator*() const
	{
		return GetValue();
	}
	OptionalType* operator->()
	{
		return &GetValue();
	}
	const OptionalType* operator->() const
	{
		return &GetValue();
	}
	template <typename... ArgTypes>
	OptionalType& Emplace(ArgTypes&&... Args)
	{
		return Inner.emplace(std::forward<ArgTypes>(Args)...);
	}
	void Reset()
	{
		Inner.reset();
	}
	bool operator==(const TOptional& Other) const
	{
		return IsSet() == Other.IsSet() && (!IsSet() || *Inner == *Other.Inner);
	}
	bool operator!=(const TOptional& Other) const
	{
		return !(*this == Other);
	}

private:
	std::optional<OptionalType> Inner;
};
