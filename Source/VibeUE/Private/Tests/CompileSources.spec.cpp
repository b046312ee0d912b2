// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "Tools/CompileLines.h"
#include "VibeUESettings.h"

// Live Coding is the stand-in's: in the engine it would patch the editor that runs this.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/LiveCoding.h"

BEGIN_DEFINE_SPEC(FCompileSourcesSpec, "VibeUE.Tools.live coding", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;

	/** A step that says how the next compile goes. */
	void Play(const StandIn::FLiveCompile& Compile);

	/** Steps that call the tool, allowed beforehand, and test how it ended and what the model reads of it. */
	void Use(const TCHAR* Arguments, EVibeUEToolEnd End, const FString& Words);

	/** Steps that call the tool and wait until it compiles. */
	void Begin();

	/** Returns what reading lines of a category gives. */
	static FCompileLines Read(const TCHAR* Category, const TArray<FString>& Texts, ELogVerbosity::Type Verbosity = ELogVerbosity::Display);
END_DEFINE_SPEC(FCompileSourcesSpec)

void FCompileSourcesSpec::Play(const StandIn::FLiveCompile& Compile)
{
	Chat->Do([Compile]()
	{
		StandIn::SetLiveCoding(StandIn::ELiveCoding::On);
		StandIn::SetLiveCompile(Compile);
	});
}

void FCompileSourcesSpec::Use(const TCHAR* Arguments, EVibeUEToolEnd End, const FString& Words)
{
	Chat->Do([this]() { Chat->Forget(); });
	Chat->Say(FString(TEXT("use compile_sources ")) + Arguments);
	Chat->Do([this, End, Words]()
	{
		TestTrue(FString::Printf(TEXT("it ends as it should; it said %s"), *Chat->Streamed), Chat->ToolEnds == TArray<EVibeUEToolEnd>({End}));
		TestTrue(FString::Printf(TEXT("it says %s; it said %s"), *Words, *Chat->Streamed), Chat->Streamed.Contains(Words));
	});
}

void FCompileSourcesSpec::Begin()
{
	Chat->Do([this]()
	{
		Chat->Forget();
		(*Chat)->SubmitUserMessage(TEXT("use compile_sources {}"));
	});
	Chat->Wait(TEXT("the compile"), []() { return StandIn::LiveCompiles() == 1; });
}

FCompileLines FCompileSourcesSpec::Read(const TCHAR* Category, const TArray<FString>& Texts, ELogVerbosity::Type Verbosity)
{
	FCompileLines Lines;
	for (const FString& Text : Texts)
	{
		FLogTail::FLine Line;
		Line.Category = Category;
		Line.Text = Text;
		Line.Verbosity = Verbosity;
		Lines.Read(Line);
	}
	return Lines;
}

// Long because it lists its cases.
void FCompileSourcesSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		Chat = MakeShared<FSpecChat>(*this);
		FSpecSandbox::OfferEditorTools();
		GetMutableDefault<UVibeUESettings>()->bAskBeforeToolsRun = false;
		Chat->Open();
	});
	AfterEach([this]()
	{
		Chat.Reset();
		StandIn::SetLiveCoding(StandIn::ELiveCoding::Missing);
	});

	LatentIt(TEXT("compiles the sources and says what the compiler warned of"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::FLiveCompile Compile;
		Compile.Compiler = {TEXT("[1/2] Compile Door.cpp"), TEXT("C:\\Doors\\Source\\Door.cpp(7): warning C4996: 'Open': was declared deprecated")};
		Play(Compile);
		Use(TEXT("{}"), EVibeUEToolEnd::Done,
			TEXT("Compiled, and the running editor is patched.\nLive Coding says: Live coding succeeded\n")
			TEXT("C:\\Doors\\Source\\Door.cpp(7): warning C4996: 'Open': was declared deprecated"));
		Chat->Do([this]()
		{
			TestEqual(TEXT("compiles"), StandIn::LiveCompiles(), 1);
			TestFalse(TEXT("it repeats what is neither an error nor a warning"), Chat->Streamed.Contains(TEXT("[1/2]")));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("gives the errors of a compile that fails, and the next compile works"), Timeout, [this](const FDoneDelegate& Done)
	{
		AddExpectedError(TEXT("Live coding failed"), EAutomationExpectedErrorFlags::Contains, 1);
		StandIn::FLiveCompile Compile;
		Compile.Compiler = {TEXT("C:\\Doors\\Source\\Door.cpp(12): error C2065: 'Hinge': undeclared identifier"),
			TEXT("Door.cpp.obj : error LNK2019: unresolved external symbol \"void Slam(void)\"")};
		Compile.Ended = ELiveCodingCompileResult::Failure;
		Play(Compile);
		Use(TEXT("{}"), EVibeUEToolEnd::Failed,
			TEXT("Did not compile; the editor runs the old code.\nLive Coding says: Live coding failed, please see Live console for more information\n")
			TEXT("C:\\Doors\\Source\\Door.cpp(12): error C2065: 'Hinge': undeclared identifier\n")
			TEXT("Door.cpp.obj : error LNK2019: unresolved external symbol \"void Slam(void)\""));
		Chat->Do([]() { StandIn::SetLiveCompile(StandIn::FLiveCompile()); });
		Use(TEXT("{} "), EVibeUEToolEnd::Done, TEXT("Compiled, and the running editor is patched."));
		Chat->Do([this]()
		{
			TestFalse(TEXT("errors of the earlier compile"), Chat->Streamed.Contains(TEXT("C2065")));
			Chat->TestPairs(TEXT("pairs"), EVibeUEHistory::View);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("says where the errors are when the log has none"), Timeout, [this](const FDoneDelegate& Done)
	{
		AddExpectedError(TEXT("Live coding failed"), EAutomationExpectedErrorFlags::Contains, 1);
		StandIn::FLiveCompile Compile;
		Compile.Ended = ELiveCodingCompileResult::Failure;
		Play(Compile);
		Use(TEXT("{}"), EVibeUEToolEnd::Failed, TEXT("Ask the user for those in the Live Coding console"));
		Chat->Run(Done);
	});

	LatentIt(TEXT("says that nothing has changed, or that the compile was cancelled"), Timeout, [this](const FDoneDelegate& Done)
	{
		AddExpectedError(TEXT("Live coding canceled"), EAutomationExpectedErrorFlags::Contains, 1);
		StandIn::FLiveCompile Compile;
		Compile.Ended = ELiveCodingCompileResult::NoChanges;
		Play(Compile);
		Use(TEXT("{}"), EVibeUEToolEnd::Done, TEXT("Nothing to compile: no source has changed since the last compile."));
		Compile.Ended = ELiveCodingCompileResult::Cancelled;
		Play(Compile);
		Use(TEXT("{} "), EVibeUEToolEnd::Failed, TEXT("Live Coding cancelled the compile; the editor runs the old code."));
		Chat->Run(Done);
	});

	LatentIt(TEXT("says so when the log does not tell how the compile ended, and takes errors for a failure"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::FLiveCompile Compile;
		Compile.bSaysHow = false;
		Play(Compile);
		Use(TEXT("{}"), EVibeUEToolEnd::Failed, TEXT("The compile is over, and the log does not say how it ended."));
		Compile.Compiler.Add(TEXT("Door.cpp(12): error C2065: 'Grid': undeclared identifier"));
		Play(Compile);
		Use(TEXT("{} "), EVibeUEToolEnd::Failed, TEXT("Did not compile; the editor runs the old code.\nDoor.cpp(12): error C2065"));
		Chat->Run(Done);
	});

	LatentIt(TEXT("believes what the module says at once"), Timeout, [this](const FDoneDelegate& Done)
	{
		struct FAnswer
		{
			ELiveCodingCompileResult Started;
			EVibeUEToolEnd End;
			FString Words;
		};
		const TArray<FAnswer> Answers = {
			{ELiveCodingCompileResult::Success, EVibeUEToolEnd::Done, TEXT("Compiled, and the running editor is patched.")},
			{ELiveCodingCompileResult::NoChanges, EVibeUEToolEnd::Done, TEXT("Nothing to compile")},
			{ELiveCodingCompileResult::Failure, EVibeUEToolEnd::Failed, TEXT("Did not compile")},
			{ELiveCodingCompileResult::Cancelled, EVibeUEToolEnd::Failed, TEXT("Live Coding cancelled the compile")},
			{ELiveCodingCompileResult::CompileStillActive, EVibeUEToolEnd::Busy, TEXT("another compile is under way")},
			{ELiveCodingCompileResult::NotStarted, EVibeUEToolEnd::Failed, TEXT("Not started: Live Coding could not start its compiler.")}};
		FString Arguments = TEXT("{}");
		for (const FAnswer& Answer : Answers)
		{
			StandIn::FLiveCompile Compile;
			Compile.Started = Answer.Started;
			Play(Compile);
			Use(*Arguments, Answer.End, Answer.Words);
			Arguments += TEXT(" ");
		}
		Chat->Run(Done);
	});

	LatentIt(TEXT("starts nothing where Live Coding is missing, off or at work"), Timeout, [this](const FDoneDelegate& Done)
	{
		Use(TEXT("{}"), EVibeUEToolEnd::Failed, TEXT("Not available: Live Coding is not loaded in this editor."));
		Chat->Do([]() { StandIn::SetLiveCoding(StandIn::ELiveCoding::Off); });
		Use(TEXT("{} "), EVibeUEToolEnd::Failed, TEXT("Live Coding is off. Ask the user to turn it on under Editor Preferences > General > Live Coding."));
		Chat->Do([]() { StandIn::SetLiveCoding(StandIn::ELiveCoding::Locked); });
		Use(TEXT("{}  "), EVibeUEToolEnd::Failed, TEXT("Live Coding is off and cannot be turned on: a debugger is attached"));
		Chat->Do([this]() { TestEqual(TEXT("compiles"), StandIn::LiveCompiles(), 0); });
		StandIn::FLiveCompile Compile;
		Compile.Frames = -1;
		Play(Compile);
		Chat->Do([]() { StandIn::CompileByHand(); });
		Use(TEXT("{}   "), EVibeUEToolEnd::Busy, TEXT("Not started: another compile is under way. Call again when it is over."));
		Chat->Do([this]() { TestEqual(TEXT("compiles"), StandIn::LiveCompiles(), 1); });
		Use(TEXT("{\"wait_seconds\": \"long\"}"), EVibeUEToolEnd::Refused, TEXT("wait_seconds"));
		Chat->Run(Done);
	});

	LatentIt(TEXT("waits no longer than it was asked to, and leaves the compile under way"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::FLiveCompile Compile;
		Compile.Frames = -1;
		Play(Compile);
		Use(TEXT("{\"wait_seconds\": 1}"), EVibeUEToolEnd::TimedOut, TEXT("Still under way after 1 seconds. The compile goes on"));
		Use(TEXT("{}"), EVibeUEToolEnd::Busy, TEXT("another compile is under way"));
		Chat->Do([this]() { TestEqual(TEXT("compiles"), StandIn::LiveCompiles(), 1); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("is stopped by the user, and the compile goes on"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::FLiveCompile Compile;
		Compile.Frames = -1;
		Play(Compile);
		Begin();
		Chat->Do([this]() { (*Chat)->CancelTurn(); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]() { TestEqual(TEXT("how it ended"), Chat->TurnEnds[0], EVibeUETurnEnd::Cancelled); });
		Use(TEXT("{} "), EVibeUEToolEnd::Busy, TEXT("another compile is under way"));
		Chat->Do([this]() { Chat->Forget(); });
		Chat->Say(TEXT("use read_log {\"contains\": \"no longer waits\"}"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("the log says so"), Chat->Streamed.Contains(TEXT("The compile goes on; Live Coding patches the editor when it is done.")));
			Chat->TestPairs(TEXT("pairs"), EVibeUEHistory::View);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("is lost when Live Coding is taken away"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::FLiveCompile Compile;
		Compile.Frames = -1;
		Play(Compile);
		Begin();
		Chat->Do([]() { StandIn::SetLiveCoding(StandIn::ELiveCoding::Missing); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]() { TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Lost})); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("asks the user first, and says what Stop does"), Timeout, [this](const FDoneDelegate& Done)
	{
		GetMutableDefault<UVibeUESettings>()->bAskBeforeToolsRun = true;
		Play(StandIn::FLiveCompile());
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use compile_sources {}")); });
		Chat->Wait(TEXT("the question"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("compiles before it is allowed"), StandIn::LiveCompiles(), 0);
			TestEqual(TEXT("what it may touch"), Chat->ToolCalls[0].Access, EVibeUEToolAccess::Control);
			TestEqual(TEXT("what it would do"), Chat->ToolCalls[0].Preview.Text,
				FString(TEXT("Compile the project's C++ and patch the running editor. Stop ends the wait, not the compile.")));
			(*Chat)->ApproveToolCall(Chat->ToolCalls[0].CallId, EVibeUEToolApproval::Allow, FString());
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]() { TestEqual(TEXT("compiles"), StandIn::LiveCompiles(), 1); });
		Chat->Run(Done);
	});

	It(TEXT("keeps a bounded part of what a compiler says"), [this]()
	{
		TArray<FString> Texts;
		for (int32 Number = 1; Number <= 1000; ++Number)
		{
			Texts.Add(FString::Printf(TEXT("Door.cpp(%d): error C2065: %s"), Number, *FString::ChrN(5000, TEXT('x'))));
			Texts.Add(FString::Printf(TEXT("Door.cpp(%d): warning C4996: old"), Number));
		}
		const FString Said = Read(TEXT("LogLiveCodingServer"), Texts).Describe();
		TestTrue(TEXT("the first error"), Said.Contains(TEXT("Door.cpp(1): error C2065")));
		TestFalse(TEXT("one too many"), Said.Contains(TEXT("Door.cpp(61): error")));
		TestTrue(TEXT("what was left out"), Said.Contains(TEXT("\n(940 more errors)\n")) && Said.EndsWith(TEXT("\n(980 more warnings)")));
		TestTrue(TEXT("its length"), Said.Len() < 60 * 601 + 20 * 601 + 60);
	});

	It(TEXT("takes the word of Live Coding alone for how a compile ended, and a repeated line once"), [this]()
	{
		TestTrue(TEXT("another category"), Read(TEXT("LogTemp"), {TEXT("Live coding succeeded"), TEXT("no error: here")}).GetOutcome() == ECompileOutcome::Unknown);
		TestEqual(TEXT("what is no compiler's"), Read(TEXT("LogTemp"), {TEXT("error: the door"), TEXT("an error")}, ELogVerbosity::Error).Describe(), FString());
		TestEqual(TEXT("its own error"), Read(TEXT("LogLiveCoding"), {TEXT("No PDB file")}, ELogVerbosity::Error).Describe(), FString(TEXT("\nNo PDB file")));
		TestEqual(TEXT("a line that comes twice"), Read(TEXT("LogTemp"), {TEXT("A.cpp(1): error C1: x"), TEXT(" A.cpp(1): error C1: x\r\n")}).Describe(),
			FString(TEXT("\nA.cpp(1): error C1: x")));
		const FCompileLines Changed = Read(TEXT("LogLiveCoding"), {TEXT("Live coding succeeded, data type changes may cause packaging to fail")});
		TestTrue(TEXT("changed types"), Changed.GetOutcome() == ECompileOutcome::Compiled);
		TestEqual(TEXT("its words"), Changed.Describe(), FString(TEXT("\nLive Coding says: Live coding succeeded, data type changes may cause packaging to fail")));
	});
}

#endif
