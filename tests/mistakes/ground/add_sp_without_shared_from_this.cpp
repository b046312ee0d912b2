// mistake: AddSP on a class that does not derive from TSharedFromThis
// compile error: need a class that derives from TSharedFromThis

#include "SampleSession.h"

class FListener
{
public:
	void Listen(USampleSession& Session)
	{
		Session.OnLine().AddSP(this, &FListener::HearLine);
	}
	void HearLine(const FString&, int32)
	{
	}
};
