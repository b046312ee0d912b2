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

FBuffer FormatAll(const TCHAR* Format, const FArgument* Arguments, int Count)
{
	FBuffer Out;
	int Next = 0;
	const auto Take = [&]() -> FArgument {
		if (Next >= Count)
		{
			Refuse("a format needs more arguments than were given", "count the % in the format");
		}
		return Arguments[Next++];
	};
	for (const TCHAR* C = Format; *C; ++C)
	{
		if (*C != TCHAR('%'))
		{
			Out.push_back(*C);
			continue;
		}
		if (C[1] == TCHAR('%'))
		{
			Out.push_back(TCHAR('%'));
			++C;
			continue;
		}
		++C;
		std::string Flags;
		while (*C && *C < 0x80 && std::strchr("-+ #0", static_cast<char>(*C)))
		{
			Flags.push_back(static_cast<char>(*C++));
		}
		const auto Number = [&](int Missing) {
			if (*C == TCHAR('*'))
			{
				++C;
				return static_cast<int>(Take().Signed);
			}
			if (*C < TCHAR('0') || *C > TCHAR('9'))
			{
				return Missing;
			}
			int Value = 0;
			for (; *C >= TCHAR('0') && *C <= TCHAR('9'); ++C)
			{
				Value = Value > 100000 ? Value : Value * 10 + (*C - TCHAR('0'));
			}
			return Value;
		};
		int Width = Number(-1);
		if (Width < -1)
		{
			Flags.push_back('-');
			Width = -Width;
		}
		int Precision = -1;
		if (*C == TCHAR('.'))
		{
			++C;
			Precision = Number(0);
		}
		while (*C == TCHAR('l') || *C == TCHAR('h') || *C == TCHAR('z') || *C == TCHAR('t'))
		{
			++C;
		}
		const char Conversion = static_cast<char>(*C);
		if (!*C)
		{
			break;
		}
		const FArgument Argument = Take();
		if (Conversion == 's' || Conversion == 'S')
		{
			AppendPadded(Out, TextOf(Argument, Precision), Width, Flags.find('-') != std::string::npos);
			continue;
		}
		if (Conversion == 'c')
		{
			AppendPadded(Out, FBuffer(1, static_cast<TCHAR>(Argument.Unsigned)), Width, Flags.find('-') != std::string::npos);
			continue;
		}
		std::string Spec = "%" + Flags;
		Spec += Width >= 0 ? std::to_string(Width) : "";
		Spec += Precision >= 0 ? "." + std::to_string(Precision) : "";
		std::string Buffer(128, '\0');
		const auto Print = [&](auto Value) {
			const int Needed = std::snprintf(Buffer.data(), Buffer.size(), Spec.c_str(), Value);
			if (Needed >= static_cast<int>(Buffer.size()))
			{
				Buffer.resize(static_cast<std::size_t>(Needed) + 1);
				std::snprintf(Buffer.data(), Buffer.size(), Spec.c_str(), Value);
			}
		};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		if (Conversion == 'p')
		{
			Spec = "%016llx";
			Print(static_cast<unsigned long long>(reinterpret_cast<UPTRINT>(Argument.Pointer)));
		}
		else if (Argument.Kind == EArgument::Float)
		{
			Spec += Conversion;
			Print(Argument.Float);
		}
		else
		{
			// Values were widened to 64 bits; what is printed unsigned or in hex keeps its own width.
			Spec += "ll";
			Spec += Conversion;
			uint64 Value = Argument.Unsigned;
			if (Conversion != 'd' && Conversion != 'i' && Argument.Kind == EArgument::Integer)
			{
				Value &= 0xffffffffu;
			}
			else if ((Conversion == 'd' || Conversion == 'i') && Argument.Kind == EArgument::Integer && !Argument.bSigned)
			{
				Value = static_cast<uint64>(static_cast<int64>(static_cast<int32>(Value)));
			}
			Print(Value);
		}
#pragma GCC diagnostic pop
		AppendAscii(Out, Buffer.c_str());
	}
	return Out;
}

} // namespace

FFormatted::FFormatted(const TCHAR* Format, const FArgument* Arguments, int Count)
{
	const FBuffer Result = FormatAll(Format, Arguments, Count);
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
