#include "Internationalization/Text.h"

#include "Misc/DateTime.h"
#include "Process.h"
#include "StandIn/Host.h"
#include "UObject/NameTypes.h"

#include <cmath>
#include <mutex>

const FText& FText::GetEmpty()
{
	static const FText* const Empty = new FText();
	return *Empty;
}
FText FText::FromString(const FString& Text)
{
	FText Result;
	Result.Data = MakeShared<FString>(Text);
	return Result;
}
FText FText::FromString(FString&& Text)
{
	FText Result;
	Result.Data = MakeShared<FString>(MoveTemp(Text));
	return Result;
}
FText FText::FromName(const FName& Name)
{
	return FromString(Name.ToString());
}
FText FText::AsCultureInvariant(const FString& Text)
{
	FText Result = FromString(Text);
	Result.bCultureInvariant = true;
	return Result;
}
const FString& FText::ToString() const
{
	static const FString* const Empty = new FString();
	return Data.IsValid() ? *Data : *Empty;
}
FText FText::ToUpper() const
{
	return FromString(ToString().ToUpper());
}
FText FText::ToLower() const
{
	return FromString(ToString().ToLower());
}
bool FText::IsEmptyOrWhitespace() const
{
	return ToString().TrimStartAndEnd().IsEmpty();
}
bool FText::EqualTo(const FText& Other) const
{
	return ToString().Equals(Other.ToString(), ESearchCase::CaseSensitive);
}
int32 FText::CompareTo(const FText& Other) const
{
	return ToString().Compare(Other.ToString(), ESearchCase::CaseSensitive);
}

FText FText::StandInLocalized(const TCHAR* Namespace, const TCHAR* Key, const TCHAR* Text, const char* File, int32 Line)
{
	static std::mutex Mutex;
	static TMap<FString, FString>* const Known = new TMap<FString, FString>();
	const FString Id = FString(Namespace) + TEXT(",") + Key;
	{
		const std::lock_guard<std::mutex> Lock(Mutex);
		if (const FString* Before = Known->Find(Id))
		{
			if (!Before->Equals(FString(Text)))
			{
				const FString Message =
					FString::Printf(TEXT("the key \"%s\" already stands for \"%s\", and here for \"%s\""), *Id, **Before, Text);
				StandIn::FailAssertion("one text per LOCTEXT key", File, Line, *Message);
			}
		}
		else
		{
			Known->Add(Id, FString(Text));
		}
	}
	return FromString(StandIn::Translated(Id, Text));
}

namespace
{
// German writes a dot between thousands and a comma before fractions.
bool IsGerman()
{
	return StandIn::Culture() == TEXT("de");
}
FString Grouped(FString Digits, bool bGroups)
{
	const bool bGerman = IsGerman();
	const int32 First = Digits.StartsWith(TEXT("-")) ? 1 : 0;
	int32 Dot = INDEX_NONE;
	if (!Digits.FindChar(TCHAR('.'), Dot))
	{
		Dot = Digits.Len();
	}
	else if (bGerman)
	{
		Digits[Dot] = TCHAR(',');
	}
	for (int32 At = Dot - 3; bGroups && At > First; At -= 3)
	{
		Digits.InsertAt(At, FString(bGerman ? TEXT(".") : TEXT(",")));
	}
	return Digits;
}
FText NumberText(const FString& Plain, const FNumberFormattingOptions* Options)
{
	return FText::FromString(Grouped(Plain, !Options || Options->UseGrouping));
}
FString Decimal(double Value, const FNumberFormattingOptions& Options)
{
	if (std::isnan(Value))
	{
		return FString(TEXT("NaN"));
	}
	if (std::isinf(Value))
	{
		return FString(Value < 0 ? TEXT("-\u221e") : TEXT("\u221e"));
	}
	FString Text = FString::Printf(TEXT("%.*f"), std::min(std::max(Options.MaximumFractionalDigits, 0), 300), Value);
	int32 Dot = INDEX_NONE;
	if (Text.FindChar(TCHAR('.'), Dot))
	{
		while (Text.EndsWith(TEXT("0")) && Text.Len() - Dot - 1 > Options.MinimumFractionalDigits)
		{
			Text.LeftChopInline(1);
		}
		Text.RemoveFromEnd(TEXT("."));
	}
	return Text;
}
} // namespace

FText FText::AsNumber(double Value, const FNumberFormattingOptions* Options)
{
	return NumberText(Decimal(Value, Options ? *Options : FNumberFormattingOptions()), Options);
}
FText FText::AsNumber(float Value, const FNumberFormattingOptions* Options)
{
	return AsNumber(static_cast<double>(Value), Options);
}
FText FText::AsNumber(int64 Value, const FNumberFormattingOptions* Options)
{
	return NumberText(LexToString(Value), Options);
}
FText FText::AsNumber(uint64 Value, const FNumberFormattingOptions* Options)
{
	return NumberText(LexToString(Value), Options);
}
FText FText::AsNumber(int8 Value, const FNumberFormattingOptions* Options)
{
	return AsNumber(static_cast<int64>(Value), Options);
}
FText FText::AsNumber(int16 Value, const FNumberFormattingOptions* Options)
{
	return AsNumber(static_cast<int64>(Value), Options);
}
FText FText::AsNumber(int32 Value, const FNumberFormattingOptions* Options)
{
	return AsNumber(static_cast<int64>(Value), Options);
}
FText FText::AsNumber(long Value, const FNumberFormattingOptions* Options)
{
	return AsNumber(static_cast<int64>(Value), Options);
}
FText FText::AsNumber(uint8 Value, const FNumberFormattingOptions* Options)
{
	return AsNumber(static_cast<uint64>(Value), Options);
}
FText FText::AsNumber(uint16 Value, const FNumberFormattingOptions* Options)
{
	return AsNumber(static_cast<uint64>(Value), Options);
}
FText FText::AsNumber(uint32 Value, const FNumberFormattingOptions* Options)
{
	return AsNumber(static_cast<uint64>(Value), Options);
}
FText FText::AsPercent(double Value, const FNumberFormattingOptions* Options)
{
	FNumberFormattingOptions Whole;
	Whole.MaximumFractionalDigits = 0;
	return FromString(AsNumber(Value * 100.0, Options ? Options : &Whole).ToString() + (IsGerman() ? TEXT("\u00a0%") : TEXT("%")));
}
FText FText::AsPercent(float Value, const FNumberFormattingOptions* Options)
{
	return AsPercent(static_cast<double>(Value), Options);
}
FText FText::AsMemory(uint64 Bytes, EMemoryUnitStandard Standard)
{
	const double Step = Standard == IEC ? 1024.0 : 1000.0;
	static const TCHAR* const IecUnits[] = {TEXT("B"), TEXT("KiB"), TEXT("MiB"), TEXT("GiB"), TEXT("TiB"), TEXT("PiB"), TEXT("EiB")};
	static const TCHAR* const SiUnits[] = {TEXT("B"), TEXT("kB"), TEXT("MB"), TEXT("GB"), TEXT("TB"), TEXT("PB"), TEXT("EB")};
	double Value = static_cast<double>(Bytes);
	int32 Unit = 0;
	while (Value >= Step && Unit < 6)
	{
		Value /= Step;
		++Unit;
	}
	FNumberFormattingOptions Options;
	Options.MaximumFractionalDigits = 2;
	return FromString(AsNumber(Value, &Options).ToString() + TEXT(" ") + (Standard == IEC ? IecUnits : SiUnits)[Unit]);
}
FText FText::AsTimespan(const FTimespan& Timespan)
{
	const int64 Seconds = static_cast<int64>(Timespan.GetTotalSeconds());
	return FromString(FString::Printf(TEXT("%lld:%02lld:%02lld"), Seconds / 3600, Seconds / 60 % 60, Seconds % 60));
}
FText FText::AsDateTime(const FDateTime& DateTime, EDateTimeStyle::Type, EDateTimeStyle::Type)
{
	return FromString(DateTime.ToString(IsGerman() ? TEXT("%d.%m.%Y, %H:%M") : TEXT("%Y-%m-%d %H:%M")));
}
FText FText::Join(const FText& Delimiter, const TArray<FText>& Parts)
{
	FString Result;
	for (int32 Index = 0; Index < Parts.Num(); ++Index)
	{
		Result += Index > 0 ? Delimiter.ToString() : FString();
		Result += Parts[Index].ToString();
	}
	return FromString(MoveTemp(Result));
}

FText StandIn::FormatText(const FText& Pattern, const FFormatOrderedArguments& Ordered, const FFormatNamedArguments* Named)
{
	const FString& Source = Pattern.ToString();
	FString Result;
	for (int32 Index = 0; Index < Source.Len(); ++Index)
	{
		const TCHAR C = Source[Index];
		// A backtick takes the special meaning from what follows it.
		if (C == TCHAR('`') && Index + 1 < Source.Len() &&
			(Source[Index + 1] == TCHAR('{') || Source[Index + 1] == TCHAR('}') || Source[Index + 1] == TCHAR('`')))
		{
			Result.AppendChar(Source[++Index]);
			continue;
		}
		const int32 End = C == TCHAR('{') ? Source.Find(TEXT("}"), ESearchCase::CaseSensitive, ESearchDir::FromStart, Index) : INDEX_NONE;
		if (End == INDEX_NONE)
		{
			Result.AppendChar(C);
			continue;
		}
		const FString Name = Source.Mid(Index + 1, End - Index - 1).TrimStartAndEnd();
		int32 Number = 0;
		if (Named && Named->Contains(Name))
		{
			Result += Named->Find(Name)->GetText().ToString();
		}
		else if (LexTryParseString(Number, *Name) && Ordered.IsValidIndex(Number))
		{
			Result += Ordered[Number].GetText().ToString();
		}
		else
		{
			RefuseNamed("FText::Format: no argument for the placeholder", *Name, "pass as many arguments as the pattern names");
		}
		Index = End;
	}
	return FText::FromString(MoveTemp(Result));
}
