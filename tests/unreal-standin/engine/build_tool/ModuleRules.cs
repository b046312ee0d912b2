// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The part of the build tool's API that public Build.cs files use, so that ours can be compiled and run where no engine
// is installed. A member is here only because a public file shows it; the comment after it names one. What is not here
// is a compile error: find a public source before adding it.

using System;
using System.Collections.Generic;

namespace UnrealBuildTool
{
	/// An error that a module reports to the user who builds. Canopy's build script; cesium-unreal throws a plain
	/// InvalidOperationException for the same purpose.
	public class BuildException : Exception
	{
		public BuildException(string Message) : base(Message) { }
	}

	/// What a module's Build.cs derives from.
	public class ModuleRules
	{
		// getsentry/sentry-unreal Sentry.Build.cs; CesiumGS/cesium-unreal CesiumEditor.Build.cs.
		public ModuleRules(ReadOnlyTargetRules Target)
		{
			this.Target = Target;
			ModuleDirectory = Folders.Module;
			PluginDirectory = Folders.Plugin;
			EngineDirectory = Folders.Engine;
		}

		public readonly ReadOnlyTargetRules Target;

		// Noesis/UnrealPlugin Noesis.Build.cs.
		public enum ModuleType { CPlusPlus, External }
		public ModuleType Type = ModuleType.CPlusPlus;

		// CesiumEditor.Build.cs; RiderAgentTools.Build.cs.
		public enum PCHUsageMode { Default, NoPCHs, NoSharedPCHs, UseSharedPCHs, UseExplicitOrSharedPCHs }
		public PCHUsageMode PCHUsage = PCHUsageMode.Default;

		// PCGExFilters.Build.cs; VaRest.Build.cs.
		public enum PrecompileTargetsType { None, Default, Game, Editor, Any }
		public PrecompileTargetsType PrecompileForTargets = PrecompileTargetsType.Default;

		// microsoft/vc-ue-extensions VisualStudioTools.Build.cs.
		public enum CodeOptimization { Never, Default, InNonDebugBuilds, InShippingBuildsOnly, Always }
		public CodeOptimization OptimizeCode = CodeOptimization.Default;

		public string ModuleDirectory { get; private set; }   // PCGExFilters.Build.cs
		public string PluginDirectory { get; private set; }   // UnrealSharpCore.Build.cs
		public string EngineDirectory { get; private set; }   // NakamaUnreal.Build.cs

		public readonly List<string> PublicDependencyModuleNames = new List<string>();    // CesiumRuntime.Build.cs
		public readonly List<string> PrivateDependencyModuleNames = new List<string>();   // CesiumRuntime.Build.cs
		public readonly List<string> DynamicallyLoadedModuleNames = new List<string>();   // RiderLC.Build.cs
		public readonly List<string> PublicIncludePathModuleNames = new List<string>();   // WasmCore.Build.cs
		public readonly List<string> PrivateIncludePathModuleNames = new List<string>();  // RiderLC.Build.cs
		public readonly List<string> PublicIncludePaths = new List<string>();             // UnrealSharpCore.Build.cs
		public readonly List<string> PrivateIncludePaths = new List<string>();            // CesiumEditor.Build.cs
		public readonly List<string> PublicSystemIncludePaths = new List<string>();       // rive-unreal RiveLibrary.Build.cs
		public readonly List<string> PublicAdditionalLibraries = new List<string>();      // CesiumEditor.Build.cs
		public readonly List<string> PublicSystemLibraries = new List<string>();          // Sentry.Build.cs
		public readonly List<string> PublicSystemLibraryPaths = new List<string>();       // puerts JsEnv.Build.cs
		public readonly List<string> PublicFrameworks = new List<string>();               // play-unreal-plugin PlayCppSdkLibrary.Build.cs
		public readonly List<string> PublicDelayLoadDLLs = new List<string>();            // AWSSDK.Build.cs
		public readonly List<string> PublicDefinitions = new List<string>();              // UnrealSharpAsync.Build.cs
		public readonly List<string> PrivateDefinitions = new List<string>();             // UE5CoroAI.Build.cs
		public readonly List<string> ExternalDependencies = new List<string>();           // PCGExtendedToolkit.Build.cs
		public readonly RuntimeDependencyList RuntimeDependencies = new RuntimeDependencyList();  // AWSSDK.Build.cs

		public bool bUseUnity = true;                          // RiderAgentTools.Build.cs
		public int MinSourceFilesForUnityBuildOverride = 0;    // PCGExFilters.Build.cs
		public bool bEnableExceptions = false;                 // CesiumRuntime.Build.cs
		public bool bUseRTTI = false;                          // RiderAgentTools.Build.cs
		public bool bWarningsAsErrors = false;                 // kevinpbuckley/VibeUE VibeUE.Build.cs

		public IWYUSupport IWYUSupport = IWYUSupport.Full;                                    // RiderLink RD.Build.cs
		public EngineIncludeOrderVersion IncludeOrderVersion = EngineIncludeOrderVersion.Latest;  // CesiumEditor.Build.cs
		public CppStandardVersion CppStandard = CppStandardVersion.Default;                   // CesiumEditor.Build.cs
		public readonly CppCompileWarnings CppCompileWarningSettings = new CppCompileWarnings();  // CesiumRuntime.Build.cs, from 5.6 on
	}

	/// Files that are staged with a game. AWSSDK.Build.cs, puerts JsEnv.Build.cs.
	public class RuntimeDependencyList
	{
		public readonly List<string> Paths = new List<string>();

		public void Add(string Path) { Paths.Add(Path); }
		public void Add(string Path, string SourcePath) { Paths.Add(Path); }
		public void Add(string Path, StagedFileType Type) { Paths.Add(Path); }
		public void Add(string Path, string SourcePath, StagedFileType Type) { Paths.Add(Path); }
	}

	public enum StagedFileType { UFS, NonUFS, DebugNonUFS, SystemNonUFS }

	public enum IWYUSupport { None, KeepAsIs, KeepPublicAsIsForNow, KeepAsIsForNow, Full }

	public enum EngineIncludeOrderVersion { Unreal5_5, Unreal5_6, Unreal5_7, Latest }

	public enum CppStandardVersion { Default, Cpp17, Cpp20, Latest }

	public enum WarningLevel { Default, Off, Warning, Error }

	public class CppCompileWarnings
	{
		public WarningLevel ShadowVariableWarningLevel = WarningLevel.Default;  // CesiumRuntime.Build.cs
	}
}
