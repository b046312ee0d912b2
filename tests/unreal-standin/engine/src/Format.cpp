#include "StandIn/Format.h"

#include "Utf8.h"

#include <cstdio>
#include <cstring>

namespace StandIn
{
namespace
{

using FBuffer = std::basic_string<TCHAR>;

void AppendAscii(FBuffer& Out, const char* Text)
{
	for (; *Text; ++Text)
	{
		Out.push_back(static_cast<TCHAR>(*Text));
	}
}

void AppendPadded(FBuffer& Out, const FBuffer& Text, int Width, bool bLeft)
{
	const int Fill = Width - static_cast<int>(Text.size());
	if (!bLeft && Fill > 0)
	{
		Out.append(static_cast<std::size_t>(Fill), TCHAR(' '));
	}
	Out += Text;
	if (bLeft && Fill > 0)
	{
		Out.append(static_cast<std::size_t>(Fill), TCHAR(' '));
	}
}

FBuffer TextOf(const FArgument& Argument, int Precision)
{
	FBuffer Text;
	if (!Argument.Pointer)
	{
		AppendAscii(Text, "(null)");
	}
	else if (Argument.Kind == EArgument::Text)
	{
		for (const TCHAR* C = static_cast<const TCHAR*>(Argument.Pointer); *C && (Precision < 0 || static_cast<int>(Text.size()) < Precision); ++C)
		{
			Text.push_back(*C);
		}
		return Text;
	}
	else if (Argument.Kind == EArgument::WideText)
	{
		for (const wchar_t* C = static_cast<const wchar_t*>(Argument.Pointer); *C; ++C)
		{
			Text.push_back(static_cast<TCHAR>(*C));
		}
	}
	else
	{
		const FString Wide = FromUtf8(static_cast<const char*>(Argument.Pointer));
		Text.assign(*Wide, static_cast<std::size_t>(Wide.Len()));
	}
	if (Precision >= 0 && static_cast<int>(Text.size()) > Precision)
	{
		Text.resize(static_cast<std::size_t>(Precision));
	}
	return Text;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
template <typename T>
std::string Printed(const std::string& Spec, T Value)
{
	std::string Buffer(128, '\0');
	const int Needed = std::snprintf(Buffer.data(), Buffer.size(), Spec.c_str(), Value);
	if (Needed >= static_cast<int>(Buffer.size()))
	{
		Buffer.resize(static_cast<std::size_t>(Needed) + 1);
		std::snprintf(Buffer.data(), Buffer.size(), Spec.c_str(), Value);
	}
	return Buffer.c_str();
}
#pragma GCC diagnostic pop

// A number or a pointer, by the flags, width and precision that `Spec` begins with.
std::string NumberOf(const FArgument& Argument, char Conversion, const std::string& Spec)
{
	if (Conversion == 'p')
	{
		return Printed("%016llx", static_cast<unsigned long long>(reinterpret_cast<UPTRINT>(Argument.Pointer)));
	}
	if (Argument.Kind == EArgument::Float)
	{
		return Printed(Spec + Conversion, Argument.Float);
	}
	// Values were widened to 64 bits; what is printed unsigned or in hex keeps its own width.
	const bool bIsSigned = Conversion == 'd' || Conversion == 'i';
	uint64 Value = Argument.Unsigned;
	if (!bIsSigned && Argument.Kind == EArgument::Integer)
	{
		Value &= 0xffffffffu;
	}
	else if (bIsSigned && Argument.Kind == EArgument::Integer && !Argument.bSigned)
	{
		Value = static_cast<uint64>(static_cast<int64>(static_cast<int32>(Value)));
	}
	return Printed(Spec + "ll" + Conversion, Value);
}

// Reads a format, and writes its arguments in their places.
class FFormatter
{
public:
	FFormatter(const TCHAR* Format, const FArgument* InArguments, int InCount)
		: At(Format)
		, Arguments(InArguments)
		, Count(InCount)
	{
	}
	FBuffer Run()
	{
		for (; *At; ++At)
		{
			if (*At != TCHAR('%'))
			{
				Out.push_back(*At);
			}
			else if (*++At == TCHAR('%'))
			{
				Out.push_back(*At);
			}
			else if (!Convert())
			{
				break;
			}
		}
		return Out;
	}

private:
	FArgument Take()
	{
		if (Next >= Count)
		{
			Refuse("a format needs more arguments than were given", "count the % in the format");
		}
		return Arguments[Next++];
	}
	// A width or a precision; `Missing` if there is none.
	int TakeNumber(int Missing)
	{
		if (*At == TCHAR('*'))
		{
			++At;
			return static_cast<int>(Take().Signed);
		}
		if (*At < TCHAR('0') || *At > TCHAR('9'))
		{
			return Missing;
		}
		int Value = 0;
		for (; *At >= TCHAR('0') && *At <= TCHAR('9'); ++At)
		{
			Value = Value > 100000 ? Value : Value * 10 + (*At - TCHAR('0'));
		}
		return Value;
	}
	// What follows a %; false at the end of the format.
	bool Convert()
	{
		std::string Flags;
		while (*At && *At < 0x80 && std::strchr("-+ #0", static_cast<char>(*At)))
		{
			Flags.push_back(static_cast<char>(*At++));
		}
		int Width = TakeNumber(-1);
		if (Width < -1)
		{
			Flags.push_back('-');
			Width = -Width;
		}
		int Precision = -1;
		if (*At == TCHAR('.'))
		{
			++At;
			Precision = TakeNumber(0);
		}
		while (*At == TCHAR('l') || *At == TCHAR('h') || *At == TCHAR('z') || *At == TCHAR('t'))
		{
			++At;
		}
		if (!*At)
		{
			return false;
		}
		const char Conversion = static_cast<char>(*At);
		const FArgument Argument = Take();
		const bool bLeft = Flags.find('-') != std::string::npos;
		if (Conversion == 's' || Conversion == 'S')
		{
			AppendPadded(Out, TextOf(Argument, Precision), Width, bLeft);
		}
		else if (Conversion == 'c')
		{
			AppendPadded(Out, FBuffer(1, static_cast<TCHAR>(Argument.Unsigned)), Width, bLeft);
		}
		else
		{
			std::string Spec = "%" + Flags;
			Spec += Width >= 0 ? std::to_string(Width) : "";
			Spec += Precision >= 0 ? "." + std::to_string(Precision) : "";
			AppendAscii(Out, NumberOf(Argument, Conversion, Spec).c_str());
		}
		return true;
	}

	FBuffer Out;
	const TCHAR* At;
	const FArgument* Arguments;
	int Count;
	int Next = 0;
};

} // namespace

FFormatted::FFormatted(const TCHAR* Format, const FArgument* Arguments, int Count)
{
	const FBuffer Result = FFormatter(Format, Arguments, Count).Run();
	Length = static_cast<int>(Result.size());
	Data = new TCHAR[Result.size() + 1];
	std::memcpy(Data, Result.c_str(), (Result.size() + 1) * sizeof(TCHAR));
}

FFormatted::~FFormatted()
{
	delete[] Data;
}

} // namespace StandIn

FString FString::PrintfArguments(const TCHAR* Format, const StandIn::FArgument* Arguments, int32 Count)
{
	const StandIn::FFormatted Formatted(Format, Arguments, Count);
	return ConstructFromPtrSize(Formatted.Text(), Formatted.Len());
}
