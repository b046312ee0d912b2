// mistake: an object is given a null outer
// run failure: NewObject with a null outer

#include "Misc/AutomationTest.h"
#include "UObject/UObjectGlobals.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("makes", []() {
		UObject* const Nobody = nullptr;
		NewObject<UObject>(Nobody);
	});
}
