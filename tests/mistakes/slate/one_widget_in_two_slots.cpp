// mistake: one widget is put into two slots
// run failure: one widget sits in two slots

#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/STextBlock.h"


BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("runs", []() {
		const TSharedRef<SWidget> Text = SNew(STextBlock);
		const TSharedRef<SWidget> Twice = SNew(SVerticalBox)
			+ SVerticalBox::Slot()[SNew(SHorizontalBox) + SHorizontalBox::Slot()[Text]]
			+ SVerticalBox::Slot()[SNew(SHorizontalBox) + SHorizontalBox::Slot()[Text]];
		StandIn::ShowInWindow(Twice);
	});
}
