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
		Blocks.Add(MoveTemp(Block));
	}
	return Blocks;
}
