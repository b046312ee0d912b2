#include "Misc/ConfigCacheIni.h"

#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "StandIn/Host.h"
#include "UObject/Class.h"
#include "UObject/UObjectGlobals.h"

using StandIn::FConfigBranch;
using StandIn::FConfigValue;

FString GEngineIni;
FString GGameIni;
FString GEditorIni;
FString GEditorPerProjectIni;

namespace
{
FConfigCacheIni& Cache()
{
	static FConfigCacheIni* const Instance = new FConfigCacheIni();
	return *Instance;
}

int32 RemoveKeyFrom(TArray<FConfigValue>& Values, const FString& Key)
{
	return Values.RemoveAll([&Key](const FConfigValue& Value) { return Value.Key == Key; });
}
} // namespace

FConfigCacheIni* GConfig = &Cache();

FString FConfigCacheIni::StandInSavedFile(FName Name)
{
	const TCHAR* Platform = PLATFORM_WINDOWS ? TEXT("WindowsEditor") : TEXT("LinuxEditor");
	return FPaths::ProjectSavedDir() / TEXT("Config") / Platform / (Name.ToString() + TEXT(".ini"));
}
FString FConfigCacheIni::StandInDefaultFile(FName Name)
{
	return FPaths::ProjectConfigDir() / (FString(TEXT("Default")) + Name.ToString() + TEXT(".ini"));
}

bool FConfigCacheIni::StandInRead(const FString& File, FConfigBranch& Out)
{
	TArray<FString> Lines;
	if (!FFileHelper::LoadFileToStringArray(Lines, *File))
	{
		return false;
	}
	FString Section;
	for (const FString& Raw : Lines)
	{
		const FString Line = Raw.TrimStartAndEnd();
		if (Line.IsEmpty() || Line.StartsWith(TEXT(";")))
		{
			continue;
		}
		if (Line.StartsWith(TEXT("[")) && Line.EndsWith(TEXT("]")))
		{
			Section = Line.Mid(1, Line.Len() - 2);
			Out.Sections.FindOrAdd(Section);
			continue;
		}
		FConfigValue Value;
		if (!Line.Split(FString(TEXT("=")), &Value.Key, &Value.Value))
		{
			continue;
		}
		Value.Key = Value.Key.TrimStartAndEnd();
		Value.Value = Value.Value.TrimStartAndEnd();
		const TCHAR First = Value.Key.IsEmpty() ? TCHAR(0) : Value.Key[0];
		TArray<FConfigValue>& Values = Out.Sections.FindOrAdd(Section);
		if (First == TCHAR('!'))
		{
			RemoveKeyFrom(Values, Value.Key.RightChop(1));
			continue;
		}
		if (First == TCHAR('-'))
		{
			const FString Key = Value.Key.RightChop(1);
			Values.RemoveAll([&](const FConfigValue& Other) { return Other.Key == Key && Other.Value == Value.Value; });
			continue;
		}
		if (First == TCHAR('+') || First == TCHAR('.'))
		{
			Value.Key.RightChopInline(1);
		}
		Values.Add(Value);
	}
	return true;
}

bool FConfigCacheIni::StandInWrite(const FString& File, const FConfigBranch& Branch)
{
	FString Whole;
	for (const auto& Pair : Branch.Sections)
	{
		if (!Pair.Value.IsEmpty())
		{
			Whole += TEXT("[") + Pair.Key + TEXT("]\n");
			for (const FConfigValue& Value : Pair.Value)
			{
				Whole += Value.Key + TEXT("=") + Value.Value + TEXT("\n");
			}
			Whole += TEXT("\n");
		}
	}
	return FFileHelper::SaveStringToFile(FStringView(Whole), *File, FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM);
}

FConfigBranch& FConfigCacheIni::Saved(const FString& File)
{
	if (FConfigBranch* Found = Files.Find(File))
	{
		return *Found;
	}
	FConfigBranch Read;
	StandInRead(File, Read);
	return Files.Add(File, Read);
}
FConfigBranch& FConfigCacheIni::Defaults(const FString& File)
{
	const FString Default = StandInDefaultFile(FName(FPaths::GetBaseFilename(File)));
	if (FConfigBranch* Found = DefaultFiles.Find(Default))
	{
		return *Found;
	}
	FConfigBranch Read;
	StandInRead(Default, Read);
	return DefaultFiles.Add(Default, Read);
}

int32 FConfigCacheIni::GetArray(const TCHAR* Section, const TCHAR* Key, TArray<FString>& OutValues, const FString& File)
{
	OutValues.Reset();
	for (FConfigBranch* Branch : {&Saved(File), &Defaults(File)})
	{
		if (const TArray<FConfigValue>* Values = Branch->Sections.Find(FString(Section)))
		{
			for (const FConfigValue& Value : *Values)
			{
				if (Value.Key == Key)
				{
					OutValues.Add(Value.Value);
				}
			}
		}
		if (!OutValues.IsEmpty())
		{
			break; // what is saved hides what is the default
		}
	}
	return OutValues.Num();
}
bool FConfigCacheIni::StandInHas(const FString& Section, const FString& Key, const FString& File)
{
	TArray<FString> Values;
	return GetArray(*Section, *Key, Values, File) > 0;
}
bool FConfigCacheIni::GetString(const TCHAR* Section, const TCHAR* Key, FString& OutValue, const FString& File)
{
	TArray<FString> Values;
	if (GetArray(Section, Key, Values, File) == 0)
	{
		return false;
	}
	OutValue = Values.Last();
	return true;
}
bool FConfigCacheIni::GetBool(const TCHAR* Section, const TCHAR* Key, bool& OutValue, const FString& File)
{
	FString Text;
	if (!GetString(Section, Key, Text, File))
	{
		return false;
	}
	OutValue = Text.ToBool();
	return true;
}
bool FConfigCacheIni::GetInt(const TCHAR* Section, const TCHAR* Key, int32& OutValue, const FString& File)
{
	FString Text;
	if (!GetString(Section, Key, Text, File))
	{
		return false;
	}
	OutValue = FCString::Atoi(*Text);
	return true;
}
bool FConfigCacheIni::GetFloat(const TCHAR* Section, const TCHAR* Key, float& OutValue, const FString& File)
{
	double Value = 0.0;
	if (!GetDouble(Section, Key, Value, File))
	{
		return false;
	}
	OutValue = static_cast<float>(Value);
	return true;
}
bool FConfigCacheIni::GetDouble(const TCHAR* Section, const TCHAR* Key, double& OutValue, const FString& File)
{
	FString Text;
	if (!GetString(Section, Key, Text, File))
	{
		return false;
	}
	OutValue = FCString::Atod(*Text);
	return true;
}
void FConfigCacheIni::SetArray(const TCHAR* Section, const TCHAR* Key, const TArray<FString>& NewValues, const FString& File)
{
	FConfigBranch& Branch = Saved(File);
	TArray<FConfigValue>& Values = Branch.Sections.FindOrAdd(FString(Section));
	RemoveKeyFrom(Values, FString(Key));
	for (const FString& Value : NewValues)
	{
		Values.Add(FConfigValue{FString(Key), Value});
	}
	Branch.bDirty = true;
}
void FConfigCacheIni::SetString(const TCHAR* Section, const TCHAR* Key, const TCHAR* Value, const FString& File)
{
	SetArray(Section, Key, TArray<FString>{FString(Value)}, File);
}
void FConfigCacheIni::SetBool(const TCHAR* Section, const TCHAR* Key, bool Value, const FString& File)
{
	SetString(Section, Key, Value ? TEXT("True") : TEXT("False"), File);
}
void FConfigCacheIni::SetInt(const TCHAR* Section, const TCHAR* Key, int32 Value, const FString& File)
{
	SetString(Section, Key, *LexToString(Value), File);
}
bool FConfigCacheIni::RemoveKey(const TCHAR* Section, const TCHAR* Key, const FString& File)
{
	FConfigBranch& Branch = Saved(File);
	TArray<FConfigValue>* Values = Branch.Sections.Find(FString(Section));
	if (!Values || RemoveKeyFrom(*Values, FString(Key)) == 0)
	{
		return false;
	}
	Branch.bDirty = true;
	return true;
}
void FConfigCacheIni::Flush(bool bRemoveFromCache, const FString& File)
{
	for (auto& Pair : Files)
	{
		if (Pair.Value.bDirty && (File.IsEmpty() || Pair.Key == File))
		{
			StandInWrite(Pair.Key, Pair.Value);
			Pair.Value.bDirty = false;
		}
	}
	if (bRemoveFromCache)
	{
		if (File.IsEmpty())
		{
			Files.Empty();
			DefaultFiles.Empty();
		}
		else
		{
			Files.Remove(File);
			DefaultFiles.Remove(StandInDefaultFile(FName(FPaths::GetBaseFilename(File))));
		}
	}
}

bool FConfigCacheIni::LoadGlobalIniFile(FString& OutFinalIniFilename, const TCHAR* BaseIniName, const TCHAR* Platform, bool bForceReload)
{
	const FString Name(BaseIniName);
	if (Name.IsEmpty() || Name.EndsWith(TEXT(".ini")) || Name.Contains(TEXT("/")) || Platform)
	{
		StandIn::RefuseNamed("LoadGlobalIniFile of", *Name, "give the name of a class's Config=, without folder and ending, and no platform");
	}
	OutFinalIniFilename = StandInSavedFile(FName(Name));
	FConfigBranch* const Known = GConfig->Files.Find(OutFinalIniFilename);
	if (bForceReload && Known && Known->bDirty)
	{
		StandIn::RefuseNamed("a file is read again whose changes are not written:", *Name, "call GConfig->Flush(false, File) before");
	}
	if (bForceReload)
	{
		GConfig->Flush(true, OutFinalIniFilename);
	}
	return true;
}

void StandIn::ForgetConfig()
{
	GConfig->Flush(true);
}
void StandIn::DropConfig(const FString& File)
{
	GConfig->Flush(true, File);
	IFileManager::Get().Delete(*File);
}

// --- config of objects ---

bool UClass::StandInIsConfig() const
{
	return !StandInConfigName().IsNone();
}
FName UClass::StandInConfigName() const
{
	for (const UStruct* Step = this; Step; Step = Step->SuperStruct)
	{
		const FString Name = Step->Specifiers.Get(TEXT("Config"));
		if (!Name.IsEmpty())
		{
			return FName(Name);
		}
	}
	return NAME_None;
}
bool UClass::StandInIsDefaultConfig() const
{
	for (const UStruct* Step = this; Step; Step = Step->SuperStruct)
	{
		if (Step->Specifiers.Has(TEXT("DefaultConfig")))
		{
			return true;
		}
	}
	return false;
}

namespace
{
bool IsConfigProperty(const FProperty& Property)
{
	return Property.Specifiers.Has(TEXT("Config")) || Property.Specifiers.Has(TEXT("GlobalConfig"));
}

// The lines that a property becomes; none for a type without text.
TArray<FString> PropertyLines(const FProperty& Property, const UObject* Object)
{
	const void* Value = Property.ContainerPtrToValuePtr<void>(Object);
	const StandIn::FPropertyType& Type = Property.StandInType();
	TArray<FString> Lines;
	const int32 Elements = Type.ArrayNum(Value);
	if (Elements < 0)
	{
		FString Text;
		if (Type.ExportText(Value, Text))
		{
			Lines.Add(Text);
		}
		return Lines;
	}
	for (int32 Index = 0; Index < Elements; ++Index)
	{
		FString Text;
		if (Type.ExportElement(Value, Index, Text))
		{
			Lines.Add(Text);
		}
	}
	return Lines;
}

bool ReadLines(const FProperty& Property, UObject* Object, const TArray<FString>& Lines)
{
	void* Value = Property.ContainerPtrToValuePtr<void>(Object);
	const StandIn::FPropertyType& Type = Property.StandInType();
	if (Type.ArrayNum(Value) < 0)
	{
		const TCHAR* Text = *Lines.Last();
		return Type.ImportText(Value, Text);
	}
	Type.EmptyArray(Value);
	bool bOk = true;
	for (const FString& Line : Lines)
	{
		const TCHAR* Text = *Line;
		bOk = Type.AppendElement(Value, Text) && bOk;
	}
	return bOk;
}
} // namespace

void UObject::LoadConfig()
{
	UClass* Class = GetClass();
	if (!Class->StandInIsConfig())
	{
		return;
	}
	const FString File = FConfigCacheIni::StandInSavedFile(Class->StandInConfigName());
	const FString Section = Class->GetPathName();
	for (TFieldIterator<FProperty> It(Class); It; ++It)
	{
		TArray<FString> Lines;
		if (IsConfigProperty(**It) && GConfig->GetArray(*Section, *It->GetName(), Lines, File) > 0 && !ReadLines(**It, this, Lines))
		{
			UE_LOG(LogTemp, Warning, TEXT("%s: [%s] %s=%s cannot be read as %s; the default stays"), *File, *Section, *It->GetName(),
				*Lines.Last(), *It->GetCPPType());
		}
	}
}

void UObject::SaveConfig()
{
	UClass* Class = GetClass();
	if (!Class->StandInIsConfig())
	{
		StandIn::RefuseNamed("SaveConfig of a class without Config=, class", *Class->GetName(), "write UCLASS(Config=...)");
	}
	const FString File = FConfigCacheIni::StandInSavedFile(Class->StandInConfigName());
	const FString Section = Class->GetPathName();
	for (TFieldIterator<FProperty> It(Class); It; ++It)
	{
		if (IsConfigProperty(**It))
		{
			GConfig->SetArray(*Section, *It->GetName(), PropertyLines(**It, this), File);
		}
	}
	GConfig->Flush(false, File);
	// Readers of the default object see what was saved.
	UObject* Default = Class->GetDefaultObject();
	if (Default != this)
	{
		Default->LoadConfig();
	}
}

FString UObject::GetDefaultConfigFilename() const
{
	return FConfigCacheIni::StandInDefaultFile(GetClass()->StandInConfigName());
}

bool UObject::TryUpdateDefaultConfigFile(const FString& SpecificFile, bool bWarnIfFail)
{
	UClass* Class = GetClass();
	const FString File = SpecificFile.IsEmpty() ? GetDefaultConfigFilename() : SpecificFile;
	FConfigBranch Branch;
	FConfigCacheIni::StandInRead(File, Branch);
	TArray<FConfigValue>& Values = Branch.Sections.FindOrAdd(Class->GetPathName());
	for (TFieldIterator<FProperty> It(Class); It; ++It)
	{
		if (IsConfigProperty(**It))
		{
			RemoveKeyFrom(Values, It->GetName());
			for (const FString& Line : PropertyLines(**It, this))
			{
				Values.Add(FConfigValue{It->GetName(), Line});
			}
		}
	}
	if (!FConfigCacheIni::StandInWrite(File, Branch))
	{
		UE_CLOG(bWarnIfFail, LogTemp, Warning, TEXT("%s cannot be written: is it read-only?"), *File);
		return false;
	}
	GConfig->Flush(true, FConfigCacheIni::StandInSavedFile(Class->StandInConfigName()));
	return true;
}
