// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ChatMarkdown.h"

namespace ChatMarkdownPrivate
{
/** A table with more columns or wider cells helps nobody: it is shown as it was written. */
static constexpr int32 MostColumns = 20;
static constexpr int32 WidestCell = 60;

static int32 CountLeading(const FString& Line, TCHAR Character)
{
	int32 Count = 0;
	while (Count < Line.Len() && Line[Count] == Character)
	{
		++Count;
	}
	return Count;
}

/** Returns how many backquotes open a block of code, 0 when the line opens none. */
static int32 FenceOf(const FString& Trimmed)
{
	const int32 Ticks = CountLeading(Trimmed, TEXT('`'));
	if (Ticks >= 3)
	{
		return Trimmed.RightChop(Ticks).Contains(TEXT("`")) ? 0 : Ticks;
	}
	return 0;
}

static bool IsRule(const FString& Trimmed)
{
	return Trimmed.Len() >= 3 && (CountLeading(Trimmed, TEXT('-')) == Trimmed.Len() || CountLeading(Trimmed, TEXT('*')) == Trimmed.Len() ||
		CountLeading(Trimmed, TEXT('_')) == Trimmed.Len());
}

/** Reads `- `, `* `, `+ ` or `12. ` at the beginning of a line; returns the length of the mark, 0 where there is none. */
static int32 MarkOf(const FString& Trimmed, FString& OutMark)
{
	if (Trimmed.Len() >= 2 && (Trimmed[0] == TEXT('-') || Trimmed[0] == TEXT('*') || Trimmed[0] == TEXT('+')) && Trimmed[1] == TEXT(' '))
	{
		OutMark = TEXT("\u2022");
		return 2;
	}
	int32 Digits = 0;
	while (Digits < Trimmed.Len() && Trimmed[Digits] >= TEXT('0') && Trimmed[Digits] <= TEXT('9'))
	{
		++Digits;
	}
	if (Digits > 0 && Digits <= 4 && Trimmed.Len() >= Digits + 2 && (Trimmed[Digits] == TEXT('.') || Trimmed[Digits] == TEXT(')')) &&
		Trimmed[Digits + 1] == TEXT(' '))
	{
		OutMark = Trimmed.Left(Digits + 1);
		return Digits + 2;
	}
	return 0;
}

static TArray<FString> CellsOf(const FString& Row)
{
	FString Inner = Row.TrimStartAndEnd();
	Inner.RemoveFromStart(TEXT("|"));
	Inner.RemoveFromEnd(TEXT("|"));
	TArray<FString> Cells;
	Inner.ParseIntoArray(Cells, TEXT("|"), false);
	for (FString& Cell : Cells)
	{
		Cell = Cell.TrimStartAndEnd().Replace(TEXT("`"), TEXT("")).Replace(TEXT("**"), TEXT(""));
	}
	return Cells;
}

static bool IsTableLine(const FString& Trimmed)
{
	return Trimmed.StartsWith(TEXT("|")) && Trimmed.Len() > 2;
}

static bool IsTableRule(const FString& Trimmed)
{
	if (!IsTableLine(Trimmed) || !Trimmed.Contains(TEXT("-")))
	{
		return false;
	}
	for (int32 Index = 0; Index < Trimmed.Len(); ++Index)
	{
		const TCHAR Character = Trimmed[Index];
		if (Character != TEXT('|') && Character != TEXT('-') && Character != TEXT(':') && Character != TEXT(' '))
		{
			return false;
		}
	}
	return true;
}

/** Sets the rows of a table below each other. */
static FString SetTable(const TArray<FString>& Lines)
{
	TArray<TArray<FString>> Rows;
	TArray<int32> Widths;
	for (const FString& Line : Lines)
	{
		if (IsTableRule(Line.TrimStartAndEnd()))
		{
			continue;
		}
		const TArray<FString> Cells = CellsOf(Line);
		for (int32 Column = 0; Column < Cells.Num(); ++Column)
		{
			if (Column >= MostColumns || Cells[Column].Len() > WidestCell)
			{
				return FString::Join(Lines, TEXT("\n"));
			}
			if (Column >= Widths.Num())
			{
				Widths.Add(0);
			}
			Widths[Column] = FMath::Max(Widths[Column], Cells[Column].Len());
		}
		Rows.Add(Cells);
	}
	FString Text;
	for (int32 Row = 0; Row < Rows.Num(); ++Row)
	{
		FString Line;
		for (int32 Column = 0; Column < Rows[Row].Num(); ++Column)
		{
			Line += Rows[Row][Column] + FString::ChrN(Widths[Column] - Rows[Row][Column].Len() + 3, TEXT(' '));
		}
		Text += Line.TrimEnd() + TEXT("\n");
		if (Row == 0 && Rows.Num() > 1)
		{
			int32 Whole = -3;
			for (const int32 Width : Widths)
			{
				Whole += Width + 3;
			}
			Text += FString::ChrN(FMath::Max(Whole, 1), TEXT('\u2500')) + TEXT("\n");
		}
	}
	return Text.TrimEnd();
}

/** Finds where a stretch that begins at Start ends; INDEX_NONE where it does not. */
static int32 FindClosing(const FString& Line, const TCHAR* Mark, int32 Start)
{
	const int32 Found = Line.Find(Mark, ESearchCase::CaseSensitive, ESearchDir::FromStart, Start);
	return Found > Start ? Found : INDEX_NONE;
}

static bool IsWordCharacter(TCHAR Character)
{
	return (Character >= TEXT('a') && Character <= TEXT('z')) || (Character >= TEXT('A') && Character <= TEXT('Z')) ||
		(Character >= TEXT('0') && Character <= TEXT('9')) || Character == TEXT('_');
}

/** Reads a link that begins here, "[words](https://...)": the address stays readable behind the words. */
static bool ReadLink(const FString& Line, int32 Start, FString& OutShown, int32& OutEnd)
{
	static constexpr int32 LongestWords = 300;
	static constexpr int32 LongestAddress = 2000;
	int32 WordsEnd = Start + 1;
	while (WordsEnd < Line.Len() && WordsEnd - Start < LongestWords && Line[WordsEnd] != TEXT(']') && Line[WordsEnd] != TEXT('['))
	{
		++WordsEnd;
	}
	if (WordsEnd + 1 >= Line.Len() || Line[WordsEnd] != TEXT(']') || Line[WordsEnd + 1] != TEXT('('))
	{
		return false;
	}
	const int32 AddressStart = WordsEnd + 2;
	const FString Beginning = Line.Mid(AddressStart, 8);
	if (!Beginning.StartsWith(TEXT("http://")) && !Beginning.StartsWith(TEXT("https://")))
	{
		return false;
	}
	int32 AddressEnd = AddressStart;
	while (AddressEnd < Line.Len() && AddressEnd - AddressStart < LongestAddress && Line[AddressEnd] != TEXT(')') && Line[AddressEnd] != TEXT(' '))
	{
		++AddressEnd;
	}
	if (AddressEnd >= Line.Len() || Line[AddressEnd] != TEXT(')'))
	{
		return false;
	}
	const FString Words = Line.Mid(Start + 1, WordsEnd - Start - 1).Replace(TEXT("**"), TEXT("")).Replace(TEXT("`"), TEXT(""));
	const FString Address = Line.Mid(AddressStart, AddressEnd - AddressStart);
	OutShown = Words.IsEmpty() || Words == Address ? Address : FString::Printf(TEXT("%s (%s)"), *Words, *Address);
	OutEnd = AddressEnd + 1;
	return true;
}

/** Collects lines into blocks. */
struct FBlockReader
{
	TArray<FChatBlock> Blocks;
	TArray<FString> Paragraph;
	TArray<FString> Table;
	FString Code;
	FString Language;
	int32 Fence = 0;

	void Add(EChatBlockKind Kind, int32 Level, const FString& Mark, const FString& Text)
	{
		FChatBlock Block;
		Block.Kind = Kind;
		Block.Level = Level;
		Block.Mark = Mark;
		Block.Text = Text;
		Blocks.Add(MoveTemp(Block));
	}

	void EndParagraph()
	{
		if (Paragraph.Num() > 0)
		{
			FString Text;
			for (const FString& Line : Paragraph)
			{
				Text += (Text.IsEmpty() ? TEXT("") : TEXT("\n")) + FChatMarkdown::ToRichText(Line);
			}
			Add(EChatBlockKind::Paragraph, 0, FString(), Text);
			Paragraph.Reset();
		}
		if (Table.Num() > 0)
		{
			Add(EChatBlockKind::Table, 0, FString(), SetTable(Table));
			Table.Reset();
		}
	}

	void EndCode()
	{
		if (Code.EndsWith(TEXT("\n")))
		{
			Code.LeftChopInline(1);
		}
		Add(EChatBlockKind::Code, 0, Language, Code);
		Code.Reset();
		Fence = 0;
	}

	void Read(const FString& Line)
	{
		const FString Trimmed = Line.TrimStartAndEnd();
		if (Fence > 0)
		{
			if (CountLeading(Trimmed, TEXT('`')) == Trimmed.Len() && Trimmed.Len() >= Fence)
			{
				EndCode();
				return;
			}
			Code += Line + TEXT("\n");
			return;
		}
		Fence = FenceOf(Trimmed);
		if (Fence > 0)
		{
			EndParagraph();
			Language = Trimmed.RightChop(Fence).TrimStartAndEnd();
			return;
		}
		if (IsTableLine(Trimmed))
		{
			if (Table.Num() == 0)
			{
				EndParagraph();
			}
			Table.Add(Trimmed);
			return;
		}
		if (Table.Num() > 0)
		{
			EndParagraph();
		}
		ReadProse(Line, Trimmed);
	}

	void ReadProse(const FString& Line, const FString& Trimmed)
	{
		FString Mark;
		const int32 Hashes = CountLeading(Trimmed, TEXT('#'));
		const int32 MarkLength = MarkOf(Trimmed, Mark);
		if (Trimmed.IsEmpty())
		{
			EndParagraph();
		}
		else if (Hashes >= 1 && Hashes <= 6 && Trimmed.Len() > Hashes && Trimmed[Hashes] == TEXT(' '))
		{
			EndParagraph();
			Add(EChatBlockKind::Heading, FMath::Min(Hashes, 3), FString(), FChatMarkdown::Escape(Trimmed.RightChop(Hashes + 1).Replace(TEXT("**"), TEXT("")).Replace(TEXT("`"), TEXT(""))));
		}
		else if (IsRule(Trimmed))
		{
			EndParagraph();
			Add(EChatBlockKind::Rule, 0, FString(), FString());
		}
		else if (MarkLength > 0)
		{
			EndParagraph();
			const int32 Depth = FMath::Min((CountLeading(Line, TEXT(' ')) + CountLeading(Line, TEXT('\t')) * 4) / 2, 4);
			Add(EChatBlockKind::Point, Depth, Mark, FChatMarkdown::ToRichText(Trimmed.RightChop(MarkLength)));
		}
		else if (Trimmed[0] == TEXT('>'))
		{
			EndParagraph();
			const FString Said = FChatMarkdown::ToRichText(Trimmed.RightChop(1).TrimStartAndEnd());
			if (Blocks.Num() > 0 && Blocks.Last().Kind == EChatBlockKind::Quote)
			{
				Blocks.Last().Text += TEXT("\n") + Said;
			}
			else
			{
				Add(EChatBlockKind::Quote, 0, FString(), Said);
			}
		}
		else if (Paragraph.Num() == 0 && Blocks.Num() > 0 && Blocks.Last().Kind == EChatBlockKind::Point && Line.StartsWith(TEXT("  ")))
		{
			// A point that goes on in the next line.
			Blocks.Last().Text += TEXT(" ") + FChatMarkdown::ToRichText(Trimmed);
		}
		else
		{
			Paragraph.Add(Line.TrimEnd());
		}
	}
};
} // namespace ChatMarkdownPrivate

TArray<FChatBlock> FChatMarkdown::Split(const FString& Text)
{
	ChatMarkdownPrivate::FBlockReader Reader;
	int32 Start = 0;
	while (Start < Text.Len())
	{
		const int32 Found = Text.Find(TEXT("\n"), ESearchCase::CaseSensitive, ESearchDir::FromStart, Start);
		const int32 End = Found == INDEX_NONE ? Text.Len() : Found;
		FString Line = Text.Mid(Start, End - Start);
		Line.RemoveFromEnd(TEXT("\r"));
		Reader.Read(Line);
		Start = End + 1;
	}
	if (Reader.Fence > 0)
	{
		Reader.EndCode();
	}
	Reader.EndParagraph();
	return MoveTemp(Reader.Blocks);
}

FString FChatMarkdown::ToRichText(const FString& Line)
{
	using ChatMarkdownPrivate::FindClosing;
	FString Rich;
	FString Plain;
	const auto Flush = [&Rich, &Plain]()
	{
		Rich += Escape(Plain);
		Plain.Reset();
	};
	const auto Tagged = [&Rich, &Flush](const TCHAR* Tag, const FString& Words)
	{
		Flush();
		Rich += FString(TEXT("<")) + Tag + TEXT(">") + Escape(Words) + TEXT("</>");
	};
	// Once no further mark of a kind is found, none is looked for again: the whole stays linear.
	bool bTicks = true;
	bool bStars = true;
	bool bPairs = true;
	int32 Index = 0;
	while (Index < Line.Len())
	{
		const TCHAR Character = Line[Index];
		if (Character == TEXT('\\') && Index + 1 < Line.Len() && (Line[Index + 1] == TEXT('*') || Line[Index + 1] == TEXT('`') || Line[Index + 1] == TEXT('_')))
		{
			Plain.AppendChar(Line[Index + 1]);
			Index += 2;
			continue;
		}
		if (Character == TEXT('['))
		{
			int32 AfterLink = 0;
			FString Shown;
			if (ChatMarkdownPrivate::ReadLink(Line, Index, Shown, AfterLink))
			{
				Plain += Shown;
				Index = AfterLink;
				continue;
			}
		}
		if (Character == TEXT('`') && bTicks)
		{
			const int32 End = FindClosing(Line, TEXT("`"), Index + 1);
			if (End != INDEX_NONE)
			{
				Tagged(TEXT("Mono"), Line.Mid(Index + 1, End - Index - 1));
				Index = End + 1;
				continue;
			}
			bTicks = Index + 1 < Line.Len() && Line[Index + 1] == TEXT('`');
		}
		if (Character == TEXT('*') && bPairs && Index + 2 < Line.Len() && Line[Index + 1] == TEXT('*') && Line[Index + 2] != TEXT(' '))
		{
			const int32 End = FindClosing(Line, TEXT("**"), Index + 2);
			if (End != INDEX_NONE)
			{
				Tagged(TEXT("Strong"), Line.Mid(Index + 2, End - Index - 2).Replace(TEXT("`"), TEXT("")));
				Index = End + 2;
				continue;
			}
			bPairs = false;
		}
		if (Character == TEXT('*') && bStars && Index + 1 < Line.Len() && Line[Index + 1] != TEXT(' ') && Line[Index + 1] != TEXT('*'))
		{
			const int32 End = FindClosing(Line, TEXT("*"), Index + 1);
			if (End != INDEX_NONE && Line[End - 1] != TEXT(' ') && (Index == 0 || !ChatMarkdownPrivate::IsWordCharacter(Line[Index - 1])))
			{
				Tagged(TEXT("Emphasis"), Line.Mid(Index + 1, End - Index - 1));
				Index = End + 1;
				continue;
			}
			bStars = End != INDEX_NONE;
		}
		Plain.AppendChar(Character);
		++Index;
	}
	Flush();
	return Rich;
}

FString FChatMarkdown::Escape(const FString& Text)
{
	return Text.Replace(TEXT("&"), TEXT("&amp;"), ESearchCase::CaseSensitive)
		.Replace(TEXT("<"), TEXT("&lt;"), ESearchCase::CaseSensitive)
		.Replace(TEXT(">"), TEXT("&gt;"), ESearchCase::CaseSensitive);
}
