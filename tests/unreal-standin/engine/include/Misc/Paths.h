#pragma once

#include "Containers/UnrealString.h"

// CES CesiumRuntime/Private/Tests/Cesium3DTileset.spec.cpp; SEN SentryEditor/Private/SentrySymToolsDownloader.cpp;
// USH UnrealSharpEditor/Private/Slate/CSNewProjectWizard.cpp; INK. Directories end with a slash.
class FPaths
{
public:
	static FString ProjectDir();
	static FString ProjectSavedDir();
	static FString ProjectConfigDir();
	static FString ProjectContentDir();
	static FString ProjectPluginsDir();
	static FString ProjectLogDir();
	static FString ProjectIntermediateDir();
	static FString EngineDir();
	static FString GetProjectFilePath();
	static FString GetCleanFilename(const FString& Path);
	static FString GetBaseFilename(const FString& Path, bool bRemovePath = true);
	static FString GetExtension(const FString& Path, bool bIncludeDot = false);
	static FString GetPath(const FString& Path);
	static FString ChangeExtension(const FString& Path, const FString& NewExtension);
	static bool FileExists(const FString& Path);
	static bool DirectoryExists(const FString& Path);
	static bool IsRelative(const FString& Path);
	static void NormalizeFilename(FString& Path);
	static void NormalizeDirectoryName(FString& Path);
	static bool CollapseRelativeDirectories(FString& Path);
	static FString ConvertRelativePathToFull(const FString& Path);
	static FString ConvertRelativePathToFull(const FString& Base, const FString& Path);
	static bool MakePathRelativeTo(FString& Path, const TCHAR* RelativeTo);
	static bool IsUnderDirectory(const FString& Path, const FString& Directory);
	static bool IsSamePath(const FString& A, const FString& B);
	static FString CreateTempFilename(const TCHAR* Directory, const TCHAR* Prefix = TEXT(""), const TCHAR* Extension = TEXT(".tmp"));
	static FString MakeValidFileName(const FString& Name, TCHAR Replacement = 0);
	template <typename... Parts>
	static FString Combine(const Parts&... Pieces)
	{
		FString Result;
		((Result = Result.IsEmpty() ? FString(Pieces) : Result / FString(Pieces)), ...);
		return Result;
	}
};
