#pragma once

#include "Containers/Array.h"
#include "Containers/UnrealString.h"
#include "Fonts/SlateFontInfo.h"
#include "Math/Vector2D.h"

// A font of fixed measures: what a text takes does not depend on the machine.
namespace StandIn
{
// Height of a line, Slate units.
float LineHeight(const FSlateFontInfo& Font);
// Width of a text without line breaks. Wide characters (CJK, emoji) take two cells.
float TextWidth(const FStringView Text, const FSlateFontInfo& Font);
// Lines as they are shown: broken at line feeds, and between words if `Width` is given (above zero). A word that is
// longer than a line gets a line of its own, or is broken if `bAnywhere`.
TArray<FString> WrapText(const FString& Text, const FSlateFontInfo& Font, float Width, bool bAnywhere);
FVector2D TextSize(const FString& Text, const FSlateFontInfo& Font, float Width, bool bAnywhere);
} // namespace StandIn
