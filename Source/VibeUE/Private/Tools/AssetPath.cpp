// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/AssetPath.h"

namespace VibeUE
{
FString FindPathFault(const FString& Path)
{
	// Names of the engine have less than 1,024 characters, and an object's path is about twice as long as its package's.
	static constexpr int32 MostCharacters = 400;
	if (!Path.StartsWith(TEXT("/")))
	{
		return TEXT("A path begins with a slash, for example /Game/Doors.");
	}
	if (Path.Len() > MostCharacters)
	{
		return FString::Printf(TEXT("A path has at most %d characters."), MostCharacters);
	}
	const bool bEndsEmpty = Path.EndsWith(TEXT("/")) || Path.EndsWith(TEXT(".")) || Path.Contains(TEXT("/."));
	if (bEndsEmpty || Path.Contains(TEXT("//")) || Path.Contains(TEXT("..")))
	{
		return FString::Printf(TEXT("%s is not the path of an asset or a folder: it has an empty part."), *Path);
	}
	for (const TCHAR Character : Path)
	{
		if (Character < TEXT(' ') || FString(TEXT("\\:*?\"<>|' ,&!~@#")).Contains(FString::Chr(Character)))
		{
			return FString::Printf(TEXT("%s is not the path of an asset or a folder: it has a character that none has."), *Path);
		}
	}
	return FString();
}

FString GetObjectPath(const FString& Path)
{
	int32 Slash = INDEX_NONE;
	const bool bIsPackage = Path.FindLastChar(TEXT('/'), Slash) && !Path.Mid(Slash).Contains(TEXT("."));
	return bIsPackage ? Path + TEXT(".") + Path.Mid(Slash + 1) : Path;
}

bool IsActorPath(const FString& Path)
{
	int32 Colon = INDEX_NONE;
	return Path.FindChar(TEXT(':'), Colon) && Path.Left(Colon).Contains(TEXT("."));
}

FString FindActorPathFault(const FString& Path)
{
	FString Object = Path;
	FString Inner;
	Path.Split(TEXT(":"), &Object, &Inner);
	const FString Fault = FindPathFault(Object);
	// What is in a map is named like assets are, with dots between the parts.
	return Fault.IsEmpty() ? FindPathFault(TEXT("/") + Inner) : Fault;
}

bool IsOfLevel(const FString& PackageName)
{
	return PackageName.Contains(TEXT("/__ExternalActors__/")) || PackageName.Contains(TEXT("/__ExternalObjects__/"));
}

FString GetPackagePath(const FString& Path)
{
	FString Package = Path;
	FString Object;
	Path.Split(TEXT("."), &Package, &Object);
	return Package;
}
} // namespace VibeUE
