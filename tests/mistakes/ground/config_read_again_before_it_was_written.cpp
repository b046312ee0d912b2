// mistake: a settings file is read again, and a change of it that was not written is lost
// run failure: a file is read again whose changes are not written

#include "CoreGlobals.h"
#include "Misc/AutomationTest.h"
#include "Misc/ConfigCacheIni.h"

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("reads", []() {
		FString File;
		FConfigCacheIni::LoadGlobalIniFile(File, TEXT("EditorPerProjectUserSettings"));
		GConfig->SetString(TEXT("Section"), TEXT("Key"), TEXT("Value"), File);
		FConfigCacheIni::LoadGlobalIniFile(File, TEXT("EditorPerProjectUserSettings"), nullptr, true);
	});
}
