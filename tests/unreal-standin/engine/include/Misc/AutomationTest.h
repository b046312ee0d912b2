#pragma once

#include "Async/Async.h"
#include "Delegates/Delegate.h"
#include "Logging/LogMacros.h"
#include "Math/UnrealMathUtility.h"
#include "Misc/Timespan.h"
#include "Templates/Function.h"

#include <memory>
#include <vector>

// Automation tests and specs. CES CesiumRuntime/Private/Tests/CesiumPropertyAttributeProperty.spec.cpp;
// SEN Sentry/Private/Tests/SentryLog.spec.cpp; UEC UE5CoroTests/Private/DelegateAwaiterTest.cpp; NAK NakamaTests;
// Epic: Runtime/Core/FAutomationTestBase, FAutomationSpecBase/xLatentIt, EAutomationTestFlags

enum class EAutomationTestFlags : uint32
{
	None = 0,
	EditorContext = 0x1,
	ClientContext = 0x2,
	ServerContext = 0x4,
	CommandletContext = 0x8,
	ProgramContext = 0x10,
	NonNullRHI = 0x100,
	RequiresUser = 0x200,
	Disabled = 0x10000,
	CriticalPriority = 0x100000,
	HighPriority = 0x200000,
	MediumPriority = 0x400000,
	LowPriority = 0x800000,
	SmokeFilter = 0x01000000,
	EngineFilter = 0x02000000,
	ProductFilter = 0x04000000,
	PerfFilter = 0x08000000,
	StressFilter = 0x10000000,
	NegativeFilter = 0x20000000,
};
ENUM_CLASS_FLAGS(EAutomationTestFlags)
inline constexpr EAutomationTestFlags EAutomationTestFlags_ApplicationContextMask = EAutomationTestFlags::EditorContext |
	EAutomationTestFlags::ClientContext | EAutomationTestFlags::ServerContext | EAutomationTestFlags::CommandletContext |
	EAutomationTestFlags::ProgramContext;

namespace EAutomationExpectedErrorFlags
{
enum MatchType : uint8
{
	Exact,
	Contains,
};
}

DECLARE_DELEGATE(FDoneDelegate);

// A step that runs once per frame until it says that it is done. CES Tests/TileLoadingSoakTest.cpp; NAK
class IAutomationLatentCommand : public TSharedFromThis<IAutomationLatentCommand>
{
public:
	virtual ~IAutomationLatentCommand() = default;
	virtual bool Update() = 0;
};

namespace StandIn
{
// What a test compares, as it was called: text of either kind.
struct FWhat
{
	FWhat(const TCHAR* Text)
		: Value(Text)
	{
	}
	FWhat(const char* Text)
		: Value(FString(Text))
	{
	}
	FWhat(const FString& Text)
		: Value(Text)
	{
	}
	FString Value;
};
template <typename T>
FString Describe(const T& Value)
{
	if constexpr (std::is_same_v<T, bool>)
	{
		return FString(Value ? TEXT("true") : TEXT("false"));
	}
	else if constexpr (std::is_enum_v<T>)
	{
		return LexToString(static_cast<int64>(Value));
	}
	else if constexpr (std::is_floating_point_v<T>)
	{
		return LexToString(static_cast<double>(Value));
	}
	else if constexpr (std::is_integral_v<T>)
	{
		return std::is_signed_v<T> ? LexToString(static_cast<int64>(Value)) : LexToString(static_cast<uint64>(Value));
	}
	else if constexpr (requires { Value.ToString(); })
	{
		return FString(Value.ToString());
	}
	else if constexpr (std::is_convertible_v<const T&, FString>)
	{
		return FString(Value);
	}
	else if constexpr (std::is_pointer_v<T>)
	{
		return FString::Printf(TEXT("%p"), static_cast<const void*>(Value));
	}
	else
	{
		return FString(TEXT("<value>"));
	}
}
struct FExpectedMessage
{
	FString Pattern;
	ELogVerbosity::Type Verbosity;
	EAutomationExpectedErrorFlags::MatchType Match;
	int32 Occurrences;
	bool bRegex;
	int32 Seen = 0;
};
} // namespace StandIn

class FAutomationTestBase
{
public:
	FAutomationTestBase(const FString& InName, bool bInComplexTask);
	virtual ~FAutomationTestBase();
	FAutomationTestBase(const FAutomationTestBase&) = delete;
	FAutomationTestBase& operator=(const FAutomationTestBase&) = delete;

	virtual EAutomationTestFlags GetTestFlags() const = 0;
	virtual FString GetTestSourceFileName() const = 0;
	virtual int32 GetTestSourceFileLine() const = 0;
	virtual void GetTests(TArray<FString>& OutBeautifiedNames, TArray<FString>& OutTestCommands) const = 0;
	virtual bool RunTest(const FString& Parameters) = 0;
	virtual FString GetBeautifiedTestName() const = 0;
	const FString& GetTestName() const
	{
		return TestName;
	}

	void AddError(const FString& Message, int32 StackOffset = 0);
	void AddWarning(const FString& Message, int32 StackOffset = 0);
	void AddInfo(const FString& Message, int32 StackOffset = 0, bool bCaptureStack = false);
	bool HasAnyErrors() const
	{
		return ErrorCount > 0;
	}
	void AddExpectedError(const FString& Pattern, EAutomationExpectedErrorFlags::MatchType Match = EAutomationExpectedErrorFlags::Contains,
		int32 Occurrences = 1, bool bIsRegex = true);
	void AddExpectedErrorPlain(const FString& Text, EAutomationExpectedErrorFlags::MatchType Match = EAutomationExpectedErrorFlags::Contains,
		int32 Occurrences = 1);
	void AddExpectedMessage(const FString& Pattern, ELogVerbosity::Type Verbosity,
		EAutomationExpectedErrorFlags::MatchType Match = EAutomationExpectedErrorFlags::Contains, int32 Occurrences = 1, bool bIsRegex = true);
	void AddExpectedMessagePlain(const FString& Text, ELogVerbosity::Type Verbosity,
		EAutomationExpectedErrorFlags::MatchType Match = EAutomationExpectedErrorFlags::Contains, int32 Occurrences = 1);

	bool TestTrue(const StandIn::FWhat& What, bool bValue)
	{
		return Judge(bValue, What, FString(TEXT("true")), FString(TEXT("false")));
	}
	bool TestFalse(const StandIn::FWhat& What, bool bValue)
	{
		return Judge(!bValue, What, FString(TEXT("false")), FString(TEXT("true")));
	}
	// Both sides have one type: the numbers' overloads make a mixed call ambiguous, the template has one parameter. A text and a literal
	// do not mix either. Epic: Runtime/Core/FAutomationTestBase/TestEqual (its overloads). Texts are compared exactly, with their case.
	bool TestEqual(const StandIn::FWhat& What, int32 Actual, int32 Expected)
	{
		return JudgeEqual(What, Actual, Expected);
	}
	bool TestEqual(const StandIn::FWhat& What, int64 Actual, int64 Expected)
	{
		return JudgeEqual(What, Actual, Expected);
	}
	bool TestEqual(const StandIn::FWhat& What, SIZE_T Actual, SIZE_T Expected)
	{
		return JudgeEqual(What, Actual, Expected);
	}
	bool TestEqual(const StandIn::FWhat& What, float Actual, float Expected, float Tolerance = UE_KINDA_SMALL_NUMBER)
	{
		return Judge(FMath::IsNearlyEqual(Actual, Expected, Tolerance), What, LexToString(Expected), LexToString(Actual));
	}
	bool TestEqual(const StandIn::FWhat& What, double Actual, double Expected, double Tolerance = UE_KINDA_SMALL_NUMBER)
	{
		return Judge(FMath::IsNearlyEqual(Actual, Expected, Tolerance), What, LexToString(Expected), LexToString(Actual));
	}
	bool TestEqual(const StandIn::FWhat& What, const TCHAR* Actual, const TCHAR* Expected)
	{
		return JudgeEqual(What, FString(Actual), FString(Expected));
	}
	template <typename T>
	bool TestEqual(const StandIn::FWhat& What, const T& Actual, const T& Expected)
	{
		return JudgeEqual(What, Actual, Expected);
	}
	// Texts that differ only in case are not different enough.
	bool TestNotEqual(const StandIn::FWhat& What, const TCHAR* Actual, const TCHAR* Expected)
	{
		return TestNotEqual(What, FString(Actual), FString(Expected));
	}
	template <typename T>
	bool TestNotEqual(const StandIn::FWhat& What, const T& Actual, const T& Expected)
	{
		return Judge(Different(Actual, Expected), What, FString(TEXT("anything but ")) + StandIn::Describe(Expected), StandIn::Describe(Actual));
	}
	bool TestNearlyEqual(const StandIn::FWhat& What, float Actual, float Expected, float Tolerance = UE_KINDA_SMALL_NUMBER)
	{
		return TestEqual(What, Actual, Expected, Tolerance);
	}
	bool TestNearlyEqual(const StandIn::FWhat& What, double Actual, double Expected, double Tolerance = UE_KINDA_SMALL_NUMBER)
	{
		return TestEqual(What, Actual, Expected, Tolerance);
	}
	// Plain pointers only: a shared pointer is asked for its validity. Epic: Runtime/Core/FAutomationTestBase/TestNull, TestNotNull
	template <typename T>
	bool TestNull(const StandIn::FWhat& What, const T* Pointer)
	{
		return Judge(Pointer == nullptr, What, FString(TEXT("null")), FString(TEXT("a pointer")));
	}
	template <typename T>
	bool TestNotNull(const StandIn::FWhat& What, const T* Pointer)
	{
		return Judge(Pointer != nullptr, What, FString(TEXT("a pointer")), FString(TEXT("null")));
	}

	// For the host.
	void StandInBegin();
	void StandInEnd();
	bool StandInLog(ELogVerbosity::Type Verbosity, const FString& Message);
	static FAutomationTestBase*& StandInCurrent();
	static std::vector<FAutomationTestBase*>& StandInTests();
	// One case: its full name and what runs it.
	struct FCase
	{
		FString Name;
		FString Command;
		FString File;
		int32 Line = 0;
		bool bDisabled = false;
	};
	virtual std::vector<FCase> StandInCases();
	// Queues everything that the case needs; the host pumps frames until the queue is empty.
	virtual void StandInRun(const FCase& Case);

protected:
	const FString TestName;
	const bool bComplexTask;

private:
	bool Judge(bool bOk, const StandIn::FWhat& What, const FString& Expected, const FString& Actual);
	template <typename T>
	bool JudgeEqual(const StandIn::FWhat& What, const T& Actual, const T& Expected)
	{
		return Judge(Same(Actual, Expected), What, StandIn::Describe(Expected), StandIn::Describe(Actual));
	}
	template <typename T>
	static bool Same(const T& Actual, const T& Expected)
	{
		if constexpr (std::is_same_v<T, FString>)
		{
			return Actual.Equals(Expected, ESearchCase::CaseSensitive);
		}
		else if constexpr (requires { Actual.EqualTo(Expected); })
		{
			return Actual.EqualTo(Expected);
		}
		else
		{
			return Actual == Expected;
		}
	}
	template <typename T>
	static bool Different(const T& Actual, const T& Expected)
	{
		if constexpr (std::is_same_v<T, FString>)
		{
			return !Actual.Equals(Expected, ESearchCase::IgnoreCase);
		}
		else
		{
			return !(Actual == Expected);
		}
	}
	int32 ErrorCount = 0;
	std::vector<StandIn::FExpectedMessage> ExpectedMessages;
};

// Describe, It and their companions; one It is one case.
class FAutomationSpecBase : public FAutomationTestBase
{
public:
	FAutomationSpecBase(const FString& InName, bool bInComplexTask);
	bool RunTest(const FString& Parameters) override;
	void GetTests(TArray<FString>& OutBeautifiedNames, TArray<FString>& OutTestCommands) const override;
	std::vector<FCase> StandInCases() override;
	void StandInRun(const FCase& Case) override;
	// SpecFile and line of a case come from where It was called.
	virtual void Define() = 0;

protected:
	using FBody = TFunction<void()>;
	using FLatentBody = TFunction<void(const FDoneDelegate&)>;

	void Describe(const StandIn::FWhat& Description, FBody Body);
	void xDescribe(const StandIn::FWhat&, FBody)
	{
	}
	void It(const StandIn::FWhat& Description, FBody Body, const char* File = __builtin_FILE(), int Line = __builtin_LINE());
	void xIt(const StandIn::FWhat& Description, FBody Body, const char* File = __builtin_FILE(), int Line = __builtin_LINE());
	void LatentIt(const StandIn::FWhat& Description, FLatentBody Body, const char* File = __builtin_FILE(), int Line = __builtin_LINE());
	void LatentIt(const StandIn::FWhat& Description, const FTimespan& Timeout, FLatentBody Body, const char* File = __builtin_FILE(),
		int Line = __builtin_LINE());
	void LatentIt(const StandIn::FWhat& Description, EAsyncExecution Execution, FLatentBody Body, const char* File = __builtin_FILE(),
		int Line = __builtin_LINE());
	void LatentIt(const StandIn::FWhat& Description, EAsyncExecution Execution, const FTimespan& Timeout, FLatentBody Body,
		const char* File = __builtin_FILE(), int Line = __builtin_LINE());
	void xLatentIt(const StandIn::FWhat& Description, FLatentBody Body, const char* File = __builtin_FILE(), int Line = __builtin_LINE());
	void BeforeEach(FBody Body);
	void AfterEach(FBody Body);
	void LatentBeforeEach(FLatentBody Body);
	void LatentBeforeEach(const FTimespan& Timeout, FLatentBody Body);
	void LatentBeforeEach(EAsyncExecution Execution, FLatentBody Body);
	void LatentAfterEach(FLatentBody Body);
	void LatentAfterEach(const FTimespan& Timeout, FLatentBody Body);
	void LatentAfterEach(EAsyncExecution Execution, FLatentBody Body);

private:
	struct FStandInStep
	{
		FLatentBody Body;
		FTimespan Timeout;
		bool bThread = false;
	};
	struct FStandInScope
	{
		FString Name;
		std::vector<FStandInStep> Before;
		std::vector<FStandInStep> After;
	};
	struct FStandInItem
	{
		FCase Case;
		FStandInStep Step;
		std::vector<std::size_t> Scopes; // from outermost in
	};
	void StandInPrepare();
	void StandInAddItem(const StandIn::FWhat& Description, FStandInStep&& Step, bool bDisabled, const char* File, int Line);
	static FStandInStep StandInImmediate(FBody&& Body);

	std::vector<FStandInScope> StandInScopes;
	std::vector<std::size_t> StandInOpen;
	std::vector<FStandInItem> StandInItems;
	bool bStandInPrepared = false;
};

namespace StandIn
{
void QueueLatent(const TSharedPtr<IAutomationLatentCommand>& Command);
}
#define ADD_LATENT_AUTOMATION_COMMAND(Construction) ::StandIn::QueueLatent(MakeShareable(new Construction))
#define DEFINE_LATENT_AUTOMATION_COMMAND(Command) \
	class Command : public IAutomationLatentCommand \
	{ \
	public: \
		bool Update() override; \
	}
#define DEFINE_LATENT_AUTOMATION_COMMAND_ONE_PARAMETER(Command, Type, Name) \
	class Command : public IAutomationLatentCommand \
	{ \
	public: \
		explicit Command(Type In##Name) \
			: Name(In##Name) \
		{ \
		} \
		bool Update() override; \
\
	private: \
		Type Name; \
	}

#define STANDIN_TEST_CLASS(Class, Base, PrettyName, Flags, bComplex) \
	class Class : public Base \
	{ \
	public: \
		explicit Class(const FString& InName) \
			: Base(InName, bComplex) \
		{ \
		} \
		EAutomationTestFlags GetTestFlags() const override \
		{ \
			static_assert(((Flags) & EAutomationTestFlags_ApplicationContextMask) != EAutomationTestFlags::None, \
				"a test needs a context flag, e.g. EAutomationTestFlags::EditorContext"); \
			static_assert((static_cast<uint32>(Flags) & 0x3f000000u) != 0 && \
					((static_cast<uint32>(Flags) & 0x3f000000u) & ((static_cast<uint32>(Flags) & 0x3f000000u) - 1)) == 0, \
				"a test needs exactly one filter flag, e.g. EAutomationTestFlags::ProductFilter"); \
			return (Flags); \
		} \
		FString GetTestSourceFileName() const override \
		{ \
			return FString(__FILE__); \
		} \
		int32 GetTestSourceFileLine() const override \
		{ \
			return __LINE__; \
		} \
		FString GetBeautifiedTestName() const override \
		{ \
			return FString(PrettyName); \
		}

#define IMPLEMENT_SIMPLE_AUTOMATION_TEST(Class, PrettyName, Flags) \
	IMPLEMENT_CUSTOM_SIMPLE_AUTOMATION_TEST(Class, FAutomationTestBase, PrettyName, Flags)
#define IMPLEMENT_CUSTOM_SIMPLE_AUTOMATION_TEST(Class, Base, PrettyName, Flags) \
	STANDIN_TEST_CLASS(Class, Base, PrettyName, Flags, false) \
		bool RunTest(const FString& Parameters) override; \
		void GetTests(TArray<FString>& OutBeautifiedNames, TArray<FString>& OutTestCommands) const override \
		{ \
			OutBeautifiedNames.Add(FString(PrettyName)); \
			OutTestCommands.Add(FString()); \
		} \
	}; \
	namespace \
	{ \
	Class Class##Instance(FString(#Class)); \
	}
#define IMPLEMENT_COMPLEX_AUTOMATION_TEST(Class, PrettyName, Flags) \
	STANDIN_TEST_CLASS(Class, FAutomationTestBase, PrettyName, Flags, true) \
		bool RunTest(const FString& Parameters) override; \
		void GetTests(TArray<FString>& OutBeautifiedNames, TArray<FString>& OutTestCommands) const override; \
	}; \
	namespace \
	{ \
	Class Class##Instance(FString(#Class)); \
	}

#define BEGIN_DEFINE_SPEC(Class, PrettyName, Flags) \
	STANDIN_TEST_CLASS(Class, FAutomationSpecBase, PrettyName, Flags, false) \
		void Define() override;
#define END_DEFINE_SPEC(Class) \
	}; \
	namespace \
	{ \
	Class Class##Instance(FString(#Class)); \
	}
#define DEFINE_SPEC(Class, PrettyName, Flags) \
	BEGIN_DEFINE_SPEC(Class, PrettyName, Flags) \
	END_DEFINE_SPEC(Class)
