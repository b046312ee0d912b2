// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "Tools/LogTail.h"
#include "VibeUESettings.h"
#include "VibeUEToolRegistry.h"

// What the editor finds and does comes from the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Editor.h"
#include "StandIn/LiveCoding.h"

BEGIN_DEFINE_SPEC(FToolNumbersSpec, "VibeUE.Tools.numbers", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;

	/** Returns the names of a schema's whole numbers. */
	static TArray<FString> FindIntegers(const FString& Schema);

	/** Steps that call a tool with each of the extremes in one of its arguments, all in one round. */
	void TryExtremes(const FString& Tool, const FString& Argument);
END_DEFINE_SPEC(FToolNumbersSpec)

namespace ToolNumbersSpecPrivate
{
/** What a model may write where a whole number is expected, as JSON. */
static const TArray<FString>& GetExtremes()
{
	static const TArray<FString> Extremes = {TEXT("9223372036854775807"), TEXT("-9223372036854775808"), TEXT("9223372036854775808"), TEXT("-9223372036854775809"),
		TEXT("18446744073709551616"), TEXT("9223372036854773807"), TEXT("0"), TEXT("-0"), TEXT("-1"), TEXT("1"), TEXT("2147483647"), TEXT("2147483648"), TEXT("-2147483649"),
		TEXT("4294967296"), TEXT("9007199254740993"), TEXT("1e15"), TEXT("1e308"), TEXT("-1e308"), TEXT("1.5"), TEXT("1e-300"), TEXT("NaN"), TEXT("Infinity"),
		TEXT("\"9223372036854775807\""), TEXT("\"-9223372036854775808\""), TEXT("\" 3 \""), TEXT("\"NaN\""), TEXT("\"-Infinity\""), TEXT("\"1e5\""), TEXT("\"0x10\""),
		TEXT("\"\""), TEXT("true"), TEXT("[1]"), TEXT("{}"), TEXT("null")};
	return Extremes;
}
} // namespace ToolNumbersSpecPrivate

TArray<FString> FToolNumbersSpec::FindIntegers(const FString& Schema)
{
	TArray<FString> Names;
	FString Rest = Schema;
	FString Before;
	while (Rest.Split(TEXT("\": {\"type\": \"integer\""), &Before, &Rest))
	{
		int32 Quote = INDEX_NONE;
		Before.FindLastChar(TEXT('"'), Quote);
		Names.Add(Before.Mid(Quote + 1));
	}
	return Names;
}

void FToolNumbersSpec::TryExtremes(const FString& Tool, const FString& Argument)
{
	FString Message;
	for (const FString& Extreme : ToolNumbersSpecPrivate::GetExtremes())
	{
		Message += FString::Printf(TEXT("use %s {\"%s\": %s}\n"), *Tool, *Argument, *Extreme);
	}
	Chat->Do([this]() { Chat->Forget(); });
	Chat->Say(Message);
	Chat->Do([this, Tool, Argument]()
	{
		TestEqual(FString::Printf(TEXT("ends of calls of %s with %s"), *Tool, *Argument), Chat->ToolEnds.Num(), ToolNumbersSpecPrivate::GetExtremes().Num());
		for (const EVibeUEToolEnd End : Chat->ToolEnds)
		{
			const bool bIsAnswer = End == EVibeUEToolEnd::Done || End == EVibeUEToolEnd::Failed || End == EVibeUEToolEnd::Refused || End == EVibeUEToolEnd::Busy;
			TestTrue(FString::Printf(TEXT("%s answers whatever %s is; it ended as %d"), *Tool, *Argument, static_cast<int32>(End)), bIsAnswer);
		}
	});
}

void FToolNumbersSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	AfterEach([this]()
	{
		Chat.Reset();
		StandIn::ResetEditor();
		StandIn::SetLiveCoding(StandIn::ELiveCoding::Missing);
	});

	LatentIt(TEXT("of any size and form end each call of each tool that takes whole ones, and the editor goes on"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat = MakeShared<FSpecChat>(*this);
		UVibeUESettings* Values = GetMutableDefault<UVibeUESettings>();
		Values->bOfferEditorTools = true;
		Values->bOfferFileTools = true;
		Values->bAskBeforeToolsRun = false;
		Values->ContextWindow = 200000;
		StandIn::AddAsset(TEXT("/Game/Doors/BP_Door"), TEXT("Blueprint"));
		StandIn::SetLiveCoding(StandIn::ELiveCoding::On);
		Chat->Open();
		int32 Tried = 0;
		for (const FVibeUEToolRegistry::FEntry& Entry : FVibeUEToolRegistry::Get().GetAll())
		{
			for (const FString& Argument : FindIntegers(Entry.Info.Schema))
			{
				TryExtremes(Entry.Info.Name, Argument);
				++Tried;
			}
		}
		// lines and after of the log, steps back and forth, how many assets, how long to wait.
		TestEqual(TEXT("arguments that are whole numbers"), Tried, 6);
		Chat->Do([this]() { Chat->Forget(); });
		Chat->Say(TEXT("use read_log {\"after\": 9223372036854775807, \"lines\": -5}"));
		Chat->Do([this]()
		{
			TestTrue(FString::Printf(TEXT("the log says where it ends: %s"), *Chat->Streamed),
				Chat->Streamed.Contains(TEXT("(0 lines; after: ")) && !Chat->Streamed.Contains(TEXT("9223372036854775807")));
		});
		Chat->Run(Done);
	});

	It(TEXT("name lines of the log, whatever they are"), [this]()
	{
		FLogTail Tail;
		TestEqual(TEXT("of an empty log"), Tail.GetLinesAfter(TNumericLimits<int64>::Max()).Num(), 0);
		for (int32 Number = 0; Number < 3; ++Number)
		{
			Tail.Serialize(TEXT("a line"), ELogVerbosity::Log, FName(TEXT("LogSpec")));
		}
		TestEqual(TEXT("after the largest"), Tail.GetLinesAfter(TNumericLimits<int64>::Max()).Num(), 0);
		TestEqual(TEXT("after the largest but one"), Tail.GetLinesAfter(TNumericLimits<int64>::Max() - 1).Num(), 0);
		TestEqual(TEXT("after the smallest"), Tail.GetLinesAfter(TNumericLimits<int64>::Min()).Num(), 3);
		TestEqual(TEXT("after the second"), Tail.GetLinesAfter(2).Num(), 1);
	});
}

#endif
