// mistake: a property with a fraction is set as a whole number
// run failure: a property that does not fit is set to a whole number

#include "Misc/AutomationTest.h"
#include "SampleSettings.h"
#include "UObject/UnrealType.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("sets", []() {
		USampleSettings* Settings = NewObject<USampleSettings>();
		const FNumericProperty* Number = CastField<FNumericProperty>(USampleSettings::StaticClass()->FindPropertyByName(FName(TEXT("Threshold"))));
		Number->SetIntPropertyValue(Number->ContainerPtrToValuePtr<void>(Settings), 1);
	});
}
