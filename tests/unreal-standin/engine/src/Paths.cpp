#include "Misc/Paths.h"

#include "HAL/FileManager.h"
#include "Misc/Guid.h"
#include "Process.h"

namespace
{
FString& ProjectDirectory()
{
	static FString* const Directory = new FString(TEXT("./"));
	return *Directory;
}
int32 LastSlash(const FString& Path)
{
	for (int32 Index = Path.Len() - 1; Index >= 0; --Index)
	{
		if (Path[Index] == TCHAR('/') || Path[Index] == TCHAR('\\'))
		{
			return Index;
		}
	}
	return INDEX_NONE;
}
} // namespace

void StandIn::SetProjectDir(const FString& Directory)
{
	ProjectDirectory() = Directory.EndsWith(TEXT("/")) ? Directory : Directory + TEXT("/");
	for (const TCHAR* Name : {TEXT("Config"), TEXT("Content"), TEXT("Saved/Config"), TEXT("Saved/Logs"), TEXT("Plugins"), TEXT("Intermediate")})
	{
		IFileManager::Get().MakeDirectory(*(ProjectDirectory() / Name), true);
	}
}

FString FPaths::ProjectDir()
{
	return ProjectDirectory();
}
FString FPaths::ProjectSavedDir()
{
	return ProjectDir() + TEXT("Saved/");
}
FString FPaths::ProjectConfigDir()
{
	return ProjectDir() + TEXT("Config/");
}
FString FPaths::ProjectContentDir()
{
	return ProjectDir() + TEXT("Content/");
}
FString FPaths::ProjectPluginsDir()
{
	return ProjectDir() + TEXT("Plugins/");
}
FString FPaths::ProjectLogDir()
{
	return ProjectDir() + TEXT("Saved/Logs/");
}
FString FPaths::ProjectIntermediateDir()
{
	return ProjectDir() + TEXT("Intermediate/");
}
FString FPaths::EngineDir()
{
	return ProjectDir() + TEXT("../Engine/");
}
FString FPaths::GetProjectFilePath()
{
	return ProjectDir() + TEXT("StandIn.uproject");
}
FString FPaths::GetCleanFilename(const FString& Path)
{
	return Path.RightChop(LastSlash(Path) + 1);
}
FString FPaths::GetBaseFilename(const FString& Path, bool bRemovePath)
{
	const FString Name = GetCleanFilename(Path);
	int32 Dot = INDEX_NONE;
	const FString Base = Name.FindLastChar(TCHAR('.'), Dot) ? Name.Left(Dot) : Name;
	return bRemovePath ? Base : Path.Left(LastSlash(Path) + 1) + Base;
}
FString FPaths::GetExtension(const FString& Path, bool bIncludeDot)
{
	const FString Name = GetCleanFilename(Path);
	int32 Dot = INDEX_NONE;
	return Name.FindLastChar(TCHAR('.'), Dot) ? Name.RightChop(bIncludeDot ? Dot : Dot + 1) : FString();
}
FString FPaths::GetPath(const FString& Path)
{
	const int32 Slash = LastSlash(Path);
	return Slash == INDEX_NONE ? FString() : Path.Left(Slash);
}
FString FPaths::ChangeExtension(const FString& Path, const FString& NewExtension)
{
	FString Extension = NewExtension;
	Extension.RemoveFromStart(TEXT("."));
	return GetBaseFilename(Path, false) + TEXT(".") + Extension;
}
bool FPaths::FileExists(const FString& Path)
{
	return IFileManager::Get().FileExists(*Path);
}
bool FPaths::DirectoryExists(const FString& Path)
{
	return IFileManager::Get().DirectoryExists(*Path);
}
bool FPaths::IsRelative(const FString& Path)
{
	return !Path.StartsWith(TEXT("/")) && !Path.StartsWith(TEXT("\\")) && !(Path.Len() > 1 && Path[1] == TCHAR(':'));
}
void FPaths::NormalizeFilename(FString& Path)
{
	Path.ReplaceInline(TEXT("\\"), TEXT("/"));
}
void FPaths::NormalizeDirectoryName(FString& Path)
{
	NormalizeFilename(Path);
	while (Path.Len() > 1 && Path.EndsWith(TEXT("/")))
	{
		Path.LeftChopInline(1);
	}
}
bool FPaths::CollapseRelativeDirectories(FString& Path)
{
	TArray<FString> Parts;
	Path.ParseIntoArray(Parts, TEXT("/"), false);
	TArray<FString> Kept;
	for (const FString& Part : Parts)
	{
		if (Part == TEXT(".."))
		{
			if (Kept.IsEmpty() || Kept.Last().IsEmpty())
			{
				return false;
			}
			Kept.Pop();
		}
		else if (Part != TEXT("."))
		{
			Kept.Add(Part);
		}
	}
	Path = FString::Join(Kept, TEXT("/"));
	return true;
}
FString FPaths::ConvertRelativePathToFull(const FString& Path)
{
	return ConvertRelativePathToFull(ProjectDir(), Path);
}
FString FPaths::ConvertRelativePathToFull(const FString& Base, const FString& Path)
{
	FString Full = IsRelative(Path) ? Base / Path : Path;
	NormalizeFilename(Full);
	CollapseRelativeDirectories(Full);
	return Full;
}
bool FPaths::MakePathRelativeTo(FString& Path, const TCHAR* RelativeTo)
{
	FString Target = ConvertRelativePathToFull(Path);
	FString Base = ConvertRelativePathToFull(FString(RelativeTo));
	TArray<FString> TargetParts;
	TArray<FString> BaseParts;
	Target.ParseIntoArray(TargetParts, TEXT("/"), true);
	Base.ParseIntoArray(BaseParts, TEXT("/"), true);
	if (!Base.EndsWith(TEXT("/")) && !BaseParts.IsEmpty())
	{
		BaseParts.Pop(); // the base is taken for a file
	}
	int32 Common = 0;
	while (Common < TargetParts.Num() && Common < BaseParts.Num() && TargetParts[Common] == BaseParts[Common])
	{
		++Common;
	}
	FString Result;
	for (int32 Index = Common; Index < BaseParts.Num(); ++Index)
	{
		Result += TEXT("../");
	}
	for (int32 Index = Common; Index < TargetParts.Num(); ++Index)
	{
		Result += TargetParts[Index] + (Index + 1 < TargetParts.Num() ? TEXT("/") : TEXT(""));
	}
	Path = Result;
	return true;
}
bool FPaths::IsUnderDirectory(const FString& Path, const FString& Directory)
{
	FString Inner = Path;
	FString Outer = Directory;
	NormalizeDirectoryName(Inner);
	NormalizeDirectoryName(Outer);
	return Inner == Outer || Inner.StartsWith(Outer + TEXT("/"));
}
bool FPaths::IsSamePath(const FString& A, const FString& B)
{
	FString First = ConvertRelativePathToFull(A);
	FString Second = ConvertRelativePathToFull(B);
	NormalizeDirectoryName(First);
	NormalizeDirectoryName(Second);
	return First.Equals(Second, PLATFORM_WINDOWS ? ESearchCase::IgnoreCase : ESearchCase::CaseSensitive);
}
FString FPaths::CreateTempFilename(const TCHAR* Directory, const TCHAR* Prefix, const TCHAR* Extension)
{
	return FString(Directory) / (FString(Prefix) + FGuid::NewGuid().ToString() + Extension);
}
FString FPaths::MakeValidFileName(const FString& Name, TCHAR Replacement)
{
	FString Result;
	for (const TCHAR C : Name)
	{
		const bool bBad = C < TCHAR(' ') || FString(TEXT("/?:&\\*\"<>|%#@^ ")).Find(FString::Chr(C)) != INDEX_NONE;
		Result.AppendChar(bBad ? Replacement : C);
	}
	return Result;
}
