// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Async/Async.h"
#include "Containers/Ticker.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformProcess.h"
#include "HAL/PlatformTime.h"
#include "HAL/RunnableThread.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "SampleModule.h"
#include "SampleSession.h"
#include "StandIn/Host.h"
#include "ToolMenus.h"

#include <atomic>

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSampleCoreSpec, "Sample.Core", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	int32 Steps = 0;
END_DEFINE_SPEC(FSampleCoreSpec)

#define LOCTEXT_NAMESPACE "SampleCoreSpec"

// Long because it lists its cases.
void FSampleCoreSpec::Define()
{
	Describe("delegates", [this]() {
		It("destroy what removes itself at once, with all that it captured", [this]() {
			struct FState
			{
				FSimpleMulticastDelegate Event;
				FDelegateHandle Handle;
				TWeakPtr<int32> Captured;
				bool bGone = false;
			};
			const TSharedRef<FState> State = MakeShared<FState>();
			{
				const TSharedRef<int32> Value = MakeShared<int32>(1);
				State->Captured = Value;
				State->Handle = State->Event.AddLambda([Value, State]() {
					// Nothing that was captured may be touched after the removal: what is needed is on the stack.
					static_cast<void>(Value);
					const TSharedRef<FState> Kept = State;
					Kept->Event.Remove(Kept->Handle);
					Kept->bGone = !Kept->Captured.IsValid();
				});
			}
			State->Event.Broadcast();
			TestTrue(TEXT("what it captured is gone while it runs"), State->bGone);
			TestFalse(TEXT("and nothing is bound"), State->Event.IsBound());
		});
	});
	Describe("text", [this]() {
		It("formats like printf", [this]() {
			TestEqual(TEXT("mixed"), FString::Printf(TEXT("%s=%d %5.2f|%-4d|%04x %lld %% %hs %c"), *FString(TEXT("x")), -3, 2.5, 7, 0xab, int64(1) << 40, "narrow", TCHAR('!')),
				FString(TEXT("x=-3  2.50|7   |00ab 1099511627776 % narrow !")));
		});
		It("keeps what UTF-8 can say and replaces what it cannot", [this]() {
			const FString Emoji(TEXT("a\U0001F600\u00e4"));
			const FTCHARToUTF8 Utf8(*Emoji, Emoji.Len());
			TestEqual(TEXT("bytes"), Utf8.Length(), 7);
			const FUTF8ToTCHAR Back(Utf8.Get(), Utf8.Length());
			TestEqual(TEXT("there and back"), FString::ConstructFromPtrSize(Back.Get(), Back.Length()), Emoji);
			const TCHAR Lone[] = {TCHAR('a'), TCHAR(0xd800), TCHAR('z')};
			TestEqual(TEXT("a lone surrogate becomes three bytes"), FTCHARToUTF8(Lone, 3).Length(), 5);
			const char Broken[] = "a\xff\xc0\xafz";
			const FUTF8ToTCHAR Repaired(Broken, 5);
			TestEqual(TEXT("broken bytes become marks"), FString::ConstructFromPtrSize(Repaired.Get(), Repaired.Length()), FString(TEXT("a\ufffd\ufffd\ufffdz")));
		});
		It("compares strings and names without case, and keeps map entries apart by it", [this]() {
			TestTrue(TEXT("strings"), FString(TEXT("Abc")) == TEXT("aBC"));
			TestTrue(TEXT("names"), FName("Abc") == FName(TEXT("ABC")));
			TMap<FString, int32> Map;
			Map.Add(TEXT("Key"), 1);
			Map.Add(TEXT("KEY"), 2);
			TestEqual(TEXT("one entry"), Map.Num(), 1);
			TestEqual(TEXT("the last value"), Map.FindRef(TEXT("key")), 2);
		});
		It("groups numbers and fills placeholders", [this]() {
			const FText Text = FText::Format(LOCTEXT("Used", "{0} / {1} tokens ({2})"), FText::AsNumber(1234567), FText::AsNumber(int64(2000000)), FText::AsPercent(0.617));
			TestEqual(TEXT("ordered"), Text.ToString(), FString(TEXT("1,234,567 / 2,000,000 tokens (62%)")));
			TestEqual(TEXT("named"), FText::FormatNamed(LOCTEXT("Named", "{Name} `{0`}"), TEXT("Name"), FText::FromString(FString(TEXT("{1}")))).ToString(), FString(TEXT("{1} {0}")));
		});
	});

	Describe("containers", [this]() {
		It("survive growth, removal while iterating and moves", [this]() {
			TArray<FString> Array{FString(TEXT("a"))};
			for (int32 Index = 0; Index < 100; ++Index)
			{
				Array.Add(FString(Array[0]));
			}
			TestEqual(TEXT("all alike"), Array.Last(), FString(TEXT("a")));
			TMap<int32, FString> Map;
			for (int32 Index = 0; Index < 1000; ++Index)
			{
				Map.Add(Index, FString::FromInt(Index));
			}
			for (auto It = Map.CreateIterator(); It; ++It)
			{
				if (It.Key() % 3 != 0)
				{
					It.RemoveCurrent();
				}
			}
			TestEqual(TEXT("a third is left"), Map.Num(), 334);
			TestEqual(TEXT("the right ones"), Map.FindRef(333), FString(TEXT("333")));
			TestFalse(TEXT("not the others"), Map.Contains(334));
		});
	});

	Describe("time", [this]() {
		It("lets tickers wait in the time that passes, and stop themselves", [this]() {
			int32 Calls = 0;
			FTSTicker::GetCoreTicker().AddTicker(TEXT("Sample"), 0.5f, [&Calls](float) { return ++Calls < 2; });
			StandIn::PumpFrames(1, 0.4f);
			TestEqual(TEXT("not yet"), Calls, 0);
			StandIn::PumpFrames(1, 0.2f);
			TestEqual(TEXT("now"), Calls, 1);
			StandIn::PumpFrames(10, 0.5f);
			TestEqual(TEXT("once more and never again"), Calls, 2);
		});
		It("has a wall clock that can go backwards and a steady one that does not", [this]() {
			const double Before = FPlatformTime::Seconds();
			StandIn::SetWallClock(FDateTime(2026, 2, 28, 23, 59, 59));
			TestEqual(TEXT("as set"), FDateTime::UtcNow().ToIso8601(), FString(TEXT("2026-02-28T23:59:59.000Z")));
			TestEqual(TEXT("a second later"), (FDateTime::UtcNow() + FTimespan::FromSeconds(1)).ToIso8601(), FString(TEXT("2026-03-01T00:00:00.000Z")));
			FDateTime Read;
			TestTrue(TEXT("read"), FDateTime::ParseIso8601(TEXT("2026-03-01T02:00:00.500+02:00"), Read));
			TestTrue(TEXT("the same moment and a half second"), Read == FDateTime(2026, 3, 1, 0, 0, 0, 500));
			StandIn::ResetWallClock();
			TestTrue(TEXT("steady"), FPlatformTime::Seconds() >= Before);
		});
		LatentIt("waits for work of other threads", [this](const FDoneDelegate& Done) {
			Async(EAsyncExecution::Thread, [] { return 42; }).Next([this, Done](int32 Answer) {
				AsyncTask(ENamedThreads::GameThread, [this, Done, Answer] {
					TestTrue(TEXT("in the game thread"), IsInGameThread());
					TestEqual(TEXT("the answer"), Answer, 42);
					Done.ExecuteIfBound();
				});
			});
		});
		LatentIt("runs a body in another thread", EAsyncExecution::ThreadPool, [this](const FDoneDelegate& Done) {
			TestFalse(TEXT("not the game thread"), IsInGameThread());
			Done.ExecuteIfBound();
		});
		It("joins a runnable thread", [this]() {
			struct FCounter : public FRunnable
			{
				std::atomic<bool> bStop{false};
				std::atomic<int32> Rounds{0};
				virtual uint32 Run() override
				{
					while (!bStop)
					{
						++Rounds;
						FPlatformProcess::Sleep(0.001f);
					}
					return 0;
				}
				virtual void Stop() override
				{
					bStop = true;
				}
			} Counter;
			FRunnableThread* Thread = FRunnableThread::Create(&Counter, TEXT("SampleCounter"));
			while (Counter.Rounds == 0)
			{
				FPlatformProcess::Sleep(0.001f);
			}
			Thread->Kill(true);
			delete Thread;
			TestTrue(TEXT("stopped"), Counter.bStop);
		});
	});

	Describe("files", [this]() {
		It("are written, moved with the destination first, found and removed", [this]() {
			const FString Directory = FPaths::ProjectSavedDir() / TEXT("Sample");
			const FString First = Directory / TEXT("a.txt");
			const FString Second = Directory / TEXT("deep/b.md");
			TestTrue(TEXT("saved"), FFileHelper::SaveStringToFile(FStringView(TEXT("\u00e4\n")), *First, FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM));
			TestTrue(TEXT("two bytes and a newline"), IFileManager::Get().FileSize(*First) == 3);
			TestTrue(TEXT("moved"), IFileManager::Get().Move(*Second, *First));
			TestTrue(TEXT("gone from there"), IFileManager::Get().FileSize(*First) == INDEX_NONE);
			TArray<FString> Found;
			IFileManager::Get().FindFilesRecursive(Found, *Directory, TEXT("*.md"), true, false);
			TestEqual(TEXT("found"), Found.Num(), 1);
			FString Text;
			TestTrue(TEXT("loaded"), FFileHelper::LoadFileToString(Text, *Second));
			TestEqual(TEXT("as it was"), Text, FString(TEXT("\u00e4\n")));
			TestTrue(TEXT("removed"), IFileManager::Get().DeleteDirectory(*Directory, true, true));
		});
		It("reads UTF-16 that another tool wrote", [this]() {
			const FString File = FPaths::ProjectSavedDir() / TEXT("wide.txt");
			FFileHelper::SaveStringToFile(FStringView(TEXT("\u00e4")), *File, FFileHelper::EEncodingOptions::AutoDetect);
			TestTrue(TEXT("a mark and one unit"), IFileManager::Get().FileSize(*File) == 4);
			FString Text;
			FFileHelper::LoadFileToString(Text, *File);
			TestEqual(TEXT("the same"), Text, FString(TEXT("\u00e4")));
			TestTrue(TEXT("removed"), IFileManager::Get().Delete(*File));
		});
		It("know their paths", [this]() {
			FString Path = FString(TEXT("/a/b/../c/d.txt"));
			FPaths::CollapseRelativeDirectories(Path);
			TestEqual(TEXT("collapsed"), Path, FString(TEXT("/a/c/d.txt")));
			TestTrue(TEXT("under"), FPaths::IsUnderDirectory(TEXT("/a/b"), TEXT("/a/")));
			TestFalse(TEXT("only a longer name"), FPaths::IsUnderDirectory(TEXT("/ab"), TEXT("/a")));
			TestEqual(TEXT("extension"), FPaths::GetExtension(TEXT("/a.b/c.tar.gz")), FString(TEXT("gz")));
		});
	});

	Describe("the module", [this]() {
		It("ticks, holds its object through collections, and answers its menu", [this]() {
			FSampleModule& Module = FModuleManager::GetModuleChecked<FSampleModule>("Sample");
			const int32 Before = Module.GetTicks();
			StandIn::PumpFrames(3);
			TestEqual(TEXT("three ticks"), Module.GetTicks() - Before, 3);
			CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
			TestTrue(TEXT("its object lives"), IsValid(Module.GetSession()));
			TestTrue(TEXT("the entry was chosen"), UToolMenus::Get()->StandInChoose("LevelEditor.MainMenu.Window", "OpenSample"));
			TestEqual(TEXT("one click"), Module.GetClicks(), 1);
		});
	});

	Describe("log messages", [this]() {
		It("that were expected do not fail a test", [this]() {
			AddExpectedError(TEXT("went [a-z]+"), EAutomationExpectedErrorFlags::Contains, 2);
			UE_LOG(LogSample, Error, TEXT("it went wrong %d"), 1);
			UE_LOG(LogSample, Error, TEXT("it went wrong %d"), 2);
		});
	});

	Describe("steps", [this]() {
		BeforeEach([this]() { Steps = 1; });
		LatentBeforeEach([this](const FDoneDelegate& Done) {
			Steps *= 10;
			Done.ExecuteIfBound();
		});
		AfterEach([this]() { TestEqual(TEXT("the body ran"), Steps, 11); });
		It("run in order", [this]() {
			TestEqual(TEXT("both were before"), Steps, 10);
			++Steps;
		});
		xIt("may be switched off", [this]() { AddError(FString(TEXT("this never runs"))); });
	});
}

DEFINE_LATENT_AUTOMATION_COMMAND_ONE_PARAMETER(FCountDown, int32*, Left);
bool FCountDown::Update()
{
	return --*Left <= 0;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FSampleSimpleTest, "Sample.Simple", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
bool FSampleSimpleTest::RunTest(const FString&)
{
	static int32 Left = 3;
	ADD_LATENT_AUTOMATION_COMMAND(FCountDown(&Left));
	return TestEqual(TEXT("two"), 1 + 1, 2);
}

#undef LOCTEXT_NAMESPACE

#endif
