#pragma once

#include "Containers/UnrealString.h"
#include "Internationalization/Text.h"

// UEM Handlers/SourceControlHandlers.cpp (fork elliotttate/ue-mcp); Epic: PythonAPI/class/SourceControlState
struct FSourceControlState
{
	FString Filename;
	bool bIsValid = false;
	bool bIsSourceControlled = false;
	bool bCanCheckOut = false;
	bool bIsCheckedOut = false;
	bool bIsAdded = false; // Epic: SourceControl/FSourceControlState
	bool bIsCheckedOutOther = false;
	FString CheckedOutOther;
};

// UEM Handlers/SourceControlHandlers.cpp (fork elliotttate/ue-mcp); Epic: API/Developer/SourceControl/USourceControlHelpers. Each call blocks until
// the provider has answered; what it says of an error is in LastErrorMsg.
class USourceControlHelpers
{
public:
	static bool IsEnabled();
	static bool IsAvailable();
	static FText LastErrorMsg();
	static bool CheckOutFile(const FString& InFile, bool bSilent = false);
	static FSourceControlState QueryFileState(const FString& InFile, bool bSilent = false);
};
