// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/SpecDayLevers.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Misc/FileHelper.h"
#include "StandIn/Slate.h"
#include "VibeUESettings.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SChatText.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SSummaryPreview.h"
#include "Widgets/SToolCallRow.h"

FSpecDayLevers::FSpecDayLevers(FAutomationTestBase& InTest, const TSharedRef<FSpecWindow>& InWindow, const TSharedRef<FSpecContextPanel>& InPanel)
	: Test(InTest)
	, Window(InWindow)
	, Panel(InPanel)
{
}

bool FSpecDayLevers::Reads(const TCHAR* Words) const
{
	return Window->GetSession()->GetSummaryInView().Text.Contains(Words);
}

int32 FSpecDayLevers::CountRead(const TArray<int64>& Ids) const
{
	int32 Count = 0;
	for (const FVibeUEMessage& Message : Window->GetSession()->GetMessages(0, MAX_int32, EVibeUEHistory::View))
	{
		Count += Ids.Contains(Message.Id) ? 1 : 0;
	}
	return Count;
}

bool FSpecDayLevers::ShortenAResult()
{
	UChatSession* Session = Window->GetSession();
	Panel->AskAboutTheDoor(60);
	Panel->TestShowsReport(TEXT("the report with the results"));
	const FVibeUEContextReport Before = Session->GetContextReport();
	if (!Test.TestTrue(TEXT("a result is the heaviest"), Before.Heaviest.Num() > 0 && Before.Heaviest[0].bIsToolResult && Before.Heaviest[0].bCanShorten))
	{
		return false;
	}
	// Somebody who has read on above comes to it by the panel.
	Window->ScrollTo(StandIn::Find<SChatMessageRow>(Window->Get()));
	const TSharedRef<SToolCallRow> Row = StandIn::Find<SToolCallRow>(Window->Get()).ToSharedRef();
	Test.TestFalse(TEXT("its row is in view already"), StandIn::IsOnScreen(Row));
	Panel->Pull(TEXT("Show"));
	Window->Until(TEXT("its row to be in view"), [Row] { return StandIn::IsOnScreen(Row); });
	const int32 Rows = Session->GetSummaries().Num();
	Panel->Pull(TEXT("Shorten"));
	Window->Until(TEXT("the result to be shortened"), [Session, Rows] { return Session->GetSummaries().Num() > Rows; });
	// The next of the results is the heaviest now.
	Window->Until(TEXT("the heaviest to be another one"), [Session, &Before] { return Session->GetContextReport().Heaviest[0].Id != Before.Heaviest[0].Id; });
	Panel->TestShowsReport(TEXT("the report after shortening"));
	Test.TestTrue(TEXT("that freed something"), Session->GetContextReport().Used < Before.Used);
	// The newest is the first.
	Panel->Pull(TEXT("Undo"));
	Window->Until(TEXT("the result to be whole again"), [Session] { return !Session->GetSummaries().Last().bInForce; });
	Panel->TestShowsReport(TEXT("the report after that was undone"));
	StandIn::MovePointerAway();
	const FVibeUEContextReport After = Session->GetContextReport();
	Test.TestEqual(TEXT("what is condensed"), After.Condensed, Before.Condensed);
	return Test.TestTrue(TEXT("it is the heaviest again"), After.Heaviest[0].Id == Before.Heaviest[0].Id && !After.Heaviest[0].bShortened);
}

bool FSpecDayLevers::EditASummary()
{
	const TCHAR* Sentence = TEXT("Bind the door to the event.");
	const FString Before = Window->GetSession()->GetSummaryInView().Text;
	Panel->Pull(TEXT("Edit"));
	const auto FindRow = [this] { return StandIn::Find<SChatSummaryRow>(Window->Get()); };
	const auto FindField = [FindRow] { return FindRow().IsValid() ? StandIn::Find<SChatText>(FindRow().ToSharedRef()) : nullptr; };
	if (!Window->Until(TEXT("the field of the summary to have the keyboard"), [FindField] { return FindField().IsValid() && FindField()->HasKeyboardFocus(); }))
	{
		return false;
	}
	StandIn::TypeText(Sentence);
	const TSharedPtr<SWidget> Save = StandIn::FindButton(FindRow().ToSharedRef(), TEXT("Save"));
	if (!Test.TestTrue(TEXT("there is a button to save it"), Save.IsValid()))
	{
		return false;
	}
	Window->ScrollTo(Save);
	StandIn::Click(Save);
	Window->Until(TEXT("the edit"), [this, Sentence] { return Reads(Sentence); });
	Panel->Pull(TEXT("Undo edit"));
	Window->Until(TEXT("the edit to be undone"), [this, Sentence] { return !Reads(Sentence); });
	Window->Settle();
	Panel->TestShowsReport(TEXT("the report after the undone edit"));
	StandIn::MovePointerAway();
	return Test.TestEqual(TEXT("the summary is as before"), Window->GetSession()->GetSummaryInView().Text, Before);
}

bool FSpecDayLevers::WriteReport()
{
	UChatSession* Session = Window->GetSession();
	const TSharedRef<FString> Written = MakeShared<FString>();
	const FDelegateHandle Handle = Session->OnExported().AddWeakLambda(Session, [Written](const FString& Path, const FVibeUEError& Error)
	{
		*Written = Error.Kind == EVibeUEFailure::None ? Path : Error.Message;
	});
	Window->ClickIcon(TEXT("Write this report to a new file, as a table"));
	StandIn::MovePointerAway();
	Window->Until(TEXT("the table"), [Written] { return !Written->IsEmpty(); });
	Session->OnExported().Remove(Handle);
	FString Table;
	Test.TestTrue(*Written, FFileHelper::LoadFileToString(Table, **Written));
	Test.TestTrue(TEXT("its heading"), Table.StartsWith(TEXT("section,id,name,tokens,percent,turns_ago,detail\r\n")));
	const FString Used = FString::Printf(TEXT("room,,used,%lld,"), Session->GetContextReport().Used);
	return Test.TestTrue(TEXT("what is used"), Table.Contains(Used));
}

bool FSpecDayLevers::SummarizeToHere()
{
	UChatSession* Session = Window->GetSession();
	Panel->TestShowsReport(TEXT("the report before the summary"));
	const int64 Heaviest = Session->GetContextReport().Heaviest[0].Id;
	const int32 Applied = Window->Applied;
	Panel->Pull(TEXT("Summarize to here"));
	// The lever's tip would cover what is looked at.
	StandIn::MovePointerAway();
	const TSharedRef<SSummaryPreview> Page = StandIn::Find<SSummaryPreview>(Window->Get()).ToSharedRef();
	const auto FindApply = [Page] { return StandIn::FindButton(Page, TEXT("Apply")); };
	const bool bHasDraft = Window->Until(TEXT("the draft"), [Page, FindApply]
	{
		return Page->IsOpen() && FindApply().IsValid() && StandIn::IsReallyEnabled(FindApply().ToSharedRef());
	});
	if (!bHasDraft)
	{
		return false;
	}
	const TArray<int64> Goes = Session->GetPreviewMessages(EVibeUEPreviewPart::Goes, 0, 1000);
	const TArray<int64> Stays = Session->GetPreviewMessages(EVibeUEPreviewPart::Stays, 0, 1000);
	Test.TestTrue(TEXT("the message goes into it"), Goes.Contains(Heaviest));
	Test.TestTrue(TEXT("what was asked after it stays"), Stays.Contains(Session->GetLastRequest()));
	StandIn::Click(FindApply());
	StandIn::MovePointerAway();
	if (!Window->Until(TEXT("the summary"), [this, Page, Applied] { return Window->Applied > Applied && !Page->IsOpen(); }) || !Window->Settle())
	{
		return false;
	}
	Panel->TestShowsReport(TEXT("the report after the summary"));
	const bool bReadsNone = Test.TestEqual(TEXT("messages in the summary that the model still reads"), CountRead(Goes), 0);
	return Test.TestEqual(TEXT("messages that the model reads as before"), CountRead(Stays), Stays.Num()) && bReadsNone;
}

bool FSpecDayLevers::SummarizeFromOriginals()
{
	const int32 Applied = Window->Applied;
	// As the user sets them on the settings page: the next summary would be one of a summary, which a model may not write. The panel hears of it.
	GetMutableDefault<UVibeUESettings>()->SummarizationMode = EVibeUESummarizationMode::Hybrid;
	GetMutableDefault<UVibeUESettings>()->MaxSummaryChainDepth = 1;
	FSpecSandbox::Notify();
	Panel->Pull(TEXT("Summarize from the originals"));
	StandIn::MovePointerAway();
	if (!Window->Until(TEXT("the new summary"), [this, Applied] { return Window->Applied > Applied; }) || !Window->Settle())
	{
		return false;
	}
	Panel->TestShowsReport(TEXT("the report after the new summary"));
	const TArray<FVibeUESummaryRow> Rows = Window->GetSession()->GetSummaries();
	Test.TestEqual(TEXT("no summary is beneath it"), Rows.Last().Depth, 0);
	return Test.TestTrue(TEXT("it is in force, and the one before is not"), Rows.Num() > 1 && Rows.Last().bInForce && !Rows.Last(1).bInForce);
}

#endif
