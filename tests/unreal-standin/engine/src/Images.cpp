#include "IImageWrapper.h"
#include "IImageWrapperModule.h"
#include "Modules/ModuleManager.h"

namespace
{
// Not a complete picture: only the head of a JPEG with its size.
class FHeadOfJpeg final : public IImageWrapper
{
public:
	bool SetRaw(const void* InRawData, int64 InRawSize, const int32 InWidth, const int32 InHeight, const ERGBFormat InFormat, const int32 InBitDepth) override
	{
		Width = InWidth;
		Height = InHeight;
		return InRawData && InFormat == ERGBFormat::BGRA && InBitDepth == 8 && InRawSize == static_cast<int64>(Width) * Height * 4;
	}
	TArray64<uint8> GetCompressed(int32) override
	{
		const auto Byte = [](int32 Value, int32 Shift) { return static_cast<uint8>((Value >> Shift) & 0xff); };
		return {0xff, 0xd8, 0xff, 0xc0, 0x00, 0x0b, 0x08, Byte(Height, 8), Byte(Height, 0), Byte(Width, 8), Byte(Width, 0), 0x01, 0x01, 0x11, 0x00, 0xff, 0xd9};
	}

private:
	int32 Width = 0;
	int32 Height = 0;
};

class FImages final : public IImageWrapperModule
{
public:
	TSharedPtr<IImageWrapper> CreateImageWrapper(const EImageFormat InFormat) override
	{
		return InFormat == EImageFormat::JPEG ? TSharedPtr<IImageWrapper>(MakeShared<FHeadOfJpeg>()) : nullptr;
	}
};

IModuleInterface* MakeImages()
{
	return new FImages();
}
const StandIn::FModuleRegistration ImageModule("ImageWrapper", &MakeImages);
} // namespace
