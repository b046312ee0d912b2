#pragma once

#include "Containers/UnrealString.h"
#include "HAL/FileManager.h"

// CES CesiumRuntime/Private/Tests/UnrealAssetAccessor.spec.cpp; SEN; PUE; Epic: Runtime/Core/FFileHelper/SaveStringToFile
struct FFileHelper
{
	enum class EEncodingOptions
	{
		AutoDetect, // UTF-16 with a mark as soon as one character is not plain ASCII
		ForceAnsi,
		ForceUnicode,
		ForceUTF8,
		ForceUTF8WithoutBOM,
	};
	static bool LoadFileToString(FString& OutText, const TCHAR* Path);
	static bool LoadFileToArray(TArray<uint8>& OutBytes, const TCHAR* Path);
	static bool LoadFileToStringArray(TArray<FString>& OutLines, const TCHAR* Path);
	static bool SaveStringToFile(FStringView Text, const TCHAR* Path, EEncodingOptions Encoding = EEncodingOptions::AutoDetect,
		IFileManager* FileManager = &IFileManager::Get(), uint32 WriteFlags = FILEWRITE_None);
	static bool SaveArrayToFile(TArrayView<const uint8> Bytes, const TCHAR* Path, IFileManager* FileManager = &IFileManager::Get(),
		uint32 WriteFlags = FILEWRITE_None);
	static bool SaveStringArrayToFile(const TArray<FString>& Lines, const TCHAR* Path, EEncodingOptions Encoding = EEncodingOptions::AutoDetect);
};
