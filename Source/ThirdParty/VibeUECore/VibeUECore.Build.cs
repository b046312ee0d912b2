// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

using System.IO;
using UnrealBuildTool;

// The native core, built beforehand by `cargo xtask package`: this file only says where it lies.
// The generated C++ side (src) is compiled by the module VibeUE, so that one archive serves every C++ standard library.
public class VibeUECore : ModuleRules
{
	public VibeUECore(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;
		PublicSystemIncludePaths.Add(Path.Combine(ModuleDirectory, "include"));
		PublicSystemIncludePaths.Add(Path.Combine(ModuleDirectory, "src"));

		string Library;
		if (Target.Platform == UnrealTargetPlatform.Win64)
		{
			// Windows on Arm64 is this platform, too; the library is for x64 alone.
			if (Target.Architecture != UnrealArch.X64)
			{
				throw new BuildException("VibeUE does not support the platform Win64 on " + Target.Architecture + ", only on x64");
			}
			Library = Path.Combine(ModuleDirectory, "lib", "Win64", "vibeue_bridge.lib");
			PublicSystemLibraries.AddRange(new string[]
			{
				"advapi32.lib",
				"bcrypt.lib",
				"crypt32.lib",
				"dbghelp.lib",
				"gdi32.lib",
				"ncrypt.lib",
				"ntdll.lib",
				"secur32.lib",
				"shell32.lib",
				"user32.lib",
				"userenv.lib",
				"ws2_32.lib",
			});
		}
		else if (Target.Platform == UnrealTargetPlatform.Mac)
		{
			Library = Path.Combine(ModuleDirectory, "lib", "Mac", "libvibeue_bridge.a");
			PublicFrameworks.AddRange(new string[] { "AppKit", "CoreFoundation", "CoreGraphics", "Foundation", "Security", "SystemConfiguration" });
		}
		else if (Target.Platform == UnrealTargetPlatform.Linux)
		{
			Library = Path.Combine(ModuleDirectory, "lib", "Linux", "libvibeue_bridge.a");
		}
		else
		{
			throw new BuildException("VibeUE does not support the platform " + Target.Platform);
		}

		if (!File.Exists(Library))
		{
			throw new BuildException("VibeUE: the library '" + Library + "' is missing. Run `cargo xtask package` in the plugin's folder, or take a packaged release.");
		}
		PublicAdditionalLibraries.Add(Library);
		ExternalDependencies.Add(Library);
	}
}
