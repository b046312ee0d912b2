#include "StandIn/Report.h"

#include "Misc/AutomationTest.h"
#include "Process.h"
#include "Utf8.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace StandIn
{

void Say(const std::string& Line)
{
	const std::string Whole = "@@standin " + Line + "\n";
	std::fflush(stdout);
	// One write per line: threads may speak at once.
	std::size_t Done = 0;
	while (Done < Whole.size())
	{
		const ssize_t Written = ::write(STDERR_FILENO, Whole.data() + Done, Whole.size() - Done);
		if (Written <= 0)
		{
			return;
		}
		Done += static_cast<std::size_t>(Written);
	}
}

void SayAt(const char* Kind, const std::string& File, int32 Line, const std::string& Message)
{
	std::string Flat = Message;
	for (char& C : Flat)
	{
		C = C == '\n' || C == '\r' ? ' ' : C;
	}
	Say(std::string(Kind) + " " + File + ":" + std::to_string(Line) + ": " + Flat);
}

namespace
{
[[noreturn]] void Die()
{
	std::fflush(stdout);
	std::abort();
}
} // namespace

void FailAssertion(const char* Expression, const char* File, int Line, const TCHAR* Message)
{
	SayAt("fatal", File, Line, "Assertion failed: " + std::string(Expression) + (Message ? ": " + ToUtf8(FString(Message)) : std::string()));
	Die();
}

void Refuse(const char* What, const char* WhatToDo)
{
	Say("fatal stand-in:0: Refused: " + std::string(What) + ". What to do: " + WhatToDo);
	Die();
}

void RefuseNamed(const char* What, const TCHAR* Name, const char* WhatToDo)
{
	Refuse((std::string(What) + " '" + ToUtf8(FString(Name)) + "'").c_str(), WhatToDo);
}

bool FailEnsure(const char* Expression, const char* File, int Line, bool& bReported, const TCHAR* Message)
{
	if (!bReported)
	{
		bReported = true;
		const FString Text = FromUtf8(std::string("Ensure condition failed: ") + Expression + (Message ? ": " + ToUtf8(FString(Message)) : std::string()));
		SayAt("ensure", File, Line, ToUtf8(Text));
		if (FAutomationTestBase* Test = FAutomationTestBase::StandInCurrent())
		{
			Test->StandInLog(ELogVerbosity::Error, Text);
		}
	}
	return false;
}

namespace
{
void OnCrash(int Signal, siginfo_t* Info, void*)
{
	std::string Text = "fatal stand-in:0: ";
	std::string Dead;
	if (DescribeDeadAddress(Info->si_addr, Dead))
	{
		Text += Dead;
	}
	else
	{
		char Address[32];
		std::snprintf(Address, sizeof(Address), "%p", Info->si_addr);
		Text += "Crash: signal " + std::to_string(Signal) + " at address " + Address;
	}
	Say(Text);
	std::signal(Signal, SIG_DFL);
	std::raise(Signal);
}
} // namespace

void InstallCrashHandler()
{
	struct sigaction Action;
	std::memset(&Action, 0, sizeof(Action));
	Action.sa_sigaction = &OnCrash;
	Action.sa_flags = SA_SIGINFO;
	sigaction(SIGSEGV, &Action, nullptr);
	sigaction(SIGBUS, &Action, nullptr);
	sigaction(SIGFPE, &Action, nullptr);
	sigaction(SIGILL, &Action, nullptr);
}

} // namespace StandIn
