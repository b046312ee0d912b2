// mistake: a widget binds itself in its constructor, where nobody owns it yet
// run failure: on an object that no shared pointer owns

#include "Misc/AutomationTest.h"
#include "SampleSession.h"
#include "Widgets/SCompoundWidget.h"

namespace
{
class SEager : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SEager)
	{
	}
	SLATE_END_ARGS()
	SEager()
	{
		NewObject<USampleSession>()->OnLine().AddSP(this, &SEager::Hear);
	}
	void Construct(const FArguments&)
	{
	}
	void Hear(const FString&, int32)
	{
	}
};
} // namespace

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("runs", []() {
		const TSharedRef<SWidget> Widget = SNew(SEager);
	});
}
