// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/SpecReach.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "InputCoreTypes.h"
#include "StandIn/Slate.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/Layout/SExpandableArea.h"
#include "Widgets/SChatCompletion.h"
#include "Widgets/SModelPicker.h"
#include "Widgets/SPanelGrip.h"
#include "Widgets/Text/SMultiLineEditableText.h"

FSpecReach::FSpecReach(FAutomationTestBase& InTest)
	: Test(InTest)
{
}

bool FSpecReach::IsControl(const SWidget& Widget)
{
	// Links within a text are no widgets: SChatLinkList has a button for each.
	const bool bIsField = StandIn::Is<StandIn::STextInput>(Widget) && !static_cast<const StandIn::STextInput&>(Widget).IsReadOnly();
	return bIsField || StandIn::Is<SButton>(Widget) || StandIn::Is<SCheckBox>(Widget) || StandIn::Is<SPanelGrip>(Widget);
}

FString FSpecReach::NameOf(const TSharedRef<SWidget>& Control)
{
	const FString Given = Control->StandInGivenWords().ToString().TrimStartAndEnd();
	if (!Given.IsEmpty())
	{
		return Given;
	}
	if (StandIn::Is<StandIn::STextInput>(*Control))
	{
		// What is written in it is not a name.
		return StaticCastSharedRef<StandIn::STextInput>(Control)->GetHintText().ToString();
	}
	return StandIn::ReadAll(Control).TrimStartAndEnd();
}

int32 FSpecReach::TestAll(const TSharedRef<SWidget>& Root, const TCHAR* State)
{
	int32 Count = 0;
	for (const TSharedRef<SWidget>& Control : StandIn::FindAllWhere(Root, &FSpecReach::IsControl))
	{
		// One that was left may close its part, as the name of a conversation does.
		if (!StandIn::IsOnScreen(Control) || !StandIn::IsReallyEnabled(Control))
		{
			continue;
		}
		++Count;
		const FString Name = NameOf(Control);
		const FString What = FString::Printf(TEXT("%s: %s \"%s\""), State, *Control->StandInPlace(), *Name);
		Test.TestFalse(What + TEXT(" has no name"), Name.IsEmpty());
		if (Control->SupportsKeyboardFocus())
		{
			Test.TestTrue(What + TEXT(" takes the keyboard"), StandIn::Focus(Control) && Control->HasKeyboardFocus());
		}
		else
		{
			TestElsewhere(Control, What);
		}
	}
	return Count;
}

int32 FSpecReach::TestScrolls(const TSharedRef<SWidget>& Root, const TCHAR* State)
{
	int32 Count = 0;
	for (const TSharedRef<SWidget>& Control : StandIn::FindAllWhere(Root, &FSpecReach::IsControl))
	{
		const bool bIsScrolledAway = !StandIn::IsOnScreen(Control) && Control->StandInWasArranged();
		if (bIsScrolledAway && StandIn::IsReallyEnabled(Control) && Control->SupportsKeyboardFocus())
		{
			++Count;
			const FString What = FString::Printf(TEXT("%s: %s \"%s\""), State, *Control->StandInPlace(), *NameOf(Control));
			Test.TestTrue(What + TEXT(" takes the keyboard"), StandIn::NavigateTo(Control));
			Test.TestTrue(What + TEXT(" has the keyboard and is in view"), StandIn::IsOnScreen(Control));
		}
	}
	return Count;
}

void FSpecReach::TestElsewhere(const TSharedRef<SWidget>& Button, const FString& What)
{
	for (TSharedPtr<SWidget> Each = Button->GetParentWidget(); Each.IsValid(); Each = Each->GetParentWidget())
	{
		if (StandIn::Is<SChatCompletion>(*Each) || StandIn::Is<SModelPicker>(*Each))
		{
			// The arrows of the field choose among these rows, and Enter takes one.
			return;
		}
		if (StandIn::Is<SExpandableArea>(*Each))
		{
			TestFolds(Each.ToSharedRef(), What);
			return;
		}
	}
	Test.AddError(What + TEXT(" does not take the keyboard, and nothing stands in for it"));
}

void FSpecReach::TestFolds(const TSharedRef<SWidget>& Area, const FString& What)
{
	TSharedPtr<SWidget> Row = Area->GetParentWidget();
	while (Row.IsValid() && !Row->SupportsKeyboardFocus())
	{
		Row = Row->GetParentWidget();
	}
	if (!Test.TestTrue(What + TEXT(" has a row that takes the keyboard"), Row.IsValid()))
	{
		return;
	}
	const TSharedRef<SExpandableArea> Fold = StaticCastSharedRef<SExpandableArea>(Area);
	const bool bWasOpen = Fold->IsExpanded();
	Test.TestTrue(What + TEXT(": its row takes the keyboard"), StandIn::Focus(Row));
	Test.TestFalse(What + TEXT(": its row has no name"), Row->StandInGivenWords().IsEmpty());
	StandIn::PressKey(EKeys::Enter);
	Test.TestEqual(What + TEXT(": open after Enter"), Fold->IsExpanded(), !bWasOpen);
	StandIn::PressKey(EKeys::SpaceBar);
	Test.TestEqual(What + TEXT(": open after the space bar"), Fold->IsExpanded(), bWasOpen);
}

#endif
