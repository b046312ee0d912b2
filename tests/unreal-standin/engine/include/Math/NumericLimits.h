#pragma once

#include "HAL/Platform.h"

#include <limits>
#include <type_traits>

// CES CesiumRuntime/Private/CesiumGltfComponent.cpp; PCG PCGExCore/Private/Math/OBB/PCGExOBBTests.cpp
template <typename T>
struct TNumericLimits
{
	static constexpr T Min()
	{
		return std::is_floating_point_v<T> ? std::numeric_limits<T>::min() : std::numeric_limits<T>::lowest();
	}
	static constexpr T Max()
	{
		return std::numeric_limits<T>::max();
	}
	static constexpr T Lowest()
	{
		return std::numeric_limits<T>::lowest();
	}
};
inline constexpr int32 MAX_int32 = 0x7fffffff;
inline constexpr uint32 MAX_uint32 = 0xffffffffu;
inline constexpr int64 MAX_int64 = 0x7fffffffffffffffLL;
inline constexpr float MAX_flt = 3.402823466e+38F;
