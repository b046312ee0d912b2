// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreHeaders.h"
#include "Math/NumericLimits.h"
#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FBadLibrarySpec, "VibeUE.BadInput.the native library", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FBadLibrarySpec)

void FBadLibrarySpec::Define()
{
	It(TEXT("of another build is refused with words and advice"), [this]()
	{
		TestEqual(TEXT("its own build"), VibeUE::FromCore(vibeue::check_abi(VIBEUE_ABI_VERSION)).Kind, EVibeUEFailure::None);
		for (const uint64 Version : {static_cast<uint64>(0), static_cast<uint64>(VIBEUE_ABI_VERSION) + 1, TNumericLimits<uint64>::Max()})
		{
			const FVibeUEError Error = VibeUE::FromCore(vibeue::check_abi(Version));
			TestEqual(TEXT("kind"), Error.Kind, EVibeUEFailure::Internal);
			TestFalse(TEXT("no words"), Error.Message.IsEmpty());
			TestFalse(TEXT("no advice"), Error.Hint.IsEmpty());
		}
	});
}

#endif
