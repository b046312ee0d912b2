// mistake: a timer calls a raw this of a widget that is gone
// run failure: a delegate was used after it was destroyed | AddressSanitizer: heap-use-after-free

#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Widgets/SCompoundWidget.h"
#include "Widgets/Text/STextBlock.h"

namespace
{
class SShortLived : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SShortLived)
	{
	}
	SLATE_EVENT(FSimpleDelegate, OnTime)
	SLATE_END_ARGS()
	void Construct(const FArguments& InArgs, const TSharedRef<SWidget>& Other)
	{
		OnTime = InArgs._OnTime;
		Other->RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateLambda([this](double, float) {
			OnTime.ExecuteIfBound();
			return EActiveTimerReturnType::Continue;
		}));
	}

private:
	FSimpleDelegate OnTime;
};
} // namespace

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("runs", []() {
		const TSharedRef<SWidget> LongLived = SNew(STextBlock);
		StandIn::ShowInWindow(LongLived);
		TSharedPtr<SWidget> Short = SNew(SShortLived, LongLived);
		Short.Reset();
		StandIn::Frames(2);
	});
}
