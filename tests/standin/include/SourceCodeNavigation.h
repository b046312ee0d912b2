#pragma once

#include "Containers/UnrealString.h"

// Opens a file in the person's editor of code; false where none takes it. The header: Megafunk/MassSample MSDocumentationActor.cpp; public plugins
// call OpenSourceFile(FilePath, LineNumber) and OpenSourceFile(IniPath, 0, 0). It is recorded; see StandIn/Editor.h.
class FSourceCodeNavigation
{
public:
	static bool OpenSourceFile(const FString& AbsoluteSourcePath, int32 LineNumber = 0, int32 ColumnNumber = 0);
};
