// mistake: another thread changes a widget
// run failure: SWidget::SetVisibility

#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/Text/STextBlock.h"

#include <thread>

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("changes", []() {
		const TSharedRef<STextBlock> Text = SNew(STextBlock);
		std::thread Other([&Text]() { Text->SetVisibility(EVisibility::Collapsed); });
		Other.join();
	});
}
