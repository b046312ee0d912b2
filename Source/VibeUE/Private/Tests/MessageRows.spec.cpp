// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and clicked from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Misc/AutomationTest.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatText.h"

/** The row of one message: what its buttons do, and how wide it is. */
BEGIN_DEFINE_SPEC(FMessageRowsSpec, "VibeUE.MessageRows", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

bool Open(float Width)
{
	return FTestConversation::UseServer(*this, 96000) && Window->Open(Width, 900.0f) && Window->Settle();
}

/** Presses the button that copies a message, counted from the oldest one, and returns what was copied. */
FString Copy(int32 Row)
{
	const TArray<TSharedRef<SChatMessageRow>> Rows = StandIn::FindAll<SChatMessageRow>(Window->Get());
	const TSharedPtr<SWidget> Icon = Rows.IsValidIndex(Row) ? StandIn::FindByTag(Rows[Row], FName(TEXT("Copy"))) : nullptr;
	if (!TestTrue(TEXT("the row has the button"), Icon.IsValid()))
	{
		return FString();
	}
	Window->ScrollTo(Icon);
	StandIn::Click(StandIn::Find<SButton>(Icon.ToSharedRef()));
	return StandIn::Clipboard();
}

/** Returns how wide the widest thing in the rows is that has words. */
float FindWidest() const
{
	float Widest = 0.0f;
	for (const TSharedRef<SChatMessageRow>& Row : StandIn::FindAll<SChatMessageRow>(Window->Get()))
	{
		for (const TSharedRef<SWidget>& Words : StandIn::FindAllWhere(Row, [](const SWidget& Widget) { return Widget.StandInWasArranged() && !Widget.StandInText().IsEmpty(); }))
		{
			Widest = FMath::Max(Widest, static_cast<float>(Words->StandInGeometry().GetLocalSize().X));
		}
	}
	return Widest;
}
END_DEFINE_SPEC(FMessageRowsSpec)

void FMessageRowsSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("each message is copied by its button, all of it, also where only a part is shown"), [this]
	{
		if (!Open(700.0f))
		{
			return;
		}
		Window->Say(TEXT("The *red* door"));
		// More than is laid out at once.
		FString Long;
		for (int32 Line = 0; Line < 1200; ++Line)
		{
			Long += FString::Printf(TEXT("Line %d of what was pasted\n"), Line);
		}
		Long += TEXT("the end");
		Window->Say(Long);
		Window->UntilSeen(TEXT("Show more"));
		TestEqual(TEXT("the question"), Copy(0), FString(TEXT("The *red* door")));
		TestEqual(TEXT("the answer, as it was written"), Copy(1), FString(TEXT("You said: The *red* door")));
		TestEqual(TEXT("the long question"), Copy(2), Long);
	});

	It(TEXT("lines are no longer than can be read, however wide the window is"), [this]
	{
		if (!Open(1600.0f))
		{
			return;
		}
		Window->Say(FString(TEXT("write 900 words")));
		FString Long = TEXT("And");
		for (int32 Word = 0; Word < 300; ++Word)
		{
			Long += TEXT(" again");
		}
		Window->Say(Long);
		const float Widest = FindWidest();
		TestTrue(FString::Printf(TEXT("the widest words: %.1f units"), Widest), Widest > 600.0f && Widest <= 720.0f);
		Window->TestNothingIsCutOff();
		StandIn::ResizeWindow(StandIn::Windows()[0], 500.0f, 900.0f);
		Window->Until(TEXT("narrower rows"), [this] { return FindWidest() < 500.0f; });
		Window->TestNothingIsCutOff();
	});
}

#endif
