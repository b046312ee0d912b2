// mistake: one thread changes a text while another has the core read it
// run failure: ThreadSanitizer: data race
// sanitizer: thread

#include "Bridge/CoreHeaders.h"
#include "Misc/AutomationTest.h"

#include <array>
#include <cstdint>
#include <thread>

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	std::array<std::uint16_t, 64> Units{};
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	// The thread's write is the only one in C++: the access beside it is the core's.
	It("types into what is read", [this]() {
		std::thread Typist([this]() { Units[7] = 'b'; });
		const rust::String Read = vibeue::text_from_utf16(rust::Slice<const std::uint16_t>(Units.data(), Units.size()));
		Typist.join();
		TestTrue(TEXT("it was read"), Read.size() == Units.size());
	});
}
