#include "Misc/AutomationTest.h"

#include "HAL/PlatformTime.h"
#include "Process.h"
#include "Utf8.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <regex.h>

namespace
{
std::deque<TSharedPtr<IAutomationLatentCommand>>& Latent()
{
	static auto* const Queue = new std::deque<TSharedPtr<IAutomationLatentCommand>>();
	return *Queue;
}
std::recursive_mutex& TestMutex()
{
	static auto* const Mutex = new std::recursive_mutex();
	return *Mutex;
}

bool Matches(const StandIn::FExpectedMessage& Expected, const FString& Message)
{
	if (!Expected.bRegex)
	{
		return Expected.Match == EAutomationExpectedErrorFlags::Exact ? Message.Equals(Expected.Pattern, ESearchCase::IgnoreCase)
																	  : Message.Contains(FStringView(Expected.Pattern));
	}
	std::string Pattern = StandIn::ToUtf8(Expected.Pattern);
	if (Expected.Match == EAutomationExpectedErrorFlags::Exact)
	{
		Pattern = "^(" + Pattern + ")$";
	}
	regex_t Compiled;
	if (regcomp(&Compiled, Pattern.c_str(), REG_EXTENDED | REG_ICASE | REG_NOSUB) != 0)
	{
		StandIn::RefuseNamed("AddExpectedError: no valid regular expression:", *Expected.Pattern, "escape it, or use AddExpectedErrorPlain");
	}
	const bool bMatches = regexec(&Compiled, StandIn::ToUtf8(Message).c_str(), 0, nullptr, 0) == 0;
	regfree(&Compiled);
	return bMatches;
}
} // namespace

void StandIn::QueueLatent(const TSharedPtr<IAutomationLatentCommand>& Command)
{
	Latent().push_back(Command);
}
bool StandIn::PumpLatentCommands()
{
	// What a command queues is done before what was queued after it.
	while (!Latent().empty())
	{
		const TSharedPtr<IAutomationLatentCommand> Command = Latent().front();
		if (!Command->Update())
		{
			return false;
		}
		Latent().pop_front();
	}
	return true;
}
void StandIn::ClearLatentCommands()
{
	Latent().clear();
}

FAutomationTestBase::FAutomationTestBase(const FString& InName, bool bInComplexTask)
	: TestName(InName)
	, bComplexTask(bInComplexTask)
{
	StandInTests().push_back(this);
}
FAutomationTestBase::~FAutomationTestBase()
{
	std::erase(StandInTests(), this);
}
std::vector<FAutomationTestBase*>& FAutomationTestBase::StandInTests()
{
	static auto* const List = new std::vector<FAutomationTestBase*>();
	return *List;
}
FAutomationTestBase*& FAutomationTestBase::StandInCurrent()
{
	static FAutomationTestBase* Current = nullptr;
	return Current;
}

void FAutomationTestBase::StandInBegin()
{
	ErrorCount = 0;
	ExpectedMessages.clear();
	StandInCurrent() = this;
}
void FAutomationTestBase::StandInEnd()
{
	for (const StandIn::FExpectedMessage& Expected : ExpectedMessages)
	{
		const bool bMissing = Expected.Occurrences > 0 ? Expected.Seen != Expected.Occurrences : Expected.Occurrences == 0 && Expected.Seen == 0;
		if (bMissing)
		{
			AddError(FString::Printf(TEXT("Expected message \"%s\" occurred %d times, expected %s"), *Expected.Pattern, Expected.Seen,
				Expected.Occurrences > 0 ? *LexToString(Expected.Occurrences) : TEXT("at least once")));
		}
	}
	StandInCurrent() = nullptr;
}
// Whether the message was expected; else it counts against the test.
bool FAutomationTestBase::StandInLog(ELogVerbosity::Type Verbosity, const FString& Message)
{
	const std::lock_guard<std::recursive_mutex> Lock(TestMutex());
	for (StandIn::FExpectedMessage& Expected : ExpectedMessages)
	{
		if (Verbosity <= Expected.Verbosity && Matches(Expected, Message))
		{
			++Expected.Seen;
			return true;
		}
	}
	if (Verbosity <= ELogVerbosity::Error)
	{
		AddError(FString(TEXT("logged: ")) + Message);
	}
	else
	{
		AddWarning(FString(TEXT("logged: ")) + Message);
	}
	return false;
}
void FAutomationTestBase::AddError(const FString& Message, int32)
{
	const std::lock_guard<std::recursive_mutex> Lock(TestMutex());
	++ErrorCount;
	StandIn::SayAt("error", StandIn::ToUtf8(GetTestSourceFileName()), GetTestSourceFileLine(), StandIn::ToUtf8(Message));
}
void FAutomationTestBase::AddWarning(const FString& Message, int32)
{
	StandIn::SayAt("warning", StandIn::ToUtf8(GetTestSourceFileName()), GetTestSourceFileLine(), StandIn::ToUtf8(Message));
}
void FAutomationTestBase::AddInfo(const FString& Message, int32, bool)
{
	StandIn::SayAt("info", StandIn::ToUtf8(GetTestSourceFileName()), GetTestSourceFileLine(), StandIn::ToUtf8(Message));
}
void FAutomationTestBase::AddExpectedMessage(const FString& Pattern, ELogVerbosity::Type Verbosity, EAutomationExpectedErrorFlags::MatchType Match,
	int32 Occurrences, bool bIsRegex)
{
	ExpectedMessages.push_back({Pattern, Verbosity, Match, Occurrences, bIsRegex});
}
void FAutomationTestBase::AddExpectedMessagePlain(const FString& Text, ELogVerbosity::Type Verbosity,
	EAutomationExpectedErrorFlags::MatchType Match, int32 Occurrences)
{
	AddExpectedMessage(Text, Verbosity, Match, Occurrences, false);
}
void FAutomationTestBase::AddExpectedError(const FString& Pattern, EAutomationExpectedErrorFlags::MatchType Match, int32 Occurrences, bool bIsRegex)
{
	AddExpectedMessage(Pattern, ELogVerbosity::Warning, Match, Occurrences, bIsRegex);
}
void FAutomationTestBase::AddExpectedErrorPlain(const FString& Text, EAutomationExpectedErrorFlags::MatchType Match, int32 Occurrences)
{
	AddExpectedMessage(Text, ELogVerbosity::Warning, Match, Occurrences, false);
}
bool FAutomationTestBase::Judge(bool bOk, const StandIn::FWhat& What, const FString& Wanted, const FString& Actual)
{
	if (!bOk)
	{
		AddError(FString::Printf(TEXT("Expected '%s' to be %s, but it was %s"), *What.Value, *Wanted, *Actual));
	}
	return bOk;
}

std::vector<FAutomationTestBase::FCase> FAutomationTestBase::StandInCases()
{
	TArray<FString> Names;
	TArray<FString> Commands;
	GetTests(Names, Commands);
	std::vector<FCase> Cases;
	for (int32 Index = 0; Index < Names.Num(); ++Index)
	{
		const FString Name = bComplexTask ? GetBeautifiedTestName() + TEXT(".") + Names[Index] : Names[Index];
		Cases.push_back({Name, Commands.IsValidIndex(Index) ? Commands[Index] : FString(), GetTestSourceFileName(), GetTestSourceFileLine(),
			EnumHasAnyFlags(GetTestFlags(), EAutomationTestFlags::Disabled)});
	}
	return Cases;
}
void FAutomationTestBase::StandInRun(const FCase& Case)
{
	if (!RunTest(Case.Command) && !HasAnyErrors())
	{
		AddError(FString(TEXT("RunTest returned false")));
	}
}

// --- specs ---

namespace
{
// Runs one step of a case, in the game thread or in its own, until it is done or late.
class FStepCommand final : public IAutomationLatentCommand
{
public:
	FStepCommand(FAutomationTestBase* InTest, const TFunction<void(const FDoneDelegate&)>& InBody, double InTimeout, bool bInThread, bool bInAlways)
		: Test(InTest)
		, Body(InBody)
		, Timeout(InTimeout)
		, bThread(bInThread)
		, bAlways(bInAlways)
	{
	}
	bool Update() override
	{
		if (!bStarted)
		{
			// After a failed set-up the body is left out, tearing down is not.
			if (!bAlways && Test->HasAnyErrors())
			{
				return true;
			}
			bStarted = true;
			Deadline = FPlatformTime::Seconds() + Timeout;
			const TSharedRef<std::atomic<bool>> Flag = Done;
			const FDoneDelegate Signal = FDoneDelegate::CreateLambda([Flag] { Flag->store(true); });
			if (bThread)
			{
				AsyncTask(ENamedThreads::AnyThread, [Run = Body, Signal] { Run(Signal); });
			}
			else
			{
				Body(Signal);
			}
		}
		if (Done->load())
		{
			return true;
		}
		if (FPlatformTime::Seconds() > Deadline)
		{
			Test->AddError(FString::Printf(TEXT("a latent step did not call Done within %g seconds"), Timeout));
			return true;
		}
		return false;
	}

private:
	FAutomationTestBase* Test;
	TFunction<void(const FDoneDelegate&)> Body;
	double Timeout;
	bool bThread;
	bool bAlways;
	bool bStarted = false;
	double Deadline = 0.0;
	TSharedRef<std::atomic<bool>> Done = MakeShared<std::atomic<bool>>(false);
};
const FTimespan DefaultTimeout = FTimespan::FromSeconds(30.0);
} // namespace

FAutomationSpecBase::FAutomationSpecBase(const FString& InName, bool bInComplexTask)
	: FAutomationTestBase(InName, bInComplexTask)
{
}
void FAutomationSpecBase::StandInPrepare()
{
	if (!bStandInPrepared)
	{
		bStandInPrepared = true;
		StandInScopes.push_back(FStandInScope());
		StandInOpen.push_back(0);
		Define();
	}
}
bool FAutomationSpecBase::RunTest(const FString&)
{
	return true;
}
void FAutomationSpecBase::GetTests(TArray<FString>& OutBeautifiedNames, TArray<FString>& OutTestCommands) const
{
	FAutomationSpecBase* Self = const_cast<FAutomationSpecBase*>(this);
	Self->StandInPrepare();
	for (const FStandInItem& Item : StandInItems)
	{
		OutBeautifiedNames.Add(Item.Case.Name);
		OutTestCommands.Add(Item.Case.Command);
	}
}
std::vector<FAutomationTestBase::FCase> FAutomationSpecBase::StandInCases()
{
	StandInPrepare();
	std::vector<FCase> Cases;
	for (const FStandInItem& Item : StandInItems)
	{
		Cases.push_back(Item.Case);
	}
	return Cases;
}
FAutomationSpecBase::FStandInStep FAutomationSpecBase::StandInImmediate(FBody&& Body)
{
	FStandInStep Step;
	Step.Body = [Run = MoveTemp(Body)](const FDoneDelegate& Done) {
		Run();
		Done.ExecuteIfBound();
	};
	Step.Timeout = DefaultTimeout;
	return Step;
}
void FAutomationSpecBase::Describe(const StandIn::FWhat& Description, FBody Body)
{
	StandInScopes.push_back(FStandInScope{Description.Value, {}, {}});
	StandInOpen.push_back(StandInScopes.size() - 1);
	Body();
	StandInOpen.pop_back();
}
void FAutomationSpecBase::StandInAddItem(const StandIn::FWhat& Description, FStandInStep&& Step, bool bDisabled, const char* File, int Line)
{
	FString Name = GetBeautifiedTestName();
	for (const std::size_t Scope : StandInOpen)
	{
		Name += StandInScopes[Scope].Name.IsEmpty() ? FString() : TEXT(".") + StandInScopes[Scope].Name;
	}
	Name += TEXT(".") + Description.Value;
	for (const FStandInItem& Item : StandInItems)
	{
		if (Item.Case.Name == Name)
		{
			StandIn::RefuseNamed("two cases of a spec have the same name:", *Name, "give each It its own description");
		}
	}
	StandInItems.push_back({{Name, LexToString(static_cast<int32>(StandInItems.size())), FString(File), Line,
						 bDisabled || EnumHasAnyFlags(GetTestFlags(), EAutomationTestFlags::Disabled)},
		MoveTemp(Step), StandInOpen});
}
void FAutomationSpecBase::It(const StandIn::FWhat& Description, FBody Body, const char* File, int Line)
{
	StandInAddItem(Description, StandInImmediate(MoveTemp(Body)), false, File, Line);
}
void FAutomationSpecBase::xIt(const StandIn::FWhat& Description, FBody Body, const char* File, int Line)
{
	StandInAddItem(Description, StandInImmediate(MoveTemp(Body)), true, File, Line);
}
void FAutomationSpecBase::LatentIt(const StandIn::FWhat& Description, FLatentBody Body, const char* File, int Line)
{
	StandInAddItem(Description, FStandInStep{MoveTemp(Body), DefaultTimeout}, false, File, Line);
}
void FAutomationSpecBase::LatentIt(const StandIn::FWhat& Description, const FTimespan& Timeout, FLatentBody Body, const char* File, int Line)
{
	StandInAddItem(Description, FStandInStep{MoveTemp(Body), Timeout}, false, File, Line);
}
void FAutomationSpecBase::LatentIt(const StandIn::FWhat& Description, EAsyncExecution Execution, FLatentBody Body, const char* File, int Line)
{
	StandInAddItem(Description, FStandInStep{MoveTemp(Body), DefaultTimeout, Execution != EAsyncExecution::TaskGraphMainThread}, false, File, Line);
}
void FAutomationSpecBase::LatentIt(const StandIn::FWhat& Description, EAsyncExecution Execution, const FTimespan& Timeout, FLatentBody Body,
	const char* File, int Line)
{
	StandInAddItem(Description, FStandInStep{MoveTemp(Body), Timeout, Execution != EAsyncExecution::TaskGraphMainThread}, false, File, Line);
}
void FAutomationSpecBase::xLatentIt(const StandIn::FWhat& Description, FLatentBody Body, const char* File, int Line)
{
	StandInAddItem(Description, FStandInStep{MoveTemp(Body), DefaultTimeout}, true, File, Line);
}
void FAutomationSpecBase::BeforeEach(FBody Body)
{
	StandInScopes[StandInOpen.back()].Before.push_back(StandInImmediate(MoveTemp(Body)));
}
void FAutomationSpecBase::AfterEach(FBody Body)
{
	StandInScopes[StandInOpen.back()].After.push_back(StandInImmediate(MoveTemp(Body)));
}
void FAutomationSpecBase::LatentBeforeEach(FLatentBody Body)
{
	LatentBeforeEach(DefaultTimeout, MoveTemp(Body));
}
void FAutomationSpecBase::LatentBeforeEach(const FTimespan& Timeout, FLatentBody Body)
{
	StandInScopes[StandInOpen.back()].Before.push_back(FStandInStep{MoveTemp(Body), Timeout});
}
void FAutomationSpecBase::LatentBeforeEach(EAsyncExecution Execution, FLatentBody Body)
{
	StandInScopes[StandInOpen.back()].Before.push_back(FStandInStep{MoveTemp(Body), DefaultTimeout, Execution != EAsyncExecution::TaskGraphMainThread});
}
void FAutomationSpecBase::LatentAfterEach(FLatentBody Body)
{
	LatentAfterEach(DefaultTimeout, MoveTemp(Body));
}
void FAutomationSpecBase::LatentAfterEach(const FTimespan& Timeout, FLatentBody Body)
{
	StandInScopes[StandInOpen.back()].After.push_back(FStandInStep{MoveTemp(Body), Timeout});
}
void FAutomationSpecBase::LatentAfterEach(EAsyncExecution Execution, FLatentBody Body)
{
	StandInScopes[StandInOpen.back()].After.push_back(FStandInStep{MoveTemp(Body), DefaultTimeout, Execution != EAsyncExecution::TaskGraphMainThread});
}
void FAutomationSpecBase::StandInRun(const FCase& Case)
{
	for (const FStandInItem& Item : StandInItems)
	{
		if (!(Item.Case.Command == Case.Command))
		{
			continue;
		}
		const auto Queue = [this](const FStandInStep& Step, bool bAlways) {
			StandIn::QueueLatent(MakeShared<FStepCommand>(this, Step.Body, Step.Timeout.GetTotalSeconds(), Step.bThread, bAlways));
		};
		for (const std::size_t Scope : Item.Scopes)
		{
			for (const FStandInStep& Step : StandInScopes[Scope].Before)
			{
				Queue(Step, false);
			}
		}
		Queue(Item.Step, false);
		for (auto Scope = Item.Scopes.rbegin(); Scope != Item.Scopes.rend(); ++Scope)
		{
			for (const FStandInStep& Step : StandInScopes[*Scope].After)
			{
				Queue(Step, true);
			}
		}
		return;
	}
}
