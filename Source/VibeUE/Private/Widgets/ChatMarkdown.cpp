// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ChatMarkdown.h"

#include "Bridge/CoreText.h"

namespace ChatMarkdownPrivate
{
static EChatBlockKind FromCore(vibeue::MarkdownKind Kind)
{
	switch (Kind)
	{
	case vibeue::MarkdownKind::Heading:
		return EChatBlockKind::Heading;
	case vibeue::MarkdownKind::Point:
		return EChatBlockKind::Point;
	case vibeue::MarkdownKind::Quote:
		return EChatBlockKind::Quote;
	case vibeue::MarkdownKind::Code:
		return EChatBlockKind::Code;
	case vibeue::MarkdownKind::Table:
		return EChatBlockKind::Table;
	case vibeue::MarkdownKind::Rule:
		return EChatBlockKind::Rule;
	case vibeue::MarkdownKind::Paragraph:
		break;
	}
	return EChatBlockKind::Paragraph;
}

static EChatTableSide FromCore(vibeue::MarkdownSide Side)
{
	switch (Side)
	{
	case vibeue::MarkdownSide::Middle:
		return EChatTableSide::Middle;
	case vibeue::MarkdownSide::Right:
		return EChatTableSide::Right;
	case vibeue::MarkdownSide::Left:
		break;
	}
	return EChatTableSide::Left;
}

static void AddTable(FChatBlock& Block, const vibeue::MarkdownBlock& Read)
{
	for (const vibeue::MarkdownColumn& Column : Read.columns)
	{
		Block.Columns.Add(FChatTableColumn{FromCore(Column.side), static_cast<int32>(Column.width)});
	}
	for (const vibeue::MarkdownRow& ReadRow : Read.rows)
	{
		FChatTableRow& Row = Block.Rows.AddDefaulted_GetRef();
		for (const rust::String& Cell : ReadRow.cells)
		{
			Row.Cells.Add(VibeUE::FromCore(Cell));
		}
	}
}
} // namespace ChatMarkdownPrivate

TArray<FChatBlock> FChatMarkdown::Split(const FString& Text)
{
	TArray<FChatBlock> Blocks;
	for (const vibeue::MarkdownBlock& Read : vibeue::read_markdown(VibeUE::ToCore(Text)))
	{
		FChatBlock Block;
		Block.Kind = ChatMarkdownPrivate::FromCore(Read.kind);
		Block.Level = static_cast<int32>(Read.level);
		Block.Mark = VibeUE::FromCore(Read.mark);
		Block.Text = VibeUE::FromCore(Read.text);
		for (const rust::String& Link : Read.links)
		{
			Block.Links.Add(VibeUE::FromCore(Link));
		}
		Block.Contents = VibeUE::FromCore(Read.contents);
		Block.ContentsDepth = static_cast<int32>(Read.contents_depth);
		Block.Picture = VibeUE::FromCore(Read.picture);
		ChatMarkdownPrivate::AddTable(Block, Read);
		Blocks.Add(MoveTemp(Block));
	}
	return Blocks;
}
