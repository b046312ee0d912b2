// mistake: BeginDestroy does not call its base
// run failure: BeginDestroy did not call Super::BeginDestroy, class 'Rude'

#include "Misc/AutomationTest.h"
#include "StandIn/Reflection.h"

class URude : public UObject
{
	STANDIN_CLASS_BODY(URude, UObject)
	STANDIN_DEFAULT_CONSTRUCTOR(URude)

public:
	void BeginDestroy() override
	{
	}
};
template <>
struct StandIn::TReflected<URude>
{
	static void Describe(StandIn::FClassBuilder& Class)
	{
		Class.Module("Mistake");
	}
};
STANDIN_IMPLEMENT_CLASS(URude)

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("leaves without a word", []() {
		NewObject<URude>();
		CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
	});
}
