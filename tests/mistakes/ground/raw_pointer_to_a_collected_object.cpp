// mistake: a plain pointer is used after the collector took its object
// run failure: Object used after it was collected: SampleSession

#include "Misc/AutomationTest.h"
#include "SampleSession.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("uses what nobody keeps", []() {
		USampleSession* Session = NewObject<USampleSession>();
		CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
		Session->Say(FString(TEXT("too late")));
	});
}
