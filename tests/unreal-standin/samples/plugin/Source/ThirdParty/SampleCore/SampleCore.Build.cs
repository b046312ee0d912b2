// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

using System.IO;
using UnrealBuildTool;

// The native library, built beforehand: this file only says where it lies.
public class SampleCore : ModuleRules
{
	public SampleCore(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;
		PublicSystemIncludePaths.Add(Path.Combine(ModuleDirectory, "include"));

		string Library;
		if (Target.Platform == UnrealTargetPlatform.Win64)
		{
			// Windows on Arm64 is this platform, too.
			if (Target.Architecture != UnrealArch.X64)
			{
				throw new BuildException("SampleChat does not support the platform Win64 on " + Target.Architecture);
			}
			Library = Path.Combine(ModuleDirectory, "lib", "Win64", "sample_core.lib");
			PublicSystemLibraries.AddRange(new string[] { "ntdll.lib", "userenv.lib", "ws2_32.lib" });
		}
		else if (Target.Platform == UnrealTargetPlatform.Mac)
		{
			Library = Path.Combine(ModuleDirectory, "lib", "Mac", "libsample_core.a");
			PublicFrameworks.AddRange(new string[] { "Security", "CoreFoundation" });
		}
		else if (Target.Platform == UnrealTargetPlatform.Linux)
		{
			Library = Path.Combine(ModuleDirectory, "lib", "Linux", "libsample_core.a");
		}
		else
		{
			throw new BuildException("SampleChat does not support the platform " + Target.Platform);
		}

		if (!File.Exists(Library))
		{
			throw new BuildException("SampleChat: the library '" + Library + "' is missing. Build it first.");
		}
		PublicAdditionalLibraries.Add(Library);
		ExternalDependencies.Add(Library);
	}
}
