// mistake: an array grows inside a ranged for over it
// run failure: Array has changed during ranged-for iteration!

#include "Misc/AutomationTest.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("grows", []() {
		TArray<int32> Numbers{1, 2, 3};
		for (const int32 Number : Numbers)
		{
			if (Number == 2)
			{
				Numbers.Add(4);
			}
		}
	});
}
