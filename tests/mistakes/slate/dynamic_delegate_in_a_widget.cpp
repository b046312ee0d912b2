// mistake: a widget, which is not a UObject, binds a dynamic delegate
// compile error: UObject

#include "SampleSession.h"
#include "Widgets/SCompoundWidget.h"

class SListener : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SListener)
	{
	}
	SLATE_END_ARGS()
	void Construct(const FArguments&, USampleSession* Session)
	{
		Session->OnLineDynamic.AddDynamic(this, &SListener::Hear);
	}
	void Hear(const FString&, int32)
	{
	}
};

TSharedRef<SWidget> MakeListener(USampleSession* Session)
{
	return SNew(SListener, Session);
}
