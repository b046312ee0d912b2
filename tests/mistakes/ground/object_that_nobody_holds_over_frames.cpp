// mistake: a plain pointer keeps an object while frames pass
// run failure: Object used after it was collected: SampleSession

#include "Misc/AutomationTest.h"
#include "SampleSession.h"
#include "StandIn/Host.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("waits", []() {
		USampleSession* Session = NewObject<USampleSession>();
		StandIn::PumpFrames(1);
		Session->Say(FString(TEXT("too late")));
	});
}
