#include "StandIn/Reflection.h"

#include "SampleSession.h"

template <>
struct StandIn::TReflected<ESampleState>
{
	static void Describe(StandIn::FEnumBuilder& Enum)
	{
		Enum.Module("Sample");
		Enum.Value("Idle", ESampleState::Idle).Metadata("DisplayName", "Idle");
		Enum.Value("Busy", ESampleState::Busy).Metadata("DisplayName", "At work");
	}
};
STANDIN_IMPLEMENT_ENUM(ESampleState)

template <>
struct StandIn::TReflected<FSampleLine>
{
	static void Describe(StandIn::FStructBuilder& Struct)
	{
		Struct.Module("Sample");
		Struct.Property("Text", "FString", &FSampleLine::Text).Metadata("ToolTip", "What was said.");
		Struct.Property("Count", "int32", &FSampleLine::Count).Metadata("ToolTip", "How often.");
	}
};
STANDIN_IMPLEMENT_STRUCT(FSampleLine)

template <>
struct StandIn::TReflected<USampleSession>
{
	static void Describe(StandIn::FClassBuilder& Class)
	{
		Class.Module("Sample");
		Class.Specifier("BlueprintType", "");
		Class.Property("OnLineDynamic", "FOnSampleLineDynamic", &USampleSession::OnLineDynamic).Specifier("BlueprintAssignable", "");
		Class.Property("Child", "TObjectPtr<USampleSession>", &USampleSession::Child);
		Class.Property("Children", "TArray<TObjectPtr<USampleSession>>", &USampleSession::Children);
		Class.Property("State", "ESampleState", &USampleSession::State);
		Class.Function("Say", &USampleSession::Say).Specifier("BlueprintCallable", "").Parameter("Text", "const FString&");
		Class.Function("HearLine", &USampleSession::HearLine).Parameter("Text", "const FString&").Parameter("Number", "int32");
		Class.Function("Sum", &USampleSession::Sum).Specifier("BlueprintPure", "").Parameter("A", "int32").Parameter("B", "int32").Returns("int32");
	}
};
STANDIN_IMPLEMENT_CLASS(USampleSession)
