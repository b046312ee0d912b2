// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ChatMarkdown.h"

#include "Bridge/CodePainter.h"
#include "CodeColors.h"
#include "Misc/AutomationTest.h"
#include "Styling/SlateTypes.h"
#include "VibeUEStyle.h"
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

// Long because it lists its cases.
void FChatMarkdownSpec::Define()
{
	It(TEXT("has each kind of part with its level, its mark and its words"), [this]
	{
		TestEqual(TEXT("parts"), Describe(TEXT("## Title\nfirst **b**\nsecond <i>\n\n- one\n  1. `two`\n\n     ~~~cpp\n     int A;\n     ~~~\n\n- [x] done\n\n> said\n\n---\n")),
			FString(TEXT("heading 2 [] Title\nparagraph 0 [] first <Strong>b</>/second &lt;i&gt;\npoint 0 [\u2022] one\npoint 1 [1.] <Mono>two</>\ncode 2 [cpp] int A;\n"
						 "point 0 [\u2611] done\nquote 0 [] said\nrule 0 [] \n")));
		TestEqual(TEXT("table"), Describe(TEXT("| a | long |\n|---|:--:|\n| `bb` | c |\n")), FString(TEXT("table 0 [] a    long/\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500/bb    c\n")));
		TestEqual(TEXT("nothing"), Describe(TEXT("")), FString());
	});

	It(TEXT("tells parts apart that differ in the case of their letters alone"), [this]
	{
		const auto Only = [](const TCHAR* Text) { return FChatMarkdown::Split(Text)[0]; };
		TestTrue(TEXT("the same"), Only(TEXT("The door")) == Only(TEXT("The door")));
		TestFalse(TEXT("words"), Only(TEXT("The door")) == Only(TEXT("the Door")));
		TestFalse(TEXT("languages"), Only(TEXT("```C\nx\n```")) == Only(TEXT("```c\nx\n```")));
	});

	It(TEXT("gives code the looks of its language, and each look is one of the style"), [this]
	{
		FCodePainter Cpp(TEXT("cpp"));
		TestEqual(TEXT("C++"), Cpp.Paint(TEXT("#pragma once\nconst FVector A; // <here>\n\tint32 B = 1;")),
			FString(TEXT("<CodeDirective>#pragma</> once\n<CodeKeyword>const</> <CodeType>FVector</> A; <CodeComment>// &lt;here&gt;</>\n    "
						 "<CodeType>int32</> B = <CodeNumber>1</>;")));
		TestEqual(TEXT("settings"), FCodePainter(TEXT("ini")).Paint(TEXT("[A]\nB=\"c\"")),
			FString(TEXT("<CodeDirective>[A]</>\n<CodeKey>B</>=<CodeText>\"c\"</>")));
		TestEqual(TEXT("no language"), FCodePainter(FString()).Paint(TEXT("if <b>")), FString(TEXT("if &lt;b&gt;")));
		for (const FCodeColor& Look : FCodeColors::GetAll())
		{
			const FLinearColor Shown = FVibeUEStyle::GetText(FName(Look.Tag))->ColorAndOpacity.GetSpecifiedColor();
			TestTrue(FString(Look.Tag), Shown == FLinearColor(Look.OnDark) || Shown == FLinearColor(Look.OnLight));
		}
	});

	It(TEXT("shows code in colours that can be read in dark and in light themes"), [this]
	{
		const FColor Darks[] = {FColor(0x0f, 0x0f, 0x0f), FColor(0x1a, 0x1a, 0x1a), FColor(0x24, 0x24, 0x24)};
		const FColor Lights[] = {FColor(0xff, 0xff, 0xff), FColor(0xf2, 0xf2, 0xf2), FColor(0xe4, 0xe4, 0xe4)};
		const auto TestRatio = [this](const FCodeColor& Look, const FColor& Ground)
		{
			const float One = FCodeColors::GetLuminance(FCodeColors::Choose(Look, FLinearColor(Ground)));
			const float Other = FCodeColors::GetLuminance(FLinearColor(Ground));
			const float Ratio = (FMath::Max(One, Other) + 0.05f) / (FMath::Min(One, Other) + 0.05f);
			TestTrue(FString::Printf(TEXT("%s on #%s: %.2f to 1"), *FString(Look.Tag), *Ground.ToHex(), Ratio), Ratio >= 4.5f);
		};
		for (const FCodeColor& Look : FCodeColors::GetAll())
		{
			for (int32 Index = 0; Index < 3; ++Index)
			{
				TestRatio(Look, Darks[Index]);
				TestRatio(Look, Lights[Index]);
			}
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
