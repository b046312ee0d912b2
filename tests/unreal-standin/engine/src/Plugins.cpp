#include "Interfaces/IPluginManager.h"

#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Process.h"
#include "StandIn/Editor.h"

namespace
{
// The text of a string field, wherever it comes first; descriptors are small and flat at the top.
FString Field(const FString& Json, const TCHAR* Name)
{
	const FString Quoted = FString(TEXT("\"")) + Name + TEXT("\"");
	int32 At = Json.Find(FStringView(Quoted), ESearchCase::CaseSensitive);
	if (At == INDEX_NONE)
	{
		return FString();
	}
	At += Quoted.Len();
	while (At < Json.Len() && (FChar::IsWhitespace(Json[At]) || Json[At] == TCHAR(':')))
	{
		++At;
	}
	FString Value;
	if (At < Json.Len() && Json[At] == TCHAR('"'))
	{
		for (++At; At < Json.Len() && Json[At] != TCHAR('"'); ++At)
		{
			if (Json[At] == TCHAR('\\') && At + 1 < Json.Len())
			{
				++At;
			}
			Value.AppendChar(Json[At]);
		}
		return Value;
	}
	for (; At < Json.Len() && FChar::IsDigit(Json[At]); ++At)
	{
		Value.AppendChar(Json[At]);
	}
	return Value;
}

// The names in the list of targets; each has a folder of its own.
void AddLocalizationTargets(const FString& Json, const FString& Folder)
{
	const int32 Begin = Json.Find(TEXT("\"LocalizationTargets\""), ESearchCase::CaseSensitive);
	const int32 End = Begin == INDEX_NONE ? INDEX_NONE : Json.Find(TEXT("]"), ESearchCase::CaseSensitive, ESearchDir::FromStart, Begin);
	FString List = End == INDEX_NONE ? FString() : Json.Mid(Begin, End - Begin);
	for (FString Name = Field(List, TEXT("Name")); !Name.IsEmpty(); Name = Field(List, TEXT("Name")))
	{
		StandIn::AddLocalizationTarget(Folder / Name, Name);
		const int32 At = List.Find(TEXT("\"Name\""), ESearchCase::CaseSensitive);
		List = List.Mid(At + 6);
	}
}

class FPluginOnDisk final : public IPlugin
{
public:
	FString Name;
	FString BaseDir;
	FPluginDescriptor Descriptor;
	EPluginLoadedFrom LoadedFrom = EPluginLoadedFrom::Project;
	bool bHasContent = false;
	const FString& GetName() const override
	{
		return Name;
	}
	FString GetBaseDir() const override
	{
		return BaseDir;
	}
	FString GetContentDir() const override
	{
		return BaseDir / TEXT("Content");
	}
	const FPluginDescriptor& GetDescriptor() const override
	{
		return Descriptor;
	}
	EPluginLoadedFrom GetLoadedFrom() const override
	{
		return LoadedFrom;
	}
	bool IsMounted() const override
	{
		return true;
	}
	FString GetMountedAssetPath() const override
	{
		return TEXT("/") + Name + TEXT("/");
	}
};

class FPluginManagerOnDisk final : public IPluginManager
{
public:
	TArray<TSharedPtr<FPluginOnDisk>> Plugins;
	TSharedPtr<IPlugin> FindPlugin(const FStringView Name) override
	{
		for (const TSharedPtr<FPluginOnDisk>& Plugin : Plugins)
		{
			if (FStringView(Plugin->Name) == Name)
			{
				return Plugin;
			}
		}
		return nullptr;
	}
	TArray<TSharedRef<IPlugin>> GetEnabledPluginsWithContent() const override
	{
		TArray<TSharedRef<IPlugin>> WithContent;
		for (const TSharedPtr<FPluginOnDisk>& Plugin : Plugins)
		{
			if (Plugin->bHasContent)
			{
				WithContent.Add(Plugin.ToSharedRef());
			}
		}
		return WithContent;
	}
};
FPluginManagerOnDisk& Manager()
{
	static auto* const Instance = new FPluginManagerOnDisk();
	return *Instance;
}
} // namespace

IPluginManager& IPluginManager::Get()
{
	return Manager();
}

void StandIn::SetContentPlugins(const TArray<FString>& OfProject, const TArray<FString>& OfEngine)
{
	Manager().Plugins.RemoveAll([](const TSharedPtr<FPluginOnDisk>& Plugin) { return Plugin->bHasContent; });
	for (const bool bOfProject : {true, false})
	{
		for (const FString& Name : bOfProject ? OfProject : OfEngine)
		{
			const TSharedRef<FPluginOnDisk> Plugin = MakeShared<FPluginOnDisk>();
			Plugin->Name = Name;
			Plugin->LoadedFrom = bOfProject ? EPluginLoadedFrom::Project : EPluginLoadedFrom::Engine;
			Plugin->bHasContent = true;
			Manager().Plugins.Add(Plugin);
		}
	}
}

void StandIn::LoadPluginDescriptor(const FString& File)
{
	FString Json;
	if (!FFileHelper::LoadFileToString(Json, *File))
	{
		RefuseNamed("the plugin's descriptor cannot be read:", *File, "pass the path of the .uplugin file");
	}
	const TSharedRef<FPluginOnDisk> Plugin = MakeShared<FPluginOnDisk>();
	Plugin->Name = FPaths::GetBaseFilename(File);
	Plugin->BaseDir = FPaths::GetPath(File);
	Plugin->Descriptor.Version = FCString::Atoi(*Field(Json, TEXT("Version")));
	Plugin->Descriptor.VersionName = Field(Json, TEXT("VersionName"));
	Plugin->Descriptor.FriendlyName = Field(Json, TEXT("FriendlyName"));
	Plugin->Descriptor.Description = Field(Json, TEXT("Description"));
	Plugin->Descriptor.CreatedBy = Field(Json, TEXT("CreatedBy"));
	Plugin->Descriptor.DocsURL = Field(Json, TEXT("DocsURL"));
	Plugin->Descriptor.SupportURL = Field(Json, TEXT("SupportURL"));
	Manager().Plugins.Add(Plugin);
	AddLocalizationTargets(Json, Plugin->GetContentDir() / TEXT("Localization"));
}
