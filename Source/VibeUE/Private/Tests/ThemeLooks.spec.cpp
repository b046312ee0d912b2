// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CodeColors.h"
#include "Misc/AutomationTest.h"
#include "Styling/AppStyle.h"
#include "Styling/SlateTypes.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUEStyle.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SAgentBar.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SConversationRow.h"
#include "Widgets/SToolPreview.h"
#include "Widgets/SToolServerList.h"
#include "WordColors.h"

#if defined(STANDIN)
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The window while the editor's theme changes, and with words of scripts other than the Latin one. */
BEGIN_DEFINE_SPEC(FThemeLooksSpec, "VibeUE.Looks.Surroundings", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

bool Open(float Width, float Height)
{
	return FTestConversation::UseServer(*this, 96000) && Window->OpenScene(Width, Height) && Window->Settle();
}

/** Asks something, and waits for the answer. */
void Ask(const TCHAR* Question, const TCHAR* Answer)
{
	Window->Say(Question);
	Window->UntilSeen(Answer);
}
END_DEFINE_SPEC(FThemeLooksSpec)

// Long because it lists its cases.
void FThemeLooksSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		StandIn::RenderNow();
		Window.Reset();
		Sandbox.Reset();
		StandIn::SetLightTheme(false);
	});

	It(TEXT("the theme becomes light while rows of conversations, agents and servers are shown: what is red or quiet follows"), [this]
	{
		StandIn::SetLightTheme(false);
		FConversationEntry Broken;
		Broken.Id = TEXT("a");
		Broken.Title = TEXT("The airlock door");
		Broken.Problem.Kind = EVibeUEFailure::Storage;
		Broken.Problem.Message = TEXT("The journal is damaged in line 3");
		FConversationEntry Whole;
		Whole.Id = TEXT("b");
		Whole.Title = TEXT("The generator");
		Whole.Changed = FDateTime::UtcNow();
		Whole.Tags = {TEXT("door")};
		FFoundPlace& Place = Whole.Found.AddDefaulted_GetRef();
		Place.Words.Add({TEXT("before the "), false});
		Place.Words.Add({TEXT("door"), true});
		Place.Words.Add({TEXT(" opens"), false});
		FVibeUEAgent Agent;
		Agent.bIsUsed = true;
		Agent.Name = TEXT("Gemini CLI");
		Agent.State = EVibeUEAgentState::Failed;
		Agent.Words = TEXT("It ended at once.");
		FVibeUEToolServer Server;
		Server.Name = TEXT("files");
		Server.State = EVibeUEToolServerState::Failed;
		Server.Words = TEXT("It does not answer.");
		FVibeUEToolPreview Preview;
		Preview.bIsDiff = true;
		Preview.Text = TEXT("@@ -1,1 +1,1 @@\n-Locked=False\n+Locked=True\n");
		const TSharedRef<SAgentBar> AgentBar = SNew(SAgentBar);
		AgentBar->SetAgent(Agent);
		const TSharedRef<SToolServerList> Servers = SNew(SToolServerList);
		Servers->SetServers({Server});
		const TSharedRef<SVerticalBox> Rows = SNew(SVerticalBox);
		const TArray<TSharedRef<SWidget>> All = {SNew(SConversationRow).Entry(Broken), SNew(SConversationRow).Entry(Whole), AgentBar, Servers,
			SNew(SToolPreview).Preview(Preview), SNew(SChatMessageRow).Kind(EChatRowKind::Error).Text(TEXT("nobody answers")).Hint(TEXT("try again"))};
		for (const TSharedRef<SWidget>& Row : All)
		{
			Rows->AddSlot()
			.AutoHeight()
			.Padding(8.0f, 4.0f)
			[
				Row
			];
		}
		StandIn::ShowInWindow(SNew(SBorder).BorderImage(FAppStyle::GetBrush("Brushes.Panel"))[Rows], 480.0f, 520.0f, TEXT("VibeUE Chat"));
		StandIn::SetLightTheme(true);
		StandIn::Frames(2);
		TestEqual(TEXT("red words"), FWordColors::GetError().GetSpecifiedColor(), FLinearColor(FColor(0xa8, 0x1e, 0x1a)));
		// The page is judged as it is drawn now: the red and the grey of a dark theme are too faint on it.
		StandIn::CloseTestWindows();
	});

	It(TEXT("the theme becomes light while the window is open: quiet words and code follow at once"), [this]
	{
		StandIn::SetLightTheme(false);
		if (!Open(600.0f, 1000.0f))
		{
			return;
		}
		Window->Say(TEXT("Show me everything that you can write."));
		Window->UntilSeen(TEXT("The end."));
		Window->Settle();
		const FCodeColor Keyword = FCodeColors::GetAll()[0];
		TestEqual(TEXT("a word of code on a dark ground"), FVibeUEStyle::GetText(Keyword.Tag)->ColorAndOpacity.GetSpecifiedColor(), FLinearColor(Keyword.OnDark));
		StandIn::SetLightTheme(true);
		Window->Until(TEXT("the colours of a light ground"), [&Keyword] {
			return FVibeUEStyle::GetText(Keyword.Tag)->ColorAndOpacity == FSlateColor(FLinearColor(Keyword.OnLight));
		});
		Window->Settle();
		Window->TestNothingIsCutOff();
	});

	It(TEXT("Arabic, Hebrew, Chinese, Japanese, Korean and emoji are whole, mixed with English, in a narrow dock"), [this]
	{
		if (!FTestConversation::UseKnownModel(*this, 128000) || !Window->OpenScene(360.0f, 1000.0f) || !Window->Settle())
		{
			return;
		}
		Window->GetSession()->RenameConversation(TEXT("\u6c14\u95f8\u95e8\u4e3a\u4ec0\u4e48\u6253\u4e0d\u5f00\uff0c\u53d1\u7535\u673a\u5374\u5728\u8fd0\u884c\uff1f"));
		// The server repeats it.
		Ask(TEXT("\U0001F6AA\U0001F468\u200D\U0001F680"), TEXT("You said: \U0001F6AA\U0001F468\u200D\U0001F680"));
		Ask(TEXT("\u0644\u0645\u0627\u0630\u0627 \u0644\u0627 \u064a\u0641\u062a\u062d \u0628\u0627\u0628 \u063a\u0631\u0641\u0629 \u0627\u0644\u0636\u063a\u0637 BP_AirlockDoor\u061f"), TEXT("\u0644\u0623\u0646 \u0627\u0644\u0628\u0627\u0628 \u064a\u0642\u0631\u0623 bIsPowered \u0642\u0628\u0644 \u0623\u0646 \u064a\u0628\u062f\u0623 \u0627\u0644\u0645\u0648\u0644\u062f."));
		Ask(TEXT("\u05d4\u05d3\u05dc\u05ea BP_AirlockDoor \u05dc\u05d0 \u05e0\u05e4\u05ea\u05d7\u05ea"), TEXT("\u05d4\u05d9\u05d0 \u05e7\u05d5\u05e8\u05d0\u05ea \u05d0\u05ea bIsPowered \u05dc\u05e4\u05e0\u05d9 \u05e9\u05d4\u05d2\u05e0\u05e8\u05d8\u05d5\u05e8 \u05de\u05ea\u05d7\u05d9\u05dc."));
		Ask(TEXT("\u8bf7\u68c0\u67e5\u6c14\u95f8\u95e8\u7684\u84dd\u56fe\u5e76\u544a\u8bc9\u6211\u4e3a\u4ec0\u4e48\u5b83\u5728\u53d1\u7535\u673a\u8fd0\u884c\u65f6\u4ecd\u7136\u4fdd\u6301\u5173\u95ed\u72b6\u6001\u8c22\u8c22\u4f60\u7684\u5e2e\u52a9"), TEXT("\u5b83\u5728\u53d1\u7535\u673a\u542f\u52a8\u4e4b\u524d\u5c31\u8bfb\u53d6\u4e86 bIsPowered\uff0c\u4e4b\u540e\u518d\u4e5f\u6ca1\u6709\u68c0\u67e5\u3002"));
		Ask(TEXT("\u30a8\u30a2\u30ed\u30c3\u30af\u306e\u30c9\u30a2\u304c\u958b\u304d\u307e\u305b\u3093\u3002\ubb38\uc774 \uc5f4\ub9ac\uc9c0 \uc54a\uc2b5\ub2c8\ub2e4."), TEXT("\u30c9\u30a2\u306f\u767a\u96fb\u6a5f\u3088\u308a\u5148\u306b bIsPowered \u3092\u8aad\u307f\u307e\u3059\u3002\ubc1c\uc804\uae30\uc758 \uc774\ubca4\ud2b8\uc5d0 \uc5f0\uacb0\ud558\uba74 \ub429\ub2c8\ub2e4."));
		Window->Settle();
		Window->TestNothingIsCutOff();
	});
}

#endif
