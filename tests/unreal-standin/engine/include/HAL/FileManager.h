#pragma once

#include "Containers/UnrealString.h"
#include "Misc/DateTime.h"
#include "Serialization/Archive.h"

enum EFileWrite : uint32
{
	FILEWRITE_None = 0x00,
	FILEWRITE_NoReplaceExisting = 0x02,
	FILEWRITE_EvenIfReadOnly = 0x04,
	FILEWRITE_Append = 0x08,
	FILEWRITE_AllowRead = 0x10,
};
enum EFileRead : uint32
{
	FILEREAD_None = 0x00,
	FILEREAD_AllowWrite = 0x08,
};

// SEN SessionReplay/SentrySessionReplayRecorder.cpp; RLK RiderLink/Private/ProtocolFactory.cpp; USH; UCL. Destinations come first.
class IFileManager
{
public:
	static IFileManager& Get();
	FArchive* CreateFileReader(const TCHAR* Path, uint32 Flags = 0);
	FArchive* CreateFileWriter(const TCHAR* Path, uint32 Flags = 0);
	bool MakeDirectory(const TCHAR* Path, bool bTree = false);
	bool Delete(const TCHAR* Path, bool bRequireExists = false, bool bEvenReadOnly = false, bool bQuiet = false);
	bool DeleteDirectory(const TCHAR* Path, bool bRequireExists = false, bool bTree = false);
	bool Move(const TCHAR* Destination, const TCHAR* Source, bool bReplace = true, bool bEvenIfReadOnly = false);
	uint32 Copy(const TCHAR* Destination, const TCHAR* Source, bool bReplace = true, bool bEvenIfReadOnly = false); // 0 is success
	void FindFiles(TArray<FString>& OutNames, const TCHAR* Pattern, bool bFiles, bool bDirectories);
	void FindFilesRecursive(TArray<FString>& OutPaths, const TCHAR* Start, const TCHAR* Pattern, bool bFiles, bool bDirectories,
		bool bClearFirst = true);
	FDateTime GetTimeStamp(const TCHAR* Path);
	int64 FileSize(const TCHAR* Path); // INDEX_NONE when there is none
	bool FileExists(const TCHAR* Path);
	bool DirectoryExists(const TCHAR* Path);
	bool IsReadOnly(const TCHAR* Path);
};
