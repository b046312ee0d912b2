#pragma once

#include "Containers/Array.h"
#include "Styling/SlateBrush.h"
#include "Templates/SharedPointer.h"
#include "UObject/NameTypes.h"

// A picture made from a program's pixels: four bytes each, blue first. UC Widgets/SClaudeInputArea.cpp. Null if the
// number of bytes does not match the size.
struct FSlateDynamicImageBrush : FSlateBrush
{
	static TSharedPtr<FSlateDynamicImageBrush> CreateWithImageData(const FName InTextureName, const UE::Slate::FDeprecateVector2DParameter& InImageSize, const TArray<uint8>& InImageData);
};
