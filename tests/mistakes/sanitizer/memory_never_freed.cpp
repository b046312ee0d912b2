// mistake: memory is lost
// run failure: LeakSanitizer: detected memory leaks
// sanitizer: address

#include "Misc/AutomationTest.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("loses a thousand numbers", []() {
		int32* volatile Lost = nullptr;
		for (int32 Turn = 0; Turn < 1000; ++Turn)
		{
			Lost = new int32(Turn);
			*Lost = Turn + 1;
		}
		Lost = nullptr;
	});
}
