// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreLog.h"

#include "Bridge/CoreHeaders.h"
#include "Bridge/DraftKeeper.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecSandbox.h"
#include "Tests/TestConversation.h"
#include "Tools/LogTail.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FCoreLogSpec, "VibeUE.CoreLog", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FLogTail> Log;
FTestConversation Chat;

/** Returns the lines of the plugin with some words, as many as there are at one level, and as many at any level. */
TPair<int32, int32> CountLines(const TCHAR* Words, ELogVerbosity::Type Level) const;
END_DEFINE_SPEC(FCoreLogSpec)

TPair<int32, int32> FCoreLogSpec::CountLines(const TCHAR* Words, ELogVerbosity::Type Level) const
{
	TPair<int32, int32> Count(0, 0);
	for (const FLogTail::FLine& Line : Log->GetLinesAfter(0))
	{
		if (Line.Category == TEXT("LogVibeUE") && Line.Text.Contains(Words))
		{
			Count.Key += Line.Verbosity == Level ? 1 : 0;
			++Count.Value;
		}
	}
	return Count;
}

void FCoreLogSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Log = MakeShared<FLogTail>();
		Log->Listen(true);
	});

	AfterEach([this]
	{
		Chat.Close();
		Chat = FTestConversation();
		Log->Listen(false);
		Log.Reset();
		Sandbox.Reset();
	});

	It(TEXT("shows what is broken as an error, and what the user should know as a warning"), [this]
	{
		AddExpectedErrorPlain(TEXT("this is a test of the fence"));
		AddExpectedErrorPlain(TEXT("a draft could not be saved"));
		vibeue::test_panic();
		const FDraftKeeper Drafts(Sandbox->GetFolder());
		// No conversation has a name with a blank.
		Drafts.Keep(TEXT("no id"), TEXT("half a thought"));
		Drafts.Finish();
		VibeUE::LogCoreLines();
		const TPair<int32, int32> Panics = CountLines(TEXT("this is a test of the fence"), ELogVerbosity::Error);
		TestEqual(TEXT("panics"), Panics.Value, 1);
		TestEqual(TEXT("panics that are errors"), Panics.Key, 1);
		const TPair<int32, int32> Unsaved = CountLines(TEXT("a draft could not be saved"), ELogVerbosity::Warning);
		TestEqual(TEXT("drafts that could not be saved"), Unsaved.Value, 1);
		TestEqual(TEXT("of these, warnings"), Unsaved.Key, 1);
	});

	It(TEXT("has one line for each summarization at the level that everybody sees, and no line of the connection there"), [this]
	{
		if (!FTestConversation::UseServer(*this, 4000) || !Chat.Open(*this) || !Chat.Say(TEXT("write 5 words")))
		{
			return;
		}
		// Nothing is there to condense, which is an end like any other.
		Chat.Session->ForceSummarize();
		TestTrue(TEXT("ended"), Chat.WaitUntil([this] { return Chat.Summarizations.Num() == 1; }));
		VibeUE::LogCoreLines();
		const TPair<int32, int32> Summarizations = CountLines(TEXT("vibeue::summarization:"), ELogVerbosity::Log);
		TestEqual(TEXT("summarizations"), Summarizations.Value, 1);
		TestEqual(TEXT("summarizations that everybody sees"), Summarizations.Key, 1);
		// Where somebody asked for more, it is there, at the level for that.
		const TPair<int32, int32> Requests = CountLines(TEXT("vibeue::http:"), ELogVerbosity::Verbose);
		TestEqual(TEXT("lines of the connection that are for whoever asks"), Requests.Key, Requests.Value);
	});
}

#endif
