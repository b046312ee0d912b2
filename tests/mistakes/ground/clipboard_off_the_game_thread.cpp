// mistake: another thread fills the clipboard
// run failure: FPlatformApplicationMisc::ClipboardCopy outside the game thread

#include "HAL/PlatformApplicationMisc.h"
#include "Misc/AutomationTest.h"

#include <thread>

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("copies", []() {
		std::thread Other([]() { FPlatformApplicationMisc::ClipboardCopy(TEXT("text")); });
		Other.join();
	});
}
