// mistake: a static pointer keeps a widget alive
// run failure: a widget outlives its module

#include "Misc/AutomationTest.h"
#include "Widgets/Text/STextBlock.h"

namespace
{
TSharedPtr<SWidget> Kept;
} // namespace

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("runs", []() {
		Kept = SNew(STextBlock);
	});
}
