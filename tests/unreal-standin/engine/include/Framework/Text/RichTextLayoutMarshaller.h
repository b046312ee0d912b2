#pragma once

#include "Framework/Text/TextDecorators.h"
#include "Styling/ISlateStyle.h"

// What turns the text of an editable text into runs.
class ITextLayoutMarshaller
{
public:
	virtual ~ITextLayoutMarshaller() = default;
	virtual const ISlateStyle* StandInStyles() const = 0;
	// What a run's `id` names; null if it is none of ours.
	virtual const ITextDecorator* StandInDecoratorOf(const TMap<FString, FString>& Attributes) const = 0;
};

// Reads `<style>text</>` by the keys of a style set, and the entities &lt; &gt; &amp; &quot;. Epic: Slate/FRichTextLayoutMarshaller/Create;
// VIB SMarkdownTextBlock.cpp; EF SExtendedAtlassianDocumentView.cpp
class FRichTextLayoutMarshaller : public ITextLayoutMarshaller
{
public:
	static TSharedRef<FRichTextLayoutMarshaller> Create(TArray<TSharedRef<ITextDecorator>> InDecorators, const ISlateStyle* const InDecoratorStyleSet);
	virtual const ISlateStyle* StandInStyles() const override
	{
		return Styles;
	}
	virtual const ITextDecorator* StandInDecoratorOf(const TMap<FString, FString>& Attributes) const override;

	FRichTextLayoutMarshaller(const TArray<TSharedRef<ITextDecorator>>& InDecorators, const ISlateStyle* InStyles)
		: Decorators(InDecorators)
		, Styles(InStyles)
	{
	}

private:
	TArray<TSharedRef<ITextDecorator>> Decorators;
	const ISlateStyle* Styles = nullptr;
};
