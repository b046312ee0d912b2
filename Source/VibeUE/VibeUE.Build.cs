// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

using UnrealBuildTool;

public class VibeUE : ModuleRules
{
	public VibeUE(ReadOnlyTargetRules Target) : base(Target)
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
			"ApplicationCore",
			"AssetRegistry",
			"ContentBrowser",
			"DesktopPlatform",
			"Engine",
			"ImageWrapper",
			"InputCore",
			"LevelEditor",
			"Projects",
			"PropertyEditor",
			"PythonScriptPlugin",
			"Settings",
			"Slate",
			"SlateCore",
			"SourceControl",
			"ToolMenus",
			"UnrealEd",
			"VibeUECore",
			"WorkspaceMenuStructure",
		});

		// The engine has Live Coding on Windows alone; WITH_LIVE_CODING guards its use.
		if (Target.Platform == UnrealTargetPlatform.Win64)
		{
			PrivateDependencyModuleNames.Add("LiveCoding");
		}
	}
}
