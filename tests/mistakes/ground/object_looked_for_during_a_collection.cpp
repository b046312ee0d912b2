// mistake: BeginDestroy looks for another object by its name
// run failure: an object was looked for during garbage collection

#include "Misc/AutomationTest.h"
#include "StandIn/Reflection.h"
#include "UObject/UObjectGlobals.h"

class USeeker : public UObject
{
	STANDIN_CLASS_BODY(USeeker, UObject)
	STANDIN_DEFAULT_CONSTRUCTOR(USeeker)

public:
	void BeginDestroy() override
	{
		FindObject<USeeker>(nullptr, TEXT("/Engine/Transient.Friend"));
		Super::BeginDestroy();
	}
};
template <>
struct StandIn::TReflected<USeeker>
{
	static void Describe(StandIn::FClassBuilder& Class)
	{
		Class.Module("Mistake");
	}
};
STANDIN_IMPLEMENT_CLASS(USeeker)

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("asks for a friend", []() {
		NewObject<USeeker>();
		CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
	});
}
