// mistake: a dynamic delegate is bound to a method without UFUNCTION
// run failure: is not a UFUNCTION: 'SampleSession::NotAFunctionOfReflection'

#include "Misc/AutomationTest.h"
#include "SampleSession.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("binds what reflection does not know", []() {
		USampleSession* Session = NewObject<USampleSession>();
		Session->OnLineDynamic.AddDynamic(Session, &USampleSession::NotAFunctionOfReflection);
	});
}
