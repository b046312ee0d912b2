#pragma once

#include "Containers/Array.h"

// UC MCP/Tools/MCPTool_CaptureViewport.cpp; SUE Tools/CaptureViewportTool.cpp. The array that comes back counts in 64 bits.
template <typename T>
using TArray64 = TArray<T>;

enum class EImageFormat : int8
{
	PNG = 0,
	JPEG = 1,
};
enum class ERGBFormat : int8
{
	RGBA = 0,
	BGRA = 1,
};

class IImageWrapper
{
public:
	virtual ~IImageWrapper() = default;
	virtual bool SetRaw(const void* InRawData, int64 InRawSize, const int32 InWidth, const int32 InHeight, const ERGBFormat InFormat,
		const int32 InBitDepth) = 0;
	virtual TArray64<uint8> GetCompressed(int32 Quality = 0) = 0;
};
