// mistake: another thread empties a panel
// run failure: SBoxPanel::ClearChildren outside the game thread

#include "Misc/AutomationTest.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SBoxPanel.h"

#include <thread>

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("empties", []() {
		const TSharedRef<SVerticalBox> Panel = SNew(SVerticalBox);
		std::thread Other([&Panel]() { Panel->ClearChildren(); });
		Other.join();
	});
}
