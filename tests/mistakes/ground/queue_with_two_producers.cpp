// mistake: two threads enqueue into a queue of one producer
// run failure: a second thread enqueues into a TQueue of one producer

#include "Containers/Queue.h"
#include "Misc/AutomationTest.h"

#include <thread>

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("enqueues", []() {
		TQueue<int32> Queue;
		Queue.Enqueue(1);
		std::thread Other([&Queue]() { Queue.Enqueue(2); });
		Other.join();
	});
}
