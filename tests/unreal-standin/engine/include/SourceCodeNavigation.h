#pragma once

#include "Containers/UnrealString.h"

// Opens a file in the user's editor of code; false if none takes it. The header: Megafunk/MassSample
// MSDocumentationActor.cpp; with the path alone: MothCocoon/FlowGraph FlowGraphNode.cpp, crazytuzi/UnrealCSharp
// DynamicDataSource.cpp. It is recorded; see StandIn/Editor.h.
class FSourceCodeNavigation
{
public:
	static bool OpenSourceFile(const FString& Path, int32 Line = 0, int32 Column = 0);
};
