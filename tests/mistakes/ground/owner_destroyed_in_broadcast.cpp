// mistake: a handler destroys the object whose delegate is being broadcast
// run failure: a handler destroyed the delegate that was being broadcast

#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("pulls the chair away", []() {
		struct FOwner
		{
			FSimpleMulticastDelegate OnDone;
		};
		TUniquePtr<FOwner> Owner = MakeUnique<FOwner>();
		Owner->OnDone.AddLambda([&Owner] { Owner.Reset(); });
		Owner->OnDone.AddLambda([] {});
		Owner->OnDone.Broadcast();
	});
}
