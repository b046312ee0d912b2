// mistake: one thread lengthens a list of the core while another asks for its length
// run failure: ThreadSanitizer: data race
// sanitizer: thread

#include "Bridge/CoreHeaders.h"
#include "Misc/AutomationTest.h"

#include <cstdint>
#include <thread>

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	rust::Vec<std::uint64_t> List;
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	// Both accesses are in Rust: nothing of it shows where only C++ is watched.
	It("asks while it grows", [this]() {
		List.reserve(8);
		std::thread Other([this]() { List.push_back(1); });
		const size_t Length = List.size();
		Other.join();
		TestTrue(TEXT("it holds one at most"), Length <= 1);
	});
}
