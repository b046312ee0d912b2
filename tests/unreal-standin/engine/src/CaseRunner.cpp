#include "CaseRunner.h"

#include "Framework/Notifications/NotificationManager.h"
#include "HAL/PlatformTime.h"
#include "Misc/AutomationTest.h"
#include "Process.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Traces.h"
#include "UObject/UObjectGlobals.h"
#include "Utf8.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace StandIn
{
namespace
{
using FCaseOfTest = std::pair<FAutomationTestBase*, FAutomationTestBase::FCase>;

// How long what a case started may take to end, in seconds: threads that close a file, for one.
constexpr double SettlingTime = 10.0;

// Tests in the order of their names, whatever order the linker chose.
std::vector<FCaseOfTest> AllCases()
{
	std::vector<FCaseOfTest> Cases;
	for (FAutomationTestBase* Test : FAutomationTestBase::StandInTests())
	{
		for (const FAutomationTestBase::FCase& Case : Test->StandInCases())
		{
			Cases.emplace_back(Test, Case);
		}
	}
	std::sort(Cases.begin(), Cases.end(), [](const auto& A, const auto& B) {
		const auto Order = [](const auto& Entry) { return std::tuple(ToUtf8(Entry.second.Name), ToUtf8(Entry.second.File), Entry.second.Line); };
		return Order(A) < Order(B);
	});
	return Cases;
}

void OneFrame()
{
	// Real time passes as well: threads of the plugin need it.
	static auto Last = std::chrono::steady_clock::now();
	std::this_thread::sleep_for(std::chrono::milliseconds(1));
	const auto Now = std::chrono::steady_clock::now();
	const float Delta = std::chrono::duration<float>(Now - Last).count();
	Last = Now;
	// It passed by itself, and the frame adds it again. Before the frame: what the frame reads must not be ahead of what comes
	// after it, or timers that begin meanwhile are not due for as long as the last case took.
	AdvanceClock(-static_cast<double>(Delta));
	PumpFrames(1, Delta);
}

bool Run(const FCaseOfTest& Which)
{
	const auto& [Test, Case] = Which;
	const double Start = FPlatformTime::Seconds();
	Say("begin " + ToUtf8(Case.Name));
	Test->StandInBegin();
	Test->StandInRun(Case);
	while (!PumpLatentCommands())
	{
		OneFrame();
	}
	Test->StandInEnd();
	const bool bOk = !Test->HasAnyErrors();
	Say(std::string("end ") + (bOk ? "passed" : "failed") + " " + std::to_string(static_cast<int>((FPlatformTime::Seconds() - Start) * 1000.0)) + " ms");
	return bOk;
}

// Whether the surroundings are again as they were.
bool HasTidiedUp(const FTraces& Before, const FAutomationTestBase::FCase& Case)
{
	const double End = FPlatformTime::Seconds() + SettlingTime;
	std::vector<std::string> Left;
	do
	{
		OneFrame();
		// A notification disappears by itself, after seconds in which nothing else would happen.
		FSlateNotificationManager::Get().StandInTick(1.0f);
		CollectGarbage(RF_NoFlags);
		Left = Before.WhatChanged(FTraces::Now());
	} while (!Left.empty() && FPlatformTime::Seconds() < End);
	for (const std::string& Trace : Left)
	{
		SayAt("error", ToUtf8(Case.File), Case.Line, "the case leaves something behind for the next one: " + Trace);
	}
	return Left.empty();
}
} // namespace

void ListCases()
{
	for (const auto& [Test, Case] : AllCases())
	{
		Say(std::string("case\t") + (Case.bDisabled ? "disabled" : "enabled") + "\t" + ToUtf8(Case.File) + ":" + std::to_string(Case.Line) + "\t" +
			ToUtf8(Case.Name));
	}
}

bool RunCase(const std::string& Name)
{
	for (const FCaseOfTest& Which : AllCases())
	{
		if (ToUtf8(Which.second.Name) == Name)
		{
			return Run(Which);
		}
	}
	Say("fatal stand-in:0: no case is called " + Name);
	return false;
}

bool RunSeries(const std::vector<FCaseOfSeries>& Series)
{
	SetLeavesAfterThisCase(false);
	std::map<std::string, FCaseOfTest> Cases;
	for (const FCaseOfTest& Which : AllCases())
	{
		Cases.emplace(ToUtf8(Which.second.Name), Which);
	}
	bool bOk = true;
	for (const FCaseOfSeries& Next : Series)
	{
		const auto Which = Cases.find(Next.Name);
		if (Which == Cases.end())
		{
			Say("fatal stand-in:0: no case is called " + Next.Name);
			return false;
		}
		const FTraces Before = FTraces::Now();
		SetRenderFile(FromUtf8(Next.Page));
		bOk &= Run(Which->second);
		RenderNow();
		SetRenderFile(FString());
		bOk &= HasTidiedUp(Before, Which->second.second);
	}
	return bOk;
}

} // namespace StandIn
