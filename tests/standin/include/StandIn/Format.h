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
	WideText, // const wchar_t*, where that is not TCHAR
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

// Called only where a format is wrong: not being constexpr is what stops the
// compiler, and the name is what it prints.
void FormatError_MoreArgumentsAreNeededThanWereGiven();
void FormatError_MoreArgumentsWereGivenThanTheFormatUses();
void FormatError_TextNeedsAPointerToTCHAR_UsePercentHsForNarrowText();
void FormatError_IntegerExpected();
void FormatError_SixtyFourBitsNeedPercentLldOrLlu();
void FormatError_ThirtyTwoBitsAreNotPercentLld();
void FormatError_FloatingPointExpected();
void FormatError_PointerExpected();
void FormatError_UnknownConversion();

constexpr void CheckFormat(const TCHAR* Format, int Length, const EArgument* Kinds, int Count)
{
	int Next = 0;
	for (int Index = 0; Index < Length; ++Index)
	{
		if (Format[Index] != TCHAR('%'))
		{
			continue;
		}
		++Index;
		if (Index < Length && Format[Index] == TCHAR('%'))
		{
			continue;
		}
		const auto IsOneOf = [](TCHAR C, const char* Set)
		{
			for (; *Set; ++Set)
			{
				if (C == static_cast<TCHAR>(*Set))
				{
					return true;
				}
			}
			return false;
		};
		const auto TakeStar = [&]
		{
			if (Index < Length && Format[Index] == TCHAR('*'))
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
		};
		while (Index < Length && IsOneOf(Format[Index], "-+ #0"))
		{
			++Index;
		}
		TakeStar();
		while (Index < Length && Format[Index] >= TCHAR('0') && Format[Index] <= TCHAR('9'))
		{
			++Index;
		}
		if (Index < Length && Format[Index] == TCHAR('.'))
		{
			++Index;
			TakeStar();
			while (Index < Length && Format[Index] >= TCHAR('0') && Format[Index] <= TCHAR('9'))
			{
				++Index;
			}
		}
		int Longs = 0;
		bool bHalf = false;
		bool bSize = false;
		while (Index < Length && IsOneOf(Format[Index], "lhzt"))
		{
			Longs += Format[Index] == TCHAR('l') ? 1 : 0;
			bHalf = bHalf || Format[Index] == TCHAR('h');
			bSize = bSize || Format[Index] == TCHAR('z') || Format[Index] == TCHAR('t');
			++Index;
		}
		if (Index >= Length)
		{
			FormatError_UnknownConversion();
			return;
		}
		const TCHAR Conversion = Format[Index];
		if (Next >= Count)
		{
			FormatError_MoreArgumentsAreNeededThanWereGiven();
			return;
		}
		const EArgument Kind = Kinds[Next++];
		if (IsOneOf(Conversion, "diuxXo"))
		{
			if (Kind != EArgument::Integer && Kind != EArgument::Integer64 && Kind != EArgument::Long &&
				Kind != EArgument::Character)
			{
				FormatError_IntegerExpected();
			}
			else if (Longs >= 2 && Kind != EArgument::Integer64)
			{
				FormatError_ThirtyTwoBitsAreNotPercentLld();
			}
			else if (bSize && Kind != EArgument::Long && Kind != EArgument::Integer64)
			{
				FormatError_ThirtyTwoBitsAreNotPercentLld();
			}
			else if (Longs < 2 && !bSize && Kind == EArgument::Integer64)
			{
				FormatError_SixtyFourBitsNeedPercentLldOrLlu();
			}
			else if (Longs == 0 && !bSize && Kind == EArgument::Long)
			{
				FormatError_SixtyFourBitsNeedPercentLldOrLlu();
			}
		}
		else if (IsOneOf(Conversion, "fFeEgGaA"))
		{
			if (Kind != EArgument::Float)
			{
				FormatError_FloatingPointExpected();
			}
		}
		else if (Conversion == TCHAR('c'))
		{
			if (Kind != EArgument::Character && Kind != EArgument::Integer)
			{
				FormatError_IntegerExpected();
			}
		}
		else if (Conversion == TCHAR('s') || Conversion == TCHAR('S'))
		{
			const EArgument Wanted = bHalf ? EArgument::NarrowText
				: Longs > 0 && !STANDIN_WIDE_TCHAR ? EArgument::WideText
												   : EArgument::Text;
			if (Kind != Wanted && !(bHalf && Kind == EArgument::Utf8Text))
			{
				FormatError_TextNeedsAPointerToTCHAR_UsePercentHsForNarrowText();
			}
		}
		else if (Conversion == TCHAR('p'))
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
	if (Next != Count)
	{
		FormatError_MoreArgumentsWereGivenThanTheFormatUses();
	}
}

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
		StandIn::CheckFormat(Literal, N - 1, Kinds, sizeof...(Types));
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
