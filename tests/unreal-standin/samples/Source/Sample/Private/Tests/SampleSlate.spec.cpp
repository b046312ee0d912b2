// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Framework/Application/SlateApplication.h"
#include "Framework/Commands/UICommandList.h"
#include "Framework/Docking/TabManager.h"
#include "Framework/MultiBox/MultiBoxBuilder.h"
#include "Framework/Notifications/NotificationManager.h"
#include "HAL/PlatformApplicationMisc.h"
#include "Misc/AutomationTest.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Styling/SlateStyle.h"
#include "Styling/SlateStyleRegistry.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SComboButton.h"
#include "Widgets/Input/SEditableTextBox.h"
#include "Widgets/Input/SHyperlink.h"
#include "Widgets/Input/SMultiLineEditableTextBox.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SExpandableArea.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/Notifications/SProgressBar.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SSampleChat.h"
#include "Widgets/Text/SRichTextBlock.h"
#include "Widgets/Text/STextBlock.h"

BEGIN_DEFINE_SPEC(FSampleSlateSpec, "Sample.Slate", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<SSampleChat> Chat;
	TSharedPtr<SWindow> Window;
	TArray<FString> Sent;
	void Open();
END_DEFINE_SPEC(FSampleSlateSpec)

void FSampleSlateSpec::Open()
{
	Chat = SNew(SSampleChat)
		.Budget(10)
		.Title(FText::FromString(TEXT("A <b>chat</b>")))
		.OnSent_Lambda([this](const FString& Text) { Sent.Add(Text); });
	Window = StandIn::ShowInWindow(Chat.ToSharedRef(), 400.0f, 300.0f);
}

// Long because it lists its cases.
void FSampleSlateSpec::Define()
{
	AfterEach([this]()
	{
		StandIn::CloseTestWindows();
		Chat.Reset();
		Window.Reset();
		Sent.Reset();
	});

	It("says why a box gives up what was typed: Enter, the mouse, a cleared focus, or anything else", [this]()
	{
		TArray<FString> Why;
		const TSharedRef<SEditableTextBox> Box = SNew(SEditableTextBox).ClearKeyboardFocusOnCommit(false).OnTextCommitted_Lambda([&Why](const FText&, ETextCommit::Type How)
		{
			Why.Add(How == ETextCommit::OnEnter ? TEXT("enter") : How == ETextCommit::OnUserMovedFocus ? TEXT("moved") : How == ETextCommit::OnCleared ? TEXT("cleared") : TEXT("default"));
		});
		const TSharedRef<SButton> Button = SNew(SButton).Text(FText::FromString(TEXT("Elsewhere")));
		StandIn::ShowInWindow(SNew(SVerticalBox) + SVerticalBox::Slot().AutoHeight()[Box] + SVerticalBox::Slot().AutoHeight()[Button]);
		StandIn::Focus(Box);
		StandIn::PressKey(EKeys::Enter);
		StandIn::PressKey(EKeys::Escape);
		StandIn::Click(Button);
		StandIn::Focus(Box);
		FSlateApplication::Get().ClearKeyboardFocus(EFocusCause::Cleared);
		StandIn::Focus(Box);
		StandIn::Focus(Button);
		TestEqual(TEXT("why"), FString::Join(Why, TEXT(", ")), FString(TEXT("enter, moved, cleared, default")));
	});

	It("sends with Enter and breaks the line with Shift and Enter", [this]()
	{
		Open();
		const TSharedPtr<SMultiLineEditableTextBox> Input = StandIn::Find<SMultiLineEditableTextBox>(Window.ToSharedRef(), "Input");
		TestTrue(TEXT("takes the focus"), StandIn::Focus(Input));
		StandIn::TypeText(TEXT("Hello"));
		StandIn::PressKey(EKeys::Enter, StandIn::Shift());
		StandIn::TypeText(TEXT("there"));
		TestEqual(TEXT("typed"), Input->GetText().ToString(), FString(TEXT("Hello\nthere")));
		StandIn::PressKey(EKeys::Enter);
		TestEqual(TEXT("sent"), Sent, TArray<FString>{TEXT("Hello\nthere")});
		TestEqual(TEXT("empty again"), Input->GetText().ToString(), FString());
		TestTrue(TEXT("shown"), StandIn::FindByText(Window.ToSharedRef(), TEXT("Hello\nthere")).IsValid());
	});

	It("keeps a disabled button from being clicked", [this]()
	{
		Open();
		const TSharedPtr<SWidget> Send = StandIn::FindButton(Window.ToSharedRef(), TEXT("Send"));
		StandIn::Click(Send);
		TestEqual(TEXT("nothing to send"), Sent.Num(), 0);
		StandIn::Focus(StandIn::FindByTag(Window.ToSharedRef(), "Input"));
		StandIn::TypeText(TEXT("x"));
		StandIn::Click(Send);
		TestEqual(TEXT("sent"), Sent, TArray<FString>{TEXT("x")});
	});

	It("makes only the rows that are in view", [this]()
	{
		Open();
		for (int32 Index = 0; Index < 1000; ++Index)
		{
			Chat->AddLine(FString::Printf(TEXT("Line %d"), Index));
		}
		StandIn::Layout();
		TestTrue(TEXT("few rows"), Chat->GetList()->StandInRowCount() < 30 && Chat->GetRowsMade() < 60);
		TestTrue(TEXT("the last is shown"), StandIn::FindByText(Window.ToSharedRef(), TEXT("Line 999")).IsValid());
		TestFalse(TEXT("the first is not"), StandIn::FindByText(Window.ToSharedRef(), TEXT("Line 0")).IsValid());
		StandIn::Wheel(Chat->GetList(), 2000.0f);
		TestTrue(TEXT("after the wheel it is"), StandIn::FindByText(Window.ToSharedRef(), TEXT("Line 0")).IsValid());
	});

	It("asks attributes again at each look", [this]()
	{
		Open();
		const TSharedPtr<SProgressBar> Bar = StandIn::Find<SProgressBar>(Window.ToSharedRef());
		TestEqual(TEXT("empty"), Bar->StandInPercent().GetValue(), 0.0f);
		Chat->AddLine(TEXT("one"));
		TestEqual(TEXT("a tenth"), Bar->StandInPercent().GetValue(), 0.1f);
		TestEqual(TEXT("tip"), StandIn::Hover(Bar).ToString(), FString(TEXT("1 of 10 lines")));
	});

	It("runs timers only while the widget is shown", [this]()
	{
		Open();
		const double Start = FSlateApplication::Get().GetCurrentTime();
		StandIn::Frames(30);
		const int32 Shown = Chat->GetFlushes();
		const double Periods = (FSlateApplication::Get().GetCurrentTime() - Start) / 0.05;
		TestTrue(TEXT("ran"), Shown >= 5 && Shown <= FMath::FloorToInt(Periods) + 1);
		Chat->SetVisibility(EVisibility::Hidden);
		StandIn::Frames(30);
		TestEqual(TEXT("stands still"), Chat->GetFlushes(), Shown);
		Chat->SetVisibility(EVisibility::Visible);
		StandIn::Frames(30);
		TestTrue(TEXT("goes on"), Chat->GetFlushes() > Shown);
	});

	It("gives a timer the length of the frame, and Slate's time, whatever its period", [this]()
	{
		const TSharedRef<STextBlock> Text = SNew(STextBlock);
		int32 Calls = 0;
		double Told = 0.0;
		float Length = 0.0f;
		Text->RegisterActiveTimer(0.5f, FWidgetActiveTimerDelegate::CreateLambda([&](double Now, float Delta) {
			++Calls;
			Told = Now;
			Length = Delta;
			return EActiveTimerReturnType::Continue;
		}));
		Window = StandIn::ShowInWindow(Text);
		for (int32 Call = 1; Call <= 3; ++Call)
		{
			const double Begin = FSlateApplication::Get().GetCurrentTime();
			double Frame = Begin;
			while (Calls < Call)
			{
				Frame = FSlateApplication::Get().GetCurrentTime();
				StandIn::Frames();
			}
			const double Now = FSlateApplication::Get().GetCurrentTime();
			TestEqual(TEXT("time"), Told, Now);
			TestEqual(TEXT("length of the frame"), Length, static_cast<float>(Now - Frame));
			TestTrue(TEXT("the period has passed"), Now - Begin >= (Call == 1 ? 0.4 : 0.5));
		}
	});

	It("runs no timer of what is scrolled out of view, and runs it once when it is seen again", [this]()
	{
		const TSharedRef<STextBlock> Low = SNew(STextBlock);
		int32 Calls = 0;
		Low->RegisterActiveTimer(0.01f, FWidgetActiveTimerDelegate::CreateLambda([&](double, float) {
			++Calls;
			return EActiveTimerReturnType::Continue;
		}));
		const TSharedRef<SScrollBox> Box = SNew(SScrollBox);
		Box->AddSlot()[SNew(SBox).HeightOverride(500.0f)];
		Box->AddSlot()[Low];
		Window = StandIn::ShowInWindow(Box, 100.0f, 100.0f);
		StandIn::Frames(30);
		TestEqual(TEXT("out of view"), Calls, 0);
		Box->ScrollToEnd();
		StandIn::Frames(2);
		TestTrue(TEXT("in view, and not once for each period that went by"), Calls == 1 || Calls == 2);
	});

	It("scrolls to the end at the next layout", [this]()
	{
		const TSharedRef<SScrollBox> Box = SNew(SScrollBox);
		float Said = -1.0f;
		const TSharedRef<SScrollBox> Heard = SNew(SScrollBox).OnUserScrolled_Lambda([&Said](float Offset) { Said = Offset; });
		Window = StandIn::ShowInWindow(SNew(SVerticalBox) + SVerticalBox::Slot()[Box] + SVerticalBox::Slot()[Heard], 200.0f, 200.0f);
		for (const TSharedRef<SScrollBox>& Each : {Box, Heard})
		{
			for (int32 Index = 0; Index < 20; ++Index)
			{
				Each->AddSlot().Padding(2.0f)[SNew(SBox).HeightOverride(20.0f)];
			}
		}
		Box->ScrollToEnd();
		TestEqual(TEXT("not yet"), Box->GetScrollOffset(), 0.0f);
		StandIn::Layout();
		TestEqual(TEXT("end"), Box->GetScrollOffsetOfEnd(), 20.0f * 24.0f - 100.0f);
		TestEqual(TEXT("there"), Box->GetScrollOffset(), Box->GetScrollOffsetOfEnd());
		StandIn::Wheel(Heard, -1.0f);
		TestEqual(TEXT("heard"), Said, 48.0f);
	});

	It("gives boxes their widths and wraps text in them", [this]()
	{
		TSharedPtr<STextBlock> Text;
		TSharedPtr<SBox> Fixed;
		TSharedPtr<SBox> Third;
		Window = StandIn::ShowInWindow(
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot().AutoWidth().Padding(10.0f, 0.0f)[SAssignNew(Fixed, SBox).WidthOverride(80.0f)]
			+ SHorizontalBox::Slot().FillWidth(1.0f)[SAssignNew(Third, SBox)]
			+ SHorizontalBox::Slot().FillWidth(2.0f).VAlign(VAlign_Top)
				[SAssignNew(Text, STextBlock).AutoWrapText(true).Text(FText::FromString(TEXT("many words that do not fit into one line of this box")))],
			400.0f, 200.0f);
		TestEqual(TEXT("fixed"), FVector2f(Fixed->StandInGeometry().GetLocalSize()).X, 80.0f);
		TestEqual(TEXT("a third of the rest"), FVector2f(Third->StandInGeometry().GetLocalSize()).X, 100.0f);
		TestEqual(TEXT("two thirds"), FVector2f(Text->StandInGeometry().GetLocalSize()).X, 200.0f);
		const TSharedRef<STextBlock> Short = SNew(STextBlock).Text(FText::FromString(TEXT("x")));
		const double OneLine = Short->ComputeDesiredSize(1.0f).Y;
		TestTrue(TEXT("several lines"), Text->GetDesiredSize().Y > 1.5 * OneLine);
		StandIn::ResizeWindow(Window.ToSharedRef(), 2000.0f, 200.0f);
		TestEqual(TEXT("one line"), Text->GetDesiredSize().Y, OneLine);
	});

	It("lays a window out in the units of its screen, takes clicks there, and opens menus in the same scale", [this]()
	{
		int32 Clicks = 0;
		TSharedPtr<SButton> Button;
		TSharedPtr<SComboButton> More;
		Window = StandIn::ShowInWindow(
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot().AutoWidth()[SNew(SBox).WidthOverride(80.0f)
				[SAssignNew(More, SComboButton).ButtonContent()[SNew(STextBlock).Text(FText::FromString(TEXT("More")))].OnGetMenuContent_Lambda([]() {
					return SNew(STextBlock).Text(FText::FromString(TEXT("Nothing")));
				})]]
			+ SHorizontalBox::Slot().FillWidth(1.0f)[SAssignNew(Button, SButton).OnClicked_Lambda([&Clicks]() { ++Clicks; return FReply::Handled(); })],
			400.0f, 200.0f);
		TestEqual(TEXT("the scale of a usual screen"), Window->GetDPIScaleFactor(), 1.0f);
		StandIn::MoveToScreen(Window.ToSharedRef(), 2.0f, 1000.0f, 600.0f);
		const FGeometry& Place = Button->StandInGeometry();
		TestEqual(TEXT("units"), FVector2f(Place.GetLocalSize()).X, 420.0f);
		TestEqual(TEXT("pixels"), FVector2f(Place.GetAbsoluteSize()).X, 840.0f);
		TestEqual(TEXT("its left edge"), FVector2f(Place.GetAbsolutePosition() - Window->StandInGeometry().GetAbsolutePosition()).X, 160.0f);
		StandIn::Click(Button);
		TestEqual(TEXT("clicks"), Clicks, 1);
		StandIn::Click(More);
		TestEqual(TEXT("the menu's scale"), StandIn::Windows().Last()->GetDPIScaleFactor(), 2.0f);
		TestTrue(TEXT("the page enlarges it"), StandIn::RenderHtml(Window.ToSharedRef()).Contains(TEXT("zoom:2")));
	});

	It("tells when each frame begins and ends", [this]()
	{
		FString Told;
		StandIn::WatchFrames([&Told](bool bBegins) { Told += bBegins ? TEXT("(") : TEXT(")"); });
		StandIn::Frames(2);
		StandIn::WatchFrames(nullptr);
		StandIn::Frames(1);
		TestEqual(TEXT("told"), Told, FString(TEXT("()()")));
	});

	It("opens a tab once and lets its content go when it is closed", [this]()
	{
		int32 Spawned = 0;
		int32 Closed = 0;
		TWeakPtr<SWidget> Content;
		FGlobalTabmanager::Get()->RegisterNomadTabSpawner("SampleTab", FOnSpawnTab::CreateLambda([&](const FSpawnTabArgs&) {
			++Spawned;
			const TSharedRef<SSampleChat> Made = SNew(SSampleChat);
			Content = Made;
			return SNew(SDockTab).TabRole(ETabRole::NomadTab).OnTabClosed_Lambda([&Closed](TSharedRef<SDockTab>) { ++Closed; })[Made];
		})).SetDisplayName(FText::FromString(TEXT("Sample")));
		TestTrue(TEXT("opened"), FGlobalTabmanager::Get()->TryInvokeTab(FName("SampleTab")).IsValid());
		const TSharedPtr<SDockTab> Again = FGlobalTabmanager::Get()->TryInvokeTab(FName("SampleTab"));
		TestEqual(TEXT("spawned"), Spawned, 1);
		TestEqual(TEXT("label"), Again->GetTabLabel().ToString(), FString(TEXT("Sample")));
		StandIn::Layout();
		TestTrue(TEXT("on the screen"), StandIn::IsOnScreen(Content.Pin().ToSharedRef()));
		Again->RequestCloseTab();
		TestEqual(TEXT("closed"), Closed, 1);
		TestFalse(TEXT("not live"), FGlobalTabmanager::Get()->FindExistingLiveTab(FName("SampleTab")).IsValid());
		FGlobalTabmanager::Get()->UnregisterNomadTabSpawner("SampleTab");
	});

	It("opens a menu, runs its entry and closes it", [this]()
	{
		int32 Ran = 0;
		const TSharedRef<SComboButton> Button = SNew(SComboButton)
			.ButtonContent()[SNew(STextBlock).Text(FText::FromString(TEXT("More")))]
			.OnGetMenuContent_Lambda([&Ran]() {
				FMenuBuilder Menu(true, nullptr);
				Menu.AddMenuEntry(FText::FromString(TEXT("Run")), FText::FromString(TEXT("Runs.")), FSlateIcon(), FUIAction(FExecuteAction::CreateLambda([&Ran]() { ++Ran; })));
				return Menu.MakeWidget();
			});
		Window = StandIn::ShowInWindow(SNew(SBox).HAlign(HAlign_Left).VAlign(VAlign_Top)[Button]);
		StandIn::Click(StandIn::FindButton(Button, TEXT("More")));
		TestTrue(TEXT("open"), Button->IsOpen());
		StandIn::Layout();
		StandIn::Click(StandIn::FindButton(StandIn::Windows().Last(), TEXT("Run")));
		TestEqual(TEXT("ran"), Ran, 1);
		TestFalse(TEXT("closed"), Button->IsOpen());
	});

	It("follows links, opens areas and copies what is selected", [this]()
	{
		FString Followed;
		int32 Navigated = 0;
		TSharedPtr<SRichTextBlock> Rich;
		TSharedPtr<SExpandableArea> Area;
		TSharedPtr<SMultiLineEditableText> Text;
		Window = StandIn::ShowInWindow(
			SNew(SVerticalBox)
			+ SVerticalBox::Slot().AutoHeight()
				[SAssignNew(Rich, SRichTextBlock).Text(FText::FromString(TEXT("See <a id=\"web\" href=\"https://x.test/?a=1&amp;b\">this</> &lt;now&gt; </>")))
				+ SRichTextBlock::HyperlinkDecorator(TEXT("web"), FSlateHyperlinkRun::FOnClick::CreateLambda([&Followed](const FSlateHyperlinkRun::FMetadata& Data) {
					  Followed = *Data.Find(TEXT("href"));
				  }))]
			+ SVerticalBox::Slot().AutoHeight()[SNew(SHyperlink).Text(FText::FromString(TEXT("Settings"))).OnNavigate_Lambda([&Navigated]() { ++Navigated; })]
			+ SVerticalBox::Slot().AutoHeight()
				[SAssignNew(Area, SExpandableArea).InitiallyCollapsed(true).AreaTitle(FText::FromString(TEXT("Earlier"))).BodyContent()
					[SAssignNew(Text, SMultiLineEditableText).IsReadOnly(true).Text(FText::FromString(TEXT("old text")))]]);
		TestEqual(TEXT("without tags"), Rich->StandInText().ToString(), FString(TEXT("See this <now> </>")));
		Rich->StandInClickLink(TEXT("this"));
		TestEqual(TEXT("followed"), Followed, FString(TEXT("https://x.test/?a=1&b")));
		StandIn::Click(StandIn::FindButton(Window.ToSharedRef(), TEXT("Settings")));
		TestEqual(TEXT("navigated"), Navigated, 1);
		TestFalse(TEXT("hidden"), StandIn::IsOnScreen(Text.ToSharedRef()));
		StandIn::Click(StandIn::FindButton(Window.ToSharedRef(), TEXT("Earlier")));
		TestTrue(TEXT("expanded"), Area->IsExpanded() && StandIn::IsOnScreen(Text.ToSharedRef()));
		StandIn::Click(Text);
		StandIn::TypeText(TEXT("no"));
		StandIn::PressKey(EKeys::A, StandIn::Control());
		StandIn::PressKey(EKeys::C, StandIn::Control());
		TestEqual(TEXT("copied"), StandIn::Clipboard(), FString(TEXT("old text")));
	});

	It("shows notices until they expire", [this]()
	{
		FNotificationInfo Info(FText::FromString(TEXT("Done")));
		Info.bFireAndForget = false;
		Info.ExpireDuration = 1.0f;
		Info.FadeOutDuration = 0.5f;
		const TSharedPtr<SNotificationItem> Item = FSlateNotificationManager::Get().AddNotification(Info);
		StandIn::Frames(200);
		TestEqual(TEXT("stays"), FSlateNotificationManager::Get().StandInItems().Num(), 1);
		Item->SetCompletionState(SNotificationItem::CS_Success);
		Item->ExpireAndFadeout();
		StandIn::Frames(100);
		TestEqual(TEXT("gone"), FSlateNotificationManager::Get().StandInItems().Num(), 0);
		TestEqual(TEXT("remembered"), FSlateNotificationManager::Get().StandInHistory(), TArray<FString>{TEXT("Done")});
	});

	It("writes a page with escaped text", [this]()
	{
		Open();
		Chat->AddLine(TEXT("<script>alert('x') & \"more\"</script>"));
		const FString Page = StandIn::RenderHtml();
		TestTrue(TEXT("title"), Page.Contains(TEXT("A &lt;b&gt;chat&lt;/b&gt;")));
		TestTrue(TEXT("line"), Page.Contains(TEXT("&lt;script&gt;alert(&#39;x&#39;) &amp; &quot;more&quot;&lt;/script&gt;")));
		TestTrue(TEXT("bar"), Page.Contains(TEXT("data-tag=\"Bar\"")));
		TestFalse(TEXT("nothing from outside"), Page.Contains(TEXT("http")));
	});
}
