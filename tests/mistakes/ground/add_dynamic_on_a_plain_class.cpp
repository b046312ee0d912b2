// mistake: a class that is not a UObject binds a dynamic delegate
// compile error: AddDynamic needs a class that derives from UObject

#include "SampleSession.h"

class SFakeWidget
{
public:
	void HearLine(const FString&, int32)
	{
	}
	void Listen(USampleSession& Session)
	{
		Session.OnLineDynamic.AddDynamic(this, &SFakeWidget::HearLine);
	}
};
