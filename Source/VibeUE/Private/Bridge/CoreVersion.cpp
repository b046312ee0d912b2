// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreVersion.h"

#include "Bridge/CoreHeaders.h"

#define LOCTEXT_NAMESPACE "VibeUECoreVersion"

namespace VibeUE
{
FCoreVersion FCoreVersion::OfHeaders()
{
	FCoreVersion Version;
	Version.Release = VIBEUE_RELEASE;
	Version.Interface = VIBEUE_ABI_VERSION;
	return Version;
}

FCoreVersion FCoreVersion::OfLibrary()
{
	// Plain numbers: their meaning does not depend on the layout of the library's structures.
	FCoreVersion Version;
	Version.Release = vibeue::release_number();
	Version.Interface = vibeue::abi_version();
	return Version;
}

FString FCoreVersion::ToString() const
{
	const auto Part = [this](int32 Bits) { return static_cast<uint32>((Release >> Bits) & 0xffff); };
	return FString::Printf(TEXT("%u.%u.%u (interface %016llx)"), Part(32), Part(16), Part(0), Interface);
}

FVibeUEError CompareVersions(const FCoreVersion& Headers, const FCoreVersion& Library)
{
	if (Headers.Interface == Library.Interface)
	{
		return FVibeUEError();
	}
	// Not by MakeError, which asks the library what follows from a failure.
	FVibeUEError Error;
	Error.Kind = EVibeUEFailure::Internal;
	Error.Message = FText::Format(LOCTEXT("Differs", "The plugin was compiled for the native library {0}, but is linked with {1}."),
		FText::FromString(Headers.ToString()), FText::FromString(Library.ToString())).ToString();
	Error.Hint = LOCTEXT("DiffersHint", "Take both from one release: delete the plugin's folder, unpack the release there, and build the project again. In a checkout of the sources, run `cargo xtask package` and build again.").ToString();
	return Error;
}

const FVibeUEError& GetCoreProblem()
{
	static const FVibeUEError Problem = CompareVersions(FCoreVersion::OfHeaders(), FCoreVersion::OfLibrary());
	return Problem;
}

bool IsCoreUsable()
{
	return GetCoreProblem().Kind == EVibeUEFailure::None;
}
} // namespace VibeUE

#undef LOCTEXT_NAMESPACE
