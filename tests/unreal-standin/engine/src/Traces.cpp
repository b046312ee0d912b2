#include "Traces.h"

#include "Framework/Application/SlateApplication.h"
#include "Framework/Notifications/NotificationManager.h"
#include "Misc/App.h"
#include "Misc/Paths.h"
#include "ObjectSystem.h"
#include "Process.h"
#include "Slate/ApplicationState.h"
#include "StandIn/Host.h"
#include "Utf8.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace StandIn
{
namespace
{
using FEntries = std::map<std::string, std::string>;

// Texts longer than this are not repeated in messages, in bytes.
constexpr std::size_t LongestValue = 120;

void AddFiles(FEntries& Out)
{
	namespace fs = std::filesystem;
	std::error_code Error;
	const fs::path Root = ToUtf8(FPaths::ProjectDir());
	for (const auto& Entry : fs::recursive_directory_iterator(Root, Error))
	{
		if (Entry.is_regular_file(Error))
		{
			std::ifstream File(Entry.path(), std::ios::binary);
			Out["the file " + fs::relative(Entry.path(), Root, Error).generic_string()] =
				std::string(std::istreambuf_iterator<char>(File), std::istreambuf_iterator<char>());
		}
	}
}
void AddSettings(FEntries& Out)
{
	for (const FObjectTable::FSlot& Slot : Objects().Slots)
	{
		if (!Slot.Object || !Slot.Object->HasAnyFlags(RF_ClassDefaultObject))
		{
			continue;
		}
		for (TFieldIterator<FProperty> It(Slot.Object->GetClass()); It; ++It)
		{
			Out["the setting " + ToUtf8(Slot.Object->GetClass()->GetName()) + "." + ToUtf8(It->GetName())] =
				ToUtf8(PropertyText(Slot.Object, *It->GetName()));
		}
	}
}
void AddEnvironment(FEntries& Out)
{
	for (char** Variable = environ; Variable && *Variable; ++Variable)
	{
		const char* const Sign = std::strchr(*Variable, '=');
		if (Sign)
		{
			Out["the environment variable " + std::string(*Variable, static_cast<std::size_t>(Sign - *Variable))] = Sign + 1;
		}
	}
}
void AddWidgets(FEntries& Out)
{
	if (!FSlateApplication::IsInitialized())
	{
		return;
	}
	const FSlateApplication::FImplementation& State = FSlateApplication::Get().StandInImplementation();
	Out["the number of open windows"] = std::to_string(State.Windows.Num());
	Out["the number of open menus"] = std::to_string(State.Menus.Num());
	Out["the number of input processors"] = std::to_string(State.Processors.Num());
	Out["the number of live widgets"] = std::to_string(SWidget::StandInLiveCount());
}
} // namespace

FTraces FTraces::Now()
{
	FTraces Traces;
	AddFiles(Traces.Entries);
	AddSettings(Traces.Entries);
	AddEnvironment(Traces.Entries);
	AddWidgets(Traces.Entries);
	Traces.Entries["the number of tickers"] = std::to_string(TickerCount());
	Traces.Entries["the number of settings pages"] = std::to_string(SettingsPages().Num());
	Traces.Entries["the largest size of files"] = std::to_string(FileSizeLimit());
	Traces.Entries["being unattended"] = FApp::IsUnattended() ? "true" : "false";
	Traces.Entries["a wall clock of the test's own"] = IsWallClockSet() ? "true" : "false";
	return Traces;
}

std::vector<std::string> FTraces::WhatChanged(const FTraces& Later) const
{
	const auto Shown = [](const std::string& Value) {
		return Value.size() <= LongestValue ? "'" + Value + "'" : std::to_string(Value.size()) + " bytes";
	};
	std::vector<std::string> Changes;
	for (const auto& [Name, Value] : Later.Entries)
	{
		const auto Old = Entries.find(Name);
		if (Old == Entries.end())
		{
			Changes.push_back(Name + " (" + Shown(Value) + ") was not there before");
		}
		else if (Old->second != Value)
		{
			Changes.push_back(Name + " was " + Shown(Old->second) + " and is " + Shown(Value));
		}
	}
	for (const auto& [Name, Value] : Entries)
	{
		if (!Later.Entries.contains(Name))
		{
			Changes.push_back(Name + " (" + Shown(Value) + ") is gone");
		}
	}
	return Changes;
}

} // namespace StandIn
