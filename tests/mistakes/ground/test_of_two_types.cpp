// mistake: a test compares an int32 with an int64
// compile error: ambiguous

#include "Misc/AutomationTest.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("compares", [this]() {
		const int64 Size = 3;
		TestEqual(TEXT("size"), Size, 3);
	});
}
