// mistake: another thread makes a UObject
// run failure: making a UObject outside the game thread

#include "Misc/AutomationTest.h"
#include "SampleSession.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	LatentIt("hops too late", EAsyncExecution::Thread, [](const FDoneDelegate& Done) {
		NewObject<USampleSession>();
		Done.Execute();
	});
}
