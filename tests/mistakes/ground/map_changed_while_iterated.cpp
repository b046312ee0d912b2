// mistake: a ranged for removes from the map that it runs over
// run failure: Container has changed during ranged-for iteration!

#include "Containers/Map.h"
#include "Misc/AutomationTest.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("shrinks", []() {
		TMap<int32, FString> Names;
		Names.Add(1, FString(TEXT("a")));
		Names.Add(2, FString(TEXT("b")));
		for (const TPair<int32, FString>& Pair : Names)
		{
			Names.Remove(Pair.Key);
		}
	});
}
