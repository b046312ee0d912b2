// mistake: another thread sets a text
// run failure: STextBlock::SetText outside the game thread

#include "Misc/AutomationTest.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/Text/STextBlock.h"

#include <thread>

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("sets", []() {
		const TSharedRef<STextBlock> Text = SNew(STextBlock);
		std::thread Other([&Text]() { Text->SetText(FText::GetEmpty()); });
		Other.join();
	});
}
