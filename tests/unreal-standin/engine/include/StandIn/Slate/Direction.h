#pragma once

#include "Containers/UnrealString.h"
#include "Framework/Text/TextLayout.h"
#include "Layout/FlowDirection.h"
#include "Misc/Optional.h"

#include <string>

// Which way texts run.
namespace StandIn
{
// Whether a text has letters of a script that is written from right to left.
bool HasRightToLeft(const FString& Text);
// The direction of a paragraph by its first letter; left to right if it has none.
EFlowDirection BaseDirectionOf(const FString& Paragraph);
// The direction of a text's first paragraph, as it was asked for.
EFlowDirection DirectionOf(const FString& Text, const TOptional<ETextFlowDirection>& Asked);
// Words of CSS for it, and how its lines lie; empty if the browser does so by itself. Around is the direction of what
// it is in.
std::string DirectionCss(const FString& Text, const TOptional<ETextFlowDirection>& Asked, int32 Justification, EFlowDirection Around);
} // namespace StandIn
