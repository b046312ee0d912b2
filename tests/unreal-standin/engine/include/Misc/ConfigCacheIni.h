#pragma once

#include "Containers/Map.h"
#include "Containers/UnrealString.h"
#include "CoreGlobals.h"

namespace StandIn
{
// One key of a section; arrays have a line per element.
struct FConfigValue
{
	FString Key;
	FString Value;
};
struct FConfigBranch
{
	TMap<FString, TArray<FConfigValue>> Sections;
	bool bDirty = false;
};
} // namespace StandIn

// Ini files by path. What is in Default<Name>.ini of the project holds below what is saved per user.
// SEN Sentry/Private/SentrySettings.cpp; PUE Puerts/Private/PuertsModule.cpp; COR; UCV UnrealCV/Private/Server/ServerConfig.cpp
class FConfigCacheIni
{
public:
	bool GetString(const TCHAR* Section, const TCHAR* Key, FString& OutValue, const FString& File);
	bool GetBool(const TCHAR* Section, const TCHAR* Key, bool& OutValue, const FString& File);
	bool GetInt(const TCHAR* Section, const TCHAR* Key, int32& OutValue, const FString& File);
	bool GetFloat(const TCHAR* Section, const TCHAR* Key, float& OutValue, const FString& File);
	bool GetDouble(const TCHAR* Section, const TCHAR* Key, double& OutValue, const FString& File);
	int32 GetArray(const TCHAR* Section, const TCHAR* Key, TArray<FString>& OutValues, const FString& File);
	void SetString(const TCHAR* Section, const TCHAR* Key, const TCHAR* Value, const FString& File);
	void SetBool(const TCHAR* Section, const TCHAR* Key, bool Value, const FString& File);
	void SetInt(const TCHAR* Section, const TCHAR* Key, int32 Value, const FString& File);
	void SetArray(const TCHAR* Section, const TCHAR* Key, const TArray<FString>& Values, const FString& File);
	bool RemoveKey(const TCHAR* Section, const TCHAR* Key, const FString& File);
	void Flush(bool bRemoveFromCache, const FString& File = FString());
	// Reads a file and all below it again. Jack-Myth/UE4EditorCustomize Private/UE4EditorCustomize.cpp (of the file's base name, forced, after a
	// flush); RallyHereInteractive/unreal-plugins RallyHereIntegrationModule.cpp (gives the place of the file).
	static bool LoadGlobalIniFile(FString& OutFinalIniFilename, const TCHAR* BaseIniName, const TCHAR* Platform = nullptr, bool bForceReload = false);

	// For config of objects.
	bool StandInHas(const FString& Section, const FString& Key, const FString& File);
	static FString StandInSavedFile(FName Name);
	static FString StandInDefaultFile(FName Name);
	static bool StandInRead(const FString& File, StandIn::FConfigBranch& Out);
	static bool StandInWrite(const FString& File, const StandIn::FConfigBranch& Branch);

private:
	StandIn::FConfigBranch& Saved(const FString& File);
	StandIn::FConfigBranch& Defaults(const FString& File);
	TMap<FString, StandIn::FConfigBranch> Files;
	TMap<FString, StandIn::FConfigBranch> DefaultFiles;
};
