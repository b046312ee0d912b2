// mistake: a latent case never says that it is done
// run failure: did not call Done within 0.2 seconds

#include "Misc/AutomationTest.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	LatentIt("forgets", FTimespan::FromSeconds(0.2), [](const FDoneDelegate&) {});
}
