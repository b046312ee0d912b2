// mistake: one LOCTEXT key for two texts
// run failure: one text per LOCTEXT key

#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"

#define LOCTEXT_NAMESPACE "Mistake"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("confuses the translators", [this]() {
		const FText First = LOCTEXT("Send", "Send");
		const FText Second = LOCTEXT("Send", "Send now");
		TestFalse(TEXT("they differ"), First.EqualTo(Second));
	});
}

#undef LOCTEXT_NAMESPACE
