// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ChatMarkdown.h"

#include "Misc/AutomationTest.h"
#include "Widgets/ChatExcerpt.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FChatExcerptSpec, "VibeUE.Excerpt", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FChatExcerptSpec)

void FChatExcerptSpec::Define()
{
	It(TEXT("ends before a character that would be cut in half"), [this]
	{
		const FString Text(TEXT("ab\U0001F600cd"));
		const TCHAR* const Wanted[] = {TEXT(""), TEXT("a"), TEXT("ab"), TEXT("ab"), TEXT("ab\U0001F600"), TEXT("ab\U0001F600c"), TEXT("ab\U0001F600cd"),
			TEXT("ab\U0001F600cd")};
		for (int32 Most = 0; Most < static_cast<int32>(UE_ARRAY_COUNT(Wanted)); ++Most)
		{
			TestEqual(FString::Printf(TEXT("at most %d"), Most), FChatExcerpt::Begin(Text, Most), FString(Wanted[Most]));
		}
		TestEqual(TEXT("less than nothing"), FChatExcerpt::Begin(Text, -1), FString());
	});
}

BEGIN_DEFINE_SPEC(FChatMarkdownSpec, "VibeUE.Markdown", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)

/** Returns the blocks as lines: kind, level, mark, text. */
FString Describe(const FString& Text)
{
	static const TCHAR* const Kinds[] = {TEXT("paragraph"), TEXT("heading"), TEXT("point"), TEXT("quote"), TEXT("code"), TEXT("table"), TEXT("rule")};
	FString Lines;
	for (const FChatBlock& Block : FChatMarkdown::Split(Text))
	{
		Lines += FString::Printf(TEXT("%s %d [%s] %s\n"), Kinds[static_cast<int32>(Block.Kind)], Block.Level, *Block.Mark,
			*Block.Text.Replace(TEXT("\n"), TEXT("/")));
	}
	return Lines;
}
END_DEFINE_SPEC(FChatMarkdownSpec)

// As long as the list of its cases.
void FChatMarkdownSpec::Define()
{
	It(TEXT("cuts an answer into its parts"), [this]
	{
		TestEqual(TEXT("parts"), Describe(TEXT("# Title #1\nfirst\nsecond\n\nthird\n- one\n  * two\n12. three\n> said\n> more\n---\n```cpp\nint A;\n\n\tint B;\n```\nend")),
			FString(TEXT("heading 1 [] Title #1\nparagraph 0 [] first/second\nparagraph 0 [] third\npoint 0 [\u2022] one\npoint 1 [\u2022] two\npoint 0 [12.] three\n"
						 "quote 0 [] said/more\nrule 0 [] \ncode 0 [cpp] int A;//\tint B;\nparagraph 0 [] end\n")));
	});

	It(TEXT("sets tables below each other, and leaves what is too wide as it was"), [this]
	{
		TestEqual(TEXT("table"), Describe(TEXT("| a | long |\n|---|:--:|\n| `bb` | c |\n")), FString(TEXT("table 0 [] a    long/\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500/bb   c\n")));
		const FString Wide = TEXT("| ") + FString::ChrN(100, TEXT('x')) + TEXT(" |");
		TestEqual(TEXT("wide"), Describe(Wide), TEXT("table 0 [] ") + Wide + TEXT("\n"));
	});

	It(TEXT("shows code that is not closed yet, and marks within code as they are"), [this]
	{
		TestEqual(TEXT("open"), Describe(TEXT("```\n**a**\n# b")), FString(TEXT("code 0 [] **a**/# b\n")));
		TestEqual(TEXT("a longer fence"), Describe(TEXT("````md\n```\nx\n```\n````")), FString(TEXT("code 0 [md] ```/x/```\n")));
		TestEqual(TEXT("three ticks in a line are not a fence"), Describe(TEXT("```a``` b")).Left(10), FString(TEXT("paragraph ")));
	});

	It(TEXT("turns marks within a line into tags, and nothing else"), [this]
	{
		TestEqual(TEXT("all"), FChatMarkdown::ToRichText(TEXT("a **b** *c* `d<e>&` f")),
			FString(TEXT("a <Strong>b</> <Emphasis>c</> <Mono>d&lt;e&gt;&amp;</> f")));
		TestEqual(TEXT("not closed"), FChatMarkdown::ToRichText(TEXT("2 * 3 ** 4 `x <b>")), FString(TEXT("2 * 3 ** 4 `x &lt;b&gt;")));
		TestEqual(TEXT("names"), FChatMarkdown::ToRichText(TEXT("K2_Node_Call a*b*c \\*x\\*")), FString(TEXT("K2_Node_Call a*b*c *x*")));
		TestEqual(TEXT("tags of others"), FChatMarkdown::ToRichText(TEXT("<Strong>no</>")), FString(TEXT("&lt;Strong&gt;no&lt;/&gt;")));
	});

	It(TEXT("keeps the address of a link readable, and leaves what is not a link as it was"), [this]
	{
		TestEqual(TEXT("a link"), FChatMarkdown::ToRichText(TEXT("see [the `docs`](https://example.com/a?b&c).")),
			FString(TEXT("see the docs (https://example.com/a?b&amp;c).")));
		TestEqual(TEXT("an address alone"), FChatMarkdown::ToRichText(TEXT("[http://a.b](http://a.b)")), FString(TEXT("http://a.b")));
		for (const TCHAR* Text : {TEXT("Pins[0](x)"), TEXT("[ ] open"), TEXT("[a](javascript:b)"), TEXT("[a](https://b"), TEXT("[a](https://b c)"), TEXT("["), TEXT("[a](")})
		{
			TestEqual(Text, FChatMarkdown::ToRichText(Text), FString(Text));
		}
	});

	It(TEXT("tells parts apart that differ in the case of their letters alone"), [this]
	{
		const auto Only = [](const TCHAR* Text) { return FChatMarkdown::Split(Text)[0]; };
		TestTrue(TEXT("the same"), Only(TEXT("The door")) == Only(TEXT("The door")));
		TestFalse(TEXT("words"), Only(TEXT("The door")) == Only(TEXT("the Door")));
		TestFalse(TEXT("languages"), Only(TEXT("```C\nx\n```")) == Only(TEXT("```c\nx\n```")));
	});

	It(TEXT("loses no word of a text that is not Markdown"), [this]
	{
		for (const TCHAR* Text : {TEXT(""), TEXT("#"), TEXT("-"), TEXT("|"), TEXT("`"), TEXT("**"), TEXT(">"), TEXT("1."), TEXT("\\"), TEXT("\r\n\r\n"), TEXT("#hash"), TEXT("*a")})
		{
			FString Words;
			for (const FChatBlock& Block : FChatMarkdown::Split(Text))
			{
				Words += Block.Text;
			}
			const FString Wanted = FChatMarkdown::Escape(FString(Text).TrimStartAndEnd());
			TestTrue(FString::Printf(TEXT("\"%s\" gives \"%s\""), Text, *Words), Words == Wanted || Wanted == TEXT("&gt;"));
		}
	});

	It(TEXT("reads a megabyte of unclosed marks in one go"), [this]
	{
		FString Text;
		for (int32 Index = 0; Index < 60000; ++Index)
		{
			Text += TEXT("*a `b **c | ");
		}
		TestEqual(TEXT("one part"), FChatMarkdown::Split(Text).Num(), 1);
	});
}

#endif
