#include "StandIn/Reflection.h"

#include "SampleSettings.h"

template <>
struct StandIn::TReflected<USampleSettings>
{
	static void Describe(StandIn::FClassBuilder& Class)
	{
		Class.Module("Sample");
		Class.Specifier("Config", "EditorPerProjectUserSettings");
		Class.Metadata("DisplayName", "Sample");
		Class.Property("Threshold", "float", &USampleSettings::Threshold)
			.Specifier("Config", "")
			.Specifier("EditAnywhere", "")
			.Metadata("ClampMin", "0.5")
			.Metadata("ClampMax", "0.95");
		Class.Property("bAutomatic", "bool", &USampleSettings::bAutomatic).Specifier("Config", "").Specifier("EditAnywhere", "");
		Class.Property("Prompt", "FString", &USampleSettings::Prompt).Specifier("Config", "").Specifier("EditAnywhere", "");
		Class.Property("Models", "TArray<FString>", &USampleSettings::Models).Specifier("Config", "").Specifier("EditAnywhere", "");
		Class.Property("Lines", "TArray<FSampleLine>", &USampleSettings::Lines).Specifier("Config", "").Specifier("EditAnywhere", "");
		Class.Property("Mode", "ESampleState", &USampleSettings::Mode).Specifier("Config", "").Specifier("EditAnywhere", "");
		Class.Property("Changes", "int32", &USampleSettings::Changes).Specifier("Transient", "");
	}
};
STANDIN_IMPLEMENT_CLASS(USampleSettings)
