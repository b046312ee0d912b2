// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/SpecWindow.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Framework/Docking/TabManager.h"
#include "HAL/PlatformMisc.h"
#include "InputCoreTypes.h"
#include "Misc/CString.h"
#include "Misc/DateTime.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/TestConversation.h"
#include "Widgets/Docking/SDockTab.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatCompletion.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatText.h"

FSpecWindow::FSpecWindow(FAutomationTestBase& InTest)
	: Test(InTest)
{
}

FSpecWindow::~FSpecWindow()
{
	Close();
}

bool FSpecWindow::Open(float Width, float Height, float Scale)
{
	Tab = FGlobalTabmanager::Get()->TryInvokeTab(FName(TEXT("VibeUEChat")));
	if (!Test.TestTrue(TEXT("there is a tab"), Tab.IsValid()))
	{
		return false;
	}
	Window = StandIn::Find<SAIChatWindow>(Tab.ToSharedRef());
	if (!Test.TestTrue(TEXT("there is a window in the tab"), Window.IsValid()))
	{
		return false;
	}
	if (Width > 0.0f && Height > 0.0f)
	{
		StandIn::MoveToScreen(StandIn::Windows()[0], Scale, Width, Height);
	}
	Follow();
	return Until(TEXT("the conversation to be open, or not to be"), [this] { return GetSession()->GetState() != EVibeUEChatState::Opening; });
}

bool FSpecWindow::OpenScene(float Width, float Height)
{
	FString AskedWidth;
	FString AskedHeight;
	if (FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_LOOKS_SIZE")).Split(TEXT("x"), &AskedWidth, &AskedHeight))
	{
		Width = FCString::Atof(*AskedWidth);
		Height = FCString::Atof(*AskedHeight);
	}
	// How long a scene takes must not show in its picture: nothing is longer ago than just now. The sandbox puts the clock back.
	StandIn::SetWallClock(FDateTime::UtcNow());
	return Open(Width, Height);
}

bool FSpecWindow::OpenToWrite(int32 ContextWindow, float Width, float Height)
{
	if (!FTestConversation::UseServer(Test, ContextWindow) || !Open(Width, Height) || !Settle())
	{
		return false;
	}
	StandIn::Focus(Part<SChatInput>()->GetTextBox());
	return true;
}

FModifierKeysState FSpecWindow::ControlAndShift()
{
	return FModifierKeysState(true, false, true, false, false, false, false, false, false);
}

void FSpecWindow::TestNothingIsCutOff() const
{
	StandIn::Layout();
	const FVector2f Size = Window->StandInGeometry().GetAbsoluteSize();
	const FVector2f Corner = Window->StandInGeometry().GetAbsolutePosition();
	for (const TSharedRef<SWidget>& Widget : StandIn::Descendants(Window.ToSharedRef()))
	{
		if (StandIn::WasOnScreen(Widget))
		{
			const FVector2f At = Widget->StandInGeometry().GetAbsolutePosition();
			const FVector2f Own = Widget->StandInGeometry().GetAbsoluteSize();
			const bool bInside = At.X >= Corner.X - 0.5f && At.X + Own.X <= Corner.X + Size.X + 0.5f;
			Test.TestTrue(FString::Printf(TEXT("%s (%s) lies within the window"), *FString(Widget->StandInTypeName()), *Widget->StandInText().ToString()), bInside);
		}
	}
}

void FSpecWindow::Close()
{
	const TWeakPtr<SAIChatWindow> Closed = Window;
	Window.Reset();
	if (Tab.IsValid())
	{
		Tab->RequestCloseTab();
		Tab.Reset();
		StandIn::FramesUntil([Closed] { return !Closed.IsValid(); }, FSpecSandbox::FramePatience);
		Test.TestFalse(TEXT("the window outlives its tab"), Closed.IsValid());
	}
}

void FSpecWindow::LeaveOpen()
{
	Window.Reset();
	Tab.Reset();
}

void FSpecWindow::Follow()
{
	Ends = 0;
	Applied = 0;
	Failed = 0;
	UChatSession* Session = GetSession();
	Session->OnTurnEnded().AddSP(this, &FSpecWindow::HandleTurnEnded);
	Session->OnSummarizationComplete().AddSP(this, &FSpecWindow::HandleSummarized);
}

void FSpecWindow::HandleTurnEnded(int64, EVibeUETurnEnd)
{
	++Ends;
}

void FSpecWindow::HandleSummarized(bool bSuccess, const FString&)
{
	++(bSuccess ? Applied : Failed);
}

bool FSpecWindow::Until(const TCHAR* What, TFunction<bool()> Condition)
{
	const bool bCame = StandIn::FramesUntil(Condition, FSpecSandbox::FramePatience);
	if (!bCame)
	{
		Test.AddError(FString::Printf(TEXT("Waited in vain for %s. The window shows:\n%s"), What, Window.IsValid() ? *Read() : TEXT("nothing")));
	}
	return bCame;
}

bool FSpecWindow::UntilSeen(const TCHAR* Words)
{
	return Until(*FString::Printf(TEXT("\"%s\""), Words), [this, Words] { return Sees(Words); });
}

bool FSpecWindow::UntilGone(const TCHAR* Words)
{
	return Until(*FString::Printf(TEXT("\"%s\" to be gone"), Words), [this, Words] { return !Sees(Words); });
}

bool FSpecWindow::Settle()
{
	const auto IsAtRest = [this]
	{
		const TSharedPtr<SChatMessageList> List = StandIn::Find<SChatMessageList>(Get());
		return List->IsAtRest() || !StandIn::IsOnScreen(List.ToSharedRef());
	};
	const bool bCame = Until(TEXT("nothing to be under way"), [this, IsAtRest]
	{
		return GetSession()->GetState() == EVibeUEChatState::Idle && !GetSession()->IsSummarizing() && IsAtRest();
	});
	if (!bCame)
	{
		Test.AddError(FString::Printf(TEXT("The state is %d; a summary is under way: %d; the rows are at rest: %d."), static_cast<int32>(GetSession()->GetState()), GetSession()->IsSummarizing() ? 1 : 0, IsAtRest() ? 1 : 0));
	}
	return bCame;
}

bool FSpecWindow::Say(const FString& Text)
{
	const int32 Before = Ends;
	return Test.TestTrue(TEXT("the message is taken"), GetSession()->SubmitUserMessage(Text)) &&
		Until(*FString::Printf(TEXT("the end of the turn \"%s\""), *Text.Left(40)), [this, Before] { return Ends > Before; }) && Settle();
}

void FSpecWindow::Type(const FString& Text)
{
	Write(Text);
	StandIn::PressKey(EKeys::Enter);
}

void FSpecWindow::Write(const FString& Text)
{
	StandIn::Focus(StandIn::Find<SChatInput>(Get())->GetTextBox());
	StandIn::TypeText(Text);
}

FString FSpecWindow::Written() const
{
	return StandIn::Find<SChatInput>(Get())->GetTextBox()->GetText().ToString();
}

bool FSpecWindow::Lists(const TCHAR* Words) const
{
	return StandIn::ReadAll(StandIn::Find<SChatCompletion>(Get()).ToSharedRef()).Contains(Words);
}

bool FSpecWindow::Click(const TCHAR* Label)
{
	const auto Find = [this, Label] { return StandIn::FindButton(Get(), Label); };
	if (!Until(*FString::Printf(TEXT("a button \"%s\" that can be clicked"), Label), [Find]
		{
			const TSharedPtr<SWidget> Button = Find();
			return Button.IsValid() && StandIn::IsOnScreen(Button.ToSharedRef()) && StandIn::IsReallyEnabled(Button.ToSharedRef());
		}))
	{
		return false;
	}
	StandIn::Click(Find());
	return true;
}

bool FSpecWindow::ClickIcon(const TCHAR* ToolTip)
{
	const auto Find = [this, ToolTip]
	{
		return StandIn::FindWhere(Get(), [ToolTip](const SWidget& Widget)
		{
			return Widget.StandInToolTipText().ToString().StartsWith(ToolTip) && StandIn::IsOnScreen(const_cast<SWidget&>(Widget).AsShared());
		});
	};
	if (!Until(*FString::Printf(TEXT("a button that says \"%s\""), ToolTip), [Find] { return Find().IsValid(); }))
	{
		return false;
	}
	StandIn::Click(StandIn::Find<SButton>(Find().ToSharedRef()));
	return true;
}

void FSpecWindow::ScrollTo(const TSharedPtr<SWidget>& Widget)
{
	StandIn::Find<SScrollBox>(StandIn::Find<SChatMessageList>(Get()).ToSharedRef())
		->ScrollDescendantIntoView(Widget, false, EDescendantScrollDestination::Center);
	Until(TEXT("the widget to be scrolled into view"), [Widget] { return StandIn::IsOnScreen(Widget.ToSharedRef()); });
}

void FSpecWindow::ScrollToWords(const TCHAR* Words)
{
	const auto Find = [this, Words] { return StandIn::FindByText(StandIn::Find<SChatMessageList>(Get()).ToSharedRef(), Words, true); };
	if (Until(*FString::Printf(TEXT("\"%s\" among the messages"), Words), [Find] { return Find().IsValid(); }))
	{
		ScrollTo(Find());
	}
}

FString FSpecWindow::Read() const
{
	return StandIn::ReadAll(Get());
}

bool FSpecWindow::Sees(const TCHAR* Words) const
{
	return Read().Contains(Words);
}

int32 FSpecWindow::Count(const TCHAR* Words) const
{
	TArray<FString> Parts;
	return Read().ParseIntoArray(Parts, Words, false) - 1;
}

#endif
