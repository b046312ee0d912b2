// mistake: a check fails
// run failure: asserted_condition.cpp:14: Assertion failed: Count > 0

#include "Misc/AutomationTest.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("asserts", []() {
		int32 Count = 0;

		check(Count > 0);
	});
}
