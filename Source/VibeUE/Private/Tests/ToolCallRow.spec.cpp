// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SChatText.h"
#include "Widgets/SToolCallRow.h"
#include "Widgets/SToolPreview.h"
#include "Widgets/SWindow.h"

// The rows of a real editor cannot be looked at and clicked from a spec.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Host.h"
#include "StandIn/Slate.h"

namespace ToolCallRowSpecPrivate
{
/** What the user said. */
struct FAnswer
{
	FString CallId;
	EVibeUEToolApproval Approval = EVibeUEToolApproval::Allow;
	FString Reason;
};

static FVibeUEToolCall MakeCall()
{
	FVibeUEToolCall Call;
	Call.CallId = TEXT("call_1");
	Call.Name = TEXT("edit_file");
	Call.Arguments = TEXT("{}");
	Call.bNeedsApproval = true;
	Call.Access = EVibeUEToolAccess::Write;
	return Call;
}
} // namespace ToolCallRowSpecPrivate

BEGIN_DEFINE_SPEC(FToolCallRowSpec, "VibeUE.Tools.the row of a call", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedRef<TArray<ToolCallRowSpecPrivate::FAnswer>> Answers = MakeShared<TArray<ToolCallRowSpecPrivate::FAnswer>>();

	/** Shows the row of a call that waits for the user. */
	TSharedRef<SToolCallRow> Show(const FVibeUEToolCall& Call);
END_DEFINE_SPEC(FToolCallRowSpec)

TSharedRef<SToolCallRow> FToolCallRowSpec::Show(const FVibeUEToolCall& Call)
{
	Answers->Empty();
	const TSharedRef<TArray<ToolCallRowSpecPrivate::FAnswer>> Heard = Answers;
	const TSharedRef<SToolCallRow> Row = SNew(SToolCallRow).Call(Call).OnAnswered(FOnVibeUEToolCallAnswered::CreateLambda(
		[Heard](const FString& CallId, EVibeUEToolApproval Approval, const FString& Reason)
	{
		Heard->Add(ToolCallRowSpecPrivate::FAnswer{CallId, Approval, Reason});
	}));
	StandIn::ShowInWindow(Row, 700.0f, 1600.0f);
	StandIn::Frames(3);
	return Row;
}

// Long because it lists its cases.
void FToolCallRowSpec::Define()
{
	AfterEach([]()
	{
		StandIn::CloseTestWindows();
	});

	It(TEXT("says in words what it may touch, and gives each answer"), [this]()
	{
		struct FQuestion
		{
			EVibeUEToolAccess Access;
			const TCHAR* Words;
			const TCHAR* Button;
			EVibeUEToolApproval Approval;
		};
		for (const FQuestion& Case : {FQuestion{EVibeUEToolAccess::Read, TEXT("It only looks"), TEXT("Allow once"), EVibeUEToolApproval::Allow},
				 FQuestion{EVibeUEToolAccess::Write, TEXT("changes that can be undone"), TEXT("Always in this project"), EVibeUEToolApproval::AllowProject},
				 FQuestion{EVibeUEToolAccess::Destructive, TEXT("permanent changes"), TEXT("Allow once"), EVibeUEToolApproval::Allow},
				 FQuestion{EVibeUEToolAccess::Control, TEXT("it may do anything"), TEXT("Deny"), EVibeUEToolApproval::Deny}})
		{
			FVibeUEToolCall Call = ToolCallRowSpecPrivate::MakeCall();
			Call.Access = Case.Access;
			const TSharedRef<SToolCallRow> Row = Show(Call);
			TestTrue(Case.Words, StandIn::ReadAll(Row).Contains(Case.Words));
			const TSharedPtr<SWidget> Button = StandIn::FindButton(Row, Case.Button);
			if (TestTrue(Case.Button, Button.IsValid()))
			{
				StandIn::Click(Button.ToSharedRef());
				TestTrue(FString::Printf(TEXT("the answer of %s"), Case.Button),
					Answers->Num() == 1 && (*Answers)[0].Approval == Case.Approval && (*Answers)[0].CallId.Equals(TEXT("call_1")));
			}
		}
	});

	It(TEXT("is as large for a result of five megabytes as for an empty one, and shows its beginning"), [this]()
	{
		struct FShown
		{
			int32 Widgets = 0;
			FString Text;
		};
		const auto ShowResult = [this](const FString& Text, int64 Bytes)
		{
			FVibeUEToolCall Call = ToolCallRowSpecPrivate::MakeCall();
			Call.bNeedsApproval = false;
			const TSharedRef<SToolCallRow> Row = Show(Call);
			FVibeUEToolResult Result;
			Result.CallId = Call.CallId;
			Result.Text = Text;
			Result.Bytes = Bytes;
			Row->SetResult(Result);
			StandIn::Click(StandIn::FindByText(Row, TEXT("edit_file")).ToSharedRef());
			StandIn::Frames(3);
			return FShown{StandIn::FindAllWhere(Row, [](const SWidget&) { return true; }).Num(), StandIn::ReadAll(Row)};
		};
		static constexpr int32 Bytes = 5 * 1024 * 1024;
		const FShown Empty = ShowResult(FString(), 0);
		const FShown Long = ShowResult(FString::ChrN(Bytes, TEXT('x')), Bytes);
		TestEqual(TEXT("widgets"), Long.Widgets, Empty.Widgets);
		TestTrue(TEXT("it says how long it is"), Long.Text.Contains(TEXT("\u2026 the beginning of 5 MiB")));
		const FShown OfEvent = ShowResult(FString::ChrN(16 * 1024, TEXT('x')), Bytes);
		TestEqual(TEXT("an event with its beginning shows the same"), OfEvent.Text, Long.Text);
		TestTrue(TEXT("no more is shown than its beginning"), Long.Text.Len() - Empty.Text.Len() < 2100);
	});

	It(TEXT("sends the reason of a denial, and no reason with another answer"), [this]()
	{
		for (const TCHAR* const Button : {TEXT("Deny"), TEXT("Allow once")})
		{
			const TSharedRef<SToolCallRow> Row = Show(ToolCallRowSpecPrivate::MakeCall());
			const TSharedPtr<SChatText> Reason = StandIn::Find<SChatText>(Row);
			if (!TestTrue(TEXT("there is room for a reason"), Reason.IsValid()))
			{
				return;
			}
			StandIn::Focus(Reason.ToSharedRef());
			StandIn::TypeText(TEXT("the level is locked"));
			StandIn::Click(StandIn::FindButton(Row, Button).ToSharedRef());
			const bool bDenies = FString(Button).Equals(TEXT("Deny"));
			TestTrue(Button, Answers->Num() == 1 && (*Answers)[0].Reason.Equals(bDenies ? TEXT("the level is locked") : TEXT("")));
		}
	});

	It(TEXT("shows the first lines of what it would do, and all when asked"), [this]()
	{
		FVibeUEToolCall Call = ToolCallRowSpecPrivate::MakeCall();
		for (int32 Line = 1; Line <= 60; ++Line)
		{
			Call.Preview.Text += FString::Printf(TEXT("%s line %d\n"), Line % 3 == 0 ? TEXT("-") : Line % 3 == 1 ? TEXT("+") : TEXT(" "), Line);
		}
		Call.Preview.bIsDiff = true;
		Call.Preview.Title = TEXT("edit Source/Door.cpp: +20 -20 lines");
		const TSharedRef<SToolCallRow> Row = Show(Call);
		// The sign stays next to the colour: nobody has to tell the colours apart.
		TestTrue(TEXT("the line about it"), StandIn::ReadAll(Row).Contains(TEXT("edit Source/Door.cpp: +20 -20 lines")));
		TestTrue(TEXT("an added line"), StandIn::ReadAll(Row).Contains(TEXT("+ line 1")));
		TestTrue(TEXT("a removed line"), StandIn::ReadAll(Row).Contains(TEXT("- line 24")));
		TestFalse(TEXT("a line further down"), StandIn::ReadAll(Row).Contains(TEXT("line 25")));
		const TSharedPtr<SWidget> All = StandIn::FindButton(Row, TEXT("Show all 60 lines"));
		if (TestTrue(TEXT("there is a button"), All.IsValid()))
		{
			StandIn::Click(All.ToSharedRef());
			StandIn::Frames(3);
			TestTrue(TEXT("the last line"), StandIn::ReadAll(Row).Contains(TEXT("- line 60")));
			TestFalse(TEXT("the button is still there"), StandIn::FindButton(Row, TEXT("Show all 60 lines")).IsValid());
		}
	});

	It(TEXT("shows what it would do first, and folds the arguments away unless nothing else is known"), [this]()
	{
		FVibeUEToolCall Call = ToolCallRowSpecPrivate::MakeCall();
		Call.Arguments = TEXT("{\"what\": \"the raw words\"}");
		TestTrue(TEXT("the arguments where nothing else is known"), StandIn::ReadAll(Show(Call)).Contains(TEXT("Arguments")));
		Call.Preview.Text = TEXT("+after\n-before\n");
		Call.Preview.bIsDiff = true;
		const TSharedRef<SToolCallRow> Row = Show(Call);
		TestFalse(TEXT("the arguments beside what it would do"), StandIn::ReadAll(Row).Contains(TEXT("Arguments")));
		TestTrue(TEXT("what it would do"), StandIn::ReadAll(Row).Contains(TEXT("+after")));
		const TSharedPtr<SWidget> Header = StandIn::FindByText(Row, Call.Name);
		if (TestTrue(TEXT("its name"), Header.IsValid()))
		{
			StandIn::Click(Header.ToSharedRef());
			StandIn::Frames(3);
			TestTrue(TEXT("the arguments when asked"), StandIn::ReadAll(Row).Contains(TEXT("Arguments")) && StandIn::ReadAll(Row).Contains(TEXT("the raw words")));
		}
	});

	It(TEXT("opens where a call that was allowed fails, and stays as it is where it does not"), [this]()
	{
		FVibeUEToolCall Call = ToolCallRowSpecPrivate::MakeCall();
		Call.Preview.Text = TEXT("what it would do");
		for (const bool bFails : {true, false})
		{
			const TSharedRef<SToolCallRow> Row = Show(Call);
			Row->SetApproved();
			FVibeUEToolResult Result;
			Result.CallId = Call.CallId;
			Result.Text = TEXT("what came of it");
			Result.bIsError = bFails;
			Row->SetResult(Result);
			StandIn::Frames(3);
			TestEqual(bFails ? TEXT("why it failed is seen") : TEXT("what it gave is seen"), StandIn::ReadAll(Row).Contains(Result.Text), bFails);
			StandIn::CloseTestWindows();
		}
	});

	It(TEXT("gives code the looks of its language, and markup in it none"), [this]()
	{
		FVibeUEToolCall Call = ToolCallRowSpecPrivate::MakeCall();
		Call.Preview.Text = TEXT("import unreal\nprint('<CodeComment>')\n");
		Call.Preview.Language = TEXT("python");
		Call.Preview.bWouldFail = true;
		Show(Call);
		TestFalse(TEXT("a reason has the looks of code"), StandIn::RenderHtml().Contains(TEXT(">import</span>")));
		Call.Preview.bWouldFail = false;
		const FString Shown = StandIn::ReadAll(Show(Call));
		TestTrue(TEXT("a word of the language has its look"), StandIn::RenderHtml().Contains(TEXT(">import</span>")));
		TestTrue(FString::Printf(TEXT("markup stays words; it shows %s"), *Shown), Shown.Contains(TEXT("import unreal\nprint('<CodeComment>')")));
	});

	It(TEXT("says that a call would be refused, and why, before anybody allows it"), [this]()
	{
		FVibeUEToolCall Call = ToolCallRowSpecPrivate::MakeCall();
		Call.Preview.Text = TEXT("Source/Door.cpp changed since it was read");
		TestFalse(TEXT("a call that would run is warned of"), StandIn::ReadAll(Show(Call)).Contains(TEXT("it will be refused")));
		Call.Preview.bWouldFail = true;
		const FString Shown = StandIn::ReadAll(Show(Call));
		TestTrue(TEXT("the warning"), Shown.Contains(TEXT("Even if you allow it, it will be refused:")));
		TestTrue(TEXT("why"), Shown.Contains(TEXT("Source/Door.cpp changed since it was read")));
	});

	It(TEXT("shows what would hide or turn around other characters as its number"), [this]()
	{
		FVibeUEToolCall Call = ToolCallRowSpecPrivate::MakeCall();
		Call.Preview.Text = FString(TEXT("if is_safe(")) + FString::Chr(0x202e) + TEXT("x") + FString::Chr(0x200b) + TEXT("):\n\tdelete") + FString::Chr(0x0d) + TEXT("\n");
		const FString Shown = StandIn::ReadAll(Show(Call));
		TestTrue(FString::Printf(TEXT("marks of direction; it shows %s"), *Shown), Shown.Contains(TEXT("if is_safe(\\u202ex\\u200b):")));
		TestEqual(TEXT("words of any language, tabs and ends of lines stay"), SToolPreview::MakeHonest(TEXT("f\u00fcr\t\u6587\u5b57\r\n")), FString(TEXT("f\u00fcr\t\u6587\u5b57\r\n")));
		TestEqual(TEXT("letters that are blank"), SToolPreview::MakeHonest(TEXT("const \u3164 = a\u034f\ufe00;")), FString(TEXT("const \\u3164 = a\\u034f\\ufe00;")));
		const FString Tag = FString::Chr(0xdb40) + FString::Chr(0xdc41);
		TestEqual(TEXT("tags"), SToolPreview::MakeHonest(TEXT("a") + Tag + TEXT("b")), FString(TEXT("a\\udb40\\udc41b")));
		const FString Door = FString::Chr(0xd83d) + FString::Chr(0xdeaa) + FString::Chr(0xfe0f);
		TestEqual(TEXT("an emoji stays"), SToolPreview::MakeHonest(Door), Door);
		TestEqual(TEXT("controls"), SToolPreview::MakeHonest(TEXT("a\x1b[2Jb")), FString(TEXT("a\\u001b[2Jb")));
	});

	It(TEXT("shows arguments as they are, and all of them, where nothing else is known of what it would do"), [this]()
	{
		FVibeUEToolCall Call = ToolCallRowSpecPrivate::MakeCall();
		Call.Name = FString(TEXT("pa")) + FString::Chr(0x202e) + TEXT("int");
		Call.Arguments = TEXT("{\"what\": \"") + FString::ChrN(20000, TEXT('a')) + FString::Chr(0x202e) + TEXT(" the end\"}");
		const TSharedRef<SToolCallRow> Row = Show(Call);
		StandIn::ResizeWindow(StandIn::Windows()[0], 700.0f, 6000.0f);
		StandIn::Frames(3);
		TestTrue(TEXT("the name"), StandIn::FindByText(Row, TEXT("pa\\u202eint")).IsValid());
		TestFalse(TEXT("all at once"), StandIn::ReadAll(Row).Contains(TEXT("the end")));
		const TSharedPtr<SWidget> All = StandIn::FindButton(Row, TEXT("Show all 51 lines"));
		if (TestTrue(TEXT("there is a button"), All.IsValid()))
		{
			StandIn::Click(All.ToSharedRef());
			StandIn::Frames(3);
			const FString Whole = TEXT("what: ") + FString::ChrN(20000, TEXT('a')) + TEXT("\\u202e the end");
			TestTrue(TEXT("all of them, in one line"), StandIn::ReadAll(Row).Contains(Whole));
		}
	});

	It(TEXT("says how many lines a click shows where there are more than are ever shown"), [this]()
	{
		FVibeUEToolCall Call = ToolCallRowSpecPrivate::MakeCall();
		Call.Preview.Text.Empty();
		for (int32 Line = 0; Line < SToolPreview::MostLines + 500; ++Line)
		{
			Call.Preview.Text += TEXT("a\n");
		}
		const TSharedRef<SToolCallRow> Row = Show(Call);
		const TSharedPtr<SWidget> First = StandIn::FindButton(Row, TEXT("Show the first 2,000 lines"));
		if (TestTrue(TEXT("there is a button"), First.IsValid()))
		{
			StandIn::Click(First);
			TestTrue(TEXT("the others"), StandIn::FramesUntil([Row] { return StandIn::FindButton(Row, TEXT("Lines not shown: 500")).IsValid(); }));
		}
	});

	It(TEXT("shows arguments by name and value, shortens what is within them where nobody is asked, and copies the JSON"), [this]()
	{
		FVibeUEToolCall Call = ToolCallRowSpecPrivate::MakeCall();
		Call.bNeedsApproval = false;
		const FString Inner = FString::ChrN(300, TEXT('x'));
		Call.Arguments = TEXT("{\"path\": \"Source/Door.cpp\", \"lines\": [3, 4], \"deep\": true, \"none\": null, \"words\": \"One.\\nforged: two\", \"more\": {\"inner\": \"") + Inner + TEXT("\"}}");
		const TSharedRef<SToolCallRow> Row = Show(Call);
		TestTrue(TEXT("folded; it reads ") + StandIn::ReadAll(Row), StandIn::ReadAll(Row).Contains(TEXT("path: Source/Door.cpp, lines: 3, 4, deep: true, none: null, words: One. forged: two, more: {")));
		StandIn::Click(StandIn::FindByText(Row, TEXT("edit_file")).ToSharedRef());
		StandIn::Frames(3);
		const FString Shown = StandIn::ReadAll(Row);
		const FString Lines = TEXT("path: Source/Door.cpp\nlines: 3, 4\ndeep: true\nnone: null\nwords: One.\n    forged: two\nmore: {\"inner\":\"") + Inner.Left(110) + TEXT("\u2026");
		TestTrue(TEXT("unfolded; it reads ") + Shown, Shown.Contains(Lines));
		TestFalse(TEXT("JSON is shown"), Shown.Contains(TEXT("\"path\"")));
		const TSharedPtr<SWidget> Copy = StandIn::FindWhere(Row, [](const SWidget& Widget) { return Widget.StandInToolTipText().ToString().StartsWith(TEXT("Copy the arguments as JSON")); });
		if (TestTrue(TEXT("there is a button that copies"), Copy.IsValid()))
		{
			StandIn::Click(StandIn::Find<SButton>(Copy.ToSharedRef()));
			TestEqual(TEXT("copied"), StandIn::Clipboard(), Call.Arguments);
		}

		Call.bNeedsApproval = true;
		TestTrue(TEXT("all of it where the user is asked"), StandIn::ReadAll(Show(Call)).Contains(TEXT("more: {\"inner\":\"") + Inner + TEXT("\"}")));
		Call.Arguments = TEXT("{\"path\": \"torn");
		TestTrue(TEXT("what is not JSON is as it is"), StandIn::ReadAll(Show(Call)).Contains(Call.Arguments));
		Call.Arguments = TEXT("{}");
		TestTrue(TEXT("nothing"), StandIn::ReadAll(Show(Call)).Contains(TEXT("Arguments: none")));
	});

	It(TEXT("names what a crash left of the call"), [this]()
	{
		struct FLeft
		{
			EVibeUEResultOrigin Origin;
			const TCHAR* Words;
		};
		for (const FLeft& Case : {FLeft{EVibeUEResultOrigin::CutOff, TEXT("the editor exited while it was running")},
				 FLeft{EVibeUEResultOrigin::NeverBegan, TEXT("the editor exited before it began")}, FLeft{EVibeUEResultOrigin::Interrupted, TEXT("no result")},
				 FLeft{EVibeUEResultOrigin::Given, TEXT("failed")}})
		{
			FVibeUEToolCall Call = ToolCallRowSpecPrivate::MakeCall();
			Call.bNeedsApproval = false;
			const TSharedRef<SToolCallRow> Row = Show(Call);
			FVibeUEToolResult Result;
			Result.CallId = Call.CallId;
			Result.bIsError = true;
			Result.Origin = Case.Origin;
			Row->SetResult(Result);
			StandIn::Frames(2);
			TestTrue(FString::Printf(TEXT("%s; it reads %s"), Case.Words, *StandIn::ReadAll(Row)), StandIn::ReadAll(Row).Contains(Case.Words));
		}
	});

	It(TEXT("names how the call ended, whatever its result says"), [this]()
	{
		struct FEnding
		{
			EVibeUEToolEnd End;
			const TCHAR* Words;
		};
		for (const FEnding& Case : {FEnding{EVibeUEToolEnd::Done, TEXT("done")}, FEnding{EVibeUEToolEnd::Failed, TEXT("failed")},
				 FEnding{EVibeUEToolEnd::Denied, TEXT("denied")}, FEnding{EVibeUEToolEnd::Refused, TEXT("not run")},
				 FEnding{EVibeUEToolEnd::TimedOut, TEXT("timed out")}, FEnding{EVibeUEToolEnd::Cancelled, TEXT("cancelled")},
				 FEnding{EVibeUEToolEnd::Busy, TEXT("was busy")}, FEnding{EVibeUEToolEnd::Lost, TEXT("lost")}})
		{
			const TSharedRef<SToolCallRow> Row = Show(ToolCallRowSpecPrivate::MakeCall());
			FVibeUEToolResult Result;
			Result.CallId = TEXT("call_1");
			Result.bIsError = Case.End != EVibeUEToolEnd::Done;
			Row->SetEnd(Case.End);
			Row->SetResult(Result);
			StandIn::Frames(2);
			TestTrue(FString::Printf(TEXT("%s; it reads %s"), Case.Words, *StandIn::ReadAll(Row)), StandIn::ReadAll(Row).Contains(Case.Words));
			TestFalse(TEXT("it still asks"), StandIn::ReadAll(Row).Contains(TEXT("waits for your approval")));
		}
	});
}

#endif
