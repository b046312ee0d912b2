#pragma once

#include "Framework/Text/SlateHyperlinkRun.h"

// Texts with tags, as SRichTextBlock and a marshaller of rich text read them.
namespace StandIn
{
struct FRichRun
{
	FString Text; // without tags, entities resolved
	FString Tag; // empty for plain text
	FSlateHyperlinkRun::FMetadata Attributes;
};
TArray<FRichRun> ReadRichText(const FString& Source);
FString PlainText(const TArray<FRichRun>& Runs);
} // namespace StandIn
