// mistake: a test logs an error that it did not announce
// run failure: logged: the disk is full

#include "Misc/AutomationTest.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("says what it should not", []() { UE_LOG(LogTemp, Error, TEXT("the disk is %s"), TEXT("full")); });
}
