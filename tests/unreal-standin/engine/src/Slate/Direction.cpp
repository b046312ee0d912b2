#include "StandIn/Slate/Direction.h"

#include "Internationalization/Text.h"

namespace
{
// One letter of a text, pairs of surrogates as one.
uint32 LetterAt(const FString& Text, int32& Index)
{
	const uint32 Unit = static_cast<uint16>(Text[Index++]);
	if (Unit < 0xd800 || Unit > 0xdbff || Index >= Text.Len())
	{
		return Unit;
	}
	const uint32 Low = static_cast<uint16>(Text[Index++]);
	return 0x10000 + ((Unit - 0xd800) << 10) + (Low - 0xdc00);
}
bool IsDigit(uint32 Letter)
{
	return (Letter >= '0' && Letter <= '9') || (Letter >= 0x660 && Letter <= 0x669) || (Letter >= 0x6f0 && Letter <= 0x6f9);
}
// Hebrew, Arabic and related scripts, with their forms for presentation.
bool IsRightToLeft(uint32 Letter)
{
	return !IsDigit(Letter) && ((Letter >= 0x5d0 && Letter <= 0x8ff) || Letter == 0x200f || (Letter >= 0xfb1d && Letter <= 0xfdff) || (Letter >= 0xfe70 && Letter <= 0xfefc) ||
		(Letter >= 0x10800 && Letter <= 0x10fff) || (Letter >= 0x1e800 && Letter <= 0x1efff));
}
// Letters of all other scripts; symbols, blanks and digits are neither.
bool IsLeftToRight(uint32 Letter)
{
	const bool bIsLatin = (Letter >= 'a' && Letter <= 'z') || (Letter >= 'A' && Letter <= 'Z');
	const bool bIsSign = (Letter >= 0x2000 && Letter <= 0x2bff) || (Letter >= 0x3000 && Letter <= 0x3020) || (Letter >= 0xfe00 && Letter <= 0xfe0f) || Letter >= 0x1f000;
	return bIsLatin || (Letter >= 0xc0 && !bIsSign && !IsRightToLeft(Letter) && !IsDigit(Letter));
}
} // namespace

bool StandIn::HasRightToLeft(const FString& Text)
{
	for (int32 Index = 0; Index < Text.Len();)
	{
		if (IsRightToLeft(LetterAt(Text, Index)))
		{
			return true;
		}
	}
	return false;
}
EFlowDirection StandIn::BaseDirectionOf(const FString& Paragraph)
{
	for (int32 Index = 0; Index < Paragraph.Len();)
	{
		const uint32 Letter = LetterAt(Paragraph, Index);
		if (IsRightToLeft(Letter))
		{
			return EFlowDirection::RightToLeft;
		}
		if (IsLeftToRight(Letter))
		{
			break;
		}
	}
	return EFlowDirection::LeftToRight;
}
EFlowDirection StandIn::DirectionOf(const FString& Text, const TOptional<ETextFlowDirection>& Asked)
{
	// Unset is Auto, unless a console variable says otherwise. Epic: Slate/GetDefaultTextFlowDirection
	switch (Asked.Get(ETextFlowDirection::Auto))
	{
	case ETextFlowDirection::LeftToRight:
		return EFlowDirection::LeftToRight;
	case ETextFlowDirection::RightToLeft:
		return EFlowDirection::RightToLeft;
	case ETextFlowDirection::Auto:
		break;
	}
	int32 End = INDEX_NONE;
	return BaseDirectionOf(Text.FindChar(TCHAR('\n'), End) ? Text.Left(End) : Text);
}
std::string StandIn::DirectionCss(const FString& Text, const TOptional<ETextFlowDirection>& Asked, int32 Justification, EFlowDirection Around)
{
	// Left and right are meant logically: where a text begins and ends. Epic: Slate/ETextJustify__Type
	static const char* const Logical[] = {"start", "center", "end"};
	static const char* const Visual[] = {"left", "center", "right"};
	const ETextFlowDirection Direction = Asked.Get(ETextFlowDirection::Auto);
	if (Direction == ETextFlowDirection::Auto && HasRightToLeft(Text))
	{
		// Each paragraph by its own letters.
		return std::string("unicode-bidi:plaintext;text-align:") + Logical[Justification % 3] + ";";
	}
	const bool bRightToLeft = Direction == ETextFlowDirection::RightToLeft;
	if (!bRightToLeft && Around == EFlowDirection::LeftToRight)
	{
		return Justification == 0 ? std::string() : std::string("text-align:") + Visual[Justification % 3] + ";";
	}
	return std::string(bRightToLeft ? "direction:rtl;text-align:" : "direction:ltr;text-align:") + Logical[Justification % 3] + ";";
}

TextBiDi::ETextDirection TextBiDi::ComputeBaseDirection(const FString& InString)
{
	return StandIn::BaseDirectionOf(InString) == EFlowDirection::RightToLeft ? ETextDirection::RightToLeft : ETextDirection::LeftToRight;
}
