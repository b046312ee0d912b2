// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

using UnrealBuildTool;

public class SampleChat : ModuleRules
{
	public SampleChat(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;

		PublicDependencyModuleNames.AddRange(new string[]
		{
			"Core",
			"CoreUObject",
			"DeveloperSettings",
		});

		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"SampleCore",
			"Slate",
			"SlateCore",
		});
	}
}
