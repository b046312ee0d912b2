// mistake: two threads dequeue, which no queue allows
// run failure: a second thread dequeues from a TQueue

#include "Containers/Queue.h"
#include "Misc/AutomationTest.h"

#include <thread>

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("dequeues", []() {
		TQueue<int32, EQueueMode::Mpsc> Queue;
		int32 Out = 0;
		Queue.Dequeue(Out);
		std::thread Other([&Queue]() {
			int32 Mine = 0;
			Queue.Dequeue(Mine);
		});
		Other.join();
	});
}
