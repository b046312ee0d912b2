#include "HAL/FileManager.h"
#include "HAL/PlatformFileManager.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Utf8.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

namespace
{
fs::path Native(const TCHAR* Path)
{
	FString Text(Path);
	FPaths::NormalizeFilename(Text);
	return fs::path(StandIn::ToUtf8(Text));
}
FString Text(const fs::path& Path)
{
	return StandIn::FromUtf8(Path.generic_string());
}
bool IsWritable(const fs::path& Path, bool bEvenReadOnly)
{
	std::error_code Error;
	const fs::perms Permissions = fs::status(Path, Error).permissions();
	if (Error || (Permissions & fs::perms::owner_write) != fs::perms::none)
	{
		return true;
	}
	if (bEvenReadOnly)
	{
		fs::permissions(Path, fs::perms::owner_write, fs::perm_options::add, Error);
		return !Error;
	}
	return false;
}

class FFileArchive final : public FArchive
{
public:
	FFileArchive(std::FILE* InFile, bool bInWrites)
		: File(InFile)
		, bWrites(bInWrites)
	{
	}
	~FFileArchive() override
	{
		Close();
	}
	void Serialize(void* Data, int64 Length) override
	{
		if (!File || Length < 0)
		{
			bError = true;
			return;
		}
		const std::size_t Count = static_cast<std::size_t>(Length);
		bError = bError || (bWrites ? std::fwrite(Data, 1, Count, File) : std::fread(Data, 1, Count, File)) != Count;
	}
	int64 Tell() override
	{
		return File ? std::ftell(File) : -1L;
	}
	int64 TotalSize() override
	{
		if (!File)
		{
			return INDEX_NONE;
		}
		const long Here = std::ftell(File);
		std::fseek(File, 0, SEEK_END);
		const long End = std::ftell(File);
		std::fseek(File, Here, SEEK_SET);
		return End;
	}
	void Seek(int64 Position) override
	{
		bError = bError || !File || std::fseek(File, static_cast<long>(Position), SEEK_SET) != 0;
	}
	void Flush() override
	{
		if (File)
		{
			std::fflush(File);
		}
	}
	bool Close() override
	{
		if (File)
		{
			bError = std::fclose(File) != 0 || bError;
			File = nullptr;
		}
		return !bError;
	}

private:
	std::FILE* File;
	bool bWrites;
};
} // namespace

IFileManager& IFileManager::Get()
{
	static IFileManager Instance;
	return Instance;
}
FArchive* IFileManager::CreateFileReader(const TCHAR* Path, uint32)
{
	const fs::path File = Native(Path);
	std::error_code Error;
	if (fs::is_directory(File, Error))
	{
		return nullptr;
	}
	std::FILE* Opened = std::fopen(File.c_str(), "rb");
	return Opened ? new FFileArchive(Opened, false) : nullptr;
}
FArchive* IFileManager::CreateFileWriter(const TCHAR* Path, uint32 Flags)
{
	const fs::path File = Native(Path);
	std::error_code Error;
	fs::create_directories(File.parent_path(), Error); // the engine's writer makes the folder
	if (fs::exists(File, Error) && ((Flags & FILEWRITE_NoReplaceExisting) || !IsWritable(File, (Flags & FILEWRITE_EvenIfReadOnly) != 0)))
	{
		return nullptr;
	}
	std::FILE* Opened = std::fopen(File.c_str(), (Flags & FILEWRITE_Append) ? "ab" : "wb");
	return Opened ? new FFileArchive(Opened, true) : nullptr;
}
bool IFileManager::MakeDirectory(const TCHAR* Path, bool bTree)
{
	std::error_code Error;
	const fs::path Directory = Native(Path);
	if (bTree)
	{
		fs::create_directories(Directory, Error);
	}
	else
	{
		fs::create_directory(Directory, Error);
	}
	return fs::is_directory(Directory, Error);
}
bool IFileManager::Delete(const TCHAR* Path, bool bRequireExists, bool bEvenReadOnly, bool)
{
	std::error_code Error;
	const fs::path File = Native(Path);
	if (!fs::is_regular_file(File, Error))
	{
		return !bRequireExists && !fs::exists(File, Error);
	}
	return IsWritable(File, bEvenReadOnly) && fs::remove(File, Error);
}
bool IFileManager::DeleteDirectory(const TCHAR* Path, bool bRequireExists, bool bTree)
{
	std::error_code Error;
	const fs::path Directory = Native(Path);
	if (!fs::is_directory(Directory, Error))
	{
		return !bRequireExists;
	}
	if (bTree)
	{
		fs::remove_all(Directory, Error);
	}
	else
	{
		fs::remove(Directory, Error);
	}
	return !fs::exists(Directory, Error);
}
bool IFileManager::Move(const TCHAR* Destination, const TCHAR* Source, bool bReplace, bool bEvenIfReadOnly)
{
	std::error_code Error;
	const fs::path To = Native(Destination);
	if (fs::exists(To, Error) && (!bReplace || !IsWritable(To, bEvenIfReadOnly)))
	{
		return false;
	}
	fs::create_directories(To.parent_path(), Error);
	Error.clear();
	fs::rename(Native(Source), To, Error);
	return !Error;
}
uint32 IFileManager::Copy(const TCHAR* Destination, const TCHAR* Source, bool bReplace, bool bEvenIfReadOnly)
{
	std::error_code Error;
	const fs::path To = Native(Destination);
	if (fs::exists(To, Error) && (!bReplace || !IsWritable(To, bEvenIfReadOnly)))
	{
		return 1;
	}
	fs::create_directories(To.parent_path(), Error);
	Error.clear();
	fs::copy_file(Native(Source), To, fs::copy_options::overwrite_existing, Error);
	return Error ? 1 : 0;
}
void IFileManager::FindFiles(TArray<FString>& OutNames, const TCHAR* Pattern, bool bFiles, bool bDirectories)
{
	std::error_code Error;
	FString Wildcard = FPaths::GetCleanFilename(FString(Pattern));
	fs::path Directory = Native(*FPaths::GetPath(FString(Pattern)));
	std::vector<FString> Names;
	for (const fs::directory_entry& Entry : fs::directory_iterator(Directory, Error))
	{
		const FString Name = Text(Entry.path().filename());
		if ((Entry.is_directory(Error) ? bDirectories : bFiles) && Name.MatchesWildcard(FStringView(Wildcard)))
		{
			Names.push_back(Name);
		}
	}
	std::sort(Names.begin(), Names.end());
	for (const FString& Name : Names)
	{
		OutNames.Add(Name);
	}
}
void IFileManager::FindFilesRecursive(TArray<FString>& OutPaths, const TCHAR* Start, const TCHAR* Pattern, bool bFiles, bool bDirectories, bool bClearFirst)
{
	if (bClearFirst)
	{
		OutPaths.Reset();
	}
	std::error_code Error;
	std::vector<FString> Found;
	for (fs::recursive_directory_iterator It(Native(Start), Error), End; !Error && It != End; It.increment(Error))
	{
		if ((It->is_directory(Error) ? bDirectories : bFiles) && Text(It->path().filename()).MatchesWildcard(FStringView(Pattern)))
		{
			Found.push_back(Text(It->path()));
		}
	}
	std::sort(Found.begin(), Found.end());
	for (const FString& Path : Found)
	{
		OutPaths.Add(Path);
	}
}
FDateTime IFileManager::GetTimeStamp(const TCHAR* Path)
{
	std::error_code Error;
	const auto Time = fs::last_write_time(Native(Path), Error);
	if (Error)
	{
		return FDateTime::MinValue();
	}
	const auto System = std::chrono::file_clock::to_sys(Time).time_since_epoch();
	return FDateTime::FromUnixTimestamp(0) + FTimespan(std::chrono::duration_cast<std::chrono::nanoseconds>(System).count() / 100);
}
int64 IFileManager::FileSize(const TCHAR* Path)
{
	std::error_code Error;
	const fs::path File = Native(Path);
	if (!fs::is_regular_file(File, Error))
	{
		return INDEX_NONE;
	}
	return static_cast<int64>(fs::file_size(File, Error));
}
bool IFileManager::FileExists(const TCHAR* Path)
{
	std::error_code Error;
	return fs::is_regular_file(Native(Path), Error);
}
bool IFileManager::DirectoryExists(const TCHAR* Path)
{
	std::error_code Error;
	return fs::is_directory(Native(Path), Error);
}
bool IFileManager::IsReadOnly(const TCHAR* Path)
{
	return FileExists(Path) && !IsWritable(Native(Path), false);
}

FPlatformFileManager& FPlatformFileManager::Get()
{
	static FPlatformFileManager Instance;
	return Instance;
}
IPlatformFile& FPlatformFileManager::GetPlatformFile()
{
	static IPlatformFile Instance;
	return Instance;
}
bool IPlatformFile::FileExists(const TCHAR* Path)
{
	return IFileManager::Get().FileExists(Path);
}
bool IPlatformFile::DirectoryExists(const TCHAR* Path)
{
	return IFileManager::Get().DirectoryExists(Path);
}
bool IPlatformFile::CreateDirectory(const TCHAR* Path)
{
	return IFileManager::Get().MakeDirectory(Path, false);
}
bool IPlatformFile::CreateDirectoryTree(const TCHAR* Path)
{
	return IFileManager::Get().MakeDirectory(Path, true);
}
bool IPlatformFile::DeleteFile(const TCHAR* Path)
{
	return IFileManager::Get().Delete(Path, true);
}
bool IPlatformFile::DeleteDirectoryRecursively(const TCHAR* Path)
{
	return IFileManager::Get().DeleteDirectory(Path, true, true);
}
bool IPlatformFile::MoveFile(const TCHAR* To, const TCHAR* From)
{
	return IFileManager::Get().Move(To, From, false);
}
bool IPlatformFile::CopyFile(const TCHAR* To, const TCHAR* From)
{
	return IFileManager::Get().Copy(To, From, false) == 0;
}
int64 IPlatformFile::FileSize(const TCHAR* Path)
{
	return IFileManager::Get().FileSize(Path);
}
bool IPlatformFile::IterateDirectory(const TCHAR* Path, TFunctionRef<bool(const TCHAR*, bool)> Visitor)
{
	std::error_code Error;
	for (const fs::directory_entry& Entry : fs::directory_iterator(Native(Path), Error))
	{
		if (!Visitor(*Text(Entry.path()), Entry.is_directory(Error)))
		{
			return false;
		}
	}
	return !Error;
}
bool IPlatformFile::IterateDirectoryRecursively(const TCHAR* Path, TFunctionRef<bool(const TCHAR*, bool)> Visitor)
{
	std::error_code Error;
	for (fs::recursive_directory_iterator It(Native(Path), Error), End; !Error && It != End; It.increment(Error))
	{
		if (!Visitor(*Text(It->path()), It->is_directory(Error)))
		{
			return false;
		}
	}
	return !Error;
}

bool FFileHelper::LoadFileToArray(TArray<uint8>& OutBytes, const TCHAR* Path)
{
	FArchive* Reader = IFileManager::Get().CreateFileReader(Path);
	if (!Reader)
	{
		return false;
	}
	const int64 Size = Reader->TotalSize();
	OutBytes.Reset();
	OutBytes.SetNumUninitialized(static_cast<int32>(Size));
	Reader->Serialize(OutBytes.GetData(), Size);
	const bool bOk = Reader->Close();
	delete Reader;
	return bOk;
}
bool FFileHelper::LoadFileToString(FString& OutText, const TCHAR* Path)
{
	TArray<uint8> Bytes;
	if (!LoadFileToArray(Bytes, Path))
	{
		return false;
	}
	const uint8* Data = Bytes.GetData();
	const int32 Count = Bytes.Num();
	OutText = FString();
	if (Count >= 2 && ((Data[0] == 0xff && Data[1] == 0xfe) || (Data[0] == 0xfe && Data[1] == 0xff)))
	{
		const bool bLittle = Data[0] == 0xff;
		TArray<TCHAR> Units;
		for (int32 Index = 2; Index + 1 < Count; Index += 2)
		{
			Units.Add(static_cast<TCHAR>(bLittle ? Data[Index] | (Data[Index + 1] << 8) : Data[Index + 1] | (Data[Index] << 8)));
		}
		OutText = FString::ConstructFromPtrSize(Units.GetData(), Units.Num());
		return true;
	}
	const int32 Skip = Count >= 3 && Data[0] == 0xef && Data[1] == 0xbb && Data[2] == 0xbf ? 3 : 0;
	OutText = FString::ConstructFromPtrSize(reinterpret_cast<const UTF8CHAR*>(Data + Skip), Count - Skip);
	return true;
}
bool FFileHelper::LoadFileToStringArray(TArray<FString>& OutLines, const TCHAR* Path)
{
	FString Whole;
	if (!LoadFileToString(Whole, Path))
	{
		return false;
	}
	Whole.ParseIntoArrayLines(OutLines, false);
	return true;
}
bool FFileHelper::SaveArrayToFile(TArrayView<const uint8> Bytes, const TCHAR* Path, IFileManager* FileManager, uint32 WriteFlags)
{
	FArchive* Writer = FileManager->CreateFileWriter(Path, WriteFlags);
	if (!Writer)
	{
		return false;
	}
	Writer->Serialize(const_cast<uint8*>(Bytes.GetData()), Bytes.Num());
	const bool bOk = Writer->Close();
	delete Writer;
	return bOk;
}
bool FFileHelper::SaveStringToFile(FStringView Content, const TCHAR* Path, EEncodingOptions Encoding, IFileManager* FileManager, uint32 WriteFlags)
{
	const bool bPlain = std::all_of(Content.begin(), Content.end(), [](TCHAR C) { return C < 0x80; });
	std::string Bytes;
	if (Encoding == EEncodingOptions::ForceUnicode || (Encoding == EEncodingOptions::AutoDetect && !bPlain))
	{
		Bytes = "\xff\xfe";
		for (const TCHAR C : Content)
		{
			Bytes.push_back(static_cast<char>(static_cast<uint16>(C) & 0xff));
			Bytes.push_back(static_cast<char>(static_cast<uint16>(C) >> 8));
		}
	}
	else if (Encoding == EEncodingOptions::ForceAnsi)
	{
		for (const TCHAR C : Content)
		{
			Bytes.push_back(C < 0x80 ? static_cast<char>(C) : '?');
		}
	}
	else
	{
		Bytes = Encoding == EEncodingOptions::ForceUTF8 ? "\xef\xbb\xbf" : "";
		Bytes += StandIn::ToUtf8(Content.GetData(), Content.Len());
	}
	return SaveArrayToFile(TArrayView<const uint8>(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size())), Path,
		FileManager, WriteFlags);
}
bool FFileHelper::SaveStringArrayToFile(const TArray<FString>& Lines, const TCHAR* Path, EEncodingOptions Encoding)
{
	FString Whole;
	for (const FString& Line : Lines)
	{
		Whole += Line + TEXT("\n");
	}
	return SaveStringToFile(FStringView(Whole), Path, Encoding);
}
