// mistake: a text of the core is never destroyed
// run failure: LeakSanitizer: detected memory leaks
// sanitizer: address

#include "Bridge/CoreHeaders.h"
#include "Misc/AutomationTest.h"

#include <array>
#include <cstddef>
#include <new>

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	// What is lost was allocated in Rust, by its own allocator.
	It("makes texts in a place that knows no destructor", []() {
		alignas(rust::String) std::array<std::byte, sizeof(rust::String)> Place;
		for (int32 Turn = 0; Turn < 100; ++Turn)
		{
			new (Place.data()) rust::String(rust::String::lossy("a text that is long enough to be on the heap"));
		}
		Place.fill(std::byte{0});
	});
}
