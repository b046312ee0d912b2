// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Runs the constructor of one module's rules and prints what it filled in: a list's name, a tab, an entry.
//
// Arguments: module, platform (and, after a dash, its architecture: Win64-arm64), minor version of the engine, the
// module's folder, the plugin's folder, the engine's folder. Ends with 0; with 3 if the rules threw, after a line that
// begins with "error" or "crash".

using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnrealBuildTool
{
	/// The folders that the rules get; they are read by the base class before a module's own constructor runs.
	public static class Folders
	{
		public static string Module = "";
		public static string Plugin = "";
		public static string Engine = "";
	}

	public static class Program
	{
		public static int Main(string[] Arguments)
		{
			if (Arguments.Length != 6)
			{
				Console.Error.WriteLine("usage: module platform minor module-folder plugin-folder engine-folder");
				return 2;
			}
			Folders.Module = Arguments[3];
			Folders.Plugin = Arguments[4];
			Folders.Engine = Arguments[5];
			Type Rules = null;
			foreach (Type Candidate in Assembly.GetExecutingAssembly().GetTypes())
			{
				if (Candidate.Name == Arguments[0] && Candidate.IsSubclassOf(typeof(ModuleRules)))
				{
					Rules = Candidate;
				}
			}
			if (Rules == null)
			{
				Console.WriteLine("crash\tno class '" + Arguments[0] + "' derives from ModuleRules");
				return 3;
			}
			ReadOnlyTargetRules Target = new ReadOnlyTargetRules();
			string[] Platform = Arguments[1].Split('-');
			Target.Platform = new UnrealTargetPlatform(Platform[0]);
			if (Platform.Length > 1)
			{
				Target.Architecture = new UnrealArch(Platform[1]);
			}
			Target.Version = new EngineVersion { MajorVersion = 5, MinorVersion = int.Parse(Arguments[2]) };
			ModuleRules Module;
			try
			{
				Module = (ModuleRules)Activator.CreateInstance(Rules, Target);
			}
			catch (TargetInvocationException Thrown)
			{
				Exception Inner = Thrown.InnerException ?? Thrown;
				string Kind = Inner is BuildException || Inner is InvalidOperationException ? "error" : "crash";
				Console.WriteLine(Kind + "\t" + Inner.Message.Replace("\n", " "));
				return 3;
			}
			Console.WriteLine("Type\t" + Module.Type);
			foreach (FieldInfo Field in typeof(ModuleRules).GetFields(BindingFlags.Public | BindingFlags.Instance))
			{
				List<string> Entries = Field.GetValue(Module) as List<string>;
				foreach (string Entry in Entries ?? new List<string>())
				{
					Console.WriteLine(Field.Name + "\t" + Entry);
				}
			}
			foreach (string Entry in Module.RuntimeDependencies.Paths)
			{
				Console.WriteLine("RuntimeDependencies\t" + Entry);
			}
			return 0;
		}
	}
}
