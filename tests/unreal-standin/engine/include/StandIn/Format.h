#pragma once

#include "HAL/Platform.h"

#include <type_traits>

// Checked formatting for FString::Printf, UE_LOG and checkf. Since 5.6 the
// engine checks formats when it compiles (Epic: Runtime/Core/TCheckFormatString;
// sinbad/SUDS#25, The-Chinese-Room/Inkpot#138); the stand-in does so for every
// version: the format must be a literal, and number and kinds of the arguments
// must agree with it.
namespace StandIn
{

enum class EArgument : uint8
{
	Integer, // at most 32 bits
	Long, // `long`, whose width depends on the platform
	Integer64,
	Float,
	Text, // const TCHAR*
	NarrowText, // const char*
	Utf8Text, // const UTF8CHAR*
	WideText, // const wchar_t*, if that is not TCHAR
	Character,
	Pointer,
};

struct FArgument
{
	EArgument Kind = EArgument::Integer;
	union
	{
		int64 Signed;
		uint64 Unsigned;
		double Float;
		const void* Pointer;
	};
	bool bSigned = true;
};

// Never defined for the wrong ones: the compiler's message names the mistake.
template <typename T>
inline constexpr bool TArgumentIsAString_DereferenceItWithStar = false;

template <typename T>
constexpr EArgument ArgumentKind()
{
	using D = std::decay_t<T>;
	if constexpr (std::is_same_v<D, const TCHAR*> || std::is_same_v<D, TCHAR*>)
	{
		return EArgument::Text;
	}
	else if constexpr (std::is_same_v<D, const char*> || std::is_same_v<D, char*>)
	{
		return EArgument::NarrowText;
	}
	else if constexpr (std::is_same_v<D, const UTF8CHAR*> || std::is_same_v<D, UTF8CHAR*>)
	{
		return EArgument::Utf8Text;
	}
	else if constexpr (std::is_same_v<D, const wchar_t*> || std::is_same_v<D, wchar_t*>)
	{
		return EArgument::WideText;
	}
	else if constexpr (std::is_pointer_v<D> || std::is_null_pointer_v<D>)
	{
		return EArgument::Pointer;
	}
	else if constexpr (std::is_same_v<D, TCHAR> || std::is_same_v<D, char>)
	{
		return EArgument::Character;
	}
	else if constexpr (std::is_floating_point_v<D>)
	{
		return EArgument::Float;
	}
	else if constexpr (std::is_same_v<D, bool> || std::is_enum_v<D>)
	{
		static_assert(!std::is_same_v<D, D>, "a bool or an enum cannot be a format argument: cast it, e.g. to int32");
		return EArgument::Integer;
	}
	else if constexpr (std::is_integral_v<D>)
	{
		return std::is_same_v<D, long> || std::is_same_v<D, unsigned long> ? EArgument::Long
			: sizeof(D) == 8 ? EArgument::Integer64
							 : EArgument::Integer;
	}
	else
	{
		static_assert(TArgumentIsAString_DereferenceItWithStar<D>,
			"an object cannot be a format argument: pass *String for an FString, *Text.ToString() for an FText");
		return EArgument::Pointer;
	}
}

template <typename T>
FArgument MakeArgument(const T& Value)
{
	FArgument Argument;
	Argument.Kind = ArgumentKind<T>();
	using D = std::decay_t<T>;
	if constexpr (std::is_floating_point_v<D>)
	{
		Argument.Float = static_cast<double>(Value);
	}
	else if constexpr (std::is_integral_v<D>)
	{
		Argument.bSigned = std::is_signed_v<D>;
		if constexpr (std::is_signed_v<D>)
		{
			Argument.Signed = static_cast<int64>(Value);
		}
		else
		{
			Argument.Unsigned = static_cast<uint64>(Value);
		}
	}
	else if constexpr (std::is_array_v<T>)
	{
		Argument.Pointer = &Value[0];
	}
	else if constexpr (std::is_null_pointer_v<D>)
	{
		Argument.Pointer = nullptr;
	}
	else
	{
		Argument.Pointer = reinterpret_cast<const void*>(Value);
	}
	return Argument;
}

// Called only if a format is wrong: the compiler stops because it is not constexpr, and prints its name.
void FormatError_MoreArgumentsAreNeededThanWereGiven();
void FormatError_MoreArgumentsWereGivenThanTheFormatUses();
void FormatError_TextNeedsAPointerToTCHAR_UsePercentHsForNarrowText();
void FormatError_IntegerExpected();
void FormatError_SixtyFourBitsNeedPercentLldOrLlu();
void FormatError_ThirtyTwoBitsAreNotPercentLld();
void FormatError_FloatingPointExpected();
void FormatError_PointerExpected();
void FormatError_UnknownConversion();

constexpr bool IsOneOf(TCHAR C, const char* Set)
{
	for (; *Set; ++Set)
	{
		if (C == static_cast<TCHAR>(*Set))
		{
			return true;
		}
	}
	return false;
}

// What follows a % in a format, besides flags and numbers.
struct FConversion
{
	int Longs = 0;
	bool bHalf = false;
	bool bSize = false;
	TCHAR Letter = 0;
};

constexpr void CheckInteger(const FConversion& Conversion, EArgument Kind)
{
	if (Kind != EArgument::Integer && Kind != EArgument::Integer64 && Kind != EArgument::Long && Kind != EArgument::Character)
	{
		FormatError_IntegerExpected();
	}
	else if (Conversion.Longs >= 2 && Kind != EArgument::Integer64)
	{
		FormatError_ThirtyTwoBitsAreNotPercentLld();
	}
	else if (Conversion.bSize && Kind != EArgument::Long && Kind != EArgument::Integer64)
	{
		FormatError_ThirtyTwoBitsAreNotPercentLld();
	}
	else if (Conversion.Longs < 2 && !Conversion.bSize && Kind == EArgument::Integer64)
	{
		FormatError_SixtyFourBitsNeedPercentLldOrLlu();
	}
	else if (Conversion.Longs == 0 && !Conversion.bSize && Kind == EArgument::Long)
	{
		FormatError_SixtyFourBitsNeedPercentLldOrLlu();
	}
}

constexpr void CheckText(const FConversion& Conversion, EArgument Kind)
{
	const EArgument Wanted = Conversion.bHalf ? EArgument::NarrowText
		: Conversion.Longs > 0 && !STANDIN_WIDE_TCHAR ? EArgument::WideText
													  : EArgument::Text;
	if (Kind != Wanted && !(Conversion.bHalf && Kind == EArgument::Utf8Text))
	{
		FormatError_TextNeedsAPointerToTCHAR_UsePercentHsForNarrowText();
	}
}

constexpr void CheckArgument(const FConversion& Conversion, EArgument Kind)
{
	const TCHAR Letter = Conversion.Letter;
	if (IsOneOf(Letter, "diuxXo"))
	{
		CheckInteger(Conversion, Kind);
	}
	else if (IsOneOf(Letter, "fFeEgGaA"))
	{
		if (Kind != EArgument::Float)
		{
			FormatError_FloatingPointExpected();
		}
	}
	else if (Letter == TCHAR('c'))
	{
		if (Kind != EArgument::Character && Kind != EArgument::Integer)
		{
			FormatError_IntegerExpected();
		}
	}
	else if (Letter == TCHAR('s') || Letter == TCHAR('S'))
	{
		CheckText(Conversion, Kind);
	}
	else if (Letter == TCHAR('p'))
	{
		if (Kind != EArgument::Pointer && Kind != EArgument::Text && Kind != EArgument::NarrowText)
		{
			FormatError_PointerExpected();
		}
	}
	else
	{
		FormatError_UnknownConversion();
	}
}

// Reads a format together with the kinds of its arguments.
class FFormatCheck
{
public:
	constexpr FFormatCheck(const TCHAR* InFormat, int InLength, const EArgument* InKinds, int InCount)
		: Format(InFormat)
		, Length(InLength)
		, Kinds(InKinds)
		, Count(InCount)
	{
	}
	constexpr void Run()
	{
		for (; Index < Length; ++Index)
		{
			if (Format[Index] != TCHAR('%'))
			{
				continue;
			}
			++Index;
			if (!IsAt("%") && !CheckConversion())
			{
				return;
			}
		}
		if (Next != Count)
		{
			FormatError_MoreArgumentsWereGivenThanTheFormatUses();
		}
	}

private:
	constexpr bool IsAt(const char* Set) const
	{
		return Index < Length && IsOneOf(Format[Index], Set);
	}
	constexpr void Skip(const char* Set)
	{
		while (IsAt(Set))
		{
			++Index;
		}
	}
	// A width or a precision: a number, or an argument of its own.
	constexpr void TakeNumber()
	{
		if (IsAt("*"))
		{
			if (Next >= Count)
			{
				FormatError_MoreArgumentsAreNeededThanWereGiven();
			}
			else if (Kinds[Next] != EArgument::Integer)
			{
				FormatError_IntegerExpected();
			}
			++Next;
			++Index;
		}
		Skip("0123456789");
	}
	// What follows the %; false if nothing more can be said.
	constexpr bool CheckConversion()
	{
		FConversion Conversion;
		Skip("-+ #0");
		TakeNumber();
		if (IsAt("."))
		{
			++Index;
			TakeNumber();
		}
		for (; IsAt("lhzt"); ++Index)
		{
			Conversion.Longs += IsAt("l") ? 1 : 0;
			Conversion.bHalf = Conversion.bHalf || IsAt("h");
			Conversion.bSize = Conversion.bSize || IsAt("zt");
		}
		if (Index >= Length)
		{
			FormatError_UnknownConversion();
			return false;
		}
		Conversion.Letter = Format[Index];
		if (Next >= Count)
		{
			FormatError_MoreArgumentsAreNeededThanWereGiven();
			return false;
		}
		CheckArgument(Conversion, Kinds[Next++]);
		return true;
	}

	const TCHAR* Format;
	int Length;
	const EArgument* Kinds;
	int Count;
	int Index = 0;
	int Next = 0;
};

} // namespace StandIn

namespace UE::Core
{

// The checked format of a Printf-like function for arguments of these types.
// SUD SUDSEditor/Public/SUDSMessageLogger.h; Epic: Runtime/Core/TCheckFormatString
template <typename CharType, typename... Types>
class TCheckedFormatString
{
public:
	template <int N>
	consteval TCheckedFormatString(const CharType (&Literal)[N])
		: Format(Literal)
	{
		const StandIn::EArgument Kinds[] = {StandIn::ArgumentKind<Types>()..., StandIn::EArgument::Integer};
		StandIn::FFormatCheck(Literal, N - 1, Kinds, sizeof...(Types)).Run();
	}

	const CharType* Format;
};

} // namespace UE::Core

namespace StandIn
{

template <typename... Types>
using TFormat = UE::Core::TCheckedFormatString<TCHAR, std::type_identity_t<Types>...>;

// A formatted text that owns its memory; what the macros use before FString.
class FFormatted
{
public:
	FFormatted(const TCHAR* Format, const FArgument* Arguments, int Count);
	~FFormatted();
	FFormatted(const FFormatted&) = delete;
	FFormatted& operator=(const FFormatted&) = delete;
	const TCHAR* Text() const
	{
		return Data;
	}
	int Len() const
	{
		return Length;
	}

private:
	TCHAR* Data;
	int Length;
};

template <typename... Types>
struct TFormatted : FFormatted
{
	explicit TFormatted(TFormat<Types...> Format, const Types&... Values)
		: TFormatted(Format.Format, FPack{MakeArgument(Values)...})
	{
	}

private:
	struct FPack
	{
		FArgument Arguments[sizeof...(Types) + 1];
	};
	TFormatted(const TCHAR* Format, const FPack& Pack)
		: FFormatted(Format, Pack.Arguments, sizeof...(Types))
	{
	}
};
template <int N, typename... Types>
TFormatted(const TCHAR (&)[N], const Types&...) -> TFormatted<Types...>;

} // namespace StandIn
