#pragma once

#if defined(STANDIN_UNSAID)
#error "The engine has no such header: include it inside #if defined(STANDIN)."
#endif

#include "Containers/UnrealString.h"

// Source control as the editor has it. The plugin's own sources never include this.
namespace StandIn
{
// Turns it on, connected or not, or off; nobody has anything checked out then.
void SetSourceControl(bool bOn, bool bConnected = true);

// Makes a file of the disk read-only, as source control leaves it, or not.
void SetReadOnly(const FString& File, bool bReadOnly);

// Somebody else has a file checked out exclusively; empty: nobody.
void CheckOutBy(const FString& File, const TCHAR* Who);

// The files that the editor checked out, in their order.
const TArray<FString>& CheckedOutFiles();
} // namespace StandIn
