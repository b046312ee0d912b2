// mistake: a UObject is on the stack
// run failure: a UObject was built other than by NewObject

#include "Misc/AutomationTest.h"
#include "SampleSession.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("builds where it must not", []() {
		USampleSession Session;
		Session.Say(FString(TEXT("hello")));
	});
}
