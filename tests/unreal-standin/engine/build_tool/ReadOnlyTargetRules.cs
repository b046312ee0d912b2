// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What a module's Build.cs is told about the target that it is built for. Each member is shown by the public file named
// after it.

namespace UnrealBuildTool
{
	public class ReadOnlyTargetRules
	{
		public UnrealTargetPlatform Platform;            // RiveRenderer.Build.cs
		public UnrealArch Architecture = UnrealArch.X64;  // Sentry.Build.cs, puerts JsEnv.Build.cs
		public UnrealTargetConfiguration Configuration = UnrealTargetConfiguration.Development;  // CesiumEditor.Build.cs
		public TargetType Type = TargetType.Editor;      // Rive.Build.cs, AWSSDK.Build.cs
		public bool bBuildEditor = true;                 // CesiumRuntime.Build.cs
		public EngineVersion Version;                    // RiveRenderer.Build.cs
	}

	/// A platform: compared, printed and asked for its group. RiveRenderer.Build.cs, RiderAgentTools.Build.cs.
	public struct UnrealTargetPlatform
	{
		private readonly string Name;

		public UnrealTargetPlatform(string Name) { this.Name = Name; }

		public static readonly UnrealTargetPlatform Win64 = new UnrealTargetPlatform("Win64");
		public static readonly UnrealTargetPlatform Mac = new UnrealTargetPlatform("Mac");
		public static readonly UnrealTargetPlatform Linux = new UnrealTargetPlatform("Linux");
		public static readonly UnrealTargetPlatform LinuxArm64 = new UnrealTargetPlatform("LinuxArm64");
		public static readonly UnrealTargetPlatform Android = new UnrealTargetPlatform("Android");
		public static readonly UnrealTargetPlatform IOS = new UnrealTargetPlatform("IOS");

		public bool IsInGroup(UnrealPlatformGroup Group)
		{
			switch (Group)
			{
				case UnrealPlatformGroup.Windows: return this == Win64;
				case UnrealPlatformGroup.Apple: return this == Mac || this == IOS;
				case UnrealPlatformGroup.Linux: return this == Linux || this == LinuxArm64;
				default: return false;
			}
		}

		public override string ToString() { return Name; }
		public override bool Equals(object Other) { return Other is UnrealTargetPlatform && this == (UnrealTargetPlatform)Other; }
		public override int GetHashCode() { return Name.GetHashCode(); }
		public static bool operator ==(UnrealTargetPlatform Left, UnrealTargetPlatform Right) { return Left.Name == Right.Name; }
		public static bool operator !=(UnrealTargetPlatform Left, UnrealTargetPlatform Right) { return Left.Name != Right.Name; }
	}

	public enum UnrealPlatformGroup { Windows, Apple, Linux }

	/// An architecture: compared and printed; no constant, so no case of a switch. Sentry.Build.cs, puerts JsEnv.Build.cs.
	public struct UnrealArch
	{
		private readonly string Name;

		public UnrealArch(string Name) { this.Name = Name; }

		public static readonly UnrealArch X64 = new UnrealArch("x64");
		public static readonly UnrealArch Arm64 = new UnrealArch("arm64");

		public override string ToString() { return Name; }
		public override bool Equals(object Other) { return Other is UnrealArch && this == (UnrealArch)Other; }
		public override int GetHashCode() { return Name.GetHashCode(); }
		public static bool operator ==(UnrealArch Left, UnrealArch Right) { return Left.Name == Right.Name; }
		public static bool operator !=(UnrealArch Left, UnrealArch Right) { return Left.Name != Right.Name; }
	}

	public enum UnrealTargetConfiguration { Debug, DebugGame, Development, Test, Shipping }

	public enum TargetType { Game, Editor, Client, Server, Program }

	public class EngineVersion
	{
		public int MajorVersion;
		public int MinorVersion;
	}
}
