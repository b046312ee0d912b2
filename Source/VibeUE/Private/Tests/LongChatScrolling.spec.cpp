// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "Misc/AutomationTest.h"
#include "Widgets/ShownPages.h"

BEGIN_DEFINE_SPEC(FLongChatScrollingSpec, "VibeUE.LongChats.Scrolling", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FLongChatScrollingSpec)

void FLongChatScrollingSpec::Define()
{
	It(TEXT("page by page through 10,000 messages none is passed over, and no more than four pages are shown"), [this]
	{
		FShownPages Pages;
		Pages.Fit(10000);
		int64 Most = 0;
		FString Told;
		const auto Go = [&Pages, &Most, &Told](const TCHAR* Way, int64 (FShownPages::*Left)() const, void (FShownPages::*Step)())
		{
			int32 Steps = 0;
			int32 WholePages = 0;
			for (int64 Before = (Pages.*Left)(); Before > 0; Before = (Pages.*Left)())
			{
				(Pages.*Step)();
				++Steps;
				WholePages += (Before - (Pages.*Left)() == FShownPages::PageSize) ? 1 : 0;
				Most = FMath::Max(Most, Pages.GetPastEnd() - Pages.GetPastFirst() + Pages.GetTotal() - Pages.GetNewestFirst());
				if (Steps > 1000)
				{
					break;
				}
			}
			Told += FString::Printf(TEXT("%s by %d steps, %d of them of a page; "), Way, Steps, WholePages);
		};
		Go(TEXT("up"), &FShownPages::CountEarlier, &FShownPages::ShowEarlier);
		Go(TEXT("down"), &FShownPages::CountLater, &FShownPages::ShowLater);
		TestEqual(TEXT("the way"), Told, FString(TEXT("up by 99 steps, 99 of them of a page; down by 96 steps, 96 of them of a page; ")));
		TestEqual(TEXT("the most messages"), Most, 400LL);
	});
}

#endif
