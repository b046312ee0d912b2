#include "Framework/Text/RichTextLayoutMarshaller.h"
#include "StandIn/Slate/Direction.h"
#include "StandIn/Slate/FontMetrics.h"
#include "Widgets/Text/SRichTextBlock.h"
#include "Widgets/Text/STextBlock.h"

#include <algorithm>

namespace
{
FVector2D WithMargin(FVector2D Size, const FMargin& Margin)
{
	return FVector2D(Size.X + static_cast<double>(Margin.Left + Margin.Right), Size.Y + static_cast<double>(Margin.Top + Margin.Bottom));
}
} // namespace

void STextBlock::Construct(const FArguments& InArgs)
{
	BoundText = InArgs._Text;
	Style = InArgs._TextStyle ? *InArgs._TextStyle : FTextBlockStyle();
	Font = InArgs._Font;
	bHasFont = InArgs._Font.IsSet();
	ColorAndOpacity = InArgs._ColorAndOpacity;
	bHasColor = InArgs._ColorAndOpacity.IsSet();
	AutoWrapText = InArgs._AutoWrapText;
	WrapTextAt = InArgs._WrapTextAt;
	WrappingPolicy = InArgs._WrappingPolicy;
	Justification = InArgs._Justification;
	OverflowPolicy = InArgs._OverflowPolicy;
	TextFlowDirection = InArgs._TextFlowDirection;
	MinDesiredWidth = InArgs._MinDesiredWidth;
	LineHeightPercentage = InArgs._LineHeightPercentage;
	Margin = InArgs._Margin;
}
EFlowDirection STextBlock::StandInTextDirection() const
{
	return StandIn::DirectionOf(GetText().ToString(), TextFlowDirection);
}
FSlateFontInfo STextBlock::StandInFont() const
{
	return bHasFont ? Font.Get() : Style.Font;
}
FSlateColor STextBlock::StandInColor() const
{
	return bHasColor ? ColorAndOpacity.Get() : Style.ColorAndOpacity;
}
float STextBlock::WrapWidth() const
{
	const float Fixed = WrapTextAt.Get();
	// As in the engine, the width is that of the last pass: new text has its height one pass later.
	const float Auto = AutoWrapText.Get() ? LastWidth : 0.0f;
	return Fixed > 0.0f && Auto > 0.0f ? std::min(Fixed, Auto) : std::max(Fixed, Auto);
}
FVector2D STextBlock::ComputeDesiredSize(float) const
{
	FVector2D Size = StandIn::TextSize(GetText().ToString(), StandInFont(), WrapWidth(), WrappingPolicy.Get() == ETextWrappingPolicy::AllowPerCharacterWrapping);
	Size.Y *= static_cast<double>(LineHeightPercentage.Get());
	Size.X = std::max(Size.X, static_cast<double>(MinDesiredWidth.Get()));
	return WithMargin(Size, Margin.Get());
}
void STextBlock::StandInArrangeChildren(const FGeometry& Geometry)
{
	const FMargin Around = Margin.Get();
	LastWidth = std::max(1.0f, FVector2f(Geometry.GetLocalSize()).X - Around.Left - Around.Right);
}

void SRichTextBlock::Construct(const FArguments& InArgs)
{
	BoundText = InArgs._Text;
	Style = InArgs._TextStyle ? *InArgs._TextStyle : FTextBlockStyle();
	AutoWrapText = InArgs._AutoWrapText;
	WrappingPolicy = InArgs._WrappingPolicy;
	WrapTextAt = InArgs._WrapTextAt;
	Justification = InArgs._Justification;
	Margin = InArgs._Margin;
	TextFlowDirection = InArgs._TextFlowDirection;
	DecoratorStyleSet = InArgs._DecoratorStyleSet;
	Decorators = InArgs._Decorators;
}

namespace
{
class FLinkDecorator final : public ITextDecorator
{
public:
	FLinkDecorator(const FString& InId, const FSlateHyperlinkRun::FOnClick& InOnClick)
		: Id(InId)
		, OnClick(InOnClick)
	{
	}
	virtual const FString& StandInId() const override
	{
		return Id;
	}
	virtual const FSlateHyperlinkRun::FOnClick& StandInOnClick() const override
	{
		return OnClick;
	}

private:
	FString Id;
	FSlateHyperlinkRun::FOnClick OnClick;
};

FString Unescaped(const FString& Text)
{
	return Text.Replace(TEXT("&lt;"), TEXT("<")).Replace(TEXT("&gt;"), TEXT(">")).Replace(TEXT("&quot;"), TEXT("\"")).Replace(TEXT("&amp;"), TEXT("&"));
}
} // namespace

TSharedRef<ITextDecorator> SRichTextBlock::HyperlinkDecorator(const FString Id, const FSlateHyperlinkRun::FOnClick& OnClick)
{
	return MakeShared<FLinkDecorator>(Id, OnClick);
}
FChildren* SRichTextBlock::GetChildren()
{
	return SNullWidget::NullWidget->GetChildren();
}
TArray<StandIn::FRichRun> StandIn::ReadRichText(const FString& Source)
{
	TArray<FRichRun> Runs;
	FString Plain;
	const int32 Length = Source.Len();
	int32 Index = 0;
	// Where the search for the next `</>` begins; once none is left, no further tag can open.
	bool bMayClose = true;
	while (Index < Length)
	{
		int32 TagEnd = INDEX_NONE;
		int32 Close = INDEX_NONE;
		if (Source[Index] == TCHAR('<') && bMayClose && Index + 1 < Length && Source[Index + 1] != TCHAR('/'))
		{
			TagEnd = Source.Find(TEXT(">"), ESearchCase::CaseSensitive, ESearchDir::FromStart, Index);
			Close = TagEnd == INDEX_NONE ? INDEX_NONE : Source.Find(TEXT("</>"), ESearchCase::CaseSensitive, ESearchDir::FromStart, TagEnd);
			bMayClose = Close != INDEX_NONE;
		}
		if (Close == INDEX_NONE)
		{
			Plain.AppendChar(Source[Index++]);
			continue;
		}
		if (!Plain.IsEmpty())
		{
			Runs.Add(FRichRun{Unescaped(Plain), FString(), {}});
			Plain.Reset();
		}
		FRichRun Run;
		FString Head = Source.Mid(Index + 1, TagEnd - Index - 1);
		int32 Blank = INDEX_NONE;
		if (Head.FindChar(TCHAR(' '), Blank))
		{
			Run.Tag = Head.Left(Blank);
			TArray<FString> Parts;
			Head.RightChop(Blank + 1).ParseIntoArray(Parts, TEXT("\""), false);
			for (int32 Part = 0; Part + 1 < Parts.Num(); Part += 2)
			{
				Run.Attributes.Add(Parts[Part].TrimStartAndEnd().Replace(TEXT("="), TEXT("")), Unescaped(Parts[Part + 1]));
			}
		}
		else
		{
			Run.Tag = Head;
		}
		Run.Text = Unescaped(Source.Mid(TagEnd + 1, Close - TagEnd - 1));
		Runs.Add(Run);
		Index = Close + 3;
	}
	if (!Plain.IsEmpty())
	{
		Runs.Add(FRichRun{Unescaped(Plain), FString(), {}});
	}
	return Runs;
}
FString StandIn::PlainText(const TArray<FRichRun>& Runs)
{
	FString Whole;
	for (const FRichRun& Run : Runs)
	{
		Whole += Run.Text;
	}
	return Whole;
}
TSharedRef<FRichTextLayoutMarshaller> FRichTextLayoutMarshaller::Create(TArray<TSharedRef<ITextDecorator>> InDecorators, const ISlateStyle* const InDecoratorStyleSet)
{
	if (!InDecoratorStyleSet)
	{
		StandIn::RefuseNamed("a marshaller has no style set", TEXT("FRichTextLayoutMarshaller"), "give it the set whose keys the tags name");
	}
	return MakeShared<FRichTextLayoutMarshaller>(InDecorators, InDecoratorStyleSet);
}
const ITextDecorator* FRichTextLayoutMarshaller::StandInDecoratorOf(const TMap<FString, FString>& Attributes) const
{
	const FString* const Id = Attributes.Find(TEXT("id"));
	for (const TSharedRef<ITextDecorator>& Decorator : Decorators)
	{
		if (Id && Decorator->StandInId() == *Id)
		{
			return &Decorator.Get();
		}
	}
	return nullptr;
}
TArray<SRichTextBlock::FStandInRun> SRichTextBlock::StandInRuns() const
{
	return StandIn::ReadRichText(BoundText.Get().ToString());
}
EFlowDirection SRichTextBlock::StandInTextDirection() const
{
	return StandIn::DirectionOf(StandInText().ToString(), TextFlowDirection);
}
FText SRichTextBlock::StandInText() const
{
	return FText::FromString(StandIn::PlainText(StandInRuns()));
}
const ITextDecorator* SRichTextBlock::DecoratorOf(const FStandInRun& Run) const
{
	const FString* const Id = Run.Attributes.Find(TEXT("id"));
	for (const TSharedRef<ITextDecorator>& Decorator : Decorators)
	{
		if (Id && Decorator->StandInId() == *Id)
		{
			return &Decorator.Get();
		}
	}
	return nullptr;
}
void SRichTextBlock::StandInClickLink(const FString& LinkText)
{
	for (const FStandInRun& Run : StandInRuns())
	{
		const ITextDecorator* const Decorator = DecoratorOf(Run);
		if (Decorator && Run.Text == LinkText)
		{
			Decorator->StandInOnClick().ExecuteIfBound(Run.Attributes);
			return;
		}
	}
	StandIn::RefuseNamed("no link in this text says", *LinkText, "check the tag's id and the decorators");
}
FVector2D SRichTextBlock::ComputeDesiredSize(float) const
{
	const float Fixed = WrapTextAt.Get();
	const float Auto = AutoWrapText.Get() ? LastWidth : 0.0f;
	const float Both = Fixed > 0.0f && Auto > 0.0f ? std::min(Fixed, Auto) : std::max(Fixed, Auto);
	return WithMargin(StandIn::TextSize(StandInText().ToString(), Style.Font, Both, WrappingPolicy.Get() == ETextWrappingPolicy::AllowPerCharacterWrapping), Margin.Get());
}
void SRichTextBlock::StandInArrangeChildren(const FGeometry& Geometry)
{
	const FMargin Around = Margin.Get();
	LastWidth = std::max(1.0f, FVector2f(Geometry.GetLocalSize()).X - Around.Left - Around.Right);
}
