#include "Brushes/SlateDynamicImageBrush.h"
#include "Slate/HtmlCss.h"
#include "Utf8.h"

#include <cstdint>
#include <string>

namespace
{
void Put(std::string& Bytes, std::uint32_t Value, int Count)
{
	for (int Index = 0; Index < Count; ++Index)
	{
		Bytes += static_cast<char>(Value >> (8 * Index) & 0xff);
	}
}
// A bitmap with the head of its fifth version: the first that browsers read an alpha channel from. Rows from the top have a negative height.
std::string BitmapOf(int32 Width, int32 Height, const TArray<uint8>& Pixels)
{
	constexpr std::uint32_t HeadSize = 14 + 124;
	std::string Bytes = "BM";
	Put(Bytes, HeadSize + static_cast<std::uint32_t>(Pixels.Num()), 4);
	Put(Bytes, 0, 4);
	Put(Bytes, HeadSize, 4);
	Put(Bytes, 124, 4);
	Put(Bytes, static_cast<std::uint32_t>(Width), 4);
	Put(Bytes, static_cast<std::uint32_t>(-Height), 4);
	Put(Bytes, 1, 2);
	Put(Bytes, 32, 2);
	Put(Bytes, 3, 4); // bit fields
	Put(Bytes, static_cast<std::uint32_t>(Pixels.Num()), 4);
	for (int Index = 0; Index < 4; ++Index)
	{
		Put(Bytes, 0, 4);
	}
	for (const std::uint32_t Mask : {0x00ff0000u, 0x0000ff00u, 0x000000ffu, 0xff000000u, 0x73524742u /* sRGB */})
	{
		Put(Bytes, Mask, 4);
	}
	Bytes.resize(HeadSize, '\0');
	Bytes.append(reinterpret_cast<const char*>(Pixels.GetData()), static_cast<std::size_t>(Pixels.Num()));
	return Bytes;
}
} // namespace

TSharedPtr<FSlateDynamicImageBrush> FSlateDynamicImageBrush::CreateWithImageData(
	const FName InTextureName, const UE::Slate::FDeprecateVector2DParameter& InImageSize, const TArray<uint8>& InImageData)
{
	StandIn::RequireGameThread("FSlateDynamicImageBrush::CreateWithImageData");
	const FVector2f Size = InImageSize;
	const int32 Width = static_cast<int32>(Size.X);
	const int32 Height = static_cast<int32>(Size.Y);
	if (InTextureName.IsNone() || Width <= 0 || Height <= 0 || InImageData.Num() != Width * Height * 4)
	{
		return nullptr;
	}
	const TSharedPtr<FSlateDynamicImageBrush> Brush = MakeShared<FSlateDynamicImageBrush>();
	Brush->StandInKind = EStandInKind::Picture;
	Brush->ImageSize = Size;
	Brush->StandInSource = StandIn::FromUtf8("data:image/bmp;base64," + StandIn::Base64(BitmapOf(Width, Height, InImageData)));
	return Brush;
}
