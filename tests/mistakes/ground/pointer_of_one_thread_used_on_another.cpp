// mistake: a shared pointer that is not thread safe is copied on another thread
// run failure: a shared pointer that is not thread safe is copied or let go of on another thread

#include "Misc/AutomationTest.h"
#include "Templates/SharedPointer.h"

#include <thread>

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("copies", []() {
		const TSharedRef<int32, ESPMode::NotThreadSafe> Number = MakeShared<int32, ESPMode::NotThreadSafe>(1);
		std::thread Other([&Number]() { const TSharedRef<int32, ESPMode::NotThreadSafe> Mine = Number; });
		Other.join();
	});
}
