// mistake: memory is read after it was freed
// run failure: AddressSanitizer: heap-use-after-free
// sanitizer: address

#include "Misc/AutomationTest.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("reads what is gone", [this]() {
		int32* volatile Number = new int32(7);
		int32* const Gone = Number;
		delete Number;
		TestEqual(TEXT("the number"), *Gone, 7);
	});
}
