// mistake: a plain pointer keeps an object while a Blueprint is compiled
// run failure: Object used after it was collected: SampleSession

#include "Engine/Blueprint.h"
#include "Kismet2/KismetEditorUtilities.h"
#include "Misc/AutomationTest.h"
#include "SampleSession.h"
#include "StandIn/Editor.h"
#include "UObject/UObjectGlobals.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("compiles", []() {
		StandIn::AddAsset(TEXT("/Game/Doors/BP_Door"), TEXT("Blueprint"));
		UBlueprint* Door = LoadObject<UBlueprint>(nullptr, TEXT("/Game/Doors/BP_Door.BP_Door"));
		USampleSession* Session = NewObject<USampleSession>();
		FKismetEditorUtilities::CompileBlueprint(Door, EBlueprintCompileOptions::SkipSave);
		Session->Say(FString(TEXT("too late")));
	});
}
