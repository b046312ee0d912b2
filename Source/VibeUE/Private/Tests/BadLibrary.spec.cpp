// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreVersion.h"
#include "Math/NumericLimits.h"
#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FBadLibrarySpec, "VibeUE.BadInput.the native library", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FBadLibrarySpec)

void FBadLibrarySpec::Define()
{
	It(TEXT("of this very build is taken"), [this]()
	{
		const VibeUE::FCoreVersion Headers = VibeUE::FCoreVersion::OfHeaders();
		const VibeUE::FCoreVersion Library = VibeUE::FCoreVersion::OfLibrary();
		TestEqual(TEXT("version"), Library.ToString(), Headers.ToString());
		TestEqual(TEXT("kind"), VibeUE::CompareVersions(Headers, Library).Kind, EVibeUEFailure::None);
		TestTrue(TEXT("usable"), VibeUE::IsCoreUsable());
	});

	It(TEXT("of another build is refused with both versions and the cure"), [this]()
	{
		VibeUE::FCoreVersion Headers;
		Headers.Release = 0x000000010000;
		Headers.Interface = 0x0001fc404789dccd;
		VibeUE::FCoreVersion Library;
		Library.Release = 0x00010002000c;
		Library.Interface = 0x00020000000000ab;
		const FVibeUEError Error = VibeUE::CompareVersions(Headers, Library);
		TestEqual(TEXT("kind"), Error.Kind, EVibeUEFailure::Internal);
		TestEqual(TEXT("message"), Error.Message, FString(TEXT("The plugin was compiled for the native library 0.1.0 (interface 0001fc404789dccd), but is linked with 1.2.12 (interface 00020000000000ab).")));
		TestEqual(TEXT("hint"), Error.Hint, FString(TEXT("Take both from one release: delete the plugin's folder, unpack the release there, and build the project again. In a checkout of the sources, run `cargo xtask package` and build again.")));
	});

	It(TEXT("of another interface is refused though the release is the same"), [this]()
	{
		const VibeUE::FCoreVersion Headers = VibeUE::FCoreVersion::OfHeaders();
		for (const uint64 Interface : {static_cast<uint64>(0), Headers.Interface + 1, TNumericLimits<uint64>::Max()})
		{
			VibeUE::FCoreVersion Library = Headers;
			Library.Interface = Interface;
			const FVibeUEError Error = VibeUE::CompareVersions(Headers, Library);
			TestEqual(TEXT("kind"), Error.Kind, EVibeUEFailure::Internal);
			TestTrue(TEXT("names the headers"), Error.Message.Contains(Headers.ToString()));
			TestTrue(TEXT("names the library"), Error.Message.Contains(Library.ToString()));
		}
	});
}

#endif
