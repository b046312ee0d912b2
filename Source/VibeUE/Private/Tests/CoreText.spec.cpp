// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreText.h"

#include "Math/NumericLimits.h"
#include "Misc/AutomationTest.h"
#include "Widgets/ChatSentence.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FCoreTextSpec, "VibeUE.Text", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FCoreTextSpec)

void FCoreTextSpec::Define()
{
	It(TEXT("comes back from the core as it went"), [this]
	{
		for (const TCHAR* Text : {TEXT(""), TEXT("plain"), TEXT("\u00e4\u00f6\u00fc \u4e2d\u6587"), TEXT("\U0001F600\U0001F469\u200D\U0001F680"), TEXT("a\r\nb\tc")})
		{
			TestEqual(Text, VibeUE::FromCore(VibeUE::ToCore(FString(Text))), FString(Text));
		}
	});

	It(TEXT("is put into brackets as a hint, where there is one"), [this]
	{
		TestEqual(TEXT("with a hint"), FChatSentence::WithHint(TEXT("the disk is full"), TEXT("make room")).ToString(), FString(TEXT("the disk is full (make room)")));
		TestEqual(TEXT("without one"), FChatSentence::WithHint(TEXT("the disk is full"), FString()).ToString(), FString(TEXT("the disk is full")));
	});

	It(TEXT("keeps zeros inside"), [this]
	{
		const TCHAR Characters[] = {TEXT('a'), TCHAR(0), TEXT('b')};
		const FString Text = FString::ConstructFromPtrSize(Characters, 3);
		TestEqual(TEXT("length"), VibeUE::FromCore(VibeUE::ToCore(Text)).Len(), 3);
	});

	It(TEXT("has lone surrogates replaced"), [this]
	{
		const TCHAR Characters[] = {TEXT('a'), TCHAR(0xD800), TEXT('z')};
		const FString Text = FString::ConstructFromPtrSize(Characters, 3);
		TestEqual(TEXT("text"), VibeUE::FromCore(VibeUE::ToCore(Text)), FString(TEXT("a\uFFFDz")));
	});

	It(TEXT("takes numbers of any size"), [this]
	{
		TestEqual(TEXT("largest"), VibeUE::FromCore(TNumericLimits<uint64>::Max()), TNumericLimits<int64>::Max());
		TestEqual(TEXT("below 0"), VibeUE::ToCore(static_cast<int64>(-1)), static_cast<uint64>(0));
	});
}

#endif
