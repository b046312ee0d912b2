// mistake: a pointer into a map is used after the map grew
// run failure: Assertion failed: First->Value == 1 | AddressSanitizer: heap-use-after-free

#include "Containers/Map.h"
#include "Misc/AutomationTest.h"

namespace
{
struct FEntry
{
	int32 Value = 0;
};
} // namespace

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("grows", []() {
		TMap<int32, FEntry> Map;
		const FEntry* const First = &Map.Add(0, FEntry{1});
		for (int32 Index = 1; Index < 100; ++Index)
		{
			Map.Add(Index, FEntry{Index});
		}
		check(First->Value == 1);
	});
}
