#include "SourceControlHelpers.h"

#include "Containers/Map.h"
#include "StandIn/Report.h"
#include "StandIn/SourceControl.h"
#include "Utf8.h"

#include <filesystem>

namespace
{
struct FControl
{
	bool bOn = false;
	bool bConnected = false;
	TMap<FString, FString> Others;
	TArray<FString> Own;
	FText LastError;
};

FControl& Known()
{
	static FControl* const Only = new FControl();
	return *Only;
}

std::filesystem::path PathOf(const FString& File)
{
	return std::filesystem::path(StandIn::ToUtf8(File));
}
} // namespace

bool USourceControlHelpers::IsEnabled()
{
	StandIn::RequireGameThread("USourceControlHelpers::IsEnabled");
	return Known().bOn;
}

bool USourceControlHelpers::IsAvailable()
{
	StandIn::RequireGameThread("USourceControlHelpers::IsAvailable");
	return Known().bOn && Known().bConnected;
}

FText USourceControlHelpers::LastErrorMsg()
{
	StandIn::RequireGameThread("USourceControlHelpers::LastErrorMsg");
	return Known().LastError;
}

bool USourceControlHelpers::CheckOutFile(const FString& InFile, bool)
{
	StandIn::RequireGameThread("USourceControlHelpers::CheckOutFile");
	if (!IsAvailable() || Known().Others.Contains(InFile))
	{
		Known().LastError = FText::FromString(TEXT("can't edit exclusive file already opened"));
		return false;
	}
	StandIn::SetReadOnly(InFile, false);
	Known().Own.Add(InFile);
	return true;
}

FSourceControlState USourceControlHelpers::QueryFileState(const FString& InFile, bool)
{
	StandIn::RequireGameThread("USourceControlHelpers::QueryFileState");
	FSourceControlState State;
	State.Filename = InFile;
	State.bIsValid = IsAvailable();
	State.bIsSourceControlled = State.bIsValid;
	State.bIsCheckedOut = Known().Own.Contains(InFile);
	const FString* const Other = Known().Others.Find(InFile);
	State.bIsCheckedOutOther = State.bIsValid && Other;
	State.CheckedOutOther = State.bIsCheckedOutOther ? *Other : FString();
	State.bCanCheckOut = State.bIsValid && !State.bIsCheckedOut && !Other;
	return State;
}

void StandIn::SetSourceControl(bool bOn, bool bConnected)
{
	Known() = FControl();
	Known().bOn = bOn;
	Known().bConnected = bConnected;
}

void StandIn::SetReadOnly(const FString& File, bool bReadOnly)
{
	using std::filesystem::perm_options;
	using std::filesystem::perms;
	std::error_code Ignored;
	std::filesystem::permissions(PathOf(File), perms::owner_write, bReadOnly ? perm_options::remove : perm_options::add, Ignored);
}

void StandIn::CheckOutBy(const FString& File, const TCHAR* Who)
{
	Known().Others.Remove(File);
	if (FString(Who).Len() > 0)
	{
		Known().Others.Add(File, FString(Who));
	}
}

const TArray<FString>& StandIn::CheckedOutFiles()
{
	return Known().Own;
}
