// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ReadingDirection.h"

#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FReadingDirectionSpec, "VibeUE.ReadingDirection", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)

void TestDirection(const TCHAR* What, const FString& RichText, bool bIsRightToLeft)
{
	TestEqual(What, FReadingDirection::Of(RichText) == EFlowDirectionPreference::RightToLeft, bIsRightToLeft);
}
END_DEFINE_SPEC(FReadingDirectionSpec)

void FReadingDirectionSpec::Define()
{
	It(TEXT("is that of the first letter, which is none of a tag or of a sign that is written out"), [this]
	{
		TestDirection(TEXT("English"), TEXT("The door \u05d3\u05dc\u05ea"), false);
		TestDirection(TEXT("Hebrew"), TEXT("\u05d3\u05dc\u05ea BP_Door"), true);
		TestDirection(TEXT("Arabic behind digits and signs"), TEXT("3. (\u0628\u0627\u0628)"), true);
		TestDirection(TEXT("bold Hebrew"), TEXT("<VibeUE.Text.Bold>\u05d3\u05dc\u05ea</> BP_Door"), true);
		TestDirection(TEXT("Hebrew behind a sign"), TEXT("&lt; \u05d3\u05dc\u05ea"), true);
		TestDirection(TEXT("English in a tag"), TEXT("<VibeUE.Text.Bold>door</> \u05d3\u05dc\u05ea"), false);
		TestDirection(TEXT("digits"), TEXT("1,204 %"), false);
		TestDirection(TEXT("nothing"), FString(), false);
	});

	It(TEXT("turns the icons that point forward or back, in both sizes, and no others"), [this]
	{
		for (const TCHAR* Icon : {TEXT("Next"), TEXT("Previous"), TEXT("Send"), TEXT("Undo")})
		{
			TestTrue(Icon, FReadingDirection::Turns(FName(*(FString(TEXT("VibeUE.")) + Icon))));
			TestTrue(FString(Icon) + TEXT(", small"), FReadingDirection::Turns(FName(*(FString(TEXT("VibeUE.")) + Icon + TEXT(".Small")))));
		}
		for (const TCHAR* Icon : {TEXT("VibeUE.Close"), TEXT("VibeUE.Copy.Small"), TEXT("VibeUE.Up"), TEXT("VibeUE.Down.Small"), TEXT("VibeUE.Context")})
		{
			TestFalse(Icon, FReadingDirection::Turns(FName(Icon)));
		}
	});
}

#endif
