// mistake: a brush of the editor is asked for by a guessed key
// run failure: no brush is known by the key

#include "Misc/AutomationTest.h"
#include "Styling/AppStyle.h"


BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("runs", []() {
		FAppStyle::GetBrush("Icons.Sparkles");
	});
}
