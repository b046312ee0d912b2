#pragma once

#include "Framework/Text/SlateHyperlinkRun.h"
#include "Templates/SharedPointer.h"

// What turns a tag of a rich text into something else. Epic: Slate/FHyperlinkDecorator; the only kind that public plugins use is the link.
class ITextDecorator
{
public:
	virtual ~ITextDecorator() = default;
	virtual const FString& StandInId() const = 0;
	virtual const FSlateHyperlinkRun::FOnClick& StandInOnClick() const = 0;
};
