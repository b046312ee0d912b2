// mistake: two threads write one number, and nothing puts them in order
// run failure: ThreadSanitizer: data race
// sanitizer: thread

#include "Misc/AutomationTest.h"

#include <thread>

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	int32 Count = 0;
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("counts on two threads", [this]() {
		std::thread Other([this]() { ++Count; });
		++Count;
		Other.join();
	});
}
