#include "StandIn/Slate/FontMetrics.h"

#include <algorithm>

namespace StandIn
{
namespace
{
// Points to Slate units: 96 units to the inch.
float Pixels(const FSlateFontInfo& Font)
{
	return Font.Size * 96.0f / 72.0f;
}
bool IsWide(TCHAR Unit)
{
	const uint32 C = static_cast<uint16>(Unit);
	// Hangul, kana, ideographs, full-width forms; a half of a surrogate pair counts as one cell, the pair as two.
	return (C >= 0x1100 && C <= 0x115f) || (C >= 0x2e80 && C <= 0xa4cf) || (C >= 0xac00 && C <= 0xd7a3) || (C >= 0xf900 && C <= 0xfaff) ||
		(C >= 0xff00 && C <= 0xff60);
}
float CellWidth(const FSlateFontInfo& Font)
{
	return Pixels(Font) * (Font.TypefaceFontName == FName("Mono") ? 0.6f : 0.52f);
}
float UnitWidth(TCHAR Unit, float Cell)
{
	return Unit == TCHAR('\t') ? Cell * 4.0f : IsWide(Unit) ? Cell * 2.0f : Cell;
}
} // namespace

float LineHeight(const FSlateFontInfo& Font)
{
	return Pixels(Font) * 1.2f;
}
float TextWidth(const FStringView Text, const FSlateFontInfo& Font)
{
	const float Cell = CellWidth(Font);
	float Width = 0.0f;
	for (int32 Index = 0; Index < Text.Len(); ++Index)
	{
		Width += UnitWidth(Text[Index], Cell);
	}
	return Width;
}
TArray<FString> WrapText(const FString& Text, const FSlateFontInfo& Font, float Width, bool bAnywhere)
{
	const float Cell = CellWidth(Font);
	TArray<FString> Lines;
	const int32 Length = Text.Len();
	int32 Start = 0; // of the line
	int32 Break = INDEX_NONE; // after the last blank
	float Taken = 0.0f;
	float TakenAtBreak = 0.0f;
	const auto Cut = [&](int32 End) {
		Lines.Add(Text.Mid(Start, End - Start));
		Start = End;
		Break = INDEX_NONE;
	};
	for (int32 Index = 0; Index < Length; ++Index)
	{
		const TCHAR Unit = Text[Index];
		if (Unit == TCHAR('\n'))
		{
			const int32 End = Index > Start && Text[Index - 1] == TCHAR('\r') ? Index - 1 : Index;
			Lines.Add(Text.Mid(Start, End - Start));
			Start = Index + 1;
			Break = INDEX_NONE;
			Taken = 0.0f;
			continue;
		}
		const float Own = UnitWidth(Unit, Cell);
		if (Width > 0.0f && Taken + Own > Width && Index > Start && Unit != TCHAR(' '))
		{
			if (Break != INDEX_NONE && Break > Start)
			{
				Cut(Break);
				Taken -= TakenAtBreak;
			}
			else if (bAnywhere)
			{
				Cut(Index);
				Taken = 0.0f;
			}
		}
		Taken += Own;
		if (Unit == TCHAR(' ') || Unit == TCHAR('\t'))
		{
			Break = Index + 1;
			TakenAtBreak = Taken;
		}
	}
	Lines.Add(Text.Mid(Start, Length - Start));
	return Lines;
}
FVector2D TextSize(const FString& Text, const FSlateFontInfo& Font, float Width, bool bAnywhere)
{
	const TArray<FString> Lines = WrapText(Text, Font, Width, bAnywhere);
	float Widest = 0.0f;
	for (const FString& Line : Lines)
	{
		Widest = std::max(Widest, TextWidth(FStringView(Line), Font));
	}
	return FVector2D(static_cast<double>(Widest), static_cast<double>(LineHeight(Font)) * Lines.Num());
}
} // namespace StandIn
