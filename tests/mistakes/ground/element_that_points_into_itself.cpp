// mistake: an element of an array points into itself, and the array moves its bytes
// run failure: Assertion failed: Items[0].Current == &Items[0].Value | AddressSanitizer

#include "Misc/AutomationTest.h"

namespace
{
struct FSelfPointing
{
	int32 Value = 7;
	int32* Current = &Value;
	FSelfPointing() = default;
	FSelfPointing(const FSelfPointing& Other)
		: Value(Other.Value)
	{
	}
};
} // namespace

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("moves", []() {
		TArray<FSelfPointing> Items;
		for (int32 Index = 0; Index < 100; ++Index)
		{
			Items.Emplace();
		}
		check(Items[0].Current == &Items[0].Value);
	});
}
