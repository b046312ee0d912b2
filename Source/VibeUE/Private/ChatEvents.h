// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "UObject/Object.h"
#include "UObject/StrongObjectPtr.h"

namespace VibeUE
{
/**
 * Fires both forms of an event of an object, for C++ first: the only way in which a session reports anything. The
 * object outlives its handlers, even if one of them releases it and collects garbage.
 */
template <typename NativeType, typename DynamicType, typename... ArgumentTypes>
void Fire(UObject& Owner, const NativeType& Native, const DynamicType& Dynamic, const ArgumentTypes&... Arguments)
{
	const TStrongObjectPtr<UObject> KeepAlive(&Owner);
	Native.Broadcast(Arguments...);
	Dynamic.Broadcast(Arguments...);
}
} // namespace VibeUE
