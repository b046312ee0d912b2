// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "HAL/FileManager.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "PanelMemory.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Notifications/SProgressBar.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatText.h"
#include "Widgets/SContextBar.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SOverlay.h"
#include "Widgets/SPanelGrip.h"
#include "Widgets/SToolCallRow.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/SRichTextBlock.h"
#include "Widgets/Text/STextBlock.h"

/** The window is laid out from the right in a language that is written so; words run as their own letters do, and code as everywhere. */
BEGIN_DEFINE_SPEC(FRightToLeftSpec, "VibeUE.Looks.RightToLeft", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
FString File;

/** "Why does the door stay shut?", which the server answers at length, in Hebrew, with code. */
static FString GetHebrewQuestion()
{
	return TEXT("\u05dc\u05de\u05d4 \u05d4\u05d3\u05dc\u05ea \u05e0\u05e9\u05d0\u05e8\u05ea \u05e1\u05d2\u05d5\u05e8\u05d4?");
}

bool Open(const TCHAR* Culture, float Width, float Height)
{
	StandIn::SetCulture(Culture);
	return FTestConversation::UseKnownModel(*this, 128000) && Window->OpenScene(Width, Height) && Window->Settle();
}

/** Asks, and waits for the whole answer. */
void Ask()
{
	Window->Say(GetHebrewQuestion());
	Window->UntilSeen(TEXT("Bind to the event of the generator."));
	Window->Settle();
}

/** Returns the first widget of a kind, in view or not, whose text has these words. */
template <typename T>
TSharedRef<T> WithWords(const FString& Words)
{
	for (const TSharedRef<T>& Widget : StandIn::FindAll<T>(Window->Get()))
	{
		if (Widget->StandInText().ToString().Contains(Words))
		{
			return Widget;
		}
	}
	AddError(FString::Printf(TEXT("Nothing says \"%s\"."), *Words));
	return SNew(T);
}

static float LeftOf(const TSharedRef<SWidget>& Widget)
{
	return FVector2f(Widget->StandInGeometry().GetAbsolutePosition()).X;
}

static float RightOf(const TSharedRef<SWidget>& Widget)
{
	return LeftOf(Widget) + FVector2f(Widget->StandInGeometry().GetAbsoluteSize()).X;
}

static bool IsFromRight(const TSharedRef<SWidget>& Widget)
{
	return Widget->StandInFlow() == EFlowDirection::RightToLeft;
}

static bool IsWrittenFromRight(const TSharedRef<SWidget>& Text)
{
	return Text->StandInTextDirection() == EFlowDirection::RightToLeft;
}

/** Tests the answer, which is laid out by its own words whatever is around it. */
void TestAnswer()
{
	// A heading, a paragraph, a point, one below it, a quote, the end.
	for (const TCHAR* Words : {TEXT("\u05e9\u05dc \u05d7\u05d3\u05e8"), TEXT("\u05dc\u05d0 \u05e0\u05e4\u05ea\u05d7\u05ea"), TEXT("\u05d1\u05d5\u05d3\u05e7\u05ea \u05d0\u05dd"),
			 TEXT("\u05db\u05da \u05e7\u05e8\u05d4"), TEXT("\u05ea\u05d9\u05e9\u05d0\u05e8"), TEXT("\u05dc\u05e9\u05e0\u05d5\u05ea")})
	{
		TestTrue(FString(Words) + TEXT(" is written from the right"), IsWrittenFromRight(WithWords<SMultiLineEditableText>(Words)));
	}
	TestFalse(TEXT("English words are"), IsWrittenFromRight(WithWords<SMultiLineEditableText>(TEXT("Bind to the event"))));
	const TSharedRef<SMultiLineEditableText> Paragraph = WithWords<SMultiLineEditableText>(TEXT("\u05dc\u05d0 \u05e0\u05e4\u05ea\u05d7\u05ea"));
	const TSharedRef<SMultiLineEditableText> Point = WithWords<SMultiLineEditableText>(TEXT("\u05d1\u05d5\u05d3\u05e7\u05ea \u05d0\u05dd"));
	const TSharedRef<SMultiLineEditableText> Below = WithWords<SMultiLineEditableText>(TEXT("\u05db\u05da \u05e7\u05e8\u05d4"));
	const TSharedRef<SMultiLineEditableText> Quote = WithWords<SMultiLineEditableText>(TEXT("\u05ea\u05d9\u05e9\u05d0\u05e8"));
	const TSharedPtr<SWidget> Mark = StandIn::FindByText(Window->Get(), TEXT("1."));
	TestTrue(TEXT("the number of a point is at the right of its words"), Mark.IsValid() && LeftOf(Mark.ToSharedRef()) >= RightOf(Point) - 0.5f);
	TestTrue(FString::Printf(TEXT("points are indented at the right: paragraph to %.0f, point to %.0f, below to %.0f"), RightOf(Paragraph), RightOf(Point), RightOf(Below)), RightOf(Point) < RightOf(Paragraph) && RightOf(Below) < RightOf(Point));
	TestEqual(TEXT("and at the right only"), LeftOf(Below), LeftOf(Paragraph));
	TestTrue(TEXT("the line of a quote is at the right of its words"), RightOf(Quote) < RightOf(Paragraph));
	TestEqual(TEXT("and nothing at their left"), LeftOf(Quote), LeftOf(Paragraph));
	// Its first line is a comment in Hebrew.
	const TSharedRef<SMultiLineEditableText> Code = WithWords<SMultiLineEditableText>(TEXT("OnPowerChanged.AddDynamic"));
	TestFalse(TEXT("code is written from the right"), IsWrittenFromRight(Code));
	TestFalse(TEXT("its card is laid out so"), IsFromRight(Code));
}

/** Tests the tables: each begins where its head does, and a column of numbers stays right-aligned. */
void TestTables()
{
	const TSharedRef<SRichTextBlock> Asset = WithWords<SRichTextBlock>(TEXT("BP_AirlockDoor"));
	const TSharedRef<SRichTextBlock> Generator = WithWords<SRichTextBlock>(TEXT("\u05d4\u05d2\u05e0\u05e8\u05d8\u05d5\u05e8"));
	const TSharedRef<SRichTextBlock> Size = WithWords<SRichTextBlock>(TEXT("\u05d2\u05d5\u05d3\u05dc"));
	const TSharedRef<SRichTextBlock> Number = WithWords<SRichTextBlock>(TEXT("1,204"));
	TestTrue(TEXT("a table in Hebrew begins at the right"), LeftOf(Generator) > LeftOf(Number));
	// Left and right are where a text begins and ends.
	TestEqual(TEXT("Hebrew at the right"), static_cast<int32>(Generator->StandInJustification()), static_cast<int32>(ETextJustify::Left));
	TestEqual(TEXT("English below it, too"), static_cast<int32>(Asset->StandInJustification()), static_cast<int32>(ETextJustify::Right));
	TestEqual(TEXT("the head of the numbers"), static_cast<int32>(Size->StandInJustification()), static_cast<int32>(ETextJustify::Left));
	TestEqual(TEXT("the numbers"), static_cast<int32>(Number->StandInJustification()), static_cast<int32>(ETextJustify::Right));
	const TSharedRef<SRichTextBlock> Power = WithWords<SRichTextBlock>(TEXT("Power"));
	const TSharedRef<SRichTextBlock> Door = WithWords<SRichTextBlock>(TEXT("\u05d3\u05dc\u05ea"));
	TestTrue(TEXT("a table in English begins at the left"), LeftOf(Power) < LeftOf(WithWords<SRichTextBlock>(TEXT("80"))));
	TestEqual(TEXT("English at the left"), static_cast<int32>(Power->StandInJustification()), static_cast<int32>(ETextJustify::Left));
	TestEqual(TEXT("Hebrew below it, too"), static_cast<int32>(Door->StandInJustification()), static_cast<int32>(ETextJustify::Right));
}

/** Waits until a tool's row shows at least that many texts with Hebrew words, and tests that all of them run from the left. */
void TestToolRow(int32 Row, int32 Least, const TCHAR* Hebrew)
{
	const TArray<TSharedRef<SToolCallRow>> Rows = StandIn::FindAll<SToolCallRow>(Window->Get());
	if (!TestTrue(FString::Printf(TEXT("there is a row %d of a tool"), Row), Rows.IsValidIndex(Row)))
	{
		return;
	}
	const auto FindTexts = [&Rows, Row, Hebrew]
	{
		return StandIn::FindAllWhere(Rows[Row], [Hebrew](const SWidget& Widget)
		{
			return (StandIn::Is<STextBlock>(Widget) || StandIn::Is<SMultiLineEditableText>(Widget)) && Widget.StandInText().ToString().Contains(Hebrew);
		});
	};
	Window->Until(TEXT("the texts of a tool's row"), [FindTexts, Least] { return FindTexts().Num() >= Least; });
	for (const TSharedRef<SWidget>& Text : FindTexts())
	{
		TestFalse(Text->StandInText().ToString() + TEXT(" is written from the right"), IsWrittenFromRight(Text));
	}
}

/** Returns the picture of the button whose tool tip begins so. */
TSharedRef<SImage> IconOf(const TCHAR* ToolTip)
{
	const TSharedPtr<SWidget> Button = StandIn::FindWhere(Window->Get(), [ToolTip](const SWidget& Widget) { return Widget.StandInToolTipText().ToString().StartsWith(ToolTip); });
	TestTrue(FString(ToolTip), Button.IsValid());
	return Button.IsValid() ? StandIn::Find<SImage>(Button.ToSharedRef()).ToSharedRef() : SNew(SImage);
}
END_DEFINE_SPEC(FRightToLeftSpec)

// Long because it lists its cases.
void FRightToLeftSpec::Define()
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
		StandIn::SetCulture(TEXT("en"));
		if (!File.IsEmpty())
		{
			IFileManager::Get().Delete(*File);
			File.Empty();
		}
	});

	It(TEXT("a conversation in Hebrew with code in it, in a window that is laid out from the right"), [this]
	{
		if (!Open(TEXT("he"), 560.0f, 1250.0f))
		{
			return;
		}
		Ask();
		TestTrue(TEXT("the window is laid out from the right"), IsFromRight(Window->Get()));
		const TSharedRef<SWidget> Box = StandIn::Find<SChatInput>(Window->Get())->GetTextBox().ToSharedRef();
		TestTrue(TEXT("what sends is at the left of what is written"), RightOf(IconOf(TEXT("Send the message"))) < LeftOf(Box));
		TestTrue(TEXT("the question is written from the right"), IsWrittenFromRight(WithWords<SMultiLineEditableText>(GetHebrewQuestion())));
		TestAnswer();
		TestTables();
		TestFalse(TEXT("the bar of the tokens fills from the right"), IsFromRight(StandIn::Find<SProgressBar>(Window->Get()).ToSharedRef()));
		Window->Write(TEXT("\u05db\u05df"));
		TestTrue(TEXT("Hebrew is written from the right in the message box"), IsWrittenFromRight(Box));
		Window->TestNothingIsCutOff();
	});

	It(TEXT("the same conversation in an English window: words run as before, and around them nothing is turned"), [this]
	{
		if (!Open(TEXT("en"), 560.0f, 1250.0f))
		{
			return;
		}
		Ask();
		TestFalse(TEXT("the window is laid out from the right"), IsFromRight(Window->Get()));
		const TSharedRef<SWidget> Box = StandIn::Find<SChatInput>(Window->Get())->GetTextBox().ToSharedRef();
		TestTrue(TEXT("what sends is at the right of what is written"), LeftOf(IconOf(TEXT("Send the message"))) > RightOf(Box));
		TestAnswer();
		TestTables();
		Window->TestNothingIsCutOff();
	});

	It(TEXT("a result and a diff that begin in Hebrew run from the left"), [this]
	{
		static const TCHAR* const Locked = TEXT("\u05e0\u05e2\u05d5\u05dc");
		File = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT("SpecRightToLeft.ini");
		FFileHelper::SaveStringToFile(FString(Locked) + TEXT("=1\n"), *File, FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM);
		StandIn::SetCulture(TEXT("he"));
		if (!FTestConversation::UseServer(*this, 96000))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->bOfferFileTools = true;
		if (!Window->OpenScene(560.0f, 900.0f) || !Window->Settle())
		{
			return;
		}
		Window->Say(TEXT("use read_file {\"path\": \"SpecRightToLeft.ini\"}"));
		StandIn::Click(StandIn::FindByText(Window->Get(), TEXT("read_file")));
		TestToolRow(0, 1, Locked);
		Window->Click(TEXT("Dry run"));
		Window->Say(FString::Printf(TEXT("use edit_file {\"path\": \"SpecRightToLeft.ini\", \"old_text\": \"%s=1\", \"new_text\": \"%s=0\"}"), Locked, Locked));
		Window->UntilSeen(TEXT("Nothing was changed. The call would do this:"));
		// The line of its arguments, all of them, what is removed and what is added.
		TestToolRow(1, 4, Locked);
		Window->TestNothingIsCutOff();
	});

	It(TEXT("arguments that begin in Hebrew run from the left, where the user is asked about them, too"), [this]
	{
		if (!Open(TEXT("he"), 560.0f, 640.0f))
		{
			return;
		}
		Window->GetSession()->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		Window->GetSession()->SubmitUserMessage(TEXT("use look {\"\u05d3\u05dc\u05ea\": 1}"));
		Window->UntilSeen(TEXT("Allow once"));
		// The line of its arguments, and all of them.
		TestToolRow(0, 2, TEXT("\u05d3\u05dc\u05ea"));
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
		Window->Click(TEXT("Deny"));
		Window->Until(TEXT("the turn ends"), [this] { return Window->Ends > 0; });
	});

	It(TEXT("the context is at the left, and its edge follows the pointer and the arrow keys"), [this]
	{
		if (!Open(TEXT("he"), 980.0f, 640.0f))
		{
			return;
		}
		Ask();
		Window->ClickIcon(TEXT("Show what fills the context"));
		Window->Until(TEXT("the context"), [this] { return StandIn::Find<SContextPanel>(Window->Get()).IsValid() && StandIn::IsOnScreen(StandIn::Find<SContextPanel>(Window->Get()).ToSharedRef()); });
		const TSharedRef<SContextPanel> Panel = StandIn::Find<SContextPanel>(Window->Get()).ToSharedRef();
		const TSharedRef<SPanelGrip> Grip = StandIn::Find<SPanelGrip>(Window->Get()).ToSharedRef();
		const auto WidthIs = [Panel](float Width) { return FMath::IsNearlyEqual(RightOf(Panel) - LeftOf(Panel), Width, 0.5f); };
		Window->Until(TEXT("its usual width"), [WidthIs] { return WidthIs(FPanelMemory::UsualWidth); });
		TestEqual(TEXT("it is at the window's left"), LeftOf(Panel), LeftOf(Window->Get()));
		TestEqual(TEXT("its edge is at its right"), LeftOf(Grip), RightOf(Panel));
		TestTrue(TEXT("and the conversation behind that"), LeftOf(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()) >= RightOf(Grip) - 0.5f);
		StandIn::Drag(Grip, FVector2D(60.0, 0.0));
		StandIn::Layout();
		TestTrue(TEXT("dragged to the right it is wider"), WidthIs(FPanelMemory::UsualWidth + 60.0f));
		StandIn::Focus(Grip);
		StandIn::PressKey(EKeys::Right);
		StandIn::Layout();
		TestTrue(TEXT("moved by a key as well"), WidthIs(FPanelMemory::UsualWidth + 80.0f));
		StandIn::PressKey(EKeys::Left);
		StandIn::PressKey(EKeys::Left);
		StandIn::Layout();
		TestTrue(TEXT("and back"), WidthIs(FPanelMemory::UsualWidth + 40.0f));
		const TSharedRef<SContextBar> Bar = StandIn::Find<SContextBar>(Panel).ToSharedRef();
		TestFalse(TEXT("the bar of the context fills from the right"), IsFromRight(StandIn::Find<SOverlay>(Bar).ToSharedRef()));
		TestTrue(TEXT("its legend is laid out as the window"), IsFromRight(Bar));
		Window->TestNothingIsCutOff();
	});

	It(TEXT("as the language of the editor changes the window turns, with the icons that point somewhere"), [this]
	{
		if (!Open(TEXT("en"), 560.0f, 640.0f))
		{
			return;
		}
		const auto CountTurned = [this] { return StandIn::FindAllWhere(Window->Get(), [](const SWidget& Widget) { return StandIn::Is<SImage>(Widget) && static_cast<const SImage&>(Widget).StandInIsFlipped(); }).Num(); };
		TestEqual(TEXT("icons that are turned in English"), CountTurned(), 0);
		StandIn::SetCulture(TEXT("he"));
		Window->Until(TEXT("the window to turn"), [this] { return IsFromRight(Window->Get()); });
		TestTrue(TEXT("the arrow that sends"), IconOf(TEXT("Send the message"))->StandInIsFlipped());
		TestTrue(TEXT("the arrow back"), IconOf(TEXT("Undo the newest summary"))->StandInIsFlipped());
		TestFalse(TEXT("a sheet"), IconOf(TEXT("Start a new conversation"))->StandInIsFlipped());
		TestEqual(TEXT("no others"), CountTurned(), 2);
		StandIn::SetCulture(TEXT("en"));
		Window->Until(TEXT("the window to turn back"), [this] { return !IsFromRight(Window->Get()); });
		TestEqual(TEXT("icons that are turned then"), CountTurned(), 0);
	});
}

#endif
