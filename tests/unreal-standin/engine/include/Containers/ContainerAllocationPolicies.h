#pragma once

#include "HAL/Platform.h"

// Whether a container may give memory back. The `bool` that was here is
// deprecated since 5.4 and reported gone in 5.8 (JsonAsAsset/Reflection#88), so
// there is only the enum. LLM LlamaCore/Private/Remote/LlamaRemoteClient.cpp; COR CortexCore/Private/CortexEditorUtils.cpp
enum class EAllowShrinking : uint8
{
	No,
	Yes,
	Default = Yes,
};
