// mistake: a test compares an FString with a literal
// compile error: no matching function for call to | no matching member function for call to

#include "Misc/AutomationTest.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("compares", [this]() {
		const FString Name(TEXT("a"));
		TestEqual(TEXT("name"), Name, TEXT("a"));
	});
}
