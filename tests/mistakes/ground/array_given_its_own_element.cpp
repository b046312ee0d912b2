// mistake: an array is given an element of its own, which moves while it grows
// run failure: Attempting to use a container element

#include "Misc/AutomationTest.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("grows", []() {
		TArray<FString> Names{FString(TEXT("a"))};
		Names.Add(Names[0]);
	});
}
