// mistake: AddSP in a constructor, where nobody owns the object yet
// run failure: on an object that no shared pointer owns

#include "Misc/AutomationTest.h"
#include "SampleSession.h"

namespace
{
class FListener : public TSharedFromThis<FListener>
{
public:
	explicit FListener(USampleSession& Session)
	{
		Session.OnLine().AddSP(this, &FListener::HearLine);
	}
	void HearLine(const FString&, int32)
	{
	}
};
} // namespace

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("binds too early", []() { TSharedRef<FListener> Listener = MakeShared<FListener>(*NewObject<USampleSession>()); });
}
