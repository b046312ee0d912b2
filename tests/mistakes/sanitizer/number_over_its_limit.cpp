// mistake: a signed number overflows
// run failure: runtime error: signed integer overflow
// sanitizer: undefined

#include "Misc/AutomationTest.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("counts past the end", [this]() {
		volatile int32 Last = 2147483647;
		const int32 Next = Last + 1;
		TestTrue(TEXT("it went up"), Next > 0);
	});
}
