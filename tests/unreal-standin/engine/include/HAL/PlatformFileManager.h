#pragma once

#include "Containers/UnrealString.h"
#include "Templates/Function.h"

// CES CesiumEditor/Private/CesiumSourceControl.cpp; SEN SentryEditor/Private/SentrySymToolsDownloader.cpp; NOE
class IPlatformFile
{
public:
	bool FileExists(const TCHAR* Path);
	bool DirectoryExists(const TCHAR* Path);
	bool CreateDirectory(const TCHAR* Path);
	bool CreateDirectoryTree(const TCHAR* Path);
	bool DeleteFile(const TCHAR* Path);
	bool DeleteDirectoryRecursively(const TCHAR* Path);
	bool MoveFile(const TCHAR* To, const TCHAR* From);
	bool CopyFile(const TCHAR* To, const TCHAR* From);
	int64 FileSize(const TCHAR* Path);
	bool IterateDirectory(const TCHAR* Path, TFunctionRef<bool(const TCHAR*, bool)> Visitor);
	bool IterateDirectoryRecursively(const TCHAR* Path, TFunctionRef<bool(const TCHAR*, bool)> Visitor);
};
class FPlatformFileManager
{
public:
	static FPlatformFileManager& Get();
	IPlatformFile& GetPlatformFile();
};
