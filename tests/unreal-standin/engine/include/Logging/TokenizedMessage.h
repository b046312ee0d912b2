#pragma once

#include "Internationalization/Text.h"
#include "Templates/SharedPointer.h"

// SUE Tools/Write/CompileBlueprintTool.cpp; UEM Handlers/BlueprintHandlers.cpp; COR CortexBPAnalysisOps.cpp
namespace EMessageSeverity
{
enum Type : int
{
	Error = 1,
	PerformanceWarning,
	Warning,
	Info,
};
}

class FTokenizedMessage : public TSharedFromThis<FTokenizedMessage>
{
public:
	FTokenizedMessage(EMessageSeverity::Type InSeverity, const FText& InText)
		: Severity(InSeverity)
		, Text(InText)
	{
	}
	EMessageSeverity::Type GetSeverity() const
	{
		return Severity;
	}
	FText ToText() const
	{
		return Text;
	}

private:
	EMessageSeverity::Type Severity;
	FText Text;
};
