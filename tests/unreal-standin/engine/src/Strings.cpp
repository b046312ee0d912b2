#include "Containers/UnrealString.h"

#include "Misc/CString.h"
#include "Utf8.h"

FString::FString(const TCHAR* Text)
{
	Append(Text);
}
FString::FString(FStringView View)
{
	Append(View.GetData(), View.Len());
}
FString::FString(FUtf8StringView View)
{
	*this = ConstructFromPtrSize(View.GetData(), View.Len());
}
FString::FString(int32 Count, const TCHAR* Text)
{
	Append(Text, Count);
}
FString FString::ConstructFromPtrSize(const TCHAR* Text, int32 Size)
{
	FString Result;
	Result.Append(Text, Size);
	return Result;
}
FString FString::ConstructFromPtrSize(const ANSICHAR* Text, int32 Size)
{
	return StandIn::FromUtf8(std::string(Text, static_cast<std::size_t>(Size)));
}
FString FString::ConstructFromPtrSize(const UTF8CHAR* Text, int32 Size)
{
	return StandIn::FromUtf8(std::string(reinterpret_cast<const char*>(Text), static_cast<std::size_t>(Size)));
}
void FString::AppendNarrow(const ANSICHAR* Text)
{
	for (; Text && *Text; ++Text)
	{
		AppendChar(static_cast<unsigned char>(*Text) < 0x80 ? static_cast<TCHAR>(*Text) : TCHAR('?'));
	}
}
FString& FString::Append(const TCHAR* Text, int32 Count)
{
	if (Count > 0)
	{
		const TArray<TCHAR> Copy(Text, Count); // may be part of ourselves
		if (!Data.IsEmpty())
		{
			Data.Pop();
		}
		if (Data.Max() < Data.Num() + Count + 1)
		{
			Data.Reserve(std::max(Data.Num() + Count + 1, Data.Max() + Data.Max() / 2));
		}
		Data.Append(Copy);
		Data.Add(TCHAR(0));
	}
	return *this;
}
FString& FString::Append(const TCHAR* Text)
{
	return Append(Text, FCString::Strlen(Text));
}
FString& FString::Append(const FString& Text)
{
	return Append(*Text, Text.Len());
}
FString& FString::AppendChar(TCHAR C)
{
	if (C != 0)
	{
		if (!Data.IsEmpty())
		{
			Data.Pop();
		}
		Data.Add(C);
		Data.Add(TCHAR(0));
	}
	return *this;
}
void FString::AppendInt(int32 Number)
{
	Append(FromInt(Number));
}
FString& FString::operator/=(const TCHAR* Text)
{
	if (!IsEmpty() && !EndsWith(TEXT("/")) && !EndsWith(TEXT("\\")))
	{
		AppendChar(TCHAR('/'));
	}
	while (!IsEmpty() && (*Text == TCHAR('/') || *Text == TCHAR('\\')))
	{
		++Text;
	}
	return Append(Text);
}
FString operator/(const FString& A, const FString& B)
{
	FString Result(A);
	Result /= *B;
	return Result;
}
FString operator/(const FString& A, const TCHAR* B)
{
	FString Result(A);
	Result /= B;
	return Result;
}
FString operator/(const TCHAR* A, const FString& B)
{
	FString Result(A);
	Result /= *B;
	return Result;
}
void FString::InsertAt(int32 Index, const FString& Text)
{
	*this = Left(Index) + Text + RightChop(Index);
}
void FString::RemoveAt(int32 Index, int32 Count, EAllowShrinking)
{
	*this = Left(Index) + RightChop(Index + Count);
}
bool FString::Equals(const FString& Other, ESearchCase::Type Case) const
{
	return FStringView(*this).Equals(FStringView(Other), Case);
}
int32 FString::Compare(const FString& Other, ESearchCase::Type Case) const
{
	return Case == ESearchCase::IgnoreCase ? FCString::Stricmp(**this, *Other) : FCString::Strcmp(**this, *Other);
}
int32 FString::Find(FStringView Text, ESearchCase::Type Case, ESearchDir::Type Direction, int32 StartPosition) const
{
	const int32 Last = Len() - Text.Len();
	if (Direction == ESearchDir::FromStart)
	{
		for (int32 Index = std::max(StartPosition, 0); Index <= Last; ++Index)
		{
			if (FStringView(*this).Mid(Index, Text.Len()).Equals(Text, Case))
			{
				return Index;
			}
		}
		return INDEX_NONE;
	}
	for (int32 Index = StartPosition == INDEX_NONE ? Last : std::min(StartPosition, Last); Index >= 0; --Index)
	{
		if (FStringView(*this).Mid(Index, Text.Len()).Equals(Text, Case))
		{
			return Index;
		}
	}
	return INDEX_NONE;
}
bool FString::RemoveFromStart(FStringView Prefix, ESearchCase::Type Case)
{
	if (Prefix.IsEmpty() || !StartsWith(Prefix, Case))
	{
		return false;
	}
	RightChopInline(Prefix.Len());
	return true;
}
bool FString::RemoveFromEnd(FStringView Suffix, ESearchCase::Type Case)
{
	if (Suffix.IsEmpty() || !EndsWith(Suffix, Case))
	{
		return false;
	}
	LeftChopInline(Suffix.Len());
	return true;
}
bool FString::MatchesWildcard(FStringView Wildcard, ESearchCase::Type Case) const
{
	// Greedy with one place to return to: linear in practice, never exponential.
	int32 T = 0;
	int32 W = 0;
	int32 Star = -1;
	int32 Mark = 0;
	const auto Same = [Case](TCHAR A, TCHAR B) { return A == B || (Case == ESearchCase::IgnoreCase && FChar::ToLower(A) == FChar::ToLower(B)); };
	while (T < Len())
	{
		if (W < Wildcard.Len() && Wildcard[W] == TCHAR('*'))
		{
			Star = W++;
			Mark = T;
		}
		else if (W < Wildcard.Len() && (Wildcard[W] == TCHAR('?') || Same(Wildcard[W], (*this)[T])))
		{
			++T;
			++W;
		}
		else if (Star >= 0)
		{
			W = Star + 1;
			T = ++Mark;
		}
		else
		{
			return false;
		}
	}
	while (W < Wildcard.Len() && Wildcard[W] == TCHAR('*'))
	{
		++W;
	}
	return W == Wildcard.Len();
}
bool FString::IsNumeric() const
{
	bool bDot = false;
	bool bDigit = false;
	for (int32 Index = 0; Index < Len(); ++Index)
	{
		const TCHAR C = (*this)[Index];
		if (FChar::IsDigit(C))
		{
			bDigit = true;
		}
		else if (C == TCHAR('.') && !bDot)
		{
			bDot = true;
		}
		else if (!(Index == 0 && (C == TCHAR('-') || C == TCHAR('+'))))
		{
			return false;
		}
	}
	return bDigit;
}
bool FString::ToBool() const
{
	return *this == TEXT("True") || *this == TEXT("Yes") || *this == TEXT("On") || FCString::Atoi(**this) != 0;
}
FString FString::TrimStart() const
{
	int32 First = 0;
	while (First < Len() && FChar::IsWhitespace((*this)[First]))
	{
		++First;
	}
	return RightChop(First);
}
FString FString::TrimEnd() const
{
	int32 Last = Len();
	while (Last > 0 && FChar::IsWhitespace((*this)[Last - 1]))
	{
		--Last;
	}
	return Left(Last);
}
FString FString::TrimQuotes() const
{
	FString Result(*this);
	Result.RemoveFromStart(TEXT("\""));
	Result.RemoveFromEnd(TEXT("\""));
	return Result;
}
FString FString::ToUpper() const
{
	FString Result(*this);
	for (int32 Index = 0; Index < Result.Len(); ++Index)
	{
		Result[Index] = FChar::ToUpper(Result[Index]);
	}
	return Result;
}
FString FString::ToLower() const
{
	FString Result(*this);
	for (int32 Index = 0; Index < Result.Len(); ++Index)
	{
		Result[Index] = FChar::ToLower(Result[Index]);
	}
	return Result;
}
int32 FString::ReplaceInline(const TCHAR* From, const TCHAR* To, ESearchCase::Type Case)
{
	const FStringView Search(From);
	if (Search.IsEmpty())
	{
		return 0;
	}
	FString Result;
	int32 Count = 0;
	int32 Start = 0;
	for (int32 At = Find(Search, Case); At != INDEX_NONE; At = Find(Search, Case, ESearchDir::FromStart, Start))
	{
		Result.Append(**this + Start, At - Start);
		Result.Append(To);
		Start = At + Search.Len();
		++Count;
	}
	Result.Append(**this + Start, Len() - Start);
	*this = MoveTemp(Result);
	return Count;
}
FString FString::Replace(const TCHAR* From, const TCHAR* To, ESearchCase::Type Case) const
{
	FString Result(*this);
	Result.ReplaceInline(From, To, Case);
	return Result;
}
FString FString::ReplaceCharWithEscapedChar() const
{
	FString Result;
	for (const TCHAR C : *this)
	{
		switch (C)
		{
		case TCHAR('\n'):
			Result += TEXT("\\n");
			break;
		case TCHAR('\r'):
			Result += TEXT("\\r");
			break;
		case TCHAR('\t'):
			Result += TEXT("\\t");
			break;
		case TCHAR('\''):
			Result += TEXT("\\'");
			break;
		case TCHAR('\\'):
			Result += TEXT("\\\\");
			break;
		case TCHAR('"'):
			Result += TEXT("\\\"");
			break;
		default:
			Result.AppendChar(C);
		}
	}
	return Result;
}
bool FString::Split(const FString& Separator, FString* OutLeft, FString* OutRight, ESearchCase::Type Case, ESearchDir::Type Direction) const
{
	const int32 At = Find(FStringView(Separator), Case, Direction);
	if (At == INDEX_NONE)
	{
		return false;
	}
	const FString Whole(*this); // an output may be this string
	if (OutLeft)
	{
		*OutLeft = Whole.Left(At);
	}
	if (OutRight)
	{
		*OutRight = Whole.RightChop(At + Separator.Len());
	}
	return true;
}
int32 FString::ParseIntoArray(TArray<FString>& OutParts, const TCHAR* Delimiter, bool bCullEmpty) const
{
	OutParts.Reset();
	const FStringView Search(Delimiter);
	int32 Start = 0;
	const auto Take = [&](int32 End) {
		if (End > Start || !bCullEmpty)
		{
			OutParts.Add(Mid(Start, End - Start));
		}
	};
	if (!Search.IsEmpty())
	{
		for (int32 At = Find(Search, ESearchCase::CaseSensitive); At != INDEX_NONE;
			 At = Find(Search, ESearchCase::CaseSensitive, ESearchDir::FromStart, Start))
		{
			Take(At);
			Start = At + Search.Len();
		}
	}
	if (Len() > 0)
	{
		Take(Len());
	}
	return OutParts.Num();
}
int32 FString::ParseIntoArrayLines(TArray<FString>& OutLines, bool bCullEmpty) const
{
	return Replace(TEXT("\r\n"), TEXT("\n")).Replace(TEXT("\r"), TEXT("\n")).ParseIntoArray(OutLines, TEXT("\n"), bCullEmpty);
}
int32 FString::ParseIntoArrayWS(TArray<FString>& OutParts) const
{
	FString Spaced(*this);
	for (int32 Index = 0; Index < Spaced.Len(); ++Index)
	{
		if (FChar::IsWhitespace(Spaced[Index]))
		{
			Spaced[Index] = TCHAR(' ');
		}
	}
	return Spaced.ParseIntoArray(OutParts, TEXT(" "), true);
}
FString FString::FromInt(int32 Number)
{
	return Printf(TEXT("%d"), Number);
}
FString FString::SanitizeFloat(double Number, int32 MinFractionalDigits)
{
	FString Text = Printf(TEXT("%f"), Number);
	int32 Dot = INDEX_NONE;
	if (!Text.FindChar(TCHAR('.'), Dot))
	{
		return Text;
	}
	while (Text.Len() - Dot - 1 > MinFractionalDigits && Text.EndsWith(TEXT("0")))
	{
		Text.LeftChopInline(1);
	}
	Text.RemoveFromEnd(TEXT("."));
	return Text;
}
FString FString::ChrN(int32 Count, TCHAR C)
{
	FString Result;
	if (Count > 0 && C != 0)
	{
		TArray<TCHAR> Text;
		Text.SetNumUninitialized(Count);
		std::fill_n(Text.GetData(), Count, C);
		Result.Append(Text.GetData(), Count);
	}
	return Result;
}
FString FString::Chr(TCHAR C)
{
	return ChrN(1, C);
}
uint32 GetTypeHash(const FString& Text)
{
	uint32 Hash = 2166136261u;
	for (const TCHAR C : Text)
	{
		Hash = (Hash ^ static_cast<uint16>(FChar::ToLower(C))) * 16777619u;
	}
	return Hash;
}
