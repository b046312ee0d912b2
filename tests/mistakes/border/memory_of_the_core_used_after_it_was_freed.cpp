// mistake: a part of a text of the core is kept for longer than the text
// run failure: AddressSanitizer: heap-use-after-free
// sanitizer: address

#include "Bridge/CoreHeaders.h"
#include "Misc/AutomationTest.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("reads what the core has freed", [this]() {
		rust::Str Kept;
		{
			const rust::String Whole = rust::String::lossy("a text that is long enough to be on the heap");
			Kept = rust::Str(Whole);
		}
		TestTrue(TEXT("it begins with an a"), *Kept.data() == 'a');
	});
}
