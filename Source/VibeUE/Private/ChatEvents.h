// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

namespace VibeUE
{
/** Fires both forms of an event, for C++ first: the one way in which a session tells anything. */
template <typename NativeType, typename DynamicType, typename... ArgumentTypes>
void Fire(const NativeType& Native, const DynamicType& Dynamic, const ArgumentTypes&... Arguments)
{
	Native.Broadcast(Arguments...);
	Dynamic.Broadcast(Arguments...);
}
} // namespace VibeUE
