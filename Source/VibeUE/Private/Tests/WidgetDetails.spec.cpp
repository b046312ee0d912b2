// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The widgets of a real editor cannot be looked at and typed into from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "VibeUEChatTypes.h"
#include "VibeUEContext.h"
#include "Widgets/CallFigures.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/PreviewTexts.h"
#include "Widgets/SChatCompletion.h"
#include "Widgets/SChatMentions.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SChatText.h"
#include "Widgets/SConversationRow.h"
#include "Widgets/SFindBar.h"
#include "Widgets/SFollowingScrollBox.h"
#include "Widgets/SShareChoice.h"
#include "Widgets/SSummaryPreviewRow.h"
#include "Widgets/SToolServerList.h"
#include "Widgets/SWindow.h"

/** Widgets of the window, each by itself. */
BEGIN_DEFINE_SPEC(FWidgetDetailsSpec, "VibeUE.WidgetDetails", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)

/** Tests that everything that can be seen of a widget lies between its left and its right edge. */
void TestFits(const TSharedRef<SWidget>& Root)
{
	StandIn::Frames(5);
	const float Left = FVector2f(Root->StandInGeometry().GetAbsolutePosition()).X;
	const float Right = Left + FVector2f(Root->StandInGeometry().GetAbsoluteSize()).X;
	for (const TSharedRef<SWidget>& Widget : StandIn::Descendants(Root))
	{
		if (StandIn::IsOnScreen(Widget))
		{
			const float Begin = FVector2f(Widget->StandInGeometry().GetAbsolutePosition()).X;
			const float End = Begin + FVector2f(Widget->StandInGeometry().GetAbsoluteSize()).X;
			TestTrue(FString::Printf(TEXT("%s (%s) fits"), *FString(Widget->StandInTypeName()), *Widget->StandInText().ToString()), Begin >= Left - 0.5f && End <= Right + 0.5f);
		}
	}
}

static FVibeUEToolServer MakeServer(EVibeUEToolServerState State)
{
	FVibeUEToolServer Server;
	Server.Name = TEXT("unreal");
	Server.State = State;
	return Server;
}
END_DEFINE_SPEC(FWidgetDetailsSpec)

// Long because it lists its cases.
void FWidgetDetailsSpec::Define()
{
	AfterEach([]
	{
		StandIn::SetCulture(TEXT("en"));
		StandIn::CloseTestWindows();
	});

	It(TEXT("a share as it is set stays in one line when its number becomes known"), [this]
	{
		const TSharedRef<double> Set = MakeShared<double>(0.0);
		const TSharedRef<SShareChoice> Choice = SNew(SShareChoice).Shares({0.5}).CanChoose(true).ShareAsSet_Lambda([Set] { return *Set; });
		StandIn::ShowInWindow(Choice, 480.0f, 200.0f);
		const auto Measure = [this, &Choice](const TCHAR* Words)
		{
			StandIn::Frames(3);
			const TSharedPtr<SWidget> Text = StandIn::FindByText(Choice, Words);
			return TestTrue(Words, Text.IsValid()) ? FVector2f(Text->StandInGeometry().GetLocalSize()).Y : 0.0f;
		};
		const float Before = Measure(TEXT("as set"));
		*Set = 0.7;
		TestEqual(TEXT("its height"), Measure(TEXT("as set (70 % of the budget)")), Before);
	});

	It(TEXT("no share at all is not taken for the share as it is set"), [this]
	{
		const TSharedRef<FString> Refused = MakeShared<FString>();
		const TSharedRef<TArray<double>> Chosen = MakeShared<TArray<double>>();
		const TSharedRef<SShareChoice> Choice = SNew(SShareChoice).Shares({0.5}).CanChoose(true)
			.OnChosen_Lambda([Chosen](double Share) { Chosen->Add(Share); })
			.OnNoShare_Lambda([Refused](const FText& Words) { *Refused = Words.ToString(); });
		StandIn::ShowInWindow(Choice, 480.0f, 200.0f);
		Choice->Show(0.5);
		StandIn::Focus(StandIn::Find<SChatText>(Choice));
		StandIn::TypeText(TEXT("0 %"));
		StandIn::PressKey(EKeys::Enter);
		TestEqual(TEXT("chosen"), Chosen->Num(), 0);
		TestTrue(TEXT("why not: ") + *Refused, Refused->Contains(TEXT("0 %")));
	});

	It(TEXT("a share is typed with the decimal sign of the editor's language"), [this]
	{
		const TSharedRef<TArray<FString>> Said = MakeShared<TArray<FString>>();
		const TSharedRef<SShareChoice> Choice = SNew(SShareChoice).Shares({0.5}).CanChoose(true)
			.OnChosen_Lambda([Said](double Share) { Said->Add(FString::Printf(TEXT("%.3f"), Share)); })
			.OnNoShare_Lambda([Said](const FText&) { Said->Add(TEXT("none")); });
		StandIn::ShowInWindow(Choice, 480.0f, 200.0f);
		const auto Type = [&Choice](const TCHAR* Culture, const TCHAR* Words)
		{
			StandIn::SetCulture(Culture);
			Choice->Show(0.0);
			StandIn::Focus(StandIn::Find<SChatText>(Choice));
			StandIn::TypeText(Words);
			StandIn::PressKey(EKeys::Enter);
		};
		Type(TEXT("de"), TEXT("12,5 %"));
		Type(TEXT("de"), TEXT("37.5"));
		Type(TEXT("de"), TEXT("1.012,5"));
		Type(TEXT("en"), TEXT("12.5"));
		Type(TEXT("en"), TEXT("12,5"));
		TestEqual(TEXT("what was understood"), FString::Join(*Said, TEXT("|")), FString(TEXT("0.125|0.375|none|0.125|none")));
	});

	It(TEXT("the list of another program keeps the keyboard when one is found that comes before it"), [this]
	{
		const auto MakeList = [](const TCHAR* File)
		{
			FVibeUEToolServer List = MakeServer(EVibeUEToolServerState::Elsewhere);
			List.Name.Empty();
			List.File = File;
			return List;
		};
		const TSharedRef<FString> Used = MakeShared<FString>();
		const TSharedRef<SToolServerList> List = SNew(SToolServerList).OnListUsed_Lambda([Used](const FString& File) { *Used = File; });
		StandIn::ShowInWindow(List, 480.0f, 480.0f);
		List->SetServers({MakeList(TEXT("a.json")), MakeList(TEXT("c.json"))});
		StandIn::Focus(StandIn::FindAll<SButton>(List)[1]);
		List->SetServers({MakeList(TEXT("a.json")), MakeList(TEXT("b.json")), MakeList(TEXT("c.json"))});
		TestTrue(TEXT("it has the keyboard"), StandIn::FramesUntil([List] { return StandIn::FindAll<SButton>(List)[2]->HasKeyboardFocus(); }));
		StandIn::PressKey(EKeys::Enter);
		TestEqual(TEXT("the list that is used"), *Used, FString(TEXT("c.json")));
	});

	It(TEXT("a key that is pressed once more after Sign in does not sign out"), [this]
	{
		const TSharedRef<SToolServerList> List = SNew(SToolServerList);
		StandIn::ShowInWindow(List, 480.0f, 480.0f);
		const auto HasKeyboard = [List](const TCHAR* Label)
		{
			const TSharedPtr<SWidget> Button = StandIn::FindButton(List, Label);
			return Button.IsValid() && Button->HasKeyboardFocus();
		};
		FVibeUEToolServer Server = MakeServer(EVibeUEToolServerState::NeedsSignIn);
		List->SetServers({Server});
		StandIn::Focus(StandIn::FindButton(List, TEXT("Sign in")));
		Server.State = EVibeUEToolServerState::SigningIn;
		List->SetServers({Server});
		TestTrue(TEXT("Cancel has the keyboard"), StandIn::FramesUntil([HasKeyboard] { return HasKeyboard(TEXT("Cancel")); }));
		Server.State = EVibeUEToolServerState::Ready;
		Server.bIsSignedIn = true;
		List->SetServers({Server});
		TestTrue(TEXT("Restart has the keyboard"), StandIn::FramesUntil([HasKeyboard] { return HasKeyboard(TEXT("Restart")); }));
	});

	It(TEXT("the servers of tools fit into a narrow dock with all their buttons"), [this]
	{
		const TSharedRef<SToolServerList> List = SNew(SToolServerList);
		StandIn::ShowInWindow(List, 300.0f, 480.0f);
		FVibeUEToolServer Silent = MakeServer(EVibeUEToolServerState::Failed);
		Silent.bIsEngine = true;
		Silent.bIsSignedIn = true;
		FVibeUEToolServer Long = MakeServer(EVibeUEToolServerState::Ready);
		Long.Name = TEXT("a-server-whose-name-is-much-longer-than-a-narrow-dock-is-wide");
		List->SetServers({MakeServer(EVibeUEToolServerState::NeedsPermission), Silent, Long});
		TestFits(List);
		for (const TCHAR* Label : {TEXT("Allow in this project"), TEXT("Sign out"), TEXT("Start it"), TEXT("Restart")})
		{
			TestTrue(Label, StandIn::FindButton(List, Label).IsValid());
		}
	});

	It(TEXT("the levers of a summary fit into a narrow dock"), [this]
	{
		const TSharedRef<SChatSummaryRow> Row = SNew(SChatSummaryRow).Text(TEXT("The doors are red.")).bOpen(true);
		StandIn::ShowInWindow(Row, 250.0f, 480.0f);
		TestFits(Row);
		TestTrue(TEXT("the last one"), StandIn::FindButton(Row, TEXT("Undo summary")).IsValid());
	});

	It(TEXT("what a message names fits into a narrow dock with its button"), [this]
	{
		FChatMention Refused;
		Refused.Label = TEXT("Saved/Logs/Station.log");
		Refused.Problem = TEXT("it is larger than what can be attached to a message");
		FChatMention Long;
		Long.Label = TEXT("Source/Station/Private/Doors/Airlocks/AirlockDoorComponentTests.cpp");
		const TSharedRef<SChatMentions> Mentions = SNew(SChatMentions).Mentions({Refused, Long}).OnRemoved_Lambda([](const FString&) {});
		StandIn::ShowInWindow(Mentions, 300.0f, 200.0f);
		TestFits(Mentions);
	});

	It(TEXT("a completion with a long name leaves room for what it stands for"), [this]
	{
		FTextCompletionRow Row;
		Row.Label = TEXT("/Game/Station/Doors/Airlocks/BP_AirlockDoorWithGenerator");
		Row.Detail = TEXT("Blueprint");
		Row.Words = Row.Label;
		Row.Kind = ETextCompletionKind::Asset;
		const TSharedRef<SChatCompletion> List = SNew(SChatCompletion);
		StandIn::ShowInWindow(List, 300.0f, 300.0f);
		List->Show({Row});
		TestFits(List);
	});

	It(TEXT("what a search found is one text, so that each language has its order, and its marks stay words"), [this]
	{
		FConversationEntry Entry;
		Entry.Title = TEXT("Doors");
		FFoundPlace Place;
		Place.Words = {FFoundText{TEXT("a <long> way before the "), false}, FFoundText{TEXT("door"), true}, FFoundText{TEXT(" & behind it"), false}};
		Entry.Found.Add(Place);
		const TSharedRef<SConversationRow> Row = SNew(SConversationRow).Entry(Entry);
		StandIn::ShowInWindow(Row, 300.0f, 300.0f);
		StandIn::Frames(3);
		TestTrue(FString::Printf(TEXT("it reads %s"), *StandIn::ReadAll(Row)), StandIn::FindByText(Row, TEXT("You: a <long> way before the door & behind it")).IsValid());
		TestFits(Row);
	});

	It(TEXT("a correction is compared and kept without the line ends of the system"), [this]
	{
		const TSharedRef<SChatSummaryRow> Row = SNew(SChatSummaryRow).Text(TEXT("a\nb")).bOpen(true);
		StandIn::ShowInWindow(Row, 480.0f, 480.0f);
		StandIn::Frames(3);
		StandIn::Click(StandIn::FindButton(Row, TEXT("Edit summary")));
		StandIn::Frames(3);
		const TSharedPtr<SChatText> Box = StandIn::Find<SChatText>(Row);
		Box->SetText(FText::FromString(TEXT("a\r\nb")));
		TestEqual(TEXT("the same words"), Row->GetCorrection(), FString());
		Box->SetText(FText::FromString(TEXT("a\r\nc")));
		TestEqual(TEXT("other words"), Row->GetCorrection(), FString(TEXT("a\nc")));
	});

	It(TEXT("a preview that is edited is applied without the line ends of the system"), [this]
	{
		FVibeUESummaryPreview Preview;
		Preview.Summary = TEXT("a\nb");
		const TSharedRef<FString> Accepted = MakeShared<FString>();
		const TSharedRef<SSummaryPreviewRow> Row = SNew(SSummaryPreviewRow).Preview(Preview).OnAccepted_Lambda([Accepted](const FString& Text)
		{
			*Accepted = Text;
			return true;
		});
		StandIn::ShowInWindow(Row, 480.0f, 480.0f);
		StandIn::Frames(3);
		const TSharedPtr<SChatText> Box = StandIn::Find<SChatText>(Row);
		Box->SetText(FText::FromString(TEXT("a\r\nb")));
		TestFalse(TEXT("the same words are an edit"), Row->IsEdited());
		Box->SetText(FText::FromString(TEXT("a\r\nc")));
		StandIn::Click(StandIn::FindButton(Row, TEXT("Apply")));
		TestEqual(TEXT("what is applied"), *Accepted, FString(TEXT("a\nc")));
	});

	It(TEXT("an edited preview goes with what was applied only if it was that, and a failure takes the acceptance back"), [this]
	{
		FVibeUESummaryPreview Preview;
		Preview.Summary = TEXT("a");
		const TSharedRef<SSummaryPreviewRow> Row = SNew(SSummaryPreviewRow).Preview(Preview).OnAccepted_Lambda([](const FString&) { return true; });
		StandIn::ShowInWindow(Row, 480.0f, 480.0f);
		StandIn::Frames(3);
		StandIn::Find<SChatText>(Row)->SetText(FText::FromString(TEXT("b")));
		StandIn::Click(StandIn::FindButton(Row, TEXT("Apply")));
		Row->SetNotApplied();
		Row->SetApplied();
		TestTrue(TEXT("another one was applied"), Row->HasWords());
		StandIn::Click(StandIn::FindButton(Row, TEXT("Apply")));
		Row->SetApplied();
		TestFalse(TEXT("this one was applied"), Row->IsOpen());
	});

	It(TEXT("a preview that is emptied cannot be applied, and says why"), [this]
	{
		FVibeUESummaryPreview Preview;
		Preview.Summary = TEXT("a");
		const TSharedRef<SSummaryPreviewRow> Row = SNew(SSummaryPreviewRow).Preview(Preview);
		StandIn::ShowInWindow(Row, 480.0f, 480.0f);
		const auto CanApply = [Row] { return StandIn::IsReallyEnabled(StandIn::FindButton(Row, TEXT("Apply")).ToSharedRef()); };
		TestTrue(TEXT("as it came"), CanApply());
		TestEqual(TEXT("the box's name"), StandIn::Find<SChatText>(Row)->GetAccessibleText().ToString(), FString(TEXT("The summary; you can edit it before it is applied.")));
		StandIn::Find<SChatText>(Row)->SetText(FText::GetEmpty());
		TestTrue(TEXT("emptied"), StandIn::FramesUntil([CanApply] { return !CanApply(); }));
		TestEqual(TEXT("it says so"), StandIn::Find<SChatText>(Row)->GetHintText().ToString(), FString(TEXT("The summary is empty: write one, or discard.")));
		StandIn::Find<SChatText>(Row)->SetText(FText::FromString(TEXT("b")));
		TestTrue(TEXT("written again"), StandIn::FramesUntil(CanApply));
	});

	It(TEXT("words are looked for after a pause, and by Enter at once"), [this]
	{
		const TSharedRef<TArray<FString>> Sought = MakeShared<TArray<FString>>();
		const TSharedRef<SFindBar> Bar = SNew(SFindBar).OnSought_Lambda([Sought](const FString& Words, bool)
		{
			Sought->Add(Words);
			return TArray<FVibeUEFoundMessage>();
		});
		StandIn::ShowInWindow(Bar, 480.0f, 120.0f);
		Bar->Open();
		const TSharedPtr<SChatText> Box = StandIn::Find<SChatText>(Bar);
		TestTrue(TEXT("it has the keyboard"), StandIn::FramesUntil([Box] { return Box->HasKeyboardFocus(); }));
		StandIn::TypeText(TEXT("door"));
		TestEqual(TEXT("while the words are typed"), FString::Join(*Sought, TEXT("|")), FString());
		TestTrue(TEXT("after a pause"), StandIn::FramesUntil([Sought] { return Sought->Num() > 0; }));
		StandIn::TypeText(TEXT("s"));
		StandIn::PressKey(EKeys::Enter);
		TestEqual(TEXT("by Enter"), FString::Join(*Sought, TEXT("|")), FString(TEXT("door|doors")));
	});

	It(TEXT("the parts of the search have names for those who hear them"), [this]
	{
		const TSharedRef<SFindBar> Bar = SNew(SFindBar);
		FString Names = StandIn::Find<SChatText>(Bar)->GetAccessibleText().ToString();
		for (const TSharedRef<SButton>& Button : StandIn::FindAll<SButton>(Bar))
		{
			Names += TEXT("|") + Button->GetAccessibleText().ToString();
		}
		Names += TEXT("|") + StandIn::Find<SCheckBox>(Bar)->GetAccessibleText().ToString();
		TestEqual(TEXT("names"), Names,
			FString(TEXT("Find in this conversation|Previous (older) match (Enter, F3).|Next (newer) match (Shift+Enter, Shift+F3).|Close the search (Esc).|Match case.")));
	});

	It(TEXT("rows stay where the user scrolled though text that came in the same frame asked for the end"), [this]
	{
		const TSharedRef<SFollowingScrollBox> Box = SNew(SFollowingScrollBox);
		for (int32 Row = 0; Row < 20; ++Row)
		{
			Box->AddRow(SNew(SBox).HeightOverride(30.0f));
		}
		StandIn::ShowInWindow(Box, 200.0f, 120.0f);
		TestTrue(TEXT("the rows come to rest"), StandIn::FramesUntil([Box] { return Box->IsAtRest(); }));
		const TSharedRef<SScrollBox> Scroll = StandIn::Find<SScrollBox>(Box).ToSharedRef();
		const float End = Scroll->GetScrollOffset();
		TestEqual(TEXT("at the end"), End, 480.0f);
		Box->FollowEnd();
		Scroll->StandInUserScroll(End - 48.0f);
		StandIn::FramesUntil([Box] { return Box->IsAtRest(); });
		TestEqual(TEXT("where the user is"), Scroll->GetScrollOffset(), End - 48.0f);
		TestFalse(TEXT("the end is followed"), Box->IsFollowing());
	});

	It(TEXT("a view that becomes higher or lower keeps the end, unless a row was opened that moved it out of view"), [this]
	{
		const TSharedRef<SFollowingScrollBox> Box = SNew(SFollowingScrollBox);
		const TSharedRef<float> Opened = MakeShared<float>(30.0f);
		for (int32 Row = 0; Row < 19; ++Row)
		{
			Box->AddRow(SNew(SBox).HeightOverride(30.0f));
		}
		Box->AddRow(SNew(SBox).HeightOverride_Lambda([Opened] { return FOptionalSize(*Opened); }));
		const TSharedRef<SWindow> View = StandIn::ShowInWindow(Box, 200.0f, 120.0f);
		const TSharedRef<SScrollBox> Scroll = StandIn::Find<SScrollBox>(Box).ToSharedRef();
		const auto Resize = [this, Box, View](float Height)
		{
			StandIn::ResizeWindow(View, 200.0f, Height);
			const auto GetHeight = [Box] { return FVector2f(Box->GetCachedGeometry().GetLocalSize()).Y; };
			const bool bRests = StandIn::FramesUntil([Box, Height, GetHeight] { return GetHeight() == Height && Box->IsAtRest(); });
			TestTrue(FString::Printf(TEXT("the rows come to rest in a view %g high (it is %g high, and %s)"), Height, GetHeight(), Box->IsAtRest() ? TEXT("they rest") : TEXT("they move")), bRests);
		};
		Resize(100.0f);
		TestEqual(TEXT("the end in a lower view"), Scroll->GetScrollOffset(), 500.0f);
		*Opened = 90.0f;
		TestTrue(TEXT("the row opens"), StandIn::FramesUntil([Scroll] { return Scroll->GetScrollOffsetOfEnd() == 560.0f; }));
		Resize(120.0f);
		TestEqual(TEXT("where the row was opened"), Scroll->GetScrollOffset(), 500.0f);
		TestTrue(TEXT("what comes is followed"), Box->IsFollowing());
	});

	It(TEXT("numbers have words that are right for one, too"), [this]
	{
		FVibeUESummaryRow Row;
		Row.Messages = 1;
		Row.TokensBefore = 100;
		Row.TokensAfter = 1;
		TestEqual(TEXT("of a summary"), FContextTexts::Size(Row).ToString(), FString(TEXT("Messages summarized: 1; request 100 \u2192 1 tokens")));
		FVibeUESummaryPreview Preview;
		Preview.Goes = 1;
		Preview.Stays = 1;
		Preview.Sums.Goes = 1;
		Preview.Sums.Stays = 1;
		Preview.Sums.Summary = 1;
		TestEqual(TEXT("of a preview"),
			FPreviewTexts::Goes(Preview).ToString() + TEXT("|") + FPreviewTexts::Stays(Preview).ToString() + TEXT("|") + FPreviewTexts::Summary(Preview).ToString(),
			FString(TEXT("CONDENSED (messages: 1, tokens: 1)|STAYS (messages: 1, tokens: 1)|NEW SUMMARY (tokens: 1)")));
	});

	It(TEXT("a summary says by how much it made the request smaller, also after it was undone"), [this]
	{
		FVibeUESummaryRow Row;
		Row.Ratio = 0.384;
		Row.bInForce = true;
		const auto Said = [&Row] { return FContextTexts::Left(Row).ToString() + TEXT("|") + FContextTexts::State(Row).ToString(); };
		TestEqual(TEXT("in force"), Said(), FString(TEXT("62 % smaller|")));
		Row.bInForce = false;
		TestEqual(TEXT("undone"), Said(), FString(TEXT("was 62 % smaller|undone")));
		Row.Ratio = 1.25;
		TestEqual(TEXT("one that made it larger"), Said(), FString(TEXT("was 0 % smaller|undone")));
	});

	It(TEXT("a preview says of what its percentages are"), [this]
	{
		FVibeUESummaryPreview Preview;
		Preview.TokensNow = 2000;
		Preview.TokensBefore = 2000;
		Preview.TokensAfter = 1080;
		Preview.Summary = TEXT("All doors are red.");
		Preview.Strategy = EVibeUEPreviewStrategy::Rules;
		Preview.Target = 0.5;
		Preview.NextAt = 8640;
		Preview.Threshold = 0.8;
		TestEqual(TEXT("what is saved"), FPreviewTexts::Numbers(Preview).ToString(), FString(TEXT("Request: 2,000 \u2192 1,080 tokens (46 % smaller)")));
		TestEqual(TEXT("the target"), FPreviewTexts::Origin(Preview).ToString(), FString(TEXT("Rules, at no cost, aiming at no more than 50 % of the budget.")));
		TestEqual(TEXT("the threshold"), FPreviewTexts::Next(Preview, 10800).ToString(),
			FString(TEXT("The budget of a request is 10,800 tokens. The next summary starts at 8,640 tokens (80 % of it).")));
	});

	It(TEXT("a preview says what grows besides the summary, and what each writer would cost or why nobody knows"), [this]
	{
		FVibeUESummaryPreview Preview;
		Preview.Sums.Goes = 2956;
		Preview.Sums.Stays = 333;
		Preview.Sums.OtherBefore = 45;
		Preview.Sums.Summary = 1220;
		Preview.Sums.OtherAfter = 189;
		Preview.Sums.ToolAfter = 144;
		TestEqual(TEXT("with the tool"), FPreviewTexts::Sums(Preview).ToString(),
			FString(TEXT("Now: 2,956 to be condensed + 333 that stay + 45 prompt and tools. Afterwards: 1,220 summary + 333 that stay + 45 prompt and tools + "
						 "144 for a tool with which the model can read the originals.")));
		Preview.Sums.ToolAfter = 0;
		TestEqual(TEXT("when it is there already"), FPreviewTexts::Sums(Preview).ToString(),
			FString(TEXT("Now: 2,956 to be condensed + 333 that stay + 45 prompt and tools. Afterwards: 1,220 summary + 333 that stay + 189 prompt and tools.")));
		FVibeUEPreviewOffer Offer;
		const auto Price = [&Offer] { return FPreviewTexts::Price(Offer).ToString(); };
		TestEqual(TEXT("of rules"), Price(), FString(TEXT("free")));
		Offer.Strategy = EVibeUEPreviewStrategy::Hybrid;
		TestEqual(TEXT("of nobody"), Price(), FString(TEXT("no model is set")));
		Offer.Model = TEXT("gpt-4o");
		TestEqual(TEXT("of a model without a price"), Price(), FString(TEXT("price unknown")));
		const auto Tip = [&Offer] { return FPreviewTexts::TipOfOffer(Offer).ToString(); };
		const FString Known = FPreviewTexts::TipOf(Offer.Strategy).ToString();
		TestEqual(TEXT("what to set then"), Tip(),
			Known + TEXT(" Price of gpt-4o unknown; for your chat model, set it in the settings (Your Connection)."));
		Offer.bHasDollars = true;
		TestEqual(TEXT("of a model that costs nothing"), Price() + TEXT("|") + FPreviewTexts::Ask(Offer).ToString(), FString(TEXT("free|Ask gpt-4o, free")));
		TestEqual(TEXT("nothing is to be set for it"), Tip(), Known);
		FVibeUENextSummary Next;
		Next.bHasGain = true;
		Next.Writer = TEXT("gpt-4o");
		const auto Gains = [&Next](const TCHAR* Words) { return FContextTexts::Gain(Next).ToString().StartsWith(Words); };
		TestTrue(TEXT("in the context, at an unknown price"), Gains(TEXT("gpt-4o writes the summary, at an unknown price.")));
		Next.bHasPrice = true;
		TestTrue(TEXT("in the context, for nothing"), Gains(TEXT("gpt-4o writes the summary, for free.")));
		Next.Dollars = 0.0123;
		TestTrue(TEXT("in the context, for money"), Gains(TEXT("gpt-4o writes the summary, for about $0.0123.")));
		Offer.Dollars = 0.0123;
		TestEqual(TEXT("of a model with one"), Price(), FString(TEXT("about $0.0123")));
		TestEqual(TEXT("nothing is to be set"), Tip(), Known);
		Offer.Obstacle = TEXT("this session has used up its model calls for summaries");
		TestEqual(TEXT("of one that is not asked"), Price(), FString(TEXT("not now")));
	});
}

#endif
