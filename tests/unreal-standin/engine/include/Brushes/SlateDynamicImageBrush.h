#pragma once

#include "Containers/Array.h"
#include "Styling/SlateBrush.h"
#include "Templates/SharedPointer.h"
#include "UObject/NameTypes.h"

// A picture of pixels that a program has: four bytes each, blue first. UC Widgets/SClaudeInputArea.cpp. Null where the bytes are not those of the size.
struct FSlateDynamicImageBrush : FSlateBrush
{
	static TSharedPtr<FSlateDynamicImageBrush> CreateWithImageData(const FName InTextureName, const UE::Slate::FDeprecateVector2DParameter& InImageSize, const TArray<uint8>& InImageData);
};
